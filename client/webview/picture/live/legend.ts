import type { LegendItem } from "../../../../core/grid/contents/chart";
import { createElement, fileText } from "../../shared/dom";
import { colorClass, legendFoot } from "../widgets/legend";

/** More names are counted only. */
const MOST = 24;

/**
 * A legend whose names hide their series, and with a double click or Shift show nothing else.
 *
 * @param changed the hidden names have changed
 */
export function liveLegend(
  items: readonly LegendItem[],
  hidden: Set<string>,
  changed: () => void,
): HTMLElement {
  const list = createElement("ul", "legend live-legend", { "data-own-pointer": "" });
  const buttons = new Map<string, HTMLButtonElement>();
  const showState = () => {
    for (const [name, button] of buttons) {
      button.setAttribute("aria-pressed", String(!hidden.has(name)));
      button.classList.toggle("is-hidden", hidden.has(name));
    }
  };
  for (const { name, color, mark = "box" } of items.slice(0, MOST)) {
    const swatch = createElement("span", `swatch swatch-${mark} ${colorClass(color)}`);
    const button = createElement("button", "live-legend-name", { type: "button", tabindex: "-1" });
    button.append(swatch, fileText("span", "legend-name", name));
    button.title = `${name}\nClick to hide or show, double-click to show only this series`;
    button.addEventListener("click", (event) => {
      // A click at a name is not one at its tile.
      event.stopPropagation();
      if (event.shiftKey || event.detail === 2) isolate(name, items, hidden);
      else if (!hidden.delete(name)) hidden.add(name);
      showState();
      changed();
    });
    buttons.set(name, button);
    list.append(createElement("li", "legend-item", {}, button));
  }
  const more = items.length - MOST;
  if (more > 0) list.append(createElement("li", "legend-item legend-more", {}, `and ${more} more`));
  showState();
  return legendFoot(items, list);
}

/** Shows one series; all of them where it is the only one that is shown. */
function isolate(name: string, items: readonly LegendItem[], hidden: Set<string>): void {
  const others = items.map((item) => item.name).filter((other) => other !== name);
  const isAlone = others.every((other) => hidden.has(other));
  hidden.clear();
  if (!isAlone) for (const other of others) hidden.add(other);
}
