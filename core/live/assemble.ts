import type { PlotData } from "../grid/samples/plot-data";
import { applySteps } from "./arithmetic";
import { LABELS_SHOWN, labelsThatTell, rankSeries, sortSeries } from "./choose";
import { heatOf, numberOf } from "./histograms";
import { isHistogram, type LiveAnswer, type LiveSeries } from "./model";
import { liveSeriesName } from "./names";
import type { PlannedDataSet, Source } from "./plan";
import { divided } from "./ratio";

/** What a data set shows, and what has to be said about it. */
export type LiveResult =
  /** Not all answers are there yet. */
  | { readonly kind: "loading" }
  | LiveDataResult
  /** The service has the metric, perhaps, and nothing that the query matches. */
  | { readonly kind: "nothing"; readonly partial: readonly string[] }
  /** The service refuses the query, in its own words. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string; readonly action: string }
  | { readonly kind: "stopped"; readonly message: string }
  /** Sample data stays. */
  | { readonly kind: "sample"; readonly because: string; readonly broken?: true };

export interface LiveDataResult {
  readonly kind: "data";
  readonly data: PlotData;
  /** The same some time before, drawn over it. */
  readonly shifted?: PlotData;
  /** Series that the service returned; more than are drawn when there is a limit or a ranking. */
  readonly found: number;
  /** Time of the newest point, in milliseconds. */
  readonly newest: number;
  /** Why the answer may be incomplete; empty when it is complete. */
  readonly partial: readonly string[];
  /** What was assumed; with any, the data set is approximate. */
  readonly approximate: readonly string[];
}

/** More series than this are not drawn. */
export const MOST_SERIES = 50;

/** What a data set shows, from the answers by the keys of their requests. */
export function assemble(planned: PlannedDataSet, answers: ReadonlyMap<string, LiveAnswer>): LiveResult {
  const got = seriesOf(planned.source, planned, answers);
  if (got.kind !== "series") return got;
  if (got.series.length === 0) return { kind: "nothing", partial: got.partial };
  const earlier = planned.shifted && seriesOf(planned.shifted.source, planned, answers);
  const drawn = chosen(got.series, planned);
  const notes = new Set(planned.notes);
  if (planned.pick)
    notes.add("The ranking of series is computed here; the console's formula is not documented.");
  if (!planned.isHeatmap && drawn.some(hasHistogram))
    notes.add("Distributions are drawn as their mean, because no aligner makes a number of them.");
  return {
    kind: "data",
    data: plotData(drawn, planned, got.unit),
    shifted:
      earlier?.kind === "series" && earlier.series.length > 0
        ? plotData(
            chosen(earlier.series, planned).map((one) => later(one, planned.shifted!.seconds)),
            planned,
            earlier.unit,
          )
        : undefined,
    found: got.series.length,
    newest: Math.max(...got.series.map(({ points }) => points.at(-1)?.time ?? 0)),
    partial: got.partial,
    approximate: [...notes],
  };
}

type Got =
  | {
      readonly kind: "series";
      readonly series: readonly LiveSeries[];
      readonly unit: string;
      readonly partial: readonly string[];
    }
  | Exclude<LiveResult, { kind: "data" } | { kind: "nothing" }>;

function seriesOf(source: Source, planned: PlannedDataSet, answers: ReadonlyMap<string, LiveAnswer>): Got {
  if (source.kind === "sample") return source;
  if (source.kind === "series") return gotFrom(answers.get(source.key));
  const top = gotFrom(answers.get(source.numerator));
  const below = gotFrom(answers.get(source.denominator));
  if (top.kind !== "series") return top;
  if (below.kind !== "series") return below;
  const quotients = divided(top.series, below.series);
  return {
    kind: "series",
    series: applySteps(quotients, source.steps, planned.interval),
    unit: quotients[0]?.unit ?? "",
    partial: [...new Set([...top.partial, ...below.partial])],
  };
}

function gotFrom(answer: LiveAnswer | undefined): Got {
  if (!answer) return { kind: "loading" };
  if (answer.kind === "refused") return { kind: "refused", message: answer.message };
  if (answer.kind !== "series") return answer;
  const series = answer.series.filter(({ points }) => points.length > 0);
  return { ...answer, series, unit: answer.unit || (series[0]?.unit ?? "") };
}

function chosen(series: readonly LiveSeries[], { pick, sort }: PlannedDataSet): readonly LiveSeries[] {
  const ranked = pick ? rankSeries(series, pick) : series;
  return sortSeries(ranked, sort).slice(0, MOST_SERIES);
}

function later(series: LiveSeries, seconds: number): LiveSeries {
  return {
    ...series,
    points: series.points.map(({ time, value }) => ({ time: time + seconds * 1000, value })),
  };
}

const hasHistogram = ({ points }: LiveSeries) => points.some(({ value }) => isHistogram(value));

function plotData(series: readonly LiveSeries[], planned: PlannedDataSet, unit: string): PlotData {
  const times = timesOf(series, planned);
  const telling = labelsThatTell(series).slice(0, LABELS_SHOWN);
  const heat = planned.isHeatmap && series.some(hasHistogram) ? heatOf(series, times) : undefined;
  return {
    unit: planned.unitOverride || unit,
    labels: telling.map(({ key, of }) => ({ key, of, values: [] })),
    times: { times, step: stepOf(times, planned.period * 1000) },
    series: series.map((one) => {
      const own = telling.map(
        ({ key, of }) => one.labels.find((label) => label.key === key && label.of === of)?.value ?? "",
      );
      const at = new Map(one.points.map(({ time, value }) => [time, numberOf(value)]));
      return {
        name: liveSeriesName(
          planned.template,
          one,
          telling.map(({ key, of }, i) => ({ key, of, value: own[i]! })),
        ),
        labels: own,
        values: times.map((time) => at.get(time) ?? Number.NaN),
      };
    }),
    heat,
  };
}

/** More times than this are more than a chart shows. */
const MOST_TIMES = 20_000;

/** The times of all points; where they lie on the windows of the request, those without points as well, so that gaps show. */
function timesOf(series: readonly LiveSeries[], { interval, period }: PlannedDataSet): number[] {
  const times = new Set(series.flatMap(({ points }) => points.map(({ time }) => time)));
  const step = period * 1000;
  const count = step > 0 ? Math.ceil((interval.end - interval.start) / step) : 0;
  const onWindows = count > 0 && [...times].every((time) => (interval.end - time) % step === 0);
  if (onWindows && times.size > 1 && count <= MOST_TIMES)
    for (let k = 0; k < count; k++) times.add(interval.end - k * step);
  return [...times].sort((a, b) => a - b);
}

function stepOf(times: readonly number[], period: number): number {
  if (period > 0) return period;
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  return gaps.length > 0 ? Math.min(...gaps) : 60_000;
}
