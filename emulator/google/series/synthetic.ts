import type { MetricDescriptorValue } from "../descriptors";
import type { Distribution, Point, RawSeries, SeriesHead } from "./model";
import { seriesOf } from "./world";

/** Milliseconds between two points of a synthetic series. */
export const SAMPLE_PERIOD = 60_000;
/** Counters start again this often, each at its own time. */
const LIFETIME = 24 * 60 * SAMPLE_PERIOD;
const DAY = 24 * 3_600_000;

/**
 * The series of a metric in a project. Points depend on nothing but labels and time, so that every range and every repetition agree.
 *
 * @param newest time of the newest point that exists already, in milliseconds
 */
export function syntheticSeries(
  descriptor: MetricDescriptorValue,
  project: string,
  newest: () => number,
): RawSeries[] {
  return seriesOf(descriptor, project).map((labels) => {
    const head: SeriesHead = {
      metric: { type: descriptor.type, labels: labels.metric },
      resource: { type: labels.resourceType, labels: labels.resource },
      metadata: { systemLabels: {}, userLabels: labels.userLabels },
      kind: descriptor.metricKind as SeriesHead["kind"],
      valueType: descriptor.valueType as SeriesHead["valueType"],
      unit: descriptor.unit ?? "",
    };
    const shape = new Shape(head);
    return { ...head, points: (from, to) => shape.points(from, Math.min(to, newest())) };
  });
}

/** How the values of one series move. */
class Shape {
  private readonly seed: number;
  private readonly level: number;

  constructor(private readonly head: SeriesHead) {
    const { metric, resource } = head;
    this.seed = hash(JSON.stringify([metric, resource.type, resource.labels]));
    const share = 0.35 + 0.65 * unitOf(this.seed);
    this.level = usualLevel(head) * share * rarity(head);
  }

  points(from: number, to: number): Point[] {
    if (this.head.kind === "CUMULATIVE") return this.counter(from, to);
    const points: Point[] = [];
    for (let end = nextSample(from); end <= to; end += SAMPLE_PERIOD) {
      const start = this.head.kind === "DELTA" ? end - SAMPLE_PERIOD : end;
      points.push({ start, end, value: this.valueAt(end) });
    }
    return points;
  }

  /** Totals since the last reset, which is at the same time for every range. */
  private counter(from: number, to: number): Point[] {
    const shift = (this.seed % (LIFETIME / SAMPLE_PERIOD)) * SAMPLE_PERIOD;
    const points: Point[] = [];
    const first = nextSample(from);
    let reset = Math.floor((first - 1 - shift) / LIFETIME) * LIFETIME + shift;
    let total: number | Distribution | undefined;
    for (let end = reset + SAMPLE_PERIOD; end <= to; end += SAMPLE_PERIOD) {
      if (end > reset + LIFETIME) {
        reset += LIFETIME;
        total = undefined;
      }
      const amount = this.valueAt(end) as number | Distribution;
      total = total === undefined ? amount : plus(total, amount);
      if (end >= first) points.push({ start: reset, end, value: total });
    }
    return points;
  }

  /** A gauge's value, or what was counted in the sample that ends then. */
  private valueAt(end: number): Point["value"] {
    const { valueType } = this.head;
    const noise = unitOf(mix(this.seed, end / SAMPLE_PERIOD));
    if (valueType === "BOOL") return noise > 0.004;
    if (valueType === "STRING") return "ready";
    const day = Math.sin(((end % DAY) / DAY) * 2 * Math.PI - 2);
    const hour = Math.sin((end / 3_600_000) * 1.7 + this.seed);
    const value = this.level * (1 + 0.35 * day + 0.1 * hour + 0.25 * (noise - 0.5));
    if (valueType === "DISTRIBUTION") return this.histogram(value, noise);
    const bounded = isShare(this.head.metric.type, this.head.unit)
      ? Math.min(Math.max(value, 0), 1)
      : Math.max(value, 0);
    return valueType === "INT64" ? wholeNumber(bounded, noise) : bounded;
  }

  /** About 60 values around a center, in exponential buckets. */
  private histogram(center: number, noise: number): Distribution {
    const usual = usualLevel(this.head);
    const bounds = Array.from({ length: 14 }, (_, i) => Number((usual * 0.02 * 2 ** i).toPrecision(6)));
    const amount = Math.round(40 + 40 * noise);
    const spread = 0.6;
    const below = (bound: number) => logistic((Math.log(bound) - Math.log(center)) / (spread * 0.5513));
    let before = 0;
    const counts = [...bounds, Number.POSITIVE_INFINITY].map((bound) => {
      const upTo = Math.round(amount * (bound === Number.POSITIVE_INFINITY ? 1 : below(bound)));
      const count = upTo - before;
      before = upTo;
      return count;
    });
    const middles = counts.map((_, i) => ((bounds[i - 1] ?? 0) + (bounds[i] ?? bounds.at(-1)! * 1.5)) / 2);
    const mean = middles.reduce((sum, middle, i) => sum + middle * counts[i]!, 0) / Math.max(1, before);
    const deviation = middles.reduce((sum, middle, i) => sum + (middle - mean) ** 2 * counts[i]!, 0);
    return { bounds, counts, mean, deviation };
  }
}

function isShare(type: string, unit: string): boolean {
  return unit === "10^2.%" || (unit === "1" && /(?:utilization|ratio|fraction)$/.test(type));
}

/** Where the values of a metric usually are. */
function usualLevel({ unit, metric, kind }: SeriesHead): number {
  const base = unit.replace(/\{[^}]*\}/g, "").replace(/\/.*$/, "");
  if (isShare(metric.type, unit)) return 0.45;
  if (/cert_expires|days/.test(metric.type)) return 40;
  const known: Readonly<Record<string, number>> = {
    By: kind === "GAUGE" ? 3e9 : 4e6,
    s: kind === "GAUGE" ? 12 : 24,
    ms: 140,
    us: 1800,
    ns: 4e5,
    "%": 45,
    d: 40,
  };
  return known[base] ?? (kind === "GAUGE" ? 18 : 240);
}

/** How much less than usual a series has whose labels speak of trouble. */
function rarity({ metric }: SeriesHead): number {
  const values = Object.values(metric.labels).join(" ");
  if (/\b5(?:xx|\d\d)\b|error|bad|CRITICAL|rollback/i.test(values)) return 0.02;
  if (/\b4(?:xx|\d\d)\b|WARNING/i.test(values)) return 0.06;
  return /deadlock|dead_letter|expired|restart|failed/.test(metric.type) ? 0.004 : 1;
}

/** Rounded up as often as the part behind the point says, so that little is not always nothing. */
function wholeNumber(value: number, noise: number): number {
  return Math.floor(value) + (value % 1 > (noise * 7919) % 1 ? 1 : 0);
}

function plus(total: number | Distribution, amount: number | Distribution): number | Distribution {
  if (typeof total === "number" || typeof amount === "number") return Number(total) + Number(amount);
  const [n, m] = [total, amount].map(({ counts }) => counts.reduce((a, b) => a + b, 0)) as [number, number];
  const mean = n + m === 0 ? 0 : (n * total.mean + m * amount.mean) / (n + m);
  const between = n + m === 0 ? 0 : ((amount.mean - total.mean) ** 2 * n * m) / (n + m);
  return {
    bounds: total.bounds,
    counts: total.counts.map((count, i) => count + amount.counts[i]!),
    mean,
    deviation: total.deviation + amount.deviation + between,
  };
}

function nextSample(after: number): number {
  return (Math.floor(after / SAMPLE_PERIOD) + 1) * SAMPLE_PERIOD;
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

function mix(seed: number, index: number): number {
  let value = (seed ^ Math.imul(index | 0, 0x9e3779b1)) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function unitOf(value: number): number {
  return (value >>> 0) / 4_294_967_296;
}
