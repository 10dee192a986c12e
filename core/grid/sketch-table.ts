import { listOf, type Members, membersOf, stringOf } from "../shape";
import type { MetricLookup, QueryFacts } from "./samples/facts";
import { factsOf } from "./samples/read-facts";
import { singleLine, truncateText } from "./shorten";
import { measureName, type StateThreshold, statesOf } from "./sketch-chart";

export interface TableSketch {
  readonly kind: "table";
  /** Values are drawn as bars. */
  readonly bars: boolean;
  readonly queries: readonly NamedQuery[];
  /** What the file says about columns, in its order. */
  readonly columns: readonly TableColumn[];
}

/** A query with the pattern that names its rows or slices. */
export interface NamedQuery {
  readonly template: string;
  readonly facts: QueryFacts;
  /** Names of the value columns of a query in SQL. */
  readonly measures: readonly string[];
  /** Names of its category columns. */
  readonly dimensions: readonly string[];
}

export interface TableColumn {
  readonly column: string;
  readonly title: string;
  readonly visible: boolean;
  readonly align: "auto" | "left" | "center" | "right";
  readonly thresholds: readonly StateThreshold[];
}

export interface PieSketch {
  readonly kind: "pie";
  readonly donut: boolean;
  readonly labels: boolean;
  readonly queries: readonly NamedQuery[];
}

export interface TreemapSketch {
  readonly kind: "treemap";
  /** Label keys from the outermost level inwards. */
  readonly levels: readonly string[];
  readonly queries: readonly NamedQuery[];
}

const MAX_QUERIES = 8;
const MAX_COLUMNS = 40;
const ALIGNMENTS: Readonly<Record<string, TableColumn["align"]>> = {
  LEFT: "left",
  CENTER: "center",
  RIGHT: "right",
};

export function tableSketch(content: Members, lookup: MetricLookup): TableSketch {
  return {
    kind: "table",
    bars: content["metricVisualization"] === "BAR",
    queries: queriesOf(content["dataSets"], "tableTemplate", lookup),
    columns: listOf(content["columnSettings"]).slice(0, MAX_COLUMNS).map(columnOf),
  };
}

export function pieSketch(content: Members, lookup: MetricLookup): PieSketch {
  return {
    kind: "pie",
    donut: content["chartType"] === "DONUT",
    labels: content["showLabels"] === true,
    queries: queriesOf(content["dataSets"], "sliceNameTemplate", lookup),
  };
}

export function treemapSketch(content: Members, lookup: MetricLookup): TreemapSketch {
  return {
    kind: "treemap",
    levels: listOf(content["treemapHierarchy"])
      .slice(0, 3)
      .map((level) => singleLine(stringOf(level), 80))
      .filter(Boolean),
    queries: queriesOf(content["dataSets"], "", lookup),
  };
}

function queriesOf(value: unknown, template: string, lookup: MetricLookup): NamedQuery[] {
  return listOf(value)
    .slice(0, MAX_QUERIES)
    .map((one) => {
      const set = membersOf(one);
      const facts = factsOf(set["timeSeriesQuery"], lookup);
      const measures = listOf(set["measures"]).slice(0, 4).map(measureName).filter(Boolean);
      return {
        template: truncateText(stringOf(set[template]), 500),
        facts,
        measures: measures.length > 0 ? measures : (facts.measures ?? []),
        dimensions: listOf(set["dimensions"])
          .slice(0, 4)
          .map((dimension) => singleLine(stringOf(membersOf(dimension)["column"]), 80))
          .filter(Boolean),
      };
    });
}

function columnOf(value: unknown): TableColumn {
  const column = membersOf(value);
  return {
    column: singleLine(stringOf(column["column"]), 120),
    title: singleLine(stringOf(column["displayName"]), 120),
    visible: column["visible"] === true,
    align: ALIGNMENTS[stringOf(column["alignment"])] ?? "auto",
    thresholds: statesOf(column["thresholds"]),
  };
}
