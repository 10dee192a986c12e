import type { Counts, Days, UsageView } from "./messages";

/** Numbers and days as people read them. */

export function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}

/** One decimal; what is not nothing never reads 0.0%. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.0005) return "<0.1%";
  return `${(share * 100).toFixed(1)}%`;
}

/** `Jul 1 – Jul 30, 2026`, or one day. */
export function daysText({ from, to }: Days): string {
  const [first, last] = [dayParts(from), dayParts(to)];
  const end = `${last.month} ${last.day}, ${last.year}`;
  if (from === to) return end;
  return first.year === last.year
    ? `${first.month} ${first.day} – ${end}`
    : `${first.month} ${first.day}, ${first.year} – ${end}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dayParts(day: string): { readonly year: string; readonly month: string; readonly day: number } {
  const [year = "", month = "", date = ""] = day.split("-");
  return { year, month: MONTHS[Number(month) - 1] ?? month, day: Number(date) };
}

/** The first day of a bucket along the axis. */
export function bucketText(date: string, granularity: UsageView["granularity"]): string {
  const { year, month, day } = dayParts(date);
  return granularity === "Month" ? `${month} ${year}` : `${month} ${day}`;
}

/** `+12.3%`, `−4.0%`, `new` where there was nothing before, `±0%` where nothing changed. */
export function changeText(now: number, before: number): string {
  if (now === before) return "±0%";
  if (before === 0) return "new";
  const ratio = (now - before) / before;
  const size =
    Math.abs(ratio) >= 10 ? `${Math.round(Math.abs(ratio))}×` : `${(Math.abs(ratio) * 100).toFixed(1)}%`;
  return `${ratio > 0 ? "+" : "−"}${size}`;
}

/** Which of the outermost weeks or months the interval cuts: their bars are lower than those of whole ones. */
export function edgesText({ interval, granularity, buckets }: UsageView): string {
  const [first, last] = [buckets[0]?.date, buckets.at(-1)?.date];
  if (granularity === "Day" || first === undefined || last === undefined) return "";
  const word = granularity === "Week" ? "week" : "month";
  const isCut = { first: first < interval.from, last: endOf(last, granularity) > interval.to };
  if (isCut.first && isCut.last && first === last) return `Partial ${word} only.`;
  if (isCut.first && isCut.last) return `The first and last ${word} are partial.`;
  if (isCut.first) return `The first ${word} is partial.`;
  return isCut.last ? `The last ${word} is partial.` : "";
}

/** Whether a bucket has no data, which is not zero. */
export function isUnknown({ interval, granularity, missing }: UsageView, start: string): boolean {
  const from = start < interval.from ? interval.from : start;
  const end = granularity === "Day" ? start : endOf(start, granularity);
  return missing.some((days) => days.from <= from && (end <= days.to || interval.to <= days.to));
}

/** Last day of a week or month. */
function endOf(start: string, granularity: "Week" | "Month"): string {
  const [year = 0, month = 1, day = 1] = start.split("-").map(Number);
  const end = granularity === "Week" ? Date.UTC(year, month - 1, day + 6) : Date.UTC(year, month, 0);
  return new Date(end).toISOString().slice(0, 10);
}

/** Change of a share, in percentage points. */
export function pointsText(now: number, before: number): string {
  const points = (now - before) * 100;
  if (Math.abs(points) < 0.05) return "±0 pp";
  return `${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(1)} pp`;
}

/** `by day`, `by week from Monday` … */
export function granularityText(granularity: UsageView["granularity"]): string {
  return { Day: "by day", Week: "by week", Month: "by month" }[granularity];
}

/** The totals as a sentence, for screen readers. */
export function totalsSentence(totals: Counts, interval: Days): string {
  return `${formatNumber(totals.requests)} requests, ${daysText(interval)}; error rate ${formatPercent(totals.errorRate)}, ${formatNumber(totals.status429)} with status 429.`;
}
