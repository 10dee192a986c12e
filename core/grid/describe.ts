import { listOf, membersOf, stringOf } from "../shape";
import type { ArrangedTile } from "./arrangement";
import { contentsOf, kindName } from "./kinds";
import { describeDataSets, describeQuery } from "./queries";
import { singleLine, truncateText } from "./shorten";
import type { SeriesShape, Sketch } from "./sketch";

const SUBTITLE = 160;

const CHART_NAMES: Readonly<Record<SeriesShape, string>> = {
  line: "line",
  area: "stacked area",
  bar: "stacked bar",
  heatmap: "heatmap",
};

/** What a tile is called in a sentence: "line chart", "gauge scorecard", "top list". */
export function labelOf(tile: ArrangedTile, sketch: Sketch): string {
  switch (sketch.kind) {
    case "chart": {
      const shapes = [...new Set(sketch.plots.map(({ shape }) => shape))];
      if (shapes.length === 0) return kindName(tile.kind);
      if (shapes.length === 1 && shapes[0] === "heatmap") return "heatmap";
      return `${shapes.map((shape) => CHART_NAMES[shape]).join(" and ")} chart`;
    }
    case "scorecard":
      if (sketch.view === "gauge") return "gauge";
      return sketch.view === "value" ? "scorecard" : "scorecard with spark chart";
    case "table":
      return sketch.bars ? "top list" : "table";
    case "pie":
      return sketch.donut ? "donut chart" : "pie chart";
    default:
      return kindName(tile.kind);
  }
}

/** One short line about what the tile shows; empty when there is nothing to add to its title. */
export function subtitleOf(tile: ArrangedTile, members: number): string {
  const contents = contentsOf(tile.widget);
  if (contents.length > 1) return `multiple contents: ${contents.join(", ")}`;
  return truncateText(detailOf(tile, members), SUBTITLE);
}

function detailOf(tile: ArrangedTile, members: number): string {
  const content = membersOf(tile.widget[tile.kind]);
  switch (tile.kind) {
    case "xyChart":
    case "timeSeriesTable":
    case "pieChart":
    case "treemap":
      return describeDataSets(content["dataSets"]);
    case "scorecard":
      return describeQuery(content["timeSeriesQuery"]);
    case "text":
      return singleLine(stringOf(content["content"]), 80) || "empty text";
    case "alertChart":
      return lastSegment(stringOf(content["name"]), "policy") || "no policy";
    case "incidentList": {
      const parts = [
        counted(listOf(content["policyNames"]).length, "policy", "policies"),
        counted(listOf(content["monitoredResources"]).length, "resource type", "resource types"),
      ].filter(Boolean);
      return parts.join(", ") || "all incidents";
    }
    case "logsPanel":
      return singleLine(stringOf(content["filter"]), 90) || "all log entries";
    case "errorReportingPanel":
      return (
        listOf(content["services"]).map(stringOf).slice(0, 5).join(", ") ||
        counted(listOf(content["projectNames"]).length, "project", "projects") ||
        "all services"
      );
    case "collapsibleGroup":
      return `${counted(members, "widget", "widgets") || "empty"}${content["collapsed"] === true ? ", collapsed by default" : ""}`;
    case "singleViewGroup":
      return counted(members, "view", "views") || "empty";
    case "sectionHeader":
      return singleLine(stringOf(content["subtitle"]), 120);
    case "filterControl":
      return stringOf(content["templateVariable"])
        ? `sets ${truncateText(stringOf(content["templateVariable"]), 100)}`
        : "no variable";
    case "none":
      return "no content yet";
    case "unknown":
      return singleLine(
        Object.keys(tile.widget)
          .filter((key) => key !== "title" && key !== "id")
          .join(", "),
        80,
      );
    default:
      return "";
  }
}

/** What else a reader of the dashboard should know: a condition, an own time range. */
export function annotationsOf(tile: ArrangedTile): string[] {
  const notes: string[] = [];
  const condition = membersOf(membersOf(tile.widget["visibilityCondition"])["templateVariableCondition"]);
  if (Object.keys(condition).length > 0) {
    const name = stringOf(condition["templateVariable"]) || "a variable";
    notes.push(
      truncateText(`visible when ${name} matches ${stringOf(condition["templateVariableValue"])}`, SUBTITLE),
    );
  }
  const range = membersOf(tile.widget["timeRange"]);
  const duration = stringOf(range["relativeDuration"]);
  if (duration) notes.push(truncateText(`own time range: last ${duration}`, SUBTITLE));
  else if (Object.keys(range).length > 0) notes.push("own time range");
  return notes;
}

function counted(count: number, one: string, many: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function lastSegment(name: string, noun: string): string {
  const last = name.split("/").pop() ?? "";
  return last ? `${noun} ${truncateText(last, 60)}` : "";
}
