import type { TreemapNode } from "../../../../core/grid/charts/spec";
import { pieOf } from "../../../../core/grid/contents/parts";
import { scoreOf } from "../../../../core/grid/contents/score";
import { type IdColumn, wantedColumns } from "../../../../core/grid/contents/table";
import type { PictureTile } from "../../../../core/grid/picture";
import { formatValue } from "../../../../core/grid/samples/units";
import type { PieSketch, ScorecardSketch, TableSketch, TreemapSketch } from "../../../../core/grid/sketch";
import type { Content } from "../widgets/content";
import { drawPie, drawTreemap } from "../widgets/parts";
import { drawScore } from "../widgets/scorecard";
import { drawTable } from "../widgets/table";
import { LiveChart, type LiveChartContext } from "./chart";
import { chartData } from "./chart-data";
import type { LiveDataSet, LivePlot } from "./messages";

/** More rows than this have no place in a tile. */
const MOST_ROWS = 50;
const MOST_SLICES = 12;

/** The drawing of a tile's data sets; undefined for what shows no time series. At least one set has a plot. */
export function liveContent(
  tile: PictureTile,
  sets: readonly LiveDataSet[],
  context: LiveChartContext,
): Content | undefined {
  const { sketch } = tile;
  switch (sketch.kind) {
    case "chart":
      return new LiveChart(sketch, chartData(sketch, sets), context);
    case "scorecard":
      return scorecard(sketch, sets);
    case "table":
      return drawTable(columnsOf(sketch, sets), sketch.bars);
    case "pie":
      return pie(sketch, sets);
    case "treemap":
      return treemap(sketch, sets);
    default:
      return undefined;
  }
}

const plotsOf = (sets: readonly LiveDataSet[]) => sets.flatMap(({ plot }) => plot ?? []);

/** The newest value that is there. */
function newest(values: readonly (number | null)[]): number | undefined {
  return values.findLast((value): value is number => value !== null);
}

/** One series; of several the first one, which its mark says. */
function scorecard(sketch: ScorecardSketch, sets: readonly LiveDataSet[]): Content {
  const plot = plotsOf(sets)[0]!;
  const values = plot.series[0]?.values ?? [];
  const own = { ...sketch, facts: { ...sketch.facts, unit: plot.unit } };
  return drawScore(own, scoreOf(own, newest(values) ?? Number.NaN, values));
}

/** Rows by their labels: those of the first data set, with a value of each. */
function columnsOf(sketch: TableSketch, sets: readonly LiveDataSet[]) {
  const plots = sets.filter(({ plot }) => plot !== undefined);
  const many = sketch.queries.length > 1;
  const keyOf = (labels: readonly string[], name: string) => (labels.length > 0 ? labels.join("\n") : name);
  const first = plots[0]!.plot!;
  const rows = [...first.series]
    .sort((a, b) => (newest(b.values) ?? 0) - (newest(a.values) ?? 0))
    .slice(0, MOST_ROWS);
  const hasTemplate = (sketch.queries[plots[0]!.index]?.template ?? "").trim() !== "";
  const base = { settings: undefined, unit: "" };
  const labels = first.labels.map(({ key }, at): IdColumn => {
    return { ...base, id: key, title: key, cells: rows.map((row) => row.labels[at] ?? "") };
  });
  const name: IdColumn = { ...base, id: "Name", title: "Name", cells: rows.map((row) => row.name) };
  const values = plots.map(({ plot, index }): IdColumn => {
    const byKey = new Map(plot!.series.map((one) => [keyOf(one.labels, one.name), newest(one.values)]));
    return {
      ...base,
      id: many ? `value-${index + 1}` : "value",
      title: many ? (sketch.queries[index]?.facts.name ?? `Query ${index + 1}`) : "Value",
      unit: plot!.unit,
      cells: rows.map((row) => byKey.get(keyOf(row.labels, row.name)) ?? Number.NaN),
    };
  });
  const named = hasTemplate || labels.length === 0 ? [name] : labels;
  const all = [...named, ...values];
  // What the file shows may be a label that all rows have in common, which is not among the columns.
  const known = wantedColumns(sketch.columns, [name, ...labels, ...values], () => undefined);
  const isWanted = sketch.columns.some(({ visible }) => visible);
  return isWanted && known.length > 0 ? known : wantedColumns([], all, () => undefined);
}

function pie(sketch: PieSketch, sets: readonly LiveDataSet[]): Content {
  const plots = plotsOf(sets);
  const slices = plots
    .flatMap(({ series }) => series.map(({ name, values }) => ({ name, value: newest(values) ?? 0 })))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .map((slice, color) => ({ ...slice, color }));
  const rest = slices.slice(MOST_SLICES - 1);
  const others = rest.reduce((sum, { value }) => sum + value, 0);
  const shown =
    rest.length > 1
      ? [
          ...slices.slice(0, MOST_SLICES - 1),
          { name: `${rest.length} others`, value: others, color: "neutral" as const },
        ]
      : slices;
  return drawPie(pieOf(sketch, shown, plots[0]!.unit));
}

/** Rectangles by the labels of the hierarchy, at most two levels of them. */
function treemap(sketch: TreemapSketch, sets: readonly LiveDataSet[]): Content {
  const [plot] = plotsOf(sets);
  const at = (key: string | undefined) => {
    const bare = key?.replace(/^.*\./, "");
    return plot!.labels.findIndex((label) => label.key === bare);
  };
  const [outer, inner] = [at(sketch.levels[0]), at(sketch.levels[1])];
  const groups = new Map<string, { name: string; value: number }[]>();
  for (const { name, labels, values } of plot!.series) {
    const value = newest(values) ?? 0;
    if (!(value > 0)) continue;
    const group = labels[outer] || name;
    const list = groups.get(group) ?? [];
    list.push({ name: labels[inner] || name, value });
    groups.set(group, list);
  }
  const nodes = [...groups].map(([name, children], color): TreemapNode => {
    const value = children.reduce((sum, child) => sum + child.value, 0);
    if (inner < 0 || outer < 0) return { name, value, color };
    return { name, value, color, children: children.map((child) => ({ ...child, color })) };
  });
  return drawTreemap({ kind: "treemap", nodes: nodes.sort((a, b) => b.value - a.value) });
}

/** What a screen reader hears of a tile's data: how many series, and the newest values of the first ones. */
export function spokenValues(sets: readonly LiveDataSet[]): string {
  const plots = plotsOf(sets);
  const series = plots.flatMap((plot: LivePlot) =>
    plot.series.map((one) => ({ name: one.name, value: newest(one.values), unit: plot.unit })),
  );
  const shown = series
    .slice(0, 3)
    .map(({ name, value, unit }) => `${name} ${value === undefined ? "–" : formatValue(value, unit)}`);
  const more = series.length > 3 ? ` and ${series.length - 3} more` : "";
  return `${shown.join(", ")}${more}`;
}
