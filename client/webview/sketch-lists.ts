import type { Sketch } from "../../core/grid/sketch";
import { element, fileText } from "./dom";
import { icon } from "./icons";
import type { Random } from "./random";

/** A table: a header and rows of bars where the words will be. Two to six columns. */
export function table(columns: number, random: Random): HTMLElement {
  const shown = Math.min(Math.max(columns, 2), 6);
  const grid = element("div", "sketch sketch-table", { "aria-hidden": "true" });
  grid.style.gridTemplateColumns = `2fr repeat(${shown - 1}, 1fr)`;
  for (let row = 0; row < 16; row++) {
    for (let column = 0; column < shown; column++) {
      const bar = element("span", row === 0 ? "cell head" : "cell");
      bar.style.inlineSize = `${Math.round(35 + random() * 45)}%`;
      grid.append(bar);
    }
  }
  return grid;
}

/** A table with bars for values, the largest first. */
export function topList(random: Random): HTMLElement {
  const list = element("div", "sketch sketch-toplist", { "aria-hidden": "true" });
  let width = 96;
  for (let row = 0; row < 14; row++) {
    const name = element("span", "cell");
    name.style.inlineSize = `${Math.round(50 + random() * 40)}%`;
    const bar = element("span", "cell filled");
    bar.style.inlineSize = `${Math.round(width)}%`;
    width *= 0.8 + random() * 0.15;
    list.append(name, bar);
  }
  return list;
}

/** Lists of entries: a mark for the kind of entry, then lines of text without words. */
export function rows(kind: "logs" | "errors" | "incidents", random: Random, count: number): HTMLElement {
  const list = element("div", `sketch sketch-rows rows-${kind}`, { "aria-hidden": "true" });
  for (let row = 0; row < count; row++) {
    const level = random();
    const mark = element("span", `mark ${level < 0.2 ? "bad" : level < 0.45 ? "fair" : "good"}`);
    const time = element("span", "cell time");
    const line = element("span", "cell");
    line.style.inlineSize = `${Math.round(30 + random() * 60)}%`;
    list.append(element("div", "row", {}, mark, time, line));
  }
  return list;
}

/** The words of a text widget themselves. */
export function text(sketch: Extract<Sketch, { kind: "text" }>): HTMLElement {
  const body = element("div", "sketch-text");
  for (const block of sketch.blocks) body.append(fileText("p", `block block-${block.kind}`, block.text));
  return body;
}

/** An input with the name of the variable that it sets. */
export function control(variable: string): HTMLElement {
  return element(
    "div",
    "sketch-control",
    {},
    fileText("span", "control-name", variable || "no variable"),
    icon("open"),
  );
}
