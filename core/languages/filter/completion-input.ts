import type { Catalogue } from "../../catalogue/catalogue";
import type { LanguageContext } from "../language";
import type { FilterTree } from "./ast";
import type { Place } from "./completion-place";
import { resourceLabels, type Subject } from "./subject";
import { systemLabels } from "./vocabulary";

/** What completion goes by at one place. */
export interface CompletionInput {
  readonly tree: FilterTree;
  readonly place: Place;
  readonly subject: Subject;
  readonly catalogue: Catalogue;
  readonly context: LanguageContext;
  /** What stands between the start of the replaced range and the caret, an opening quote left out. */
  readonly typed: string;
}

/** Keys that can follow an object; those of declared variables count as known. */
export function labelKeys({ subject, catalogue, context }: CompletionInput, object: string): string[] {
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
        ? resourceLabels(subject, catalogue).labels
        : object === "metadata.system_labels"
          ? systemLabels
          : [];
  const listed = object.startsWith("metadata") || known.length === 0;
  const declared = listed ? context.variables.filter((v) => type && v.filterType === type && v.labelKey) : [];
  return [...new Set([...known, ...declared.map((variable) => variable.labelKey!)])];
}
