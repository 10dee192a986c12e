/** A Duration has at most this many seconds: about 10 000 years. */
export const MAX_DURATION_SECONDS = 315_576_000_000;

/**
 * Seconds of a duration as the service reads it: decimal seconds followed by `s`, with at most nine fraction digits.
 * Undefined when the text is anything else.
 */
export function durationSeconds(text: string): number | undefined {
  return /^-?\d+(\.\d{1,9})?s$/.test(text) ? Number(text.slice(0, -1)) : undefined;
}

const UNITS: Record<string, number> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};

/** Seconds of a length that people write, such as `5m`, `1.5h`, `60` or `1h30m`; undefined when it is none. */
export function secondsOf(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?)\s*(ms|sec|s|min|m|h|d|w)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== trimmed) return undefined;
  const total = parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0);
  return Math.round(total * 1e9) / 1e9;
}

/** The one spelling that the service reads, or undefined when the number has none. */
export function durationText(seconds: number): string | undefined {
  const text = `${seconds}s`;
  return durationSeconds(text) === undefined || Math.abs(seconds) > MAX_DURATION_SECONDS ? undefined : text;
}
