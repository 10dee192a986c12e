const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY_MS = 86_400_000;

/** Times along an axis: hours and minutes within two days, else days. In UTC, so that they are the same everywhere. */
export function timeLabels(times: readonly number[]): string[] {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return times.map((time) => (span <= 2 * DAY_MS ? clockLabel(time) : dayLabel(time)));
}

/** `09:05`. */
export function clockLabel(time: number): string {
  const date = new Date(time);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** `Jan 9`. */
function dayLabel(time: number): string {
  const date = new Date(time);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** `1 week`, `36 hours`: a span as people say it. */
export function spanName(seconds: number): string {
  const units: readonly (readonly [string, number])[] = [
    ["week", 604_800],
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ];
  const [name, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? [
    "second",
    1,
  ];
  const count = Math.round(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
