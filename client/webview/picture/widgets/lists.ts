import { sampleErrors, sampleIncidents, sampleLogs } from "../../../../core/grid/contents/entries";
import type { Sketch } from "../../../../core/grid/sketch";
import { createElement, fileText } from "../../shared/dom";
import { type Content, plainContent } from "./content";

type Of<K extends Sketch["kind"]> = Extract<Sketch, { kind: K }>;

/** Sample log entries with the severities that the query matches. */
export function logsContent(sketch: Of<"logs">, seed: string): Content {
  const { bars, rows } = sampleLogs(sketch, seed);
  const entries = rows.map(({ level, time, words }) =>
    entry(
      createElement("span", `level level-${level.toLowerCase()}`, {}, level.charAt(0)),
      createElement("span", "entry-time", {}, time),
      createElement("span", "entry-words", {}, words),
    ),
  );
  return listed(entries, histogram(bars));
}

/** Groups of errors, with how often and where. */
export function errorsContent(sketch: Of<"errors">, seed: string): Content {
  return listed(
    sampleErrors(sketch, seed).map(({ count, words, where, bars }) =>
      entry(
        createElement("span", "entry-count", {}, String(count)),
        createElement("span", "entry-words", {}, words),
        fileText("span", "entry-where", where),
        histogram(bars),
      ),
    ),
  );
}

/** Incidents, open ones first. */
export function incidentsContent(sketch: Of<"incidents">, seed: string): Content {
  return listed(
    sampleIncidents(sketch, seed).map(({ open, words, where, time }) =>
      entry(
        createElement("span", `incident ${open ? "is-open" : "is-closed"}`, {}, open ? "Open" : "Closed"),
        createElement("span", "entry-words", {}, words),
        fileText("span", "entry-where", where),
        createElement("span", "entry-time", {}, time),
      ),
    ),
  );
}

/** How many entries there were when: the strip above the list. */
function histogram(bars: readonly number[]): HTMLElement {
  const strip = createElement("div", "histogram", { "aria-hidden": "true" });
  for (const height of bars) {
    const bar = createElement("span", "histogram-bar");
    bar.style.setProperty("block-size", `${Math.round(height * 100)}%`);
    strip.append(bar);
  }
  return strip;
}

/** Of a list as many whole rows as there is room for. */
function listed(entries: readonly HTMLElement[], above?: HTMLElement): Content {
  const list = createElement("ul", "entries", { "aria-hidden": "true" }, ...entries);
  const box = createElement("div", "rows-box", {}, list);
  return plainContent(createElement("div", "drawing drawing-list", {}, above, box), true);
}

function entry(...cells: readonly HTMLElement[]): HTMLElement {
  return createElement("li", "entry", {}, ...cells);
}
