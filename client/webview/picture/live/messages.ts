import {
  isBoolean,
  isListOf,
  isNumber,
  isObject,
  isString,
  objectWith,
  optional,
} from "../../../../core/shape";

/** The range that is shown: so many seconds up to now, or two times in milliseconds since 1970. */
export type LiveRange = { readonly seconds: number } | LiveInterval;
export interface LiveInterval {
  readonly start: number;
  readonly end: number;
}

/** Seconds between two automatic refreshes; 0 for none. */
export const REFRESHES = [0, 60, 300] as const;
export type LiveRefresh = (typeof REFRESHES)[number];

/** The longest range, in seconds: six weeks, which is how long most metrics are kept. */
export const LONGEST_RANGE = 42 * 86_400;
/** The shortest one. */
export const SHORTEST_RANGE = 60;
/** More values of one variable are not chosen. */
export const MOST_VALUES = 100;

/** A dashboard filter as a control: a template variable or a pinned filter. */
export interface LiveControl {
  /** JSON pointer of the filter. */
  readonly id: string;
  /** What `choose` and `values` call it. */
  readonly key: string;
  readonly kind: "variable" | "filter";
  readonly name: string;
  /** What it compares, such as "resource label cluster_name". */
  readonly detail: string;
  /** The values in use; none stands for any value. */
  readonly values: readonly string[];
  /** Whether somebody chose them; else they are those of the file. */
  readonly chosen: boolean;
  /** Values that the project has. Absent before they were asked for. */
  readonly options?: readonly string[];
  /** They were asked for and are not there yet. */
  readonly loading: boolean;
  /** Why there are no options, or not all; empty when there is nothing to say. */
  readonly note: string;
}

/** Everything about live data that is not in a tile. */
export interface LiveState {
  readonly on: boolean;
  /** Waiting for the user's consent. */
  readonly asking: boolean;
  /** Empty until it is known. */
  readonly project: string;
  readonly range: LiveRange;
  /** Whether the range is one that was zoomed into. */
  readonly zoomed: boolean;
  /** What is drawn now; absent before the first plan. */
  readonly interval?: LiveInterval;
  readonly refresh: LiveRefresh;
  /** Requests that have not been answered. */
  readonly pending: number;
  /** Time series that were read in this view so far. */
  readonly read: number;
  /** Why nothing more is read until the user says so; empty when reading goes on. */
  readonly paused: string;
  /** Why there is no live data at all; empty when there is. */
  readonly problem: string;
  readonly controls: readonly LiveControl[];
}

/** Points of one data set. Values that are missing at a time are null, because JSON has no NaN. */
export interface LivePlot {
  readonly unit: string;
  readonly labels: readonly { readonly key: string; readonly of: string }[];
  readonly times: readonly number[];
  readonly series: readonly LivePlotSeries[];
  readonly heat?: {
    readonly bounds: readonly number[];
    readonly columns: readonly (readonly number[])[];
  };
}
export interface LivePlotSeries {
  readonly name: string;
  readonly labels: readonly string[];
  readonly values: readonly (number | null)[];
}

export const LIVE_STATES = ["loading", "data", "nothing", "refused", "failed", "stopped", "sample"] as const;

/** One data set of a tile. */
export interface LiveDataSet {
  /** Which of the tile's data sets it is. */
  readonly index: number;
  /** JSON pointer of its query. */
  readonly pointer: string;
  /** With `loading`, `failed` and `stopped` there may be a plot of an earlier answer. */
  readonly state: (typeof LIVE_STATES)[number];
  readonly plot?: LivePlot;
  /** The same some time before, and how many seconds. */
  readonly shifted?: { readonly plot: LivePlot; readonly seconds: number };
  /** Seconds between points; 0 where they are as they were written. */
  readonly period: number;
  /** Series that the service returned. */
  readonly found: number;
  /** What the service or Mosaic says about it; empty for nothing. */
  readonly words: string;
  /** Why the answer may be incomplete. */
  readonly partial: readonly string[];
  /** What was assumed. */
  readonly approximate: readonly string[];
  /** How old the newest point is, when it is old; empty otherwise. */
  readonly stale: string;
  /** Whether the reason of `nothing` can be looked for. */
  readonly explains: boolean;
}

/** The data sets of one tile. */
export interface LiveTile {
  readonly id: string;
  readonly sets: readonly LiveDataSet[];
}

/** From the host to the page. */
export type LiveNews =
  | { readonly kind: "state"; readonly state: LiveState }
  /** Tiles that have changed; `all`: others have no data sets. */
  | { readonly kind: "tiles"; readonly tiles: readonly LiveTile[]; readonly all: boolean };

/** From the page to the host. */
export type LiveWish =
  | { readonly kind: "switch"; readonly on: boolean }
  | { readonly kind: "range"; readonly range: LiveRange }
  /** Look at a part of the range; null: at all of it again. */
  | { readonly kind: "zoom"; readonly interval: LiveInterval | null }
  | { readonly kind: "refresh"; readonly seconds: LiveRefresh }
  /** Read everything in sight again, up to now. */
  | { readonly kind: "now" }
  /** The tiles that can be seen: only their queries are sent. */
  | { readonly kind: "sight"; readonly tiles: readonly string[] }
  /** Values of a control; null: those of the file. */
  | { readonly kind: "choose"; readonly key: string; readonly values: readonly string[] | null }
  /** Read the values that the project has for a control. */
  | { readonly kind: "values"; readonly key: string }
  /** Read on although a limit was reached. */
  | { readonly kind: "continue" }
  /** Find out why this query matches nothing. */
  | { readonly kind: "why"; readonly pointer: string }
  /** Go to this query in the text. */
  | { readonly kind: "query"; readonly tile: string; readonly pointer: string };

const isTime = (value: unknown) => isNumber(value) && value >= 0 && value <= 8.64e15;
const isInterval = (value: unknown): value is LiveInterval =>
  isObject(value) &&
  isTime(value["start"]) &&
  isTime(value["end"]) &&
  Number(value["end"]) - Number(value["start"]) >= SHORTEST_RANGE * 1000 &&
  Number(value["end"]) - Number(value["start"]) <= LONGEST_RANGE * 1000;
const isRange = (value: unknown): value is LiveRange =>
  isInterval(value) ||
  (isObject(value) &&
    isNumber(value["seconds"]) &&
    value["seconds"] >= SHORTEST_RANGE &&
    value["seconds"] <= LONGEST_RANGE);
const isRefresh = (value: unknown): value is LiveRefresh => (REFRESHES as readonly unknown[]).includes(value);
const isCount = (value: unknown) => isNumber(value) && Number.isInteger(value) && value >= 0;
const isStrings = (value: unknown) => isListOf(value, isString);

/** The wish, when it is well-formed; else undefined. */
export function readLiveWish(value: unknown): LiveWish | undefined {
  if (!isObject(value)) return undefined;
  const { on, range, interval, seconds, tiles, key, values, pointer, tile } = value;
  switch (value["kind"]) {
    case "switch":
      return typeof on === "boolean" ? { kind: "switch", on } : undefined;
    case "range":
      return isRange(range) ? { kind: "range", range: rangeOf(range) } : undefined;
    case "zoom":
      if (interval === null) return { kind: "zoom", interval };
      return isInterval(interval) ? { kind: "zoom", interval: intervalOf(interval) } : undefined;
    case "refresh":
      return isRefresh(seconds) ? { kind: "refresh", seconds } : undefined;
    case "now":
      return { kind: "now" };
    case "continue":
      return { kind: "continue" };
    case "sight":
      return isStrings(tiles) ? { kind: "sight", tiles: tiles as string[] } : undefined;
    case "choose":
      if (!isString(key)) return undefined;
      if (values === null) return { kind: "choose", key, values };
      return isStrings(values) && (values as string[]).length <= MOST_VALUES
        ? { kind: "choose", key, values: values as string[] }
        : undefined;
    case "values":
      return isString(key) ? { kind: "values", key } : undefined;
    case "why":
      return isString(pointer) ? { kind: "why", pointer } : undefined;
    case "query":
      return isString(pointer) && isString(tile) ? { kind: "query", tile, pointer } : undefined;
    default:
      return undefined;
  }
}

function rangeOf(range: LiveRange): LiveRange {
  return "seconds" in range ? { seconds: range.seconds } : intervalOf(range);
}

function intervalOf({ start, end }: LiveInterval): LiveInterval {
  return { start, end };
}

/** Whether a value is news that the page can draw. */
export function isLiveNews(value: unknown): value is LiveNews {
  if (!isObject(value)) return false;
  if (value["kind"] === "state") return isState(value["state"]);
  return value["kind"] === "tiles" && isBoolean(value["all"]) && isListOf(value["tiles"], isTile);
}

const isState = objectWith({
  on: isBoolean,
  asking: isBoolean,
  project: isString,
  range: isRange,
  zoomed: isBoolean,
  interval: optional(isInterval),
  refresh: isRefresh,
  pending: isCount,
  read: isCount,
  paused: isString,
  problem: isString,
  controls: (value) => isListOf(value, isControl),
});

const isControl = objectWith({
  id: isString,
  key: isString,
  kind: (value) => value === "variable" || value === "filter",
  name: isString,
  detail: isString,
  values: isStrings,
  chosen: isBoolean,
  options: optional(isStrings),
  loading: isBoolean,
  note: isString,
});

const isTile = objectWith({ id: isString, sets: (value) => isListOf(value, isDataSet) });

const isDataSet = objectWith({
  index: isCount,
  pointer: isString,
  state: (value) => (LIVE_STATES as readonly unknown[]).includes(value),
  plot: optional(isPlot),
  shifted: optional(objectWith({ plot: isPlot, seconds: isNumber })),
  period: (value) => isNumber(value) && value >= 0,
  found: isCount,
  words: isString,
  partial: isStrings,
  approximate: isStrings,
  stale: isString,
  explains: isBoolean,
});

/** Series that fit the times, and a heat map that fits both. */
function isPlot(value: unknown): boolean {
  if (!isObject(value) || !isString(value["unit"])) return false;
  const { labels, times, series, heat } = value;
  if (!isListOf(labels, objectWith({ key: isString, of: isString })) || !isListOf(times, isTime))
    return false;
  const [keys, count] = [(labels as unknown[]).length, (times as unknown[]).length];
  const isValue = (one: unknown) => one === null || isNumber(one);
  const isSeries = (one: unknown) =>
    isObject(one) &&
    isString(one["name"]) &&
    isStrings(one["labels"]) &&
    (one["labels"] as unknown[]).length === keys &&
    isListOf(one["values"], isValue) &&
    (one["values"] as unknown[]).length === count;
  const isColumn = (one: unknown) => isListOf(one, isNumber);
  return (
    isListOf(series, isSeries) &&
    (heat === undefined ||
      (isObject(heat) && isListOf(heat["bounds"], isNumber) && isListOf(heat["columns"], isColumn)))
  );
}
