import type { EmbeddedLanguage } from "./language";

const languages = new Map<string, EmbeddedLanguage>();

/** The implementation of an `x-language` of the schema, where there is one. */
export function languageOf(id: string | undefined): EmbeddedLanguage | undefined {
  return id === undefined ? undefined : languages.get(id);
}
