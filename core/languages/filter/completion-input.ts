import type { Catalog } from "../../catalog/catalog";
import type { LanguageContext } from "../language";
import type { FilterTree } from "./ast";
import type { CompletionPosition } from "./completion-place";
import { type FilterSubject, resourceLabels } from "./subject";
import { systemLabels } from "./vocabulary";

/** What completion goes by at one place. */
export interface CompletionInput {
  readonly tree: FilterTree;
  readonly place: CompletionPosition;
  readonly subject: FilterSubject;
  readonly catalog: Catalog;
  readonly context: LanguageContext;
  /** What stands between the start of the replaced range and the caret, an opening quote left out. */
  readonly typed: string;
}

/** Keys that can follow an object; those of declared variables count as known. */
export function labelKeys({ subject, catalog, context }: CompletionInput, object: string): string[] {
  const type = {
    "metric.labels": "METRIC_LABEL",
    "resource.labels": "RESOURCE_LABEL",
    "metadata.user_labels": "USER_METADATA_LABEL",
    "metadata.system_labels": "SYSTEM_METADATA_LABEL",
  }[object];
  const known: readonly string[] =
    object === "metric.labels"
      ? (subject.metric?.labels ?? [])
      : object === "resource.labels"
        ? resourceLabels(subject, catalog).labels
        : object === "metadata.system_labels"
          ? systemLabels
          : [];
  const listed = object.startsWith("metadata") || known.length === 0;
  const declared = listed ? context.variables.filter((v) => type && v.filterType === type && v.labelKey) : [];
  return [...new Set([...known, ...declared.map((variable) => variable.labelKey!)])];
}
