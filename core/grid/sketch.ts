import { listOf, membersOf, stringOf } from "../shape";
import type { ArrangedTile } from "./arrangement";
import type { MetricLookup } from "./samples/facts";
import { singleLine, truncateText } from "./shorten";
import {
  alertSketch,
  type ChartSketch,
  chartSketch,
  type ScorecardSketch,
  scorecardSketch,
} from "./sketch-chart";
import {
  type PieSketch,
  pieSketch,
  type TableSketch,
  type TreemapSketch,
  tableSketch,
  treemapSketch,
} from "./sketch-table";
import { type TextSketch, textSketch } from "./sketch-text";

export type { ChartSketch, Plot, ScorecardSketch, SeriesShape, StateThreshold } from "./sketch-chart";
export type { PieSketch, TableColumn, TableSketch, TreemapSketch } from "./sketch-table";
export type { TextSketch, TextStyle } from "./sketch-text";

/** What is drawn in a tile: what the file says about its look, and what sample data should be like. Never data. */
export type Sketch =
  | ChartSketch
  | ScorecardSketch
  | TableSketch
  | PieSketch
  | TreemapSketch
  | TextSketch
  | { readonly kind: "logs"; readonly severity: string; readonly resource: string }
  | { readonly kind: "errors"; readonly services: readonly string[] }
  | { readonly kind: "incidents"; readonly policies: number; readonly resources: readonly string[] }
  | { readonly kind: "alert"; readonly policy: string }
  | { readonly kind: "section"; readonly subtitle: string; readonly divider: boolean }
  | { readonly kind: "group"; readonly collapsed: boolean }
  | { readonly kind: "views"; readonly tabs: boolean }
  | {
      readonly kind: "control";
      readonly variable: string;
      readonly value: string;
      readonly declared: boolean;
    }
  | { readonly kind: "blank" }
  | { readonly kind: "nothing" };

/** What a sketch needs from outside of its widget. */
export interface SketchContext {
  readonly lookup: MetricLookup;
  /** The value that a template variable starts with, empty for all; undefined when there is no such variable. */
  readonly variable: (name: string) => string | undefined;
}

/** The drawing of a widget. Anything odd is drawn as the field's default. */
export function sketchOf(tile: ArrangedTile, context: SketchContext): Sketch {
  const content = membersOf(tile.widget[tile.kind]);
  switch (tile.kind) {
    case "xyChart":
      return chartSketch(content, tile.widget, context.lookup);
    case "scorecard":
      return scorecardSketch(content, context.lookup);
    case "timeSeriesTable":
      return tableSketch(content, context.lookup);
    case "pieChart":
      return pieSketch(content, context.lookup);
    case "treemap":
      return treemapSketch(content, context.lookup);
    case "text":
      return textSketch(content, context.variable);
    case "alertChart":
      return alertSketch(content);
    case "logsPanel":
      return logsSketch(stringOf(content["filter"]));
    case "errorReportingPanel":
      return { kind: "errors", services: names(content["services"]) };
    case "incidentList":
      return {
        kind: "incidents",
        policies: listOf(content["policyNames"]).length,
        resources: names(listOf(content["monitoredResources"]).map((one) => membersOf(one)["type"])),
      };
    case "sectionHeader":
      return {
        kind: "section",
        subtitle: singleLine(stringOf(content["subtitle"]), 300),
        divider: content["dividerBelow"] === true,
      };
    case "collapsibleGroup":
      return { kind: "group", collapsed: content["collapsed"] === true };
    case "singleViewGroup":
      return { kind: "views", tabs: content["displayType"] === "TAB" };
    case "filterControl": {
      const name = stringOf(content["templateVariable"]);
      const value = context.variable(name);
      return {
        kind: "control",
        variable: truncateText(name, 100),
        value: truncateText(value ?? "", 100),
        declared: value !== undefined,
      };
    }
    case "blank":
      return { kind: "blank" };
    default:
      return { kind: "nothing" };
  }
}

/** Of a Logging query what its entries have in common. */
function logsSketch(filter: string): Sketch {
  const text = filter.slice(0, 4000);
  return {
    kind: "logs",
    severity: /\bseverity\s*(?:>=|=|:)\s*"?([A-Za-z]{4,9})"?/.exec(text)?.[1]?.toUpperCase() ?? "",
    resource: /\bresource\.type\s*=\s*"?([\w.]{1,60})/.exec(text)?.[1] ?? "",
  };
}

function names(value: unknown): string[] {
  return listOf(value)
    .slice(0, 8)
    .map((name) => singleLine(stringOf(name), 80))
    .filter(Boolean);
}
