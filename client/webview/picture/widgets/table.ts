import type { LabelFacts, QueryFacts } from "../../../../core/grid/samples/facts";
import { sampleLabelValues } from "../../../../core/grid/samples/label-values";
import { seriesName } from "../../../../core/grid/samples/names";
import { sampleSeries } from "../../../../core/grid/samples/series";
import { formatValue } from "../../../../core/grid/samples/units";
import type { TableColumn, TableSketch } from "../../../../core/grid/sketch";
import { createElement, fileText, setStyle } from "../../shared/dom";
import { type Content, plainContent } from "./content";
import { colorClass } from "./legend";
import { stateColor, stateOf } from "./states";

const ROWS = 12;

/** One column as it is drawn. */
interface Column {
  readonly title: string;
  readonly settings: TableColumn | undefined;
  readonly cells: readonly (string | number)[];
  readonly unit: string;
}

/** A table of sample rows with the columns that the file shows, values as numbers or bars. */
export function tableContent(sketch: TableSketch, seed: string): Content {
  if (sketch.queries.length === 0) return plainContent(createElement("p", "no-data", {}, "No data sets"));
  const columns = columnsOf(sketch, seed);
  const head = createElement("tr", "");
  for (const { title, settings, cells } of columns) {
    const cell = fileText("th", alignClass(settings, isValue(cells)), title);
    cell.scope = "col";
    cell.title = title;
    head.append(cell);
  }
  const body = createElement("tbody", "");
  const rows = Math.min(...columns.map(({ cells }) => cells.length));
  for (let row = 0; row < rows; row++) {
    const line = createElement("tr", "");
    for (const column of columns) line.append(cellOf(column, row, sketch.bars));
    body.append(line);
  }
  const table = createElement("table", `cells${sketch.bars ? " has-bars" : ""}`, { "aria-hidden": "true" });
  table.append(widthsOf(columns, sketch.bars), createElement("thead", "", {}, head), body);
  return plainContent(
    createElement("div", "drawing drawing-table", {}, createElement("div", "table-box", {}, table)),
    true,
  );
}

function isValue(cells: readonly (string | number)[]): boolean {
  return typeof cells[0] === "number";
}

function alignClass(settings: TableColumn | undefined, value: boolean): string {
  const align = settings?.align ?? "auto";
  return `align-${align === "auto" ? (value ? "right" : "left") : align}`;
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
  const numbers = columns.filter(({ cells }) => isValue(cells)).length;
  const labels = columns.length - numbers;
  const most = share * (numbers >= labels ? 1 : numbers === 1 ? 2 : 1.4);
  for (const { cells, title, unit } of columns) {
    const col = createElement("col", "");
    if (isValue(cells)) {
      const longest = Math.max(...cells.map((cell) => formatValue(Number(cell), unit).length));
      const letters = Math.max(longest, Math.min(title.length, 12)) + 1.5;
      const wanted = bars ? `max(${letters}ch, ${share.toFixed(1)}cqw)` : `${letters}ch`;
      setStyle(col, "width", `min(${wanted}, ${most.toFixed(1)}cqw)`);
    }
    group.append(col);
  }
  return group;
}

function columnsOf(sketch: TableSketch, seed: string): Column[] {
  const all = [...labelColumns(sketch, seed), ...valueColumns(sketch, seed)];
  const wanted = sketch.columns.filter(({ visible }) => visible);
  if (wanted.length === 0) return all.map(({ id, ...column }) => ({ ...column, title: column.title || id }));
  return wanted.map((settings): Column => {
    const found =
      all.find(({ id }) => sameColumn(id, settings.column)) ?? unknownColumn(settings.column, sketch, seed);
    return { ...found, title: settings.title || found.title || bareKey(settings.column), settings };
  });
}

type IdColumn = Column & { readonly id: string };

/** The labels of the first query, or the name that its pattern gives. */
function labelColumns(sketch: TableSketch, seed: string): IdColumn[] {
  const { facts, template, dimensions } = sketch.queries[0]!;
  const labels: readonly LabelFacts[] =
    dimensions.length > 0 ? dimensions.map((key) => ({ key, of: "", values: [] })) : facts.labels;
  const rows = sampleSeries({ ...facts, labels, series: ROWS }, seed, 2);
  const columns = labels.map(
    ({ key }, at): IdColumn => ({
      id: key,
      title: key,
      settings: undefined,
      unit: "",
      cells: rows.map((row) => row.labels[at] ?? ""),
    }),
  );
  if (template.trim() === "" && columns.length > 0) return columns;
  const cells = [...new Set(rows.map((row, i) => seriesName(template, facts, row.labels, i)))];
  return [
    { id: "Name", title: "Name", settings: undefined, unit: "", cells },
    ...(template.trim() ? [] : columns),
  ];
}

/** A column for each query, or for each measure of a query in SQL; the largest value first. */
function valueColumns(sketch: TableSketch, seed: string): IdColumn[] {
  const many = sketch.queries.length > 1;
  return sketch.queries.flatMap(({ facts, measures }, at) => {
    const names = measures.length > 0 ? measures : [many ? facts.name : "Value"];
    return names.map(
      (title, part): IdColumn => ({
        id: measures.length > 0 ? title : many ? `value-${at + 1}` : "value",
        title,
        settings: undefined,
        unit: facts.unit,
        cells: valuesOf(sketch, facts, `${seed} ${at} ${part}`, at + part === 0),
      }),
    );
  });
}

function valuesOf(sketch: TableSketch, facts: QueryFacts, seed: string, sorted: boolean): number[] {
  const thresholds = sketch.columns.flatMap(({ thresholds: own }) => own.map(({ value }) => value));
  const highest = Math.max(...thresholds);
  const scale = highest > 0 ? highest * 1.1 : undefined;
  const shape = facts.values === "distribution" ? "level" : facts.values;
  const values = sampleSeries({ ...facts, values: shape, labels: [], series: ROWS }, seed, 2, scale).map(
    (one) => one.values[1]!,
  );
  return sorted ? values.sort((a, b) => b - a) : values;
}

/** A column that the file shows and the query does not tell of. */
function unknownColumn(id: string, sketch: TableSketch, seed: string): IdColumn {
  const { facts } = sketch.queries[0]!;
  const base = { id, title: "", settings: undefined };
  if (/^value\b/i.test(id)) {
    return { ...base, unit: facts.unit, cells: valuesOf(sketch, facts, `${seed} ${id}`, false) };
  }
  const values = sampleLabelValues({ key: bareKey(id), of: "", values: [] }, ROWS);
  return {
    ...base,
    unit: "",
    cells: Array.from({ length: ROWS }, (_, i) => values[i % values.length] ?? ""),
  };
}

/** Column ids name labels in several ways: `system_labels.name`, `metadata_user_team`, `resource.zone`, `zone`. */
function bareKey(id: string): string {
  return id.replace(
    /^(?:metadata_(?:system|user)_|(?:metadata\.)?(?:system|user)_labels\.|(?:resource|metric)\.(?:labels?\.)?)/,
    "",
  );
}

function sameColumn(id: string, column: string): boolean {
  return id === column || bareKey(column) === id || (id === "value" && /^value$/i.test(column));
}
