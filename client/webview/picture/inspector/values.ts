import type { FieldType, Scalar } from "../../../../core/inspector/model";

/** What a person has written: a value, none, or why it is no value. */
export type Parsed =
  | { readonly ok: true; readonly value: Scalar | undefined }
  | { readonly ok: false; readonly reason: string };

/** The value that a person has written for a field. An empty text is no value. */
export function parseValue(text: string, type: FieldType): Parsed {
  switch (type.control) {
    case "number":
      return parseNumber(text.trim(), type);
    case "duration":
      return parseDuration(text.trim());
    case "timestamp":
      return parseTimestamp(text.trim());
    default:
      return { ok: true, value: text === "" ? undefined : text };
  }
}

/** A value as the form shows it. */
export function printValue(value: Scalar | undefined, type: FieldType): string {
  if (value === undefined) return "";
  return type.control === "duration" && typeof value === "string" ? printDuration(value) : String(value);
}

const SPECIAL = /^(NaN|-?Infinity)$/;

function parseNumber(text: string, { integer, minimum, maximum }: FieldType): Parsed {
  if (text === "") return { ok: true, value: undefined };
  if (!integer && SPECIAL.test(text)) return { ok: true, value: text };
  const plain = text.replace(/[\s_](?=\d{3})/g, "");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(plain))
    return { ok: false, reason: integer ? "Expected an integer." : "Expected a number, for example 0.95." };
  const value = Number(plain);
  if (integer && !Number.isInteger(value)) return { ok: false, reason: "Expected an integer." };
  if (minimum !== undefined && value < minimum) return { ok: false, reason: `The minimum is ${minimum}.` };
  if (maximum !== undefined && value > maximum) return { ok: false, reason: `The maximum is ${maximum}.` };
  return { ok: true, value };
}

const UNITS: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** `5m`, `1h 30m` or `90` as `300s`, `5400s`, `90s`: what the API reads. */
function parseDuration(text: string): Parsed {
  if (text === "") return { ok: true, value: undefined };
  const reason = "Expected a duration, for example 60s, 5m or 1h 30m.";
  if (/^-?\d+(\.\d{1,9})?s?$/.test(text)) return { ok: true, value: text.endsWith("s") ? text : `${text}s` };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(w|d|h|min|m|s)\s*/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) return { ok: false, reason };
  const seconds = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNITS[unit === "min" ? "m" : unit!]!,
    0,
  );
  return { ok: true, value: `${Number(seconds.toFixed(9))}s` };
}

/** `300s` as `5m`; as it is where that would be longer. */
function printDuration(value: string): string {
  const seconds = /^(\d+)s$/.exec(value);
  if (!seconds) return value;
  let rest = Number(seconds[1]);
  if (!Number.isSafeInteger(rest) || rest < 60) return value;
  const parts: string[] = [];
  for (const [unit, length] of Object.entries(UNITS)) {
    const count = Math.floor(rest / length);
    // Weeks only where nothing else is left: 30d is clearer than 4w 2d.
    if (count === 0 || (unit === "w" && rest % length !== 0)) continue;
    parts.push(`${count}${unit}`);
    rest -= count * length;
  }
  return parts.length > 2 ? value : parts.join(" ");
}

function parseTimestamp(text: string): Parsed {
  if (text === "") return { ok: true, value: undefined };
  const local = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?$/.exec(text);
  const value = local ? `${local[1]}T${local[2]}${local[3] ?? ":00"}Z` : text;
  return Number.isNaN(Date.parse(value)) || !/^\d{4}-\d\d-\d\dT/.test(value)
    ? { ok: false, reason: "Expected a timestamp, for example 2026-03-01T08:00:00Z." }
    : { ok: true, value };
}
