import type { Node } from "../document/node";
import { durationSeconds, MAX_DURATION_SECONDS } from "../schema/duration";
import { replaceFix, valueAt } from "./fix-builders";
import type { Rule } from "./rule";

/**
 * Values of the right form that their type cannot hold: integers beyond 64 bits, durations beyond ten thousand years, days
 * that no calendar has. (What is smaller than a field allows is found by the schema, under the same code.)
 */
export const outOfRange: Rule = {
  id: "out-of-range",
  severity: "error",
  message: (type) => type.fields.some((field) => field.kind in WHAT_IS_WRONG),
  evidence: "parser",
  summary: "A number, duration or timestamp is out of range.",
  details:
    "Tile positions start at 0, tile sizes at 1, and a mosaic has 1 to 48 columns. Integers have 32 or 64 bits, and a timestamp must be a valid calendar date.",
  serviceMessage: 'Field mosaicLayout.columns has an invalid value of "0": must be in the range (1,48).',
  check(node, { type, document, report }) {
    for (const { key, value } of node.properties) {
      const field = value && type.field(key);
      const problem = field && WHAT_IS_WRONG[field.kind]?.(value, document.text);
      if (problem) report({ offset: value.offset, length: value.length, message: `"${key}" ${problem}` });
    }
  },
  fixes(dashboard, finding) {
    const node = valueAt(dashboard, finding);
    const field = node && dashboard.canonical.fieldOf(node);
    if (node?.kind !== "number" && node?.kind !== "string") return [];
    const { minimum, maximum } = field ?? {};
    const number = Number(node.value);
    const wanted = number > (maximum ?? number) ? maximum : minimum;
    return wanted !== undefined && Math.abs(wanted) < 2 ** 31 - 1
      ? replaceFix(dashboard, finding, wanted)
      : [];
  },
  bad: {
    dashboard: {
      displayName: "Orders",
      mosaicLayout: { columns: 60, tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
    },
  },
  good: {
    dashboard: {
      displayName: "Orders",
      mosaicLayout: { columns: 48, tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
    },
  },
};

const WHAT_IS_WRONG: Partial<Record<string, (value: Node, text: string) => string | undefined>> = {
  int64: (value, text) => (fitsInt64(value, text) ? undefined : "must be in the range of a 64-bit integer."),
  duration: (value) => {
    const seconds = value.kind === "string" ? durationSeconds(value.value) : undefined;
    return Math.abs(seconds ?? 0) > MAX_DURATION_SECONDS
      ? `must be at most ${MAX_DURATION_SECONDS} seconds.`
      : undefined;
  },
  timestamp: (value) => {
    const day = value.kind === "string" && /^(\d{4})-(\d\d)-(\d\d)T/.exec(value.value);
    return day && !isDay(Number(day[1]), Number(day[2]), Number(day[3]))
      ? "must be a valid calendar date."
      : undefined;
  },
};

/** True also for what is no integer at all: that is another finding. */
function fitsInt64(value: Node, text: string): boolean {
  if (value.kind !== "number" && value.kind !== "string") return true;
  // The digits themselves: a JavaScript number does not tell the last ones apart.
  const written =
    value.kind === "string" ? value.value : text.slice(value.offset, value.offset + value.length);
  if (/^-?\d+$/.test(written)) {
    const digits = written.replace(/^(-?)0+(?=\d)/, "$1");
    return digits.length <= 20 && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
  }
  const number = Number(written);
  return !Number.isInteger(number) || (number >= -(2 ** 63) && number < 2 ** 63);
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > 31) return true;
  return year > 0 && new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDate() === day;
}
