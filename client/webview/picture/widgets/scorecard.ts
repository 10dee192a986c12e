import { sampleSeries, sampleTimes } from "../../../../core/grid/samples/series";
import { formatValue } from "../../../../core/grid/samples/units";
import type { ScorecardSketch } from "../../../../core/grid/sketch";
import type { ChartColor, ChartSpec } from "../../shared/charts/spec";
import { createElement, fileText, setStyle } from "../../shared/dom";
import { ChartSlot, type Content } from "./content";
import { colorClass } from "./legend";
import { bandsOf, stateColor, stateOf } from "./states";

/** The newest value in large letters, with its state, and a dial or a spark chart where the file asks for one. */
export function scorecardContent(sketch: ScorecardSketch, seed: string): Content {
  const { facts, view, thresholds, bare } = sketch;
  const times = sampleTimes(facts.period, 0).times;
  const values = sampleSeries(facts, seed, times.length, scaleOf(sketch))[0]?.values ?? [];
  const value = values.at(-1) ?? 0;
  const state = bare ? undefined : stateOf(value, thresholds);
  const color = bare ? 0 : stateColor(state, thresholds);
  const words = formatValue(value, facts.unit);
  const number = createElement("div", "score-value", {}, words);
  // The style sheet makes them as large as there is room for all of them.
  setStyle(number, "--letters", String(Math.max(words.length, 1)));
  const shows = !bare && thresholds.some((one) => one.color !== "none");
  const card = createElement(
    "div",
    `drawing score view-${view}${shows ? ` has-state ${colorClass(color)}` : ""}`,
  );
  if (view === "gauge") {
    const slot = new ChartSlot("chart-fill", gaugeSpec(sketch, value, color));
    card.append(createElement("div", "dial", {}, slot.root, number));
    if (shows) card.append(stateLine(state?.label, color));
    return { root: card, charts: [slot], isSample: true };
  }
  card.append(number);
  if (shows) card.append(stateLine(state?.label, color));
  if (view === "value") return { root: card, charts: [], isSample: true };
  const slot = new ChartSlot("chart-spark", sparkSpec(values, view, color));
  card.append(slot.root);
  return { root: card, charts: [slot], isSample: true };
}

/** The name of the state, so that color is not the only sign. */
function stateLine(label: string | undefined, color: ChartColor): HTMLElement {
  const words = label || (color === "bad" ? "Critical" : color === "fair" ? "Warning" : "OK");
  return createElement(
    "div",
    "score-state",
    {},
    createElement("span", "score-dot"),
    fileText("span", "score-words", words),
  );
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

function sparkSpec(values: readonly number[], view: "line" | "bar", color: ChartColor): ChartSpec {
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
