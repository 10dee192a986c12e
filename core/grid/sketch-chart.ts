import { isObject, listOf, type Members, membersOf, stringOf } from "../shape";
import type { MetricLookup, QueryFacts } from "./samples/facts";
import { secondsOf } from "./samples/filter-facts";
import { factsOf } from "./samples/read-facts";
import { shapeOfUnit } from "./samples/unit-shape";
import { singleLine, truncateText } from "./shorten";

export type SeriesShape = "line" | "area" | "bar" | "heatmap";

/** A chart with axes. */
export interface ChartSketch {
  readonly kind: "chart";
  /** The data sets, up to `MAX_PLOTS`. */
  readonly plots: readonly Plot[];
  readonly thresholds: readonly LineThreshold[];
  readonly x: string;
  readonly y1: AxisSketch;
  readonly y2: AxisSketch;
  readonly horizontal: boolean;
  readonly mode: "color" | "xray" | "stats";
  /** Seconds that the comparison lies back; 0 for none. */
  readonly shift: number;
  /** Seconds of the widget's own time range; 0 when it has none. */
  readonly window: number;
}

/** One data set of a chart. */
export interface Plot {
  readonly shape: SeriesShape;
  readonly axis: 1 | 2;
  /** Pattern of series names; empty when there is none. */
  readonly template: string;
  readonly facts: QueryFacts;
  /** What is on the X axis instead of time. */
  readonly dimension?: Dimension;
  /** Names of the value columns of a query in SQL. */
  readonly measures?: readonly string[];
  /** Column whose values make the series of a query in SQL. */
  readonly breakdown?: string;
}

export interface Dimension {
  readonly column: string;
  readonly type: "text" | "number" | "date";
  /** How many to draw. */
  readonly count: number;
}

export interface AxisSketch {
  readonly label: string;
  readonly log: boolean;
}

/** A line across a chart. */
export interface LineThreshold {
  readonly value: number;
  readonly label: string;
  readonly axis: 1 | 2;
}

/** The boundary of a colored state. */
export interface StateThreshold {
  readonly value: number;
  readonly label: string;
  readonly color: "red" | "yellow" | "none";
  readonly above: boolean;
}

export interface ScorecardSketch {
  readonly kind: "scorecard";
  readonly view: "value" | "line" | "bar" | "gauge";
  /** The bare value: no state is shown. */
  readonly bare: boolean;
  readonly facts: QueryFacts;
  readonly thresholds: readonly StateThreshold[];
  /** Ends of the dial. */
  readonly low: number;
  readonly high: number;
}

const MAX_PLOTS = 12;
const MAX_THRESHOLDS = 12;

const SHAPES: Readonly<Record<string, SeriesShape>> = {
  STACKED_AREA: "area",
  STACKED_BAR: "bar",
  HEATMAP: "heatmap",
};

export function chartSketch(content: Members, widget: Members, lookup: MetricLookup): ChartSketch {
  const options = membersOf(content["chartOptions"]);
  return {
    kind: "chart",
    plots: listOf(content["dataSets"])
      .slice(0, MAX_PLOTS)
      .map((set) => plotOf(membersOf(set), lookup)),
    thresholds: listOf(content["thresholds"])
      .slice(0, MAX_THRESHOLDS)
      .map((one) => lineOf(membersOf(one))),
    x: axisOf(content["xAxis"]).label,
    y1: axisOf(content["yAxis"]),
    y2: axisOf(content["y2Axis"]),
    horizontal: options["displayHorizontal"] === true,
    mode: options["mode"] === "X_RAY" ? "xray" : options["mode"] === "STATS" ? "stats" : "color",
    shift: secondsOf(content["timeshiftDuration"]),
    window: secondsOf(membersOf(widget["timeRange"])["relativeDuration"]),
  };
}

function plotOf(set: Members, lookup: MetricLookup): Plot {
  const facts = factsOf(set["timeSeriesQuery"], lookup);
  const isSql = isObject(membersOf(set["timeSeriesQuery"])["opsAnalyticsQuery"]);
  const [dimension] = listOf(set["dimensions"]).map(membersOf);
  const [breakdown] = listOf(set["breakdowns"]).map((one) => stringOf(membersOf(one)["column"]));
  const named = listOf(set["measures"]).slice(0, 4).map(measureName).filter(Boolean);
  const measures = named.length > 0 ? named : facts.measures;
  const read = dimension ? dimensionOf(dimension) : isSql ? firstColumn(facts) : undefined;
  return {
    shape: SHAPES[stringOf(set["plotType"])] ?? "line",
    axis: set["targetAxis"] === "Y2" ? 2 : 1,
    template: truncateText(stringOf(set["legendTemplate"]), 500),
    facts,
    dimension: read,
    measures,
    breakdown: breakdown ? singleLine(breakdown, 80) : undefined,
  };
}

const TIMES = /time|date|hour|minute|month|week|(?:^|_)(?:ts|day)(?:$|_)/i;

/** The console's default for the X axis: the first column, unless it is time. */
function firstColumn({ labels }: QueryFacts): Dimension | undefined {
  const column = labels[0]?.key;
  return column === undefined || TIMES.test(column) ? undefined : { column, type: "text", count: 6 };
}

/** `count(Status)`, or the column alone where nothing is condensed. */
export function measureName(value: unknown): string {
  const measure = membersOf(value);
  const column = singleLine(stringOf(measure["column"]), 80);
  const type = stringOf(membersOf(measure["aggregationFunction"])["type"]);
  if (type === "" || type === "none") return column;
  return column ? `${type}(${column})` : type;
}

/** Columns of time are the time axis, which needs no dimension. */
function dimensionOf(dimension: Members): Dimension | undefined {
  const column = singleLine(stringOf(dimension["column"]), 80);
  const type = stringOf(dimension["columnType"]);
  const most = Number(dimension["maxBinCount"] ?? 0);
  const count = most >= 1 ? Math.min(Math.floor(most), 12) : 8;
  if (column === "metric_value") return { column: "value", type: "number", count: Math.max(count, 8) };
  if (type === "DATE") return { column, type: "date", count: 14 };
  if (/^(?:|TIMESTAMP|DATETIME|TIME)$/.test(type)) return undefined;
  if (type === "STRING") return { column, type: TIMES.test(column) ? "date" : "text", count };
  return { column, type: "number", count };
}

function axisOf(value: unknown): AxisSketch {
  const axis = membersOf(value);
  return { label: singleLine(stringOf(axis["label"]), 120), log: axis["scale"] === "LOG10" };
}

function lineOf(threshold: Members): LineThreshold {
  return {
    value: numberOf(threshold["value"]),
    label: singleLine(stringOf(threshold["label"]), 120),
    axis: threshold["targetAxis"] === "Y2" ? 2 : 1,
  };
}

/** The colored states of a scorecard or a column. */
export function statesOf(value: unknown): StateThreshold[] {
  return listOf(value)
    .slice(0, MAX_THRESHOLDS)
    .map((one) => {
      const threshold = membersOf(one);
      const color = stringOf(threshold["color"]);
      return {
        value: numberOf(threshold["value"]),
        label: singleLine(stringOf(threshold["label"]), 120),
        color: color === "RED" ? "red" : color === "YELLOW" ? "yellow" : "none",
        above: threshold["direction"] !== "BELOW",
      };
    });
}

export function scorecardSketch(content: Members, lookup: MetricLookup): ScorecardSketch {
  const facts = factsOf(content["timeSeriesQuery"], lookup);
  const spark = content["sparkChartView"];
  const gauge = membersOf(content["gaugeView"]);
  const low = numberOf(gauge["lowerBound"]);
  const high = numberOf(gauge["upperBound"]);
  return {
    kind: "scorecard",
    view: viewOf(content),
    bare: isObject(content["blankView"]),
    facts: {
      ...facts,
      series: 1,
      period: facts.period || secondsOf(membersOf(spark)["minAlignmentPeriod"]),
    },
    thresholds: statesOf(content["thresholds"]),
    low,
    high: high > low ? high : low + (shapeOfUnit(facts.unit) === "percent" ? 100 : 1),
  };
}

function viewOf(content: Members): ScorecardSketch["view"] {
  if (isObject(content["gaugeView"])) return "gauge";
  const spark = content["sparkChartView"];
  if (!isObject(spark)) return "value";
  return spark["sparkChartType"] === "SPARK_BAR" ? "bar" : "line";
}

/** The chart of an alerting policy that is known by name only. */
export function alertSketch(content: Members): { readonly kind: "alert"; readonly policy: string } {
  return { kind: "alert", policy: truncateText(stringOf(content["name"]).split("/").pop() ?? "", 60) };
}

/** A number, also one written as text; 0 for anything else, which is what the service takes a missing one for. */
function numberOf(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return 0;
  // Nothing real is larger, and differences of what is would no longer be numbers.
  return Math.min(Math.max(number, -1e100), 1e100);
}
