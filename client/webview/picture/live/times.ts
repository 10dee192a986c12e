/** Times and ranges of live data as people read them, in the time zone of the machine. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ranges that the list offers, in seconds. */
export const RANGES: readonly (readonly [label: string, seconds: number])[] = [
  ["Last hour", 3600],
  ["Last 3 hours", 3 * 3600],
  ["Last 6 hours", 6 * 3600],
  ["Last 12 hours", 12 * 3600],
  ["Last day", 86_400],
  ["Last 2 days", 2 * 86_400],
  ["Last week", 7 * 86_400],
  ["Last 2 weeks", 14 * 86_400],
  ["Last 4 weeks", 28 * 86_400],
  ["Last 6 weeks", 42 * 86_400],
];

/** Steps between the labels of a time axis. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14].map((days) => days * DAY),
];

/** Labels of a time axis. */
export function axisLabels(times: readonly number[]): string[] {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return times.map((time) => (span <= 2 * DAY ? clock(time) : dayOf(time)));
}

/** Places of labels at round times, densest first; each list is for one step. */
export function roundPlaces(times: readonly number[]): number[][] {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const least = span <= 2 * DAY ? 0 : DAY;
  const out: number[][] = [];
  for (const step of STEPS.filter((one) => one >= least)) {
    const places = times.flatMap((time, i) => (isRound(time, times[i - 1], step) ? [i] : []));
    if (places.length > 0 && places.length !== out.at(-1)?.length) out.push(places);
  }
  return out;
}

/** The first time at or after a round one. */
function isRound(time: number, before: number | undefined, step: number): boolean {
  return before === undefined ? local(time) % step === 0 : floorOf(time, step) > floorOf(before, step);
}

function floorOf(time: number, step: number): number {
  return Math.floor(local(time) / step);
}

/** Milliseconds of the local clock. */
function local(time: number): number {
  return time - new Date(time).getTimezoneOffset() * MINUTE;
}

/** `14:05`. */
export function clock(time: number): string {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dayOf(time: number): string {
  const date = new Date(time);
  return `${MONTHS[date.getMonth()]} ${date.getDate()}`;
}

/** `Nov 22, 14:05`. */
export function moment(time: number): string {
  return `${dayOf(time)}, ${clock(time)}`;
}

/** `Nov 22, 14:05 – 15:10`, with the second day where it is another one. */
export function intervalText(start: number, end: number): string {
  return `${moment(start)} – ${dayOf(start) === dayOf(end) ? clock(end) : moment(end)}`;
}

/** What an input of the type `datetime-local` takes. */
export function inputTime(time: number): string {
  return new Date(local(time)).toISOString().slice(0, 16);
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
