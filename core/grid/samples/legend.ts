import type { LabelScope } from "./facts";

/** What a legend refers to: a label, of anything or of something in particular, or the metric. */
export type LegendReference =
  | { readonly kind: "label"; readonly key: string; readonly of: LabelScope | undefined }
  | { readonly kind: "metric"; readonly short: boolean };

/** Beginnings of label references; the dot in front of a metadata key may be escaped. */
const SCOPES: readonly (readonly [start: RegExp, of: LabelScope | undefined])[] = [
  [/^metric\.labels?\./, "metric"],
  [/^resource\.labels?\./, "resource"],
  [/^(?:metadata\.)?system_labels?\\?\./, "system"],
  [/^(?:metadata\.)?user_labels?\\?\./, "user"],
  [/^labels?\./, undefined],
];

/** Longest template that is looked at, in letters. */
const LONGEST = 2000;

/** A legend's template with its references filled in. */
export function fillLegend(template: string, valueOf: (reference: LegendReference) => string): string {
  return template
    .slice(0, LONGEST)
    .replace(/\$\{([^{}]{1,300})\}/g, (_, reference: string) => valueOf(readReference(reference.trim())));
}

function readReference(reference: string): LegendReference {
  if (reference === "shortMetric") return { kind: "metric", short: true };
  if (reference === "metric.type") return { kind: "metric", short: false };
  const scope = SCOPES.find(([start]) => start.test(reference));
  const key = (scope ? reference.replace(scope[0], "") : reference).replace(/^"|"$/g, "");
  return { kind: "label", key, of: scope?.[1] };
}
