import type { ChartColor } from "../../../../core/grid/charts/spec";
import type { LegendItem } from "../../../../core/grid/contents/chart";
import { createElement, fileText } from "../../shared/dom";

const MOST = 12;

/** Names with the colors they have in the chart; beyond a dozen, how many more there are. */
export function legend(items: readonly LegendItem[], className = ""): HTMLElement {
  const list = createElement("ul", `legend ${className}`, { "aria-hidden": "true" });
  for (const { name, color, value, mark = "box" } of items.slice(0, MOST)) {
    const swatch = createElement("span", `swatch swatch-${mark} ${colorClass(color)}`);
    const words = fileText("span", "legend-name", name);
    words.title = name;
    const item = createElement("li", "legend-item", {}, swatch, words);
    if (value !== undefined) item.append(createElement("span", "legend-value", {}, value));
    list.append(item);
  }
  if (items.length > MOST) {
    list.append(createElement("li", "legend-item legend-more", {}, `and ${items.length - MOST} more`));
  }
  return list;
}

/** The line below a chart: its legend, and how many of its names there is no room for. */
export function legendFoot(items: readonly LegendItem[], list = legend(items)): HTMLElement {
  if (items.length < 2) return createElement("div", "foot", {}, list);
  const rest = createElement("span", "legend-rest", { "aria-hidden": "true" });
  rests.set(list, rest);
  sizes.observe(list);
  return createElement("div", "foot", {}, list, rest);
}

const rests = new WeakMap<Element, HTMLElement>();
const sizes = new ResizeObserver((entries) => {
  for (const { target: list } of entries) {
    const rest = rests.get(list);
    const end = list.getBoundingClientRect().bottom;
    const left = [...list.children].filter((item) => item.getBoundingClientRect().bottom > end + 2).length;
    const words = left > 0 && list.clientHeight > 0 ? `+${left}` : "";
    if (rest && rest.textContent !== words) rest.textContent = words;
  }
});

/** The class that gives an element the color as `--own`. */
export function colorClass(color: ChartColor): string {
  return typeof color === "number" ? `s${(color % 12) + 1}` : `is-${color}`;
}
