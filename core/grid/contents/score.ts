import type { ChartColor, ChartSpec } from "../charts/spec";
import { sampleSeries, sampleTimes } from "../samples/series";
import { formatValue } from "../samples/units";
import type { ScorecardSketch } from "../sketch";
import { bandsOf, stateColor, stateOf } from "./states";

/** The newest value, its state, and a dial or a spark chart. */
export interface Score {
  /** The value with its unit. */
  readonly words: string;
  readonly color: ChartColor;
  /** The name of the state, so that color is not the only sign; undefined where there are no states. */
  readonly state?: string;
  /** Missing for a value alone. */
  readonly chart?: ChartSpec;
}

/** A scorecard with sample data. */
export function sampleScore(sketch: ScorecardSketch, seed: string): Score {
  const { facts } = sketch;
  const times = sampleTimes(facts.period, 0).times;
  const values = sampleSeries(facts, seed, times.length, scaleOf(sketch))[0]?.values ?? [];
  return scoreOf(sketch, values.at(-1) ?? 0, values);
}

/**
 * A scorecard with a value.
 *
 * @param values those of its spark chart; null where there is none
 */
export function scoreOf(sketch: ScorecardSketch, value: number, values: readonly (number | null)[]): Score {
  const { facts, view, thresholds, bare } = sketch;
  const state = bare ? undefined : stateOf(value, thresholds);
  const color = bare ? 0 : stateColor(state, thresholds);
  const shows = !bare && thresholds.some((one) => one.color !== "none");
  const label = state?.label || (color === "bad" ? "Critical" : color === "fair" ? "Warning" : "OK");
  return {
    words: formatValue(value, facts.unit),
    color,
    state: shows ? label : undefined,
    ...(view === "gauge"
      ? { chart: gaugeSpec(sketch, value, color) }
      : view === "value"
        ? {}
        : { chart: sparkSpec(values, view, color) }),
  };
}

/** Near what the file calls high: the end of the dial, else the highest threshold; above all that it must not fall below. */
function scaleOf({
  view,
  high,
  low,
  thresholds,
  facts,
}: ScorecardSketch): number | readonly [number, number] | undefined {
  if (thresholds.length > 0 && thresholds.every(({ above }) => !above)) {
    const floor = Math.max(...thresholds.map(({ value }) => value));
    const whole = facts.values === "percent" ? 100 : 1;
    const ceiling = view === "gauge" ? high : facts.values === "share" || whole > 1 ? whole : floor * 1.4;
    return [floor, ceiling > floor ? ceiling : floor + Math.abs(floor) * 0.1 + 0.1];
  }
  if (view === "gauge") return low + (high - low) * 0.95;
  const highest = Math.max(...thresholds.map(({ value }) => value));
  return highest > 0 ? highest * 1.1 : undefined;
}

function gaugeSpec(
  { low, high, facts, thresholds }: ScorecardSketch,
  value: number,
  color: ChartColor,
): ChartSpec {
  return { kind: "gauge", value, low, high, unit: facts.unit, bands: bandsOf(low, high, thresholds), color };
}

function sparkSpec(values: readonly (number | null)[], view: "line" | "bar", color: ChartColor): ChartSpec {
  const shown = view === "bar" ? values.filter((_, i) => i % 2 === 0) : values;
  return {
    kind: "axes",
    x: { labels: shown.map(String), title: "" },
    y: [{ title: "", unit: "", log: false }],
    series: [{ name: "", shape: view === "bar" ? "bar" : "area", axis: 0, values: shown, color, stack: "" }],
    lines: [],
    horizontal: false,
    bare: true,
  };
}
