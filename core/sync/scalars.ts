import type { Json } from "./json";

/** `"60.000s"` and `"060s"` as `"60s"`: the fraction without zeros at its end. Other text is left as it is. */
export function durationText(text: string): string {
  const match = /^(-?)0*(\d+)(?:\.(\d{1,9}))?s$/.exec(text);
  if (!match) return text;
  const fraction = (match[3] ?? "").replace(/0+$/, "");
  const number = fraction ? `${match[2]}.${fraction}` : match[2]!;
  return /^0(\.0*)?$/.test(number) ? "0s" : `${match[1]}${number}s`;
}

/** A whole number as the text that int64 members have on output. */
export function int64Text(value: Json): Json {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value === 0 ? 0 : value) : value;
  if (typeof value !== "string" || !/^-?\d+$/.test(value)) return value;
  return value.replace(/^(-?)0+(?=\d)/, "$1").replace(/^-0$/, "0");
}

/** An RFC 3339 time stamp in UTC, the fraction of the second without zeros at its end. */
export function timestampText(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  const time = match ? Date.parse(`${match[1]}${match[3]}`) : Number.NaN;
  if (!match || Number.isNaN(time)) return text;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  return `${new Date(time).toISOString().slice(0, 19)}${fraction ? `.${fraction}` : ""}Z`;
}
