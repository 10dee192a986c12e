import { type Random, seededGenerator } from "../../../../core/grid/samples/random";
import type { Sketch } from "../../../../core/grid/sketch";
import { createElement, fileText } from "../../shared/dom";
import { type Content, plainContent } from "./content";
import { clockLabel } from "./time-labels";

type Of<K extends Sketch["kind"]> = Extract<Sketch, { kind: K }>;

const NOON = Date.UTC(2024, 0, 15, 12);
const LEVELS = ["DEBUG", "INFO", "NOTICE", "WARNING", "ERROR", "CRITICAL", "ALERT", "EMERGENCY"];
const WARNING = 3;
/** What entries say, by whether something went wrong. */
const ENTRIES = [
  "GET /sample/items 200 in 14 ms",
  "Sample entry: request finished",
  "POST /sample/orders 201 in 32 ms",
  "Sample entry: cache filled with 1,204 items",
  "GET /sample/health 200 in 2 ms",
  "Sample entry: 12 items written",
];
const TROUBLES = [
  "Sample entry: upstream closed the connection",
  "POST /sample/orders 503 in 10,002 ms",
  "Sample entry: retry 2 of 5",
  "Sample entry: connection to the store took 1.2 s",
  "Sample entry: no answer from the queue",
];

/** Sample log entries with the severities that the query matches. */
export function logsContent(sketch: Of<"logs">, seed: string): Content {
  const random = seededGenerator(seed);
  const least = Math.max(LEVELS.indexOf(sketch.severity), 1);
  const list = createElement("ul", "entries", { "aria-hidden": "true" });
  for (let row = 0; row < 14; row++) {
    const rank = Math.min(least + Math.floor(random() ** 3 * 3), LEVELS.length - 1);
    const level = LEVELS[rank]!;
    const words = rank < WARNING ? ENTRIES : TROUBLES;
    const time = `${clockLabel(NOON - row * 47_000)}:${String(59 - ((row * 47) % 60)).padStart(2, "0")}`;
    list.append(
      entry(
        createElement("span", `level level-${level.toLowerCase()}`, {}, level.charAt(0)),
        createElement("span", "entry-time", {}, time),
        createElement("span", "entry-words", {}, words[Math.floor(random() * words.length)]!),
      ),
    );
  }
  return plainContent(
    createElement("div", "drawing drawing-list", {}, histogram(random, 28), box(list)),
    true,
  );
}

/** How many entries there were when: the strip above the list. */
function histogram(random: Random, bars: number): HTMLElement {
  const strip = createElement("div", "histogram", { "aria-hidden": "true" });
  for (let i = 0; i < bars; i++) {
    const bar = createElement("span", "histogram-bar");
    bar.style.setProperty("block-size", `${Math.round(20 + random() * 80)}%`);
    strip.append(bar);
  }
  return strip;
}

/** Groups of errors, with how often and where. */
export function errorsContent(sketch: Of<"errors">, seed: string): Content {
  const random = seededGenerator(seed);
  const services = sketch.services.length > 0 ? sketch.services : ["sample-service"];
  const list = createElement("ul", "entries", { "aria-hidden": "true" });
  const names = ["SampleTimeoutError", "SampleNotFoundError", "SampleTypeError", "SamplePermissionError"];
  let count = 120 + Math.floor(random() * 200);
  for (let row = 0; row < 8; row++) {
    const words = createElement("span", "entry-words", {}, names[row % names.length]!);
    const where = fileText("span", "entry-where", services[row % services.length]!);
    list.append(
      entry(createElement("span", "entry-count", {}, String(count)), words, where, histogram(random, 10)),
    );
    count = Math.max(1, Math.floor(count * (0.45 + random() * 0.3)));
  }
  return plainContent(createElement("div", "drawing drawing-list", {}, box(list)), true);
}

/** Incidents, open ones first. */
export function incidentsContent(sketch: Of<"incidents">, seed: string): Content {
  const random = seededGenerator(seed);
  const resources = sketch.resources.length > 0 ? sketch.resources : ["sample_resource"];
  const list = createElement("ul", "entries", { "aria-hidden": "true" });
  for (let row = 0; row < 8; row++) {
    const open = row < 2;
    const minutes = Math.floor(3 + random() * 50) + row * 60;
    list.append(
      entry(
        createElement("span", `incident ${open ? "is-open" : "is-closed"}`, {}, open ? "Open" : "Closed"),
        createElement("span", "entry-words", {}, `Sample incident ${row + 1}`),
        fileText("span", "entry-where", resources[row % resources.length]!),
        createElement(
          "span",
          "entry-time",
          {},
          minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`,
        ),
      ),
    );
  }
  return plainContent(createElement("div", "drawing drawing-list", {}, box(list)), true);
}

/** Of a list as many whole rows as there is room for. */
function box(list: HTMLElement): HTMLElement {
  return createElement("div", "rows-box", {}, list);
}

function entry(...cells: readonly HTMLElement[]): HTMLElement {
  return createElement("li", "entry", {}, ...cells);
}
