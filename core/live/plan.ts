import type { Catalog } from "../catalog/catalog";
import { type ArrangedTile, arrange } from "../grid/arrangement";
import { secondsOf } from "../grid/samples/filter-facts";
import { isObject, listOf, type Members, membersOf, stringOf } from "../shape";
import { fillFilter } from "./fill-filter";
import { fillPromql } from "./fill-promql";
import { type Interval, type LiveRequest, requestKey, type Step } from "./model";
import { effectivePeriod, snapped, snappedWhole } from "./period";
import { type ChosenValues, type LiveVariable, liveVariables, Unfillable } from "./variables";

/** What a plan is made for. */
export interface LiveInput {
  /** The canonical value of the dashboard. */
  readonly dashboard: unknown;
  /** The range that the viewer chose. */
  readonly interval: Interval;
  /** Whether it is a zoom, which also rules tiles with a time range of their own. */
  readonly zoomed?: boolean;
  readonly values?: ChosenValues;
  /** Metrics and resources to go by; without them pinned filters apply to everything. */
  readonly catalog?: Catalog | undefined;
}

/** The query of a text that a request came from. */
export interface QueryPlace {
  /** JSON pointer of the string with the query, in canonical names. */
  readonly pointer: string;
  readonly language: "filter" | "promql";
  /** What was sent, with variables filled in. */
  readonly sent: string;
}

/** A request and everything that waits for its answer. */
export interface PlannedRequest {
  readonly key: string;
  readonly request: LiveRequest;
  /** Data sets by their pointers. */
  readonly serves: readonly string[];
  readonly places: readonly QueryPlace[];
}

/** Where the series of a data set come from: keys of requests. */
export type Source =
  | { readonly kind: "series"; readonly key: string }
  | {
      readonly kind: "ratio";
      readonly numerator: string;
      readonly denominator: string;
      /** Steps that the service does not do for ratios. */
      readonly steps: readonly Step[];
    }
  /** `broken` when the query itself is wrong. */
  | { readonly kind: "sample"; readonly because: string; readonly broken?: true };

/** How the series with the highest or lowest scores are chosen. */
export interface Pick {
  readonly count: number;
  readonly top: boolean;
  readonly method: string;
}

/** One data set of a tile. */
export interface PlannedDataSet {
  /** Id of its tile, as in an arrangement. */
  readonly tile: string;
  readonly title: string;
  readonly widget: string;
  /** JSON pointer of its `timeSeriesQuery`, in canonical names. */
  readonly pointer: string;
  /** Which of the tile's data sets it is. */
  readonly index: number;
  readonly source: Source;
  /** The same some time before, with that time in seconds. */
  readonly shifted?: { readonly source: Source; readonly seconds: number };
  readonly interval: Interval;
  /** Seconds between points; 0 for points as they are. */
  readonly period: number;
  readonly isHeatmap: boolean;
  readonly template: string;
  readonly unitOverride: string;
  readonly pick: Pick | undefined;
  readonly sort: readonly SortKey[];
  readonly places: readonly QueryPlace[];
  /** What was assumed; a data set with any is approximate. */
  readonly notes: readonly string[];
}

export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

export interface LivePlan {
  readonly requests: readonly PlannedRequest[];
  readonly dataSets: readonly PlannedDataSet[];
  readonly variables: readonly LiveVariable[];
}

const SAMPLE_REASONS = {
  mql: "MQL is no longer supported by the console, and its answers are not read.",
  sql: "No public API runs this SQL.",
  trace: "No public API answers trace queries.",
  none: "It has no query.",
} as const;

/** The requests that show a dashboard, and what each of its data sets makes of the answers. Equal requests are one. */
export function planLive(input: LiveInput): LivePlan {
  return new Planner(input).plan();
}

/** A data set as a widget has it. */
interface Found {
  readonly set: Members;
  readonly pointer: string;
  readonly index: number;
}

class Planner {
  private readonly requests = new Map<
    string,
    { request: LiveRequest; serves: string[]; places: QueryPlace[] }
  >();
  private readonly variables: readonly LiveVariable[];

  constructor(private readonly input: LiveInput) {
    this.variables = liveVariables(input.dashboard, input.values);
  }

  plan(): LivePlan {
    const dataSets = arrange(this.input.dashboard).tiles.flatMap((tile) =>
      dataSetsOf(tile).map((found) => this.dataSet(tile, found)),
    );
    const requests = [...this.requests].map(([key, planned]) => ({ key, ...planned }));
    return { requests, dataSets, variables: this.variables };
  }

  private dataSet(tile: ArrangedTile, { set, pointer, index }: Found): PlannedDataSet {
    const content = membersOf(tile.widget[tile.kind]);
    const query = membersOf(set["timeSeriesQuery"]);
    const isChart = tile.kind === "xyChart";
    const spark = tile.kind === "scorecard" && isObject(content["sparkChartView"]);
    const fullDuration = query["outputFullDuration"] === true && !isChart && !spark;
    const work = new DataSetWork(
      (request, place) => this.ask(request, pointer, place),
      this.variables,
      this.input.catalog,
      {
        range: this.rangeOf(tile.widget),
        fullDuration,
        minAlignmentPeriod: secondsOf(
          set["minAlignmentPeriod"] ?? membersOf(content["sparkChartView"])["minAlignmentPeriod"],
        ),
        wantsRange: isChart || spark,
      },
      `${pointer}/timeSeriesQuery`,
    );
    const made = work.read(query);
    const seconds =
      isChart && (stringOf(set["plotType"]) || "LINE") === "LINE"
        ? secondsOf(content["timeshiftDuration"])
        : 0;
    const earlier = seconds >= 60 ? work.read(query, seconds) : undefined;
    const { filter } = made;
    return {
      tile: tile.id,
      title: tile.title,
      widget: tile.kind,
      pointer: `${pointer}/timeSeriesQuery`,
      index,
      source: made.source,
      shifted: earlier ? { source: earlier.source, seconds } : undefined,
      interval: made.interval,
      period: made.period,
      isHeatmap: set["plotType"] === "HEATMAP",
      template: stringOf(set["legendTemplate"] ?? set["tableTemplate"] ?? set["sliceNameTemplate"]),
      unitOverride: stringOf(query["unitOverride"]),
      pick: pickOf(membersOf(filter["pickTimeSeriesFilter"])),
      sort: listOf(set["sort"]).map((one) => {
        const { column, direction } = membersOf(one);
        return { column: stringOf(column), descending: /DESC/.test(stringOf(direction)) };
      }),
      places: made.places,
      notes: [...made.notes],
    };
  }

  /** The widget's own time range where it has one, else the viewer's. */
  private rangeOf(widget: Members): Interval {
    const { interval, zoomed } = this.input;
    if (zoomed) return interval;
    const own = membersOf(widget["timeRange"]);
    const relative = secondsOf(own["relativeDuration"]);
    if (relative > 0) return { start: interval.end - relative * 1000, end: interval.end };
    const absolute = membersOf(own["absoluteWindow"]);
    const [start, end] = [absolute["startTime"], absolute["endTime"]].map((time) =>
      Date.parse(stringOf(time)),
    );
    return start! < end! ? { start: start!, end: end! } : interval;
  }

  private ask(request: LiveRequest, serves: string, place: QueryPlace): string {
    const key = requestKey(request);
    const known = this.requests.get(key);
    if (!known) this.requests.set(key, { request, serves: [serves], places: [place] });
    else {
      if (!known.serves.includes(serves)) known.serves.push(serves);
      if (!known.places.some(({ pointer }) => pointer === place.pointer)) known.places.push(place);
    }
    return key;
  }
}

function dataSetsOf(tile: ArrangedTile): Found[] {
  const content = membersOf(tile.widget[tile.kind]);
  const base = `${tile.id}/${tile.kind}`;
  if (tile.kind === "scorecard") return [{ set: content, pointer: base, index: 0 }];
  if (!/^(?:xyChart|timeSeriesTable|pieChart|treemap)$/.test(tile.kind)) return [];
  return listOf(content["dataSets"]).map((set, index) => ({
    set: membersOf(set),
    pointer: `${base}/dataSets/${index}`,
    index,
  }));
}

interface Wishes {
  readonly range: Interval;
  readonly fullDuration: boolean;
  readonly minAlignmentPeriod: number;
  /** Whether all points are drawn, rather than the newest. */
  readonly wantsRange: boolean;
}

interface Made {
  readonly source: Source;
  readonly interval: Interval;
  readonly period: number;
  /** The member that may have `pickTimeSeriesFilter`. */
  readonly filter: Members;
  readonly places: readonly QueryPlace[];
  readonly notes: ReadonlySet<string>;
}

class DataSetWork {
  constructor(
    private readonly ask: (request: LiveRequest, place: QueryPlace) => string,
    private readonly variables: readonly LiveVariable[],
    private readonly catalog: Catalog | undefined,
    private readonly wishes: Wishes,
    private readonly pointer: string,
  ) {}

  /** @param shift seconds to go back in time */
  read(query: Members, shift = 0): Made {
    const notes = new Set<string>();
    const places: QueryPlace[] = [];
    const rest = { filter: {}, places, notes, interval: this.wishes.range, period: 0 };
    try {
      if (isObject(query["timeSeriesFilter"])) {
        const filter = query["timeSeriesFilter"];
        const { key, ...timed } = this.list(filter, `${this.pointer}/timeSeriesFilter`, shift, notes, places);
        return { ...rest, ...timed, filter, source: { kind: "series", key } };
      }
      if (isObject(query["timeSeriesFilterRatio"]))
        return this.ratio(query["timeSeriesFilterRatio"], shift, rest);
      if (typeof query["prometheusQuery"] === "string")
        return this.promql(query["prometheusQuery"], shift, notes, places);
    } catch (error) {
      if (!(error instanceof Unfillable)) throw error;
      return {
        ...rest,
        source: { kind: "sample", because: error.message, broken: error.broken ? true : undefined },
      };
    }
    const reason =
      "timeSeriesQueryLanguage" in query
        ? SAMPLE_REASONS.mql
        : "opsAnalyticsQuery" in query
          ? SAMPLE_REASONS.sql
          : "traceQuery" in query
            ? SAMPLE_REASONS.trace
            : SAMPLE_REASONS.none;
    return { ...rest, source: { kind: "sample", because: reason } };
  }

  private list(
    part: Members,
    pointer: string,
    shift: number,
    notes: Set<string>,
    places: QueryPlace[],
    least = 0,
  ): { readonly key: string; readonly interval: Interval; readonly period: number } {
    const filled = fillFilter(stringOf(part["filter"]), this.variables, this.catalog);
    for (const note of filled.notes) notes.add(note);
    const { range, fullDuration, minAlignmentPeriod } = this.wishes;
    const saved = membersOf(part["aggregation"]);
    const period = effectivePeriod((range.end - range.start) / 1000, {
      alignmentPeriod: Math.max(secondsOf(saved["alignmentPeriod"]), least),
      minAlignmentPeriod,
      fullDuration,
    });
    const first = stepOf(saved, period);
    const second = first && stepOf(membersOf(part["secondaryAggregation"]), period, true);
    const steps = [first, second].filter((step) => step !== undefined);
    if (first && dependsOnPeriod(first) && secondsOf(saved["alignmentPeriod"]) !== period && !fullDuration)
      notes.add(`The values are those of ${period} seconds; the console may use another alignment period.`);
    const own = fullDuration ? snappedWhole(range) : snapped(range, first ? period : 60);
    const interval = moved(own, shift);
    const used = fullDuration && first ? (interval.end - interval.start) / 1000 : period;
    const place: QueryPlace = { pointer: `${pointer}/filter`, language: "filter", sent: filled.text };
    places.push(place);
    const request: LiveRequest = {
      kind: "list",
      filter: filled.text,
      interval,
      steps: steps.map((step) => ({ ...step, period: used })),
      view: "FULL",
    };
    return { key: this.ask(request, place), interval: own, period: first ? used : 0 };
  }

  private ratio(query: Members, shift: number, rest: Omit<Made, "source">): Made {
    const notes = new Set(rest.notes);
    const places: QueryPlace[] = [];
    const sides = ["numerator", "denominator"] as const;
    // Both sides need the same windows.
    const least = Math.max(
      ...sides.map((side) => secondsOf(membersOf(membersOf(query[side])["aggregation"])["alignmentPeriod"])),
    );
    const [top, below] = sides.map((side) =>
      this.list(
        membersOf(query[side]),
        `${this.pointer}/timeSeriesFilterRatio/${side}`,
        shift,
        notes,
        places,
        least,
      ),
    ) as [ReturnType<DataSetWork["list"]>, ReturnType<DataSetWork["list"]>];
    const step = stepOf(membersOf(query["secondaryAggregation"]), top.period, true);
    notes.add("How the service divides series is not documented.");
    return {
      filter: query,
      places,
      notes,
      interval: top.interval,
      period: top.period,
      source: { kind: "ratio", numerator: top.key, denominator: below.key, steps: step ? [step] : [] },
    };
  }

  private promql(text: string, shift: number, notes: Set<string>, places: QueryPlace[]): Made {
    const { range, fullDuration, minAlignmentPeriod, wantsRange } = this.wishes;
    const seconds = (range.end - range.start) / 1000;
    const period = effectivePeriod(seconds, { alignmentPeriod: 0, minAlignmentPeriod, fullDuration });
    const filled = fillPromql(text, this.variables, period, this.catalog);
    for (const note of filled.notes) notes.add(note);
    const interval = fullDuration ? snappedWhole(range) : snapped(range, period);
    if (fullDuration) notes.add("How a value of the whole range is computed for PromQL is not documented.");
    const place: QueryPlace = {
      pointer: `${this.pointer}/prometheusQuery`,
      language: "promql",
      sent: filled.text,
    };
    places.push(place);
    const asked = moved(interval, shift);
    const request: LiveRequest =
      wantsRange && !fullDuration
        ? { kind: "range", query: filled.text, interval: asked, step: period }
        : { kind: "instant", query: filled.text, time: asked.end };
    const key = this.ask(request, place);
    return { filter: {}, source: { kind: "series", key }, interval, period, places, notes };
  }
}

function moved({ start, end }: Interval, seconds: number): Interval {
  return seconds === 0 ? { start, end } : { start: start - seconds * 1000, end: end - seconds * 1000 };
}

/** One aggregation; undefined for none. @param secondary after another one, where a reducer alone has points a period already */
function stepOf(value: Members, period: number, secondary = false): Step | undefined {
  const name = stringOf(value["perSeriesAligner"]);
  const reducer = stringOf(value["crossSeriesReducer"]) || "REDUCE_NONE";
  const none = name === "" || name === "ALIGN_NONE";
  if (none && (!secondary || reducer === "REDUCE_NONE")) return undefined;
  const groupBy =
    reducer === "REDUCE_NONE" ? [] : listOf(value["groupByFields"]).map(stringOf).filter(Boolean);
  return { period, aligner: none ? "ALIGN_MEAN" : name, reducer, groupBy };
}

/** Whether values grow with the alignment period. */
function dependsOnPeriod({ aligner }: Step): boolean {
  return /^ALIGN_(?:DELTA|SUM|COUNT|COUNT_TRUE|COUNT_FALSE)$/.test(aligner);
}

function pickOf(value: Members): Pick | undefined {
  const count = Number(value["numTimeSeries"] ?? 0);
  if (!(count >= 1)) return undefined;
  return {
    count: Math.floor(count),
    top: value["direction"] !== "BOTTOM",
    method: stringOf(value["rankingMethod"]) || "METHOD_MEAN",
  };
}
