import type { LabelFacts, QueryFacts } from "../samples/facts";
import { sampleLabelValues } from "../samples/label-values";
import { seriesName } from "../samples/names";
import { sampleSeries } from "../samples/series";
import type { TableColumn, TableSketch } from "../sketch";

const ROWS = 12;

/** One column of a table as it is drawn. */
export interface Column {
  readonly title: string;
  readonly settings: TableColumn | undefined;
  readonly cells: readonly (string | number)[];
  readonly unit: string;
}

/** Whether a column has numbers. */
export function isValueColumn({ cells }: Column): boolean {
  return typeof cells[0] === "number";
}

/** Where the cells of a column stand. */
export function alignmentOf(settings: TableColumn | undefined, value: boolean): "left" | "center" | "right" {
  const align = settings?.align ?? "auto";
  return align === "auto" ? (value ? "right" : "left") : align;
}

/** The columns that the file shows, with sample rows; of a table without queries, none. */
export function sampleColumns(sketch: TableSketch, seed: string): Column[] {
  if (sketch.queries.length === 0) return [];
  const all = [...labelColumns(sketch, seed), ...valueColumns(sketch, seed)];
  return wantedColumns(sketch.columns, all, (id) => unknownColumn(id, sketch, seed));
}

/** A column with what `columnSettings` calls it. */
export type IdColumn = Column & { readonly id: string };

/**
 * The columns that the file shows, in its order and with its titles; without any, all of them.
 *
 * @param unknown a column that the file shows and that is not among them; undefined to leave it out
 */
export function wantedColumns(
  settings: readonly TableColumn[],
  all: readonly IdColumn[],
  unknown: (id: string) => IdColumn | undefined,
): Column[] {
  const wanted = settings.filter(({ visible }) => visible);
  if (wanted.length === 0) return all.map(({ id, ...column }) => ({ ...column, title: column.title || id }));
  return wanted.flatMap((own): Column[] => {
    const found = all.find(({ id }) => sameColumn(id, own.column)) ?? unknown(own.column);
    if (!found) return [];
    return [{ ...found, title: own.title || found.title || bareKey(own.column), settings: own }];
  });
}

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
