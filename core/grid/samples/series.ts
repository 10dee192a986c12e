import type { QueryFacts } from "./facts";
import { sampleLabelValues } from "./label-values";
import { type Random, seededGenerator } from "./random";

/** One sample time series. */
export interface SampleSeries {
  /** Values of the labels that tell it apart, in the order of the query. */
  readonly labels: readonly string[];
  readonly values: readonly number[];
}

/** When the points of a chart are; the same for all of its series. */
export interface SampleTimes {
  /** Milliseconds since 1970, UTC. */
  readonly times: readonly number[];
  /** Milliseconds between two of them. */
  readonly step: number;
}

/** The end of all sample time: a Monday noon like any other. */
const SAMPLE_NOW = Date.UTC(2024, 0, 15, 12);
const HOUR = 3600;
const POINTS = 60;

/**
 * Points for a chart whose queries have this period.
 *
 * @param period seconds between points, 0 when not known
 * @param window seconds that the chart covers, 0 for the usual hour or as long as the period needs
 */
export function sampleTimes(period: number, window: number): SampleTimes {
  const span = window > 0 ? window : Math.max(HOUR, Math.min(period * 24, 90 * 24 * HOUR));
  const step = Math.max(period, span / POINTS, 1);
  const count = Math.max(6, Math.min(POINTS, Math.round(span / step)));
  const times = Array.from({ length: count + 1 }, (_, i) => SAMPLE_NOW - (count - i) * step * 1000);
  return { times, step: step * 1000 };
}

/**
 * Series that look like an answer to the query. The same facts and the same seed always give the same numbers.
 *
 * @param seed which data set of a tile it is, so that two of one query differ
 * @param points how many values each series has
 * @param scale a number that the values should come near, such as a threshold, or the two that they should lie between;
 * undefined when there is none
 */
export function sampleSeries(
  facts: QueryFacts,
  seed: string,
  points: number,
  scale?: number | readonly [low: number, high: number],
): SampleSeries[] {
  const random = seededGenerator(`${seed} ${facts.name} ${facts.unit} ${facts.key}`);
  const names = labelRows(facts, random);
  const near = typeof scale === "number" ? ([scale * 0.3, scale * 0.92] as const) : scale;
  const [low, high] = near ?? rangeOf(facts, random);
  return names.map((labels, i) => {
    // The first series is the largest: legends and top lists read better.
    const share =
      facts.series === 1 ? 0.6 + random() * 0.2 : (1 - i / (names.length + 0.5)) * (0.8 + random() * 0.2);
    // Curves of one distribution lie above each other as their quantiles do.
    const height = facts.quantile === undefined ? 1 : 0.25 + 0.75 * facts.quantile ** 3;
    const level = (low + (high - low) * share) * height;
    return { labels, values: wander(level, (high - low) * 0.22 * height, facts, points, random) };
  });
}

/** Label values of each series; every row differs from the others. */
function labelRows(facts: QueryFacts, random: Random): string[][] {
  const { labels, series } = facts;
  const told = labels.findIndex(({ values }) => values.length !== 1);
  const choices = labels.map((label) => sampleLabelValues(label, series));
  const rows = Array.from({ length: series }, (_, i) =>
    choices.map((values, at) =>
      at === told
        ? (values[i % values.length] ?? "")
        : (values[Math.floor(random() * Math.min(2, values.length))] ?? ""),
    ),
  );
  if (labels.length === 0) return rows;
  const seen = new Set<string>();
  return rows.filter((row) => !seen.has(row.join("\n")) && seen.add(row.join("\n")));
}

/** The least and the most that the values of a query commonly are. */
function rangeOf({ name, values, unit }: QueryFacts, random: Random): readonly [number, number] {
  const size = 0.6 + random() * 0.9;
  if (values === "flag") return [0, 1];
  if (values === "share" || values === "percent") {
    const whole = values === "percent" ? 100 : 1;
    const [low, high] = TROUBLE.test(name) ? [0.002, 0.04] : HEALTH.test(name) ? [0.93, 0.999] : [0.08, 0.75];
    return [low * whole, high * whole];
  }
  const base = unit.replace(/\/(?:s|min|h|d)$/, "").replace(/\{[^}]*\}$/, "");
  const usual = USUAL[base];
  const [low, high] = usual ?? (values === "rate" ? [2, 60] : values === "count" ? [2, 40] : [10, 90]);
  // A rate of bytes is less than a stock of them.
  const factor = usual !== undefined && unit !== base ? 0.001 * size : size;
  return [low * factor, high * factor];
}

/** Shares that are small or large where things are as they should be. */
const TROUBLE = /error|fail|fault|reject|drop|throttl|denied|abort|rollback|5xx|loss|restart/i;
const HEALTH = /availab|success|uptime|healthy|\bhits?\b|hit_ra/i;

const USUAL: Readonly<Record<string, readonly [number, number]>> = {
  By: [4e8, 6e9],
  MiBy: [300, 6000],
  GiBy: [2, 60],
  bit: [4e8, 6e9],
  s: [0.04, 0.9],
  ms: [30, 700],
  us: [200, 9000],
  ns: [2e5, 8e6],
  min: [2, 40],
  h: [2, 60],
  d: [3, 40],
};

/** Values that wander about a level: slow waves, some noise, now and then a peak. */
function wander(level: number, swing: number, facts: QueryFacts, points: number, random: Random): number[] {
  const [slow, fast] = [random() * 6.28, random() * 6.28];
  const waves = 1 + random() * 2;
  const peak = random() < 0.4 ? Math.floor(random() * points) : -1;
  return Array.from({ length: points }, (_, i) => {
    const at = (i / Math.max(points - 1, 1)) * 6.28;
    let value = level + swing * (0.5 * Math.sin(waves * at + slow) + 0.25 * Math.sin(5.3 * at + fast));
    value += swing * 0.35 * (random() - 0.5);
    if (peak >= 0 && Math.abs(i - peak) < 2) value += swing * 0.9;
    return shaped(value, facts, random);
  });
}

function shaped(value: number, { values, unit }: QueryFacts, random: Random): number {
  switch (values) {
    case "flag":
      return random() < 0.94 ? 1 : 0;
    case "count":
      return Math.max(0, Math.round(value));
    case "share":
      return clamp(value, 0, 1);
    case "percent":
      return clamp(value, 0, 100);
    default:
      return rounded(Math.max(value, unit === "Cel" ? value : 0));
  }
}

/** Four digits that count: fewer letters to look at and to send. */
function rounded(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(4));
}

function clamp(value: number, low: number, high: number): number {
  return rounded(Math.min(Math.max(value, low), high));
}

/** A sample distribution over time. */
export interface SampleHeat {
  /** Lower bounds of the buckets, ascending, and the upper bound of the last one. */
  readonly bounds: readonly number[];
  /** Column by column: how much is in each bucket, 0 to 1. */
  readonly columns: readonly (readonly number[])[];
}

/** A distribution that wanders, in exponential buckets as the service has them. */
export function sampleHeat(facts: QueryFacts, seed: string, columns: number): SampleHeat {
  const random = seededGenerator(`${seed} ${facts.name} ${facts.key} heat`);
  const rows = 12;
  const [low, high] = rangeOf({ ...facts, values: "level" }, random);
  const start = Math.max(low * 0.2, 1e-12);
  const ratio = (Math.max(high, start * 4) / start) ** (1 / rows);
  const bounds = Array.from({ length: rows + 1 }, (_, i) => rounded(start * ratio ** i));
  let centre = 3 + random() * 3;
  return {
    bounds,
    columns: Array.from({ length: columns }, () => {
      centre = Math.min(Math.max(centre + (random() - 0.5) * 1.1, 2), rows - 4);
      return Array.from({ length: rows }, (_, row) => {
        const away = Math.abs(row - centre) / (row > centre ? 3.4 : 1.7);
        return away > 2 ? 0 : Math.round(Math.exp(-away * away) * (0.75 + random() * 0.25) * 100) / 100;
      });
    }),
  };
}
