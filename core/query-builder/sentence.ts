import type { SeriesType } from "../catalog/aligners";
import type { GroupField, PickModel, StepModel } from "./model/model";
import { ALIGNERS, METHODS, periodWords, REDUCERS } from "./model/words";

/** Names of more labels than this are not listed. */
const MOST_LABELS = 4;
/** What a second aggregation works on. */
const RESULTS = "these results";

/** What a filter with its aggregation computes, such as `99th percentile of request latencies per minute, by zone`. */
export function stepSentence(noun: string, step: StepModel, series: SeriesType, isFirst = true): string {
  const { aligner, reducer, period, groupBy } = step;
  const align = phrase(ALIGNERS, aligner, series);
  const reduce = REDUCERS[reducer]?.[1] ?? "%";
  // The mean of means is called a mean, and so on.
  const isSame = aligner.slice("ALIGN_".length) === reducer.slice("REDUCE_".length) && align.includes(" ");
  const inner = isSame ? noun : fill(align, noun);
  const what = fill(reduce, inner);
  const parts = [what];
  if (aligner !== "ALIGN_NONE") parts.push(periodText(period, aligner === "ALIGN_RATE"));
  if (reducer !== "REDUCE_NONE") parts.push(groupText(groupBy));
  else if (aligner !== "ALIGN_NONE" && isFirst) parts.push(", for each series");
  return parts.join("");
}

/** Adding up distributions, and the values of a period of one, is no change of the quantity. */
function phrase(words: typeof ALIGNERS, aligner: string, { valueType }: SeriesType): string {
  if (valueType === "DISTRIBUTION" && /^ALIGN_(?:DELTA|SUM)$/.test(aligner)) return "%";
  return words[aligner]?.[1] ?? "%";
}

function fill(pattern: string, noun: string): string {
  // "Mean latency", but "mean of these results".
  const joined = noun === RESULTS ? pattern.replace(/^(\w+) %$/, "$1 of %") : pattern;
  return joined.replace("%", () => noun);
}

function periodText(period: string, isRate: boolean): string {
  const words = periodWords(period);
  if (!words) return period === "" ? "" : ` per ${period}`;
  const { count, unit } = words;
  // "Per second" belongs to a rate, whatever the period is.
  if (isRate) return ` per second, every ${count === 1 ? unit : `${count} ${unit}`}`;
  return ` per ${count === 1 ? unit : `${count} ${unit}`}`;
}

function groupText(fields: readonly GroupField[]): string {
  if (fields.length === 0) return ", over all series";
  const names = fields.slice(0, MOST_LABELS).map(({ label }) => label);
  if (fields.length > MOST_LABELS) names.push(`${fields.length - MOST_LABELS} more labels`);
  const last = names.pop()!;
  return `, by ${names.length > 0 ? `${names.join(", ")} and ${last}` : last}`;
}

/** What is done with the results of the first aggregation; empty when nothing is. */
export function laterText(secondary: StepModel, series: SeriesType, pick: PickModel): string {
  const parts: string[] = [];
  if (secondary.isSet && (secondary.aligner !== "ALIGN_NONE" || secondary.reducer !== "REDUCE_NONE"))
    parts.push(`then ${stepSentence(RESULTS, secondary, series, false)}`);
  if (pick.isSet) {
    const method = METHODS[pick.method] ?? pick.method;
    parts.push(`only the ${pick.direction.toLowerCase()} ${pick.count} by ${method}`);
  }
  return parts.map((part) => `; ${part}`).join("");
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
