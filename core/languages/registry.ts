import { monitoringFilter } from "./filter";
import type { EmbeddedLanguage } from "./language";

/** Every embedded language Mosaic knows, by its `x-language` in the schema. */
const languages = new Map<string, EmbeddedLanguage>(
  [monitoringFilter].map((language) => [language.id, language]),
);

/** The implementation of an `x-language` of the schema, where there is one. */
export function languageOf(id: string | undefined): EmbeddedLanguage | undefined {
  return id === undefined ? undefined : languages.get(id);
}
