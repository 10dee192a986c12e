import { bounded } from "./bounded";
import { monitoringFilter } from "./filter";
import { googlesql } from "./googlesql";
import { labelTemplate } from "./label-template";
import type { EmbeddedLanguage } from "./language";
import { loggingQuery } from "./logging-query";
import { markdown } from "./markdown";
import { mql } from "./mql";
import { promql } from "./promql";
import { regex } from "./regex";

/** Every embedded language Mosaic knows, by its `x-language` in the schema. */
const languages = new Map<string, EmbeddedLanguage>(
  [monitoringFilter, promql, mql, googlesql, loggingQuery, markdown, labelTemplate, regex].map((language) => [
    language.id,
    bounded(language),
  ]),
);

/** The implementation of an `x-language` of the schema, where there is one. */
export function languageOf(id: string | undefined): EmbeddedLanguage | undefined {
  return id === undefined ? undefined : languages.get(id);
}

/** All of them. */
export function allLanguages(): readonly EmbeddedLanguage[] {
  return [...languages.values()];
}
