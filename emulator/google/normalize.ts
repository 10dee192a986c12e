import { dashboardType, type Field, type MessageType } from "../../core/schema/messages";

/**
 * Normalizes a dashboard as the service does on save.
 *
 * Missing members that the service fills in are filled in; scalars with their zero value and empty lists and maps are
 * left out, unless they are members of a oneof, where being set means something; messages that are set but empty stay.
 * 64-bit integers are text, durations have 0, 3, 6 or 9 digits of fraction, times are in UTC. Members are in alphabetical
 * order. Unknown members are kept unchanged.
 */
export function normalize(canonical: unknown): Record<string, unknown> {
  return message(canonical as Json, dashboardType());
}

type Json = Readonly<Record<string, unknown>>;

function message(value: Json, type: MessageType): Record<string, unknown> {
  const members: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const field = type.field(name);
    const kept = field ? memberValue(inner, field) : inner;
    if (kept !== undefined) members.push([name, kept]);
  }
  fillIn(type, members);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Default values that the service adds, by message. */
const FILLED: Readonly<Record<string, Json>> = {
  DataSet: { targetAxis: "Y1" },
  Text: { format: "MARKDOWN", style: {} },
  TableDataSet: { minAlignmentPeriod: "0s" },
};

function fillIn(type: MessageType, members: [string, unknown][]): void {
  const has = (name: string) => members.some(([other]) => other === name);
  for (const [name, value] of Object.entries(FILLED[type.name] ?? {}))
    if (!has(name)) members.push([name, value]);
  if (type.name !== "XyChart") return;
  // Only the first Y axis is given a scale.
  for (const member of members) {
    const [name, axis] = member;
    if (name === "yAxis" && isObject(axis) && !("scale" in axis)) member[1] = { ...axis, scale: "LINEAR" };
  }
}

/** The stored form of a member; undefined when it is left out. */
function memberValue(value: unknown, field: Field): unknown {
  if (field.repeated) {
    return Array.isArray(value) && value.length > 0 ? value.map((item) => single(item, field)) : undefined;
  }
  if (field.kind === "map") {
    return isObject(value) && Object.keys(value).length > 0 ? sorted(value) : undefined;
  }
  const stored = single(value, field);
  return field.oneof || !isZero(stored, field) ? stored : undefined;
}

function isZero(value: unknown, field: Field): boolean {
  switch (field.kind) {
    case "string":
      return value === "";
    case "bool":
      return value === false;
    case "int32":
    case "double":
      return value === 0;
    case "int64":
      return value === "0";
    case "enum":
      return value === 0 || field.enum!.values.some(({ name, number }) => number === 0 && name === value);
    default:
      return false;
  }
}

function single(value: unknown, field: Field): unknown {
  switch (field.kind) {
    case "message":
      return isObject(value) ? message(value, field.message!) : value;
    case "int64":
      return typeof value === "number" ? BigInt(value).toString() : value;
    case "duration":
      return typeof value === "string" ? canonicalDuration(value) : value;
    case "timestamp":
      return typeof value === "string" ? canonicalTimestamp(value) : value;
    default:
      // Negative zero does not exist in the service's output.
      return value === 0 ? 0 : value;
  }
}

/** `60.50s` → `60.500s`: no leading zeros, and 0, 3, 6 or 9 digits of fraction. */
export function canonicalDuration(text: string): string {
  const match = /^(-?)([0-9]+)(?:\.([0-9]{1,9}))?s$/.exec(text);
  if (!match) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  const seconds = whole.replace(/^0+(?=[0-9])/, "");
  const digits = canonicalFraction(fraction);
  const zero = seconds === "0" && digits === "";
  return `${zero ? "" : sign}${seconds}${digits}s`;
}

/** RFC 3339 in UTC with 0, 3, 6 or 9 digits of fraction. */
export function canonicalTimestamp(text: string): string {
  const fraction = /T[0-9:]+\.([0-9]{1,9})/.exec(text)?.[1] ?? "";
  const time = Date.parse(text.replace(/\.[0-9]+/, ""));
  if (Number.isNaN(time)) return text;
  return `${new Date(time).toISOString().slice(0, 19)}${canonicalFraction(fraction)}Z`;
}

function canonicalFraction(digits: string): string {
  const short = digits.replace(/0+$/, "");
  return short === "" ? "" : `.${short.padEnd(Math.ceil(short.length / 3) * 3, "0")}`;
}

function sorted(map: Json): Json {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
