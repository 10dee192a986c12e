import type { ArrangedTile } from "./arrangement";
import { type TextBlock, textBlocks } from "./text-blocks";
import { isObject, listOf, membersOf, textOf } from "./values";

export type SeriesShape = "line" | "area" | "bar" | "heatmap";

/** What is drawn in a tile: the shape of its content, never data. */
export type Sketch =
  | {
      readonly kind: "chart";
      /** One entry a data set, up to `MAX_SERIES`. */
      readonly series: readonly SeriesShape[];
      readonly thresholds: number;
      readonly horizontal: boolean;
    }
  | { readonly kind: "scorecard"; readonly view: "value" | "line" | "bar" | "gauge" }
  | { readonly kind: "table"; readonly bars: boolean; readonly columns: number }
  | { readonly kind: "pie"; readonly donut: boolean }
  | { readonly kind: "treemap" }
  | { readonly kind: "text"; readonly blocks: readonly TextBlock[] }
  | { readonly kind: "logs" }
  | { readonly kind: "errors" }
  | { readonly kind: "incidents" }
  | { readonly kind: "alert" }
  | { readonly kind: "section"; readonly subtitle: string; readonly divider: boolean }
  | { readonly kind: "group" }
  | { readonly kind: "views"; readonly tabs: boolean }
  | { readonly kind: "control"; readonly variable: string }
  | { readonly kind: "blank" }
  | { readonly kind: "nothing" };

export const MAX_SERIES = 6;

const SHAPES: Readonly<Record<string, SeriesShape>> = {
  STACKED_AREA: "area",
  STACKED_BAR: "bar",
  HEATMAP: "heatmap",
};

/** The drawing of a widget. Anything odd is drawn as the field's default. */
export function sketchOf(tile: ArrangedTile): Sketch {
  const content = membersOf(tile.widget[tile.kind]);
  switch (tile.kind) {
    case "xyChart":
      return {
        kind: "chart",
        series: listOf(content["dataSets"]).slice(0, MAX_SERIES).map(shapeOf),
        thresholds: Math.min(listOf(content["thresholds"]).length, 3),
        horizontal: membersOf(content["chartOptions"])["displayHorizontal"] === true,
      };
    case "scorecard":
      if (isObject(content["gaugeView"])) return { kind: "scorecard", view: "gauge" };
      if (!isObject(content["sparkChartView"])) return { kind: "scorecard", view: "value" };
      return {
        kind: "scorecard",
        view: content["sparkChartView"]["sparkChartType"] === "SPARK_BAR" ? "bar" : "line",
      };
    case "timeSeriesTable": {
      const shown = listOf(content["columnSettings"]).filter(
        (column) => membersOf(column)["visible"] === true,
      );
      return {
        kind: "table",
        bars: content["metricVisualization"] === "BAR",
        columns: shown.length > 0 ? Math.min(Math.max(shown.length, 2), 6) : 3,
      };
    }
    case "pieChart":
      return { kind: "pie", donut: content["chartType"] === "DONUT" };
    case "treemap":
      return { kind: "treemap" };
    case "text":
      return {
        kind: "text",
        blocks: textBlocks(textOf(content["content"]), content["format"] === "RAW" ? "raw" : "markdown"),
      };
    case "logsPanel":
      return { kind: "logs" };
    case "errorReportingPanel":
      return { kind: "errors" };
    case "incidentList":
      return { kind: "incidents" };
    case "alertChart":
      return { kind: "alert" };
    case "sectionHeader":
      return {
        kind: "section",
        subtitle: textOf(content["subtitle"]).slice(0, 300),
        divider: content["dividerBelow"] === true,
      };
    case "collapsibleGroup":
      return { kind: "group" };
    case "singleViewGroup":
      return { kind: "views", tabs: content["displayType"] === "TAB" };
    case "filterControl":
      return { kind: "control", variable: textOf(content["templateVariable"]).slice(0, 100) };
    case "blank":
      return { kind: "blank" };
    default:
      return { kind: "nothing" };
  }
}

function shapeOf(dataSet: unknown): SeriesShape {
  return SHAPES[textOf(membersOf(dataSet)["plotType"])] ?? "line";
}
