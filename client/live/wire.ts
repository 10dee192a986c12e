import type { PlotData } from "../../core/grid/samples/plot-data";
import type { LiveDataResult, LiveResult } from "../../core/live/assemble";
import type { PlannedDataSet } from "../../core/live/plan";
import type { LiveDataSet, LivePlot } from "../webview/picture/messages";

/** More times than this are more than a tile has pixels. */
const MOST_TIMES = 1500;
/** Points arrive at the service up to this late, in milliseconds. */
const INGEST_DELAY = 5 * 60_000;

/**
 * One data set as the page draws it.
 *
 * @param last an earlier answer to the same query, drawn until there is a new one
 * @param why the reason that was found for having no data
 */
export function wireDataSet(
  planned: PlannedDataSet,
  result: LiveResult,
  last: LiveDataSet | undefined,
  why: string | undefined,
): LiveDataSet {
  const base = {
    index: planned.index,
    pointer: planned.places[0]?.pointer ?? planned.pointer,
    period: planned.period,
    found: 0,
    words: "",
    partial: [],
    approximate: [],
    stale: "",
    explains: false,
  };
  const drawn = last?.plot && {
    plot: last.plot,
    ...(last.shifted && { shifted: last.shifted }),
    found: last.found,
    approximate: last.approximate,
  };
  switch (result.kind) {
    case "data":
      return { ...base, state: "data", ...wireData(planned, result) };
    case "loading":
      return { ...base, ...drawn, state: "loading" };
    case "nothing":
      return {
        ...base,
        state: "nothing",
        partial: result.partial,
        words:
          why ?? (result.partial.length > 0 ? result.partial.join(" ") : "No time series matches the query."),
        explains: why === undefined && result.partial.length === 0 && planned.places.length > 0,
      };
    case "refused":
      return { ...base, state: "refused", words: result.message };
    case "failed":
      return { ...base, ...drawn, state: "failed", words: `${result.message} ${result.action}`.trim() };
    case "stopped":
      return { ...base, ...drawn, state: "stopped", words: result.message };
    case "sample":
      return { ...base, state: "sample", words: result.because };
  }
}

function wireData(planned: PlannedDataSet, result: LiveDataResult) {
  const plot = wirePlot(result.data);
  const approximate = [...result.approximate];
  if (result.data.times.times.length > MOST_TIMES)
    approximate.push("Only some of the points are drawn, because there are more than fit into a tile.");
  if (result.data.series.length < result.found && planned.pick === undefined)
    approximate.push(`${result.data.series.length} of ${result.found} time series are drawn.`);
  return {
    plot,
    ...(planned.shifted &&
      result.shifted && { shifted: { plot: wirePlot(result.shifted), seconds: planned.shifted.seconds } }),
    found: result.found,
    partial: result.partial,
    approximate,
    stale: staleness(planned, result.newest),
  };
}

/** How old the newest point is, when it is older than late points can explain. */
function staleness({ interval, period }: PlannedDataSet, newest: number): string {
  const age = interval.end - newest;
  if (age <= Math.max(2 * period * 1000, INGEST_DELAY + period * 1000)) return "";
  const minutes = Math.round(age / 60_000);
  const words =
    minutes < 120
      ? `${minutes} minutes`
      : minutes < 2880
        ? `${Math.round(minutes / 60)} hours`
        : `${Math.round(minutes / 1440)} days`;
  return `The newest point is ${words} before the end of the range.`;
}

function wirePlot({ unit, labels, times: { times }, series, heat }: PlotData): LivePlot {
  const step = Math.ceil(times.length / MOST_TIMES);
  // From the end, so that the newest point is always there.
  const isKept = (_: unknown, i: number) => (times.length - 1 - i) % step === 0;
  return {
    unit,
    labels: labels.map(({ key, of }) => ({ key, of })),
    times: times.filter(isKept),
    series: series.map(({ name, labels: own, values }) => ({
      name,
      labels: own,
      values: values.filter(isKept).map((value) => (Number.isFinite(value) ? value : null)),
    })),
    ...(heat && { heat: { bounds: heat.bounds, columns: heat.columns.filter(isKept) } }),
  };
}
