const UNITS: readonly (readonly [string, number])[] = [
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** `"5400s"` → `1 hour 30 minutes`; undefined for what is no duration. */
export function durationInWords(text: string): string | undefined {
  const match = /^(-?)(\d+(?:\.\d{1,9})?)s$/.exec(text);
  if (!match) return undefined;
  let rest = Number(match[2]);
  const parts: string[] = [];
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds);
    if (count > 0) parts.push(plural(count, unit));
    rest -= count * seconds;
  }
  rest = Math.round(rest * 1e9) / 1e9;
  if (rest > 0 || parts.length === 0) parts.push(plural(rest, "second"));
  return `${match[1] ? "minus " : ""}${parts.join(" ")}`;
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
