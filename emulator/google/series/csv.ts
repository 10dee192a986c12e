import type { MetricKind, ValueType } from "../../../core/catalog/types";
import type { MetricDescriptorValue } from "../descriptors";
import type { Distribution, Point, PointSeries, RawSeries, SeriesHead, Value } from "./model";

/** Points that a user wrote. */
export interface OwnPoints {
  readonly series: readonly RawSeries[];
  /** Metrics of them, as the lists of descriptors have them. */
  readonly metrics: readonly MetricDescriptorValue[];
}

const NONE: OwnPoints = { series: [], metrics: [] };
const COLUMNS = new Set(["time", "start", "value", "metric", "kind", "type", "unit", "resource"]);
const LABEL = /^(metric|resource|system|user)\.(.+)$/;

/**
 * Reads points from CSV with a header line. Columns: `time` (RFC 3339, or relative to the start such as `-90s`, `-5m`), `metric`,
 * `value`, and optionally `kind`, `type` (the value type), `unit`, `resource`, `start`, `metric.LABEL`, `resource.LABEL`,
 * `system.LABEL`, `user.LABEL`. A distribution is written `BOUND|BOUND:COUNT|COUNT|COUNT`, with `:MEAN:DEVIATION` behind it if known.
 *
 * @param now what relative times count from, in milliseconds
 * @throws Error that names the line
 */
export function readPoints(text: string, now: number): OwnPoints {
  const [header, ...rows] = rowsOf(text);
  if (!header) return NONE;
  const columns = header.cells.map((cell) => cell.trim());
  for (const column of columns) {
    if (!COLUMNS.has(column) && !LABEL.test(column))
      throw new Error(`line ${header.line}: unknown column "${column}"`);
  }
  for (const needed of ["time", "metric", "value"]) {
    if (!columns.includes(needed)) throw new Error(`line ${header.line}: the column "${needed}" is missing`);
  }
  const series = new Map<string, { head: SeriesHead; points: Point[] }>();
  for (const { line, cells } of rows) {
    const row = new Map(columns.map((column, i) => [column, (cells[i] ?? "").trim()]));
    try {
      const head = headOf(row);
      const key = JSON.stringify([head.metric, head.resource, head.metadata]);
      const known = series.get(key);
      const point = pointOf(row, head, now);
      if (known) known.points.push(point);
      else series.set(key, { head, points: [point] });
    } catch (error) {
      throw new Error(`line ${line}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const all = [...series.values()].map(({ head, points }) =>
    stored({ ...head, values: inOrder(points, head) }),
  );
  return { series: all, metrics: metricsOf(all) };
}

/** A series whose points are all in memory. */
export function stored(series: PointSeries): RawSeries {
  const { values, ...head } = series;
  return { ...head, points: (from, to) => values.filter(({ end }) => end > from && end <= to) };
}

/** DELTA points without a start begin where the one before ends. */
function inOrder(points: readonly Point[], { kind }: SeriesHead): Point[] {
  const sorted = [...points].sort((a, b) => a.end - b.end);
  if (kind !== "DELTA") return sorted;
  return sorted.map((point, i) =>
    Number.isNaN(point.start) ? { ...point, start: sorted[i - 1]?.end ?? point.end - 60_000 } : point,
  );
}

function headOf(row: ReadonlyMap<string, string>): SeriesHead {
  const labels = (scope: string) =>
    Object.fromEntries(
      [...row].flatMap(([column, value]) => {
        const [, of, key = ""] = LABEL.exec(column) ?? [];
        return of === scope && value !== "" ? [[key, value] as const] : [];
      }),
    );
  const type = row.get("metric") ?? "";
  if (type === "") throw new Error("the metric is missing");
  const value = row.get("value") ?? "";
  const kind = (row.get("kind") || "GAUGE").toUpperCase();
  if (kind !== "GAUGE" && kind !== "DELTA" && kind !== "CUMULATIVE")
    throw new Error(`the kind must be GAUGE, DELTA or CUMULATIVE, not "${kind}"`);
  return {
    metric: { type, labels: labels("metric") },
    resource: { type: row.get("resource") || "global", labels: labels("resource") },
    metadata: { systemLabels: labels("system"), userLabels: labels("user") },
    kind: kind satisfies MetricKind,
    valueType: valueTypeOf(row.get("type") ?? "", value),
    unit: row.get("unit") ?? "",
  };
}

function valueTypeOf(written: string, value: string): ValueType {
  const name = written.toUpperCase();
  const known: readonly ValueType[] = ["BOOL", "INT64", "DOUBLE", "STRING", "DISTRIBUTION"];
  const found = known.find((type) => type === name);
  if (found) return found;
  if (name !== "") throw new Error(`the type must be one of ${known.join(", ")}, not "${written}"`);
  if (/^(?:true|false)$/i.test(value)) return "BOOL";
  if (/^[\d.|e+-]+:/.test(value)) return "DISTRIBUTION";
  return "DOUBLE";
}

function pointOf(row: ReadonlyMap<string, string>, head: SeriesHead, now: number): Point {
  const end = timeOf(row.get("time") ?? "", now);
  const written = row.get("start") ?? "";
  const start = written !== "" ? timeOf(written, now) : head.kind === "GAUGE" ? end : Number.NaN;
  const value = valueOf(row.get("value") ?? "", head.valueType);
  // Without a start, all totals of a counter count from one reset, long ago.
  if (head.kind === "CUMULATIVE" && Number.isNaN(start)) return { start: 0, end, value };
  return { start, end, value };
}

function timeOf(text: string, now: number): number {
  const [, sign, amount, unit = "s"] = /^([+-])(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  if (amount !== undefined) {
    const ms = Number(amount) * { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as "s"];
    return sign === "-" ? now - ms : now + ms;
  }
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new Error(`"${text}" is not a time; write 2026-03-01T12:00:00Z, or -5m for five minutes ago`);
  return time;
}

function valueOf(text: string, type: ValueType): Value {
  if (type === "STRING") return text;
  if (type === "BOOL") {
    if (/^(?:true|1)$/i.test(text)) return true;
    if (/^(?:false|0)$/i.test(text)) return false;
    throw new Error(`"${text}" is not a boolean`);
  }
  if (type === "DISTRIBUTION") return distributionOf(text);
  const special: Readonly<Record<string, number>> = {
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    "-Infinity": Number.NEGATIVE_INFINITY,
  };
  const number = special[text] ?? (text === "" ? Number.NaN : Number(text));
  if (Number.isNaN(number) && text !== "NaN") throw new Error(`"${text}" is not a number`);
  if (type === "INT64" && !Number.isInteger(number)) throw new Error(`"${text}" is not an integer`);
  return number;
}

function distributionOf(text: string): Distribution {
  const [bounds = [], counts = [], [mean] = [], [deviation] = []] = text
    .split(":")
    .map((part) => part.split("|").map(Number));
  if (counts.length !== bounds.length + 1 || [...bounds, ...counts].some(Number.isNaN))
    throw new Error(`"${text}" is not a distribution; write BOUND|BOUND:COUNT|COUNT|COUNT`);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const middles = counts.map((_, i) => {
    const low = bounds[i - 1] ?? bounds[0] ?? 0;
    return (low + (bounds[i] ?? low)) / 2;
  });
  const center = middles.reduce((sum, middle, i) => sum + middle * counts[i]!, 0) / Math.max(total, 1);
  const around = middles.reduce((sum, middle, i) => sum + (middle - center) ** 2 * counts[i]!, 0);
  return { bounds, counts, mean: mean ?? center, deviation: deviation ?? around };
}

/** A descriptor for each metric that has points. */
function metricsOf(series: readonly RawSeries[]): MetricDescriptorValue[] {
  const metrics = new Map<string, RawSeries[]>();
  for (const one of series) {
    const list = metrics.get(one.metric.type);
    if (list) list.push(one);
    else metrics.set(one.metric.type, [one]);
  }
  return [...metrics].map(([type, [first, ...rest]]) => {
    const all = [first!, ...rest];
    const labels = [...new Set(all.flatMap(({ metric }) => Object.keys(metric.labels)))];
    return {
      type,
      metricKind: first!.kind,
      valueType: first!.valueType,
      unit: first!.unit !== "" ? first!.unit : undefined,
      labels: labels.length > 0 ? labels.map((key) => ({ key })) : undefined,
      displayName: type.slice(type.lastIndexOf("/") + 1),
      description: "Points of your own.",
      monitoredResourceTypes: [...new Set(all.map(({ resource }) => resource.type))],
    };
  });
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of CSV as RFC 4180 has it; empty lines and lines that begin with `#` are left out. */
function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let cells: string[] = [];
  let cell = "";
  let quoted = false;
  let line = 1;
  let begun = 1;
  const end = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== "") && !cells[0]!.startsWith("#"))
      rows.push({ line: begun, cells });
    cells = [];
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\n") line++;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (char === '"' && cell === "") quoted = true;
    else if (char === ",") {
      cells.push(cell);
      cell = "";
    } else if (char === "\n") {
      end();
      begun = line;
    } else if (char !== "\r" && char !== "\ufeff") cell += char;
  }
  if (quoted) throw new Error(`line ${begun}: a quote is not closed`);
  end();
  return rows;
}
