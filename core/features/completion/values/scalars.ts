import { CompletionItemKind } from "vscode-languageserver-types";
import type { DurationRange } from "../../../schema/messages";
import { membersOf } from "../../../shape";
import { documentColors } from "../../reading/colors";
import { durationInWords } from "../../reading/duration";
import { metricOfQuery } from "../../series";
import type { Suggestion } from "../item";
import { currentText, ownerValue, type ValueProvider } from "./provider";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Durations that people write, in seconds, by member; the most usual one first. */
const DURATIONS: Readonly<Record<string, readonly number[]>> = {
  alignmentPeriod: [60, 300, 600, 900, 1800, HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY],
  minAlignmentPeriod: [60, 120, 300, 600, 900, 1800, HOUR, DAY],
  timeshiftDuration: [0, HOUR, DAY, 7 * DAY, 14 * DAY, 28 * DAY],
  relativeDuration: [HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY],
  timeBinSize: [60, 300, 600, 900, HOUR, 6 * HOUR, DAY],
  minDuration: [1, 5, 10, 30, MINUTE, 5 * MINUTE],
  maxDuration: [1, 5, 10, 30, MINUTE, 5 * MINUTE],
};
const OTHER_DURATIONS = [60, 300, 600, 900, 1800, HOUR, DAY, 7 * DAY];

/** Common durations, each with what it is in words. */
export const durationValues: ValueProvider = ({ site: { field } }) =>
  (DURATIONS[field.name] ?? OTHER_DURATIONS)
    .filter((seconds) => isInRange(seconds, field.duration))
    .map((seconds): Suggestion => {
      const text = `${seconds}s`;
      const isDefault = field.defaultValue === text;
      const words = `${seconds === 0 ? "off" : durationInWords(text)}${isDefault ? ", default" : ""}`;
      return { label: text, kind: CompletionItemKind.Value, value: text, words };
    });

function isInRange(seconds: number, range: DurationRange = {}): boolean {
  const { minSeconds, maxSeconds, minSecondsIfNonZero, positive } = range;
  if (positive && seconds <= 0) return false;
  if (seconds !== 0 && minSecondsIfNonZero !== undefined && seconds < minSecondsIfNonZero) return false;
  return seconds >= (minSeconds ?? 0) && seconds <= (maxSeconds ?? Number.POSITIVE_INFINITY);
}

/** Colors that go together on light and on dark boards: strong ones, then pale ones for backgrounds. */
const COLORS: Readonly<Record<string, string>> = {
  "#202124": "almost black",
  "#5F6368": "grey",
  "#FFFFFF": "white",
  "#1A73E8": "blue",
  "#188038": "green",
  "#D93025": "red",
  "#E37400": "orange",
  "#F9AB00": "yellow",
  "#9334E6": "purple",
  "#129EAF": "cyan",
  "#F1F3F4": "pale gray",
  "#E8F0FE": "pale blue",
  "#E6F4EA": "pale green",
  "#FCE8E6": "pale red",
  "#FEF7E0": "pale yellow",
  "#F3E8FD": "pale purple",
};

/** Colors of this dashboard first, then a palette. */
export const colorValues: ValueProvider = (context) => {
  const { lines, text } = context.dashboard.document;
  const here = documentColors(context.dashboard).map(({ range }) =>
    text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end)),
  );
  const used = new Set(here.filter((color) => color !== currentText(context)));
  return [...new Set([...used, ...Object.keys(COLORS)])].map((color) => ({
    label: color,
    kind: CompletionItemKind.Color,
    value: color,
    words: COLORS[color.toUpperCase()] ?? "in this dashboard",
    documentation: color,
    isColor: true,
  }));
};

const UNITS: Readonly<Record<string, string>> = {
  "1": "a number or a ratio",
  "%": "percent, 0 to 100",
  "10^2.%": "a ratio from 0 to 1, shown as a percentage",
  By: "bytes",
  KiBy: "kibibytes",
  MiBy: "mebibytes",
  GiBy: "gibibytes",
  "By/s": "bytes per second",
  bit: "bits",
  "bit/s": "bits per second",
  s: "seconds",
  ms: "milliseconds",
  us: "microseconds",
  ns: "nanoseconds",
  min: "minutes",
  h: "hours",
  d: "days",
  "1/s": "per second",
  "{request}/s": "requests per second",
  "{request}": "requests",
  "{error}": "errors",
  "{connection}": "connections",
  "{operation}/s": "operations per second",
};

/** The unit of the query's metric first, then the usual ones. */
export const unitValues: ValueProvider = (context) => {
  const query = ownerValue(context);
  const unit = metricOfQuery(context.dashboard, query)?.unit ?? "";
  const aggregation = membersOf(membersOf(query["timeSeriesFilter"])["aggregation"]);
  const own = unit && aggregation["perSeriesAligner"] === "ALIGN_RATE" ? perSecond(unit) : unit;
  return [...new Set([...(own ? [own] : []), ...Object.keys(UNITS)])].map((text) => ({
    label: text,
    kind: CompletionItemKind.Unit,
    value: text,
    words: text === own ? "unit of the data" : UNITS[text],
  }));
};

const perSecond = (unit: string) => (unit === "s" ? "1" : `${unit}/s`);
