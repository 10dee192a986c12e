import { truncateText } from "../shorten";
import type { LabelFacts, LabelScope, QueryFacts } from "./facts";
import { sampleLabelValues } from "./label-values";

const LONGEST = 120;
/** Beginnings of label references; the dot in front of a metadata key may be escaped. */
const OWNERS: readonly (readonly [start: RegExp, of: LabelScope | undefined])[] = [
  [/^metric\.labels?\./, "metric"],
  [/^resource\.labels?\./, "resource"],
  [/^(?:metadata\.)?system_labels?\\?\./, "system"],
  [/^(?:metadata\.)?user_labels?\\?\./, "user"],
  [/^labels?\./, undefined],
];

/**
 * The name of a sample series: the pattern with its `${…}` filled in, else the values of its labels, else what is
 * measured.
 *
 * @param template a `legendTemplate`, `tableTemplate` or `sliceNameTemplate`; empty for none
 * @param labels the values that the series has for `facts.labels`
 * @param index which of the series it is; labels that the facts do not have differ by it
 */
export function seriesName(
  template: string,
  facts: QueryFacts,
  labels: readonly string[],
  index = 0,
): string {
  if (template.trim() === "") return truncateText(labels.filter(Boolean).join(", ") || facts.name, LONGEST);
  const filled = template
    .slice(0, 2000)
    .replace(/\$\{([^{}]{1,300})\}/g, (_, reference: string) =>
      valueOf(reference.trim(), facts, labels, index),
    );
  return truncateText(filled.trim(), LONGEST);
}

function valueOf(reference: string, facts: QueryFacts, labels: readonly string[], index: number): string {
  if (reference === "shortMetric") return facts.name;
  const owner = OWNERS.find(([start]) => start.test(reference));
  const key = (owner ? reference.replace(owner[0], "") : reference).replace(/^"|"$/g, "");
  const scope = owner?.[1];
  const fits = ({ key: own, of }: LabelFacts) =>
    own === key && (scope === undefined || of === scope || of === "");
  const at = facts.labels.findIndex(fits);
  if (at >= 0) return labels[at] ?? "";
  const values = sampleLabelValues({ key, of: scope ?? "", values: [] }, index + 1);
  return values[index % values.length] ?? "";
}
