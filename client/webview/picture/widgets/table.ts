import { stateColor, stateOf } from "../../../../core/grid/contents/states";
import { alignmentOf, type Column, isValueColumn, sampleColumns } from "../../../../core/grid/contents/table";
import { formatValue } from "../../../../core/grid/samples/units";
import type { TableColumn, TableSketch } from "../../../../core/grid/sketch";
import { createElement, fileText, setStyle } from "../../shared/dom";
import { type Content, plainContent } from "./content";
import { colorClass } from "./legend";

/** A table of sample rows with the columns that the file shows, values as numbers or bars. */
export function tableContent(sketch: TableSketch, seed: string): Content {
  if (sketch.queries.length === 0) return plainContent(createElement("p", "no-data", {}, "No data sets"));
  return { ...drawTable(sampleColumns(sketch, seed), sketch.bars), isSample: true };
}

/** A table of these columns. */
export function drawTable(columns: readonly Column[], bars: boolean): Content {
  const head = createElement("tr", "");
  for (const column of columns) {
    const { title, settings } = column;
    const cell = fileText("th", alignClass(settings, isValueColumn(column)), title);
    cell.scope = "col";
    cell.title = title;
    head.append(cell);
  }
  const body = createElement("tbody", "");
  const rows = Math.min(...columns.map(({ cells }) => cells.length));
  for (let row = 0; row < rows; row++) {
    const line = createElement("tr", "");
    for (const column of columns) line.append(cellOf(column, row, bars));
    body.append(line);
  }
  const table = createElement("table", `cells${bars ? " has-bars" : ""}`, { "aria-hidden": "true" });
  table.append(widthsOf(columns, bars), createElement("thead", "", {}, head), body);
  return plainContent(
    createElement("div", "drawing drawing-table", {}, createElement("div", "table-box", {}, table)),
  );
}

function alignClass(settings: TableColumn | undefined, value: boolean): string {
  return `align-${alignmentOf(settings, value)}`;
}

function cellOf({ cells, settings, unit }: Column, row: number, bars: boolean): HTMLElement {
  const value = cells[row] ?? "";
  if (typeof value === "string") {
    const cell = fileText("td", alignClass(settings, false), value);
    cell.title = value;
    return cell;
  }
  const thresholds = settings?.thresholds ?? [];
  const state = stateOf(value, thresholds);
  const words = formatValue(value, unit);
  const color = stateColor(state, thresholds);
  const marked = state ? `has-state ${colorClass(color)}` : "";
  if (!bars) return createElement("td", `${alignClass(settings, true)} ${marked}`, {}, words);
  const most = Math.max(...cells.map(Number), 0) || 1;
  const bar = createElement("span", `bar ${colorClass(state ? color : 0)}`);
  setStyle(bar, "inline-size", `${Math.max((value / most) * 100, 1).toFixed(1)}%`);
  const track = createElement("span", "track", {}, bar);
  const line = createElement("div", "bar-line", {}, track, createElement("span", "bar-value", {}, words));
  return createElement("td", "cell-bar", {}, line);
}

/** Numbers have the room that they need, unless all columns together have too little; labels share the rest. */
function widthsOf(columns: readonly Column[], bars: boolean): HTMLElement {
  const group = createElement("colgroup", "");
  const share = 100 / columns.length;
  const numbers = columns.filter(isValueColumn).length;
  const labels = columns.length - numbers;
  const most = share * (numbers >= labels ? 1 : numbers === 1 ? 2 : 1.4);
  for (const column of columns) {
    const { cells, title, unit } = column;
    const col = createElement("col", "");
    if (isValueColumn(column)) {
      const longest = Math.max(...cells.map((cell) => formatValue(Number(cell), unit).length));
      const letters = Math.max(longest, Math.min(title.length, 12)) + 1.5;
      const wanted = bars ? `max(${letters}ch, ${share.toFixed(1)}cqw)` : `${letters}ch`;
      setStyle(col, "width", `min(${wanted}, ${most.toFixed(1)}cqw)`);
    }
    group.append(col);
  }
  return group;
}
