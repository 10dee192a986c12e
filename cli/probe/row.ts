import type { Evidence } from "../../api/monitoring/check";
import type { Diagnosis } from "../../api/monitoring/diagnose";
import { promqlPlace } from "../../api/monitoring/failures";
import type { Dashboard } from "../../core/dashboard";
import type { Position } from "../../core/document/lines";
import { queryRange } from "../../core/features/reading/live";
import type { PlotData } from "../../core/grid/samples/plot-data";
import { formatValue } from "../../core/grid/samples/units";
import type { QueryPlace } from "../../core/live/plan";

export type State = "data" | "partial" | "nothing" | "rejected" | "failed" | "stopped" | "skipped";

/** What is reported of one data set. */
export interface Row {
  readonly state: State;
  /** Title of the tile; empty when it has none. */
  readonly title: string;
  readonly widget: string;
  /** Which of the tile's data sets it is, from 1. */
  readonly dataSet: number;
  /** Where the query is in the text, or the part of it that is to blame; zero-based. */
  readonly position: Position;
  readonly series: number;
  /** RFC 3339. */
  readonly newest?: string;
  readonly ms?: number;
  /** Newest value with its unit, when there is one series. */
  readonly value?: string;
  readonly sparkline?: string;
  /** Why there is no data, or what is special about it. */
  readonly notes: readonly string[];
  /** The values of a label that exist, when one does not. */
  readonly values?: readonly string[];
  /** What was assumed. */
  readonly approximate?: readonly string[];
  /** The queries that were sent. */
  readonly sent: readonly string[];
}

/**
 * The report of one data set.
 *
 * @param error why its query was not sent; undefined when nothing is wrong with it
 */
export function rowOf(evidence: Evidence, dashboard: Dashboard, error?: string): Row {
  const { dataSet, result, series, ms, diagnosis } = evidence;
  const base = {
    title: dataSet.title,
    widget: dataSet.widget,
    dataSet: dataSet.index + 1,
    position: positionOf(evidence, dashboard),
    series,
    ...(ms !== undefined && { ms }),
    sent: dataSet.places.map(({ sent }) => sent),
  };
  switch (result.kind) {
    case "data": {
      const { data, partial, approximate, newest, found } = result;
      const notes = [...partial, ...crowdNotes(dataSet.widget, found, data.series.length)];
      return {
        ...base,
        ...summaryOf(data),
        state: partial.length > 0 ? "partial" : "data",
        newest: new Date(newest).toISOString(),
        notes,
        approximate: approximate.length > 0 ? approximate : undefined,
      };
    }
    case "present":
      return { ...base, state: "data", notes: result.partial };
    case "nothing":
      return {
        ...base,
        state: result.partial.length > 0 ? "partial" : "nothing",
        notes: [...result.partial, ...(diagnosis ? [wordsOf(diagnosis)] : [])],
        values: diagnosis?.kind === "culprit" ? diagnosis.values : undefined,
      };
    case "refused":
      return { ...base, state: "rejected", notes: [result.message] };
    case "stopped":
      return { ...base, state: "stopped", notes: [result.message] };
    case "failed":
      return { ...base, state: "failed", notes: [`${result.message} ${result.action}`] };
    case "sample":
      if (error !== undefined) return { ...base, state: "rejected", notes: [error] };
      return result.broken
        ? { ...base, state: "rejected", notes: [`Not sent: ${result.because}`] }
        : { ...base, state: "skipped", notes: [result.because] };
    case "loading":
      return { ...base, state: "failed", notes: ["There was no response."] };
  }
}

/** A scorecard shows one series; the console complains about more. */
function crowdNotes(widget: string, found: number, drawn: number): string[] {
  if (widget === "scorecard" && found > 1)
    return [`A scorecard shows one time series, and the query returns ${found}. Add a reducer.`];
  return found > drawn ? [`${found} time series, of which ${drawn} are drawn.`] : [];
}

function wordsOf(diagnosis: Diagnosis): string {
  switch (diagnosis.kind) {
    case "culprit":
      return `${diagnosis.suspect.shown} matches nothing; without it there is data.`;
    case "old":
      return `There is no data in this range, but there is in the last ${diagnosis.hours} hours.`;
    case "no-metric":
      return `The metric ${diagnosis.metric} has no data in this project.`;
    case "combination":
      return "No single comparison is to blame; together they match nothing.";
    case "unknown":
      return `The reason could not be found: ${diagnosis.why}`;
  }
}

function summaryOf(data: PlotData): Pick<Row, "value" | "sparkline"> {
  const [first] = data.series;
  const newest = first?.values.findLast((value) => !Number.isNaN(value));
  const one = data.series.length === 1 && newest !== undefined;
  return {
    value: one ? formatValue(newest, data.unit) : undefined,
    sparkline: sparkline(totals(data)),
  };
}

/** The sum of all series at each time; NaN where none has a value. */
function totals({ series, times }: PlotData): number[] {
  return times.times.map((_, i) => {
    const values = series.map(({ values: all }) => all[i]!).filter((value) => !Number.isNaN(value));
    return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : Number.NaN;
  });
}

const BARS = "▁▂▃▄▅▆▇█";
const WIDTH = 24;

/** Numbers as a row of bars, gaps as spaces; empty for fewer than two. */
export function sparkline(values: readonly number[]): string {
  const finite = values.filter(Number.isFinite);
  if (finite.length < 2) return "";
  const width = Math.min(WIDTH, values.length);
  const columns = Array.from({ length: width }, (_, i) => {
    const from = Math.floor((i * values.length) / width);
    const to = Math.max(from + 1, Math.floor(((i + 1) * values.length) / width));
    const part = values.slice(from, to).filter(Number.isFinite);
    return part.length > 0 ? part.reduce((sum, value) => sum + value, 0) / part.length : Number.NaN;
  });
  const shown = columns.filter(Number.isFinite);
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  return columns
    .map((value) => {
      if (Number.isNaN(value)) return " ";
      const share = high > low ? (value - low) / (high - low) : 0.5;
      return BARS[Math.min(BARS.length - 1, Math.floor(share * BARS.length))];
    })
    .join("");
}

function positionOf({ place, diagnosis, dataSet, result }: Evidence, dashboard: Dashboard): Position {
  const pointer = place?.pointer ?? dataSet.places[0]?.pointer ?? dataSet.pointer;
  const part = diagnosis?.kind === "culprit" ? diagnosis.suspect : partNamed(place, result, dashboard);
  return dashboard.lines.positionAt(queryRange(dashboard, pointer, part).offset);
}

/** The place that the service names in PromQL, where the query was sent as it is written: variables move what stands behind them. */
function partNamed(
  place: QueryPlace | undefined,
  result: Evidence["result"],
  { canonical }: Dashboard,
): { readonly offset: number; readonly end: number } | undefined {
  const at = result.kind === "refused" ? promqlPlace(result.message) : undefined;
  const node = place && canonical.nodeOf(place.pointer);
  if (!at || node?.kind !== "string" || node.value !== place?.sent) return undefined;
  const before = node.value.split("\n").slice(0, at.line);
  const offset = before.reduce((sum, line) => sum + line.length + 1, at.column);
  return { offset, end: node.value.length };
}
