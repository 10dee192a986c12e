import { singleLine, truncateText } from "../grid/shorten";
import type { LiveSeries, SeriesLabel } from "./model";

const LONGEST = 120;
/** What references begin with, and of what the label is then. */
const SCOPES: readonly (readonly [start: RegExp, of: SeriesLabel["of"] | undefined])[] = [
  [/^metric\.labels?\./, "metric"],
  [/^resource\.labels?\./, "resource"],
  [/^(?:metadata\.)?system_labels?\\?\./, "system"],
  [/^(?:metadata\.)?user_labels?\\?\./, "user"],
  [/^labels?\./, undefined],
];

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
  const filled = template
    .slice(0, 2000)
    .replace(/\$\{([^{}]{1,300})\}/g, (_, reference: string) => valueOf(reference.trim(), series));
  return truncateText(singleLine(filled.trim(), LONGEST), LONGEST);
}

/** Empty for a label that the series does not have. */
function valueOf(reference: string, { labels, metric }: LiveSeries): string {
  if (reference === "shortMetric") return shortMetric(metric);
  if (reference === "metric.type") return metric;
  const scope = SCOPES.find(([start]) => start.test(reference));
  const key = (scope ? reference.replace(scope[0], "") : reference).replace(/^"|"$/g, "");
  // PromQL's labels say nothing about what they are of.
  const found = labels.find(
    (one) => one.key === key && (!scope?.[1] || one.of === scope[1] || one.of === ""),
  );
  return found?.value ?? "";
}

function shortMetric(metric: string): string {
  return (
    metric.replace(/^prometheus\.googleapis\.com\/([^/]+)\/.*$/, "$1").replace(/^[^/]*\//, "") || "value"
  );
}
