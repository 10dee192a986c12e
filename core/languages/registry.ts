import { monitoringFilter } from "./filter";
import type { EmbeddedLanguage } from "./language";
import { promql } from "./promql";

/** Every embedded language Mosaic knows, by its `x-language` in the schema. */
const languages = new Map<string, EmbeddedLanguage>(
  [monitoringFilter, promql].map((language) => [language.id, language]),
);

/** The implementation of an `x-language` of the schema, where there is one. */
export function languageOf(id: string | undefined): EmbeddedLanguage | undefined {
  return id === undefined ? undefined : languages.get(id);
}
