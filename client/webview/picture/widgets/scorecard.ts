import { type Score, sampleScore } from "../../../../core/grid/contents/score";
import type { ScorecardSketch } from "../../../../core/grid/sketch";
import { createElement, fileText, setStyle } from "../../shared/dom";
import { ChartSlot, type Content } from "./content";
import { colorClass } from "./legend";

/** The newest value in large letters, with its state, and a dial or a spark chart where the file asks for one. */
export function scorecardContent(sketch: ScorecardSketch, seed: string): Content {
  return { ...drawScore(sketch, sampleScore(sketch, seed)), isSample: true };
}

export function drawScore({ view }: ScorecardSketch, { words, color, state, chart }: Score): Content {
  const number = createElement("div", "score-value", {}, words);
  // The style sheet makes them as large as there is room for all of them.
  setStyle(number, "--letters", String(Math.max(words.length, 1)));
  const shows = state !== undefined;
  const card = createElement(
    "div",
    `drawing score view-${view}${shows ? ` has-state ${colorClass(color)}` : ""}`,
  );
  if (view === "gauge" && chart) {
    const slot = new ChartSlot("chart-fill", chart);
    card.append(createElement("div", "dial", {}, slot.root, number));
    if (shows) card.append(stateLine(state));
    return { root: card, charts: [slot], isSample: false };
  }
  card.append(number);
  if (shows) card.append(stateLine(state));
  if (!chart) return { root: card, charts: [], isSample: false };
  const slot = new ChartSlot("chart-spark", chart);
  card.append(slot.root);
  return { root: card, charts: [slot], isSample: false };
}

/** The name of the state, so that color is not the only sign. */
function stateLine(words: string): HTMLElement {
  return createElement(
    "div",
    "score-state",
    {},
    createElement("span", "score-dot"),
    fileText("span", "score-words", words),
  );
}
