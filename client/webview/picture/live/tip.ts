import type { ChartColor } from "../../../../core/grid/charts/spec";
import { createElement, fileText, setStyle } from "../../shared/dom";
import { colorClass } from "../widgets/legend";

export interface TipRow {
  readonly name: string;
  readonly color: ChartColor;
  /** With its unit. */
  readonly value: string;
}

/** More rows are counted only. */
const MOST_ROWS = 12;
/** Distance from the pointer, in pixels. */
const GAP = 14;

let root: HTMLElement | undefined;

/** Shows the values at a time beside a point of the page. For the pointer only: the chart tells screen readers itself. */
export function showTip(
  at: { readonly x: number; readonly y: number },
  head: string,
  rows: readonly TipRow[],
): void {
  if (!root) {
    root = createElement("div", "live-tip", { "aria-hidden": "true" });
    document.body.append(root);
  }
  const lines = rows
    .slice(0, MOST_ROWS)
    .map(({ name, color, value }) =>
      createElement(
        "li",
        "live-tip-row",
        {},
        createElement("span", `swatch swatch-line ${colorClass(color)}`),
        fileText("span", "live-tip-name", name),
        createElement("span", "live-tip-value", {}, value),
      ),
    );
  const more = rows.length - MOST_ROWS;
  if (more > 0) lines.push(createElement("li", "live-tip-more", {}, `and ${more} more`));
  root.replaceChildren(
    createElement("div", "live-tip-head", {}, head),
    createElement("ul", "live-tip-rows", {}, ...lines),
  );
  root.hidden = false;
  const { offsetWidth, offsetHeight } = root;
  const left = at.x + GAP + offsetWidth > innerWidth ? at.x - GAP - offsetWidth : at.x + GAP;
  const top = Math.min(at.y + GAP, innerHeight - offsetHeight - 4);
  setStyle(root, "left", `${Math.max(4, left)}px`);
  setStyle(root, "top", `${Math.max(4, top)}px`);
}

export function hideTip(): void {
  if (root) root.hidden = true;
}
