import { fillLegend, type LegendReference } from "../grid/samples/legend";
import { singleLine, truncateText } from "../grid/shorten";
import type { LiveSeries, SeriesLabel } from "./model";

const LONGEST = 120;
/**
 * The name of a series in a legend: the template with its references filled in; without a template the values of the labels that tell the
 * series apart, else the metric.
 *
 * @param telling the labels that differ between the series
 */
export function liveSeriesName(
  template: string,
  series: LiveSeries,
  telling: readonly SeriesLabel[],
): string {
  if (template.trim() === "") {
    const values = telling.map(({ value }) => value).filter(Boolean);
    return truncateText(singleLine(values.join(", ") || shortMetric(series.metric), LONGEST), LONGEST);
  }
  const filled = fillLegend(template, (reference) => valueOf(reference, series));
  return truncateText(singleLine(filled.trim(), LONGEST), LONGEST);
}

/** Empty for a label that the series does not have. */
function valueOf(reference: LegendReference, { labels, metric }: LiveSeries): string {
  if (reference.kind === "metric") return reference.short ? shortMetric(metric) : metric;
  const { key, of } = reference;
  // PromQL's labels say nothing about what they are of.
  return labels.find((one) => one.key === key && (!of || one.of === of || one.of === ""))?.value ?? "";
}

function shortMetric(metric: string): string {
  return (
    metric.replace(/^prometheus\.googleapis\.com\/([^/]+)\/.*$/, "$1").replace(/^[^/]*\//, "") || "value"
  );
}
