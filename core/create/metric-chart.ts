import { afterAligner, alignerFits, reducerFits } from "../catalog/aligners";
import type { Metric } from "../catalog/types";
import type { Widget } from "./page";
import { chart, legendOf, type Plot, percentilePlots, queryOf, type Series, scorecard } from "./parts";
import { isAdditive, type Quantity, quantityOf, type Signal, standardUnit } from "./signals";
import { capitalized, plural, wordsOf } from "./words";

/** A metric that has been chosen for a dashboard. */
export interface Chosen {
  readonly metric: Metric;
  readonly signal: Signal;
  /** The metric type without its service. */
  readonly name: string;
  readonly resource: string;
  /** Group-by field of what the chart has a line for, as `resource.label.zone`; undefined for one line. */
  readonly by: string | undefined;
  /** What that is called. */
  readonly each: string | undefined;
}

/** Aligner and reducer for a kind of metric, of which the first that fit are taken. */
function aggregationsOf(
  quantity: Quantity,
  signal: Signal,
  name: string,
): readonly (readonly [string, string])[] {
  const worst =
    signal === "latency" || quantity === "fraction" || quantity === "percent" || !isAdditive(name);
  return [
    ["ALIGN_RATE", "REDUCE_SUM"],
    ["ALIGN_FRACTION_TRUE", "REDUCE_MEAN"],
    ["ALIGN_MEAN", worst ? "REDUCE_MAX" : "REDUCE_SUM"],
  ];
}

/** How the metric's series are brought together; undefined for a metric that no chart draws well, such as one of strings. */
export function aggregate({
  metric,
  signal,
  name,
}: Chosen): { aligner: string; reducer: string } | undefined {
  if (metric.valueType === "DISTRIBUTION")
    return {
      aligner: metric.kind === "GAUGE" ? "ALIGN_SUM" : "ALIGN_DELTA",
      reducer: "REDUCE_PERCENTILE_95",
    };
  const fitting = aggregationsOf(quantityOf(metric), signal, name).find(
    ([aligner, reducer]) =>
      alignerFits(aligner, metric) === true && reducerFits(reducer, afterAligner(aligner, metric)) === true,
  );
  return fitting && { aligner: fitting[0], reducer: fitting[1] };
}

/** The query of the metric, in the standard notation of its unit. */
export function seriesOf(chosen: Chosen, more: Partial<Series> = {}): Series {
  const { metric, resource, by } = chosen;
  const { aligner, reducer } = aggregate(chosen)!;
  const unit = unitOverride(metric, aligner);
  return {
    metric: metric.type,
    resource,
    aligner,
    reducer,
    ...(by && { by: [by] }),
    ...(unit && { unit }),
    ...more,
  };
}

/** A chart of the metric. */
export function metricChart(chosen: Chosen, title: string): Widget {
  const { metric, by, each } = chosen;
  const series = seriesOf(chosen);
  const axis = axisOf(chosen);
  if (metric.valueType === "DISTRIBUTION") {
    const { aligner, reducer: _, by: __, ...all } = series;
    return chart(title, axis, percentilePlots(all, aligner));
  }
  const legend = legendOf(by);
  const isStack = metric.kind !== "GAUGE" && chosen.signal === "errors";
  const plot: Plot = {
    query: queryOf(series),
    ...(legend && { legend }),
    ...(isStack && { plotType: "STACKED_BAR" }),
  };
  const isNamed = each === undefined || title.toLowerCase().endsWith(each.toLowerCase());
  return chart(isNamed ? title : `${title} by ${each}`, axis, [plot]);
}

/** The metric as one number: of all series together. */
export function metricNumber(chosen: Chosen, title: string): Widget {
  const quantity = quantityOf(chosen.metric);
  const { by: _, ...all } = seriesOf(chosen);
  const isShare = chosen.signal === "saturation" && (quantity === "fraction" || quantity === "percent");
  const full = quantity === "percent" ? 100 : 1;
  return isShare ? scorecard(title, queryOf(all), 0.8 * full, 0.9 * full) : scorecard(title, queryOf(all));
}

/** What the values of a chart are, beside its axis. */
export function axisOf(chosen: Chosen): string {
  const { metric, name } = chosen;
  const quantity = quantityOf(metric);
  const noun = capitalized(plural(nounOf(name)));
  const isRate = metric.kind !== "GAUGE" && metric.valueType !== "DISTRIBUTION";
  if (quantity === "fraction" || quantity === "percent") return /utili/.test(name) ? "Utilization" : "Share";
  if (quantity === "bytes")
    return isRate || /\/s$/.test(standardUnit(metric.unit)) ? "Bytes per second" : "Bytes";
  if (quantity === "time" && !isRate) {
    const last = /(latency|age|lag|delay|duration|time)$/.exec(titleWords(name, 1).toLowerCase())?.[1];
    return capitalized(last ?? "time");
  }
  if (/CPU/.test(metric.unit)) return "CPU time";
  if (metric.valueType === "BOOL") return "Share";
  if (metric.kind === "GAUGE" && /\/s$/.test(metric.unit)) return `${noun} per second`;
  return isRate ? `${quantity === "time" ? "Seconds" : noun} per second` : noun;
}

/** Parts of a name that say nothing without the part before them. */
const BARE =
  /^(?:counts?|totals?|quota|limit (?:utilization|cores|bytes)|request (?:utilization|cores|bytes)|core usage time|usage|utilizations?|rate|size|bytes|used|time|latenc(?:y|ies)|percent|limit|duration|errors?|state|status|active|average|maximum|value|used bytes|free bytes|received bytes|sent bytes|bytes used|bytes count|total bytes)$/i;

/** What a metric is called, with `depth` parts of its name and more where the last says nothing. */
export function titleWords(name: string, depth: number): string {
  const parts = name.split("/").map(partWords);
  let from = parts.length - depth;
  while (from > 0 && depth === 1 && BARE.test(parts.slice(from).join(" "))) from--;
  const words = parts.slice(Math.max(0, from)).join(" ").split(" ");
  // The same word twice, as in "cpu/cpu_usage".
  const distinct = words.filter((word, index) => word.toLowerCase() !== words[index - 1]?.toLowerCase());
  const title = distinct.join(" ");
  const counted = /^(.+) counts?$/.exec(title)?.[1];
  return capitalized(counted ? plural(counted) : title);
}

function partWords(part: string): string {
  const words = wordsOf(part);
  const counted = /^(.+) counts?$/.exec(words)?.[1];
  if (counted) return plural(counted);
  return words
    .replace(/\blatencies$/, "latency")
    .replace(/\butilizations$/, "utilization")
    .replace(/\busages$/, "usage");
}

/** The last word of the name: what is counted. */
function nounOf(name: string): string {
  const last = titleWords(name, 1).split(" ").at(-1)!;
  return /ed$|valid$|state$|out$|active$|running$|pending$|unhealthy$|free$|available$/i.test(last)
    ? "value"
    : last;
}

/** The standard notation of the metric's unit, where the catalog has another one. */
function unitOverride({ unit }: Metric, aligner: string): string | undefined {
  const standard = standardUnit(unit);
  if (standard === unit) return undefined;
  return aligner === "ALIGN_RATE" ? `${standard}/s` : standard;
}
