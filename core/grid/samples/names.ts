import { truncateText } from "../shorten";
import type { LabelFacts, QueryFacts } from "./facts";
import { sampleLabelValues } from "./label-values";
import { fillLegend, type LegendReference } from "./legend";

const LONGEST = 120;
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
  const filled = fillLegend(template, (reference) => valueOf(reference, facts, labels, index));
  return truncateText(filled.trim(), LONGEST);
}

function valueOf(
  reference: LegendReference,
  facts: QueryFacts,
  labels: readonly string[],
  index: number,
): string {
  if (reference.kind === "metric" && reference.short) return facts.name;
  // The type of the metric is not among the facts; a sample value stands for it, as for a label that is not known.
  const { key, of } = reference.kind === "metric" ? { key: "metric.type", of: undefined } : reference;
  const fits = (one: LabelFacts) => one.key === key && (!of || one.of === of || one.of === "");
  const at = facts.labels.findIndex(fits);
  if (at >= 0) return labels[at] ?? "";
  const values = sampleLabelValues({ key, of: of ?? "", values: [] }, index + 1);
  return values[index % values.length] ?? "";
}
