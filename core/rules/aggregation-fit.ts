import {
  afterAligner,
  afterReducer,
  alignerFits,
  alignersFor,
  reducerFits,
  reducersFor,
  type SeriesType,
} from "../catalog/aligners";
import { isUserMetric } from "../catalog/names";
import type { ObjectNode } from "../document/node";
import { dataOf } from "../finding";
import { comparisonsOf } from "../languages/filter/ast";
import { parseFilter } from "../languages/filter/parser";
import { subjectOf } from "../languages/filter/subject";
import { memberOf } from "../schema/canonical";
import { stringOf } from "../shape";
import { perFilter } from "./filter-cache";
import { replaceFix } from "./fix-builders";
import type { Rule, RuleContext } from "./rule";
import { spanOf } from "./span";

/** Most values to choose from as a fix. */
const MAX_CHOICES = 4;

const LATENCY = 'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision"';

/** Both sides of a ratio have become numbers; the kind of series of their ratio is not documented. */
const QUOTIENT: SeriesType = { kind: undefined, valueType: "DOUBLE" };

export const aggregationFit: Rule = {
  id: "aggregation-fit",
  severity: "warning",
  message: ["TimeSeriesFilter", "RatioPart", "TimeSeriesFilterRatio"],
  evidence: "recorded",
  summary: "An aligner or reducer does not apply to the metric.",
  details:
    "Aligners and reducers depend on the metric kind (gauge, delta, cumulative) and the value type (number, boolean, distribution). The service saves such a query but rejects it when it runs, so the chart stays empty. Metrics whose kind is unknown are not checked.",
  serviceMessage:
    'Field aggregation.perSeriesAligner had an invalid value of "ALIGN_RATE": The aligner does not apply to metrics with kind DELTA and value type DISTRIBUTION.',
  check(node, context) {
    const series =
      context.type.name === "TimeSeriesFilterRatio"
        ? QUOTIENT
        : seriesOf(stringOf(context.value["filter"]), context.catalog);
    if (!series) return;
    let before: SeriesType | undefined = series;
    for (const name of ["aggregation", "secondaryAggregation"]) {
      const aggregation = memberOf(node, name);
      if (aggregation?.kind === "object" && before) before = checkStep(aggregation, before, context);
    }
  },
  fixes(dashboard, finding) {
    const choices = dataOf(finding, "choices")?.choices ?? [];
    return choices.flatMap((choice, i) => replaceFix(dashboard, finding, choice, i === 0));
  },
  bad: {
    query: {
      timeSeriesFilter: {
        filter: LATENCY,
        aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_RATE" },
      },
    },
  },
  good: {
    query: {
      timeSeriesFilter: {
        filter: LATENCY,
        aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_PERCENTILE_95" },
      },
    },
  },
};

/** The series that come out of an aggregation; undefined after something that does not fit or is not known. */
function checkStep(
  aggregation: ObjectNode,
  before: SeriesType,
  context: RuleContext,
): SeriesType | undefined {
  const value = context.canonical.valueOf(aggregation) ?? {};
  const aligner = stringOf(value["perSeriesAligner"]) || "ALIGN_NONE";
  const reducer = stringOf(value["crossSeriesReducer"]) || "REDUCE_NONE";
  const aligns = alignerFits(aligner, before);
  if (aligns === false) {
    const choices = alignersFor(before).filter((name) => name !== "ALIGN_NONE");
    misfit(aggregation, "perSeriesAligner", aligner, before, choices, context);
  }
  if (!aligns) return undefined;
  const aligned = afterAligner(aligner, before);
  // A reducer without an aligner is wrong whatever the metric is, and another rule says so.
  const reduces =
    aligner === "ALIGN_NONE"
      ? reducerFits(reducer, { ...aligned, kind: undefined })
      : reducerFits(reducer, aligned);
  if (reduces === false) {
    const choices = reducersFor(aligned).filter((name) => name !== "REDUCE_NONE");
    misfit(aggregation, "crossSeriesReducer", reducer, aligned, choices, context);
  }
  return reduces ? afterReducer(reducer, aligned) : undefined;
}

function misfit(
  aggregation: ObjectNode,
  name: "perSeriesAligner" | "crossSeriesReducer",
  chosen: string,
  { kind, valueType }: SeriesType,
  choices: readonly string[],
  { report }: RuleContext,
): void {
  const what = [kind && `kind ${kind}`, valueType && `value type ${valueType}`].filter(Boolean).join(" and ");
  const series = name === "perSeriesAligner" ? "series" : "aligned series";
  const best = choices.slice(0, MAX_CHOICES);
  const advice =
    best.length > 0 ? ` Use ${best.join(", ")}${choices.length > best.length ? " or similar" : ""}.` : "";
  report({
    ...spanOf(aggregation, name),
    message: `${chosen} does not apply to ${series} with ${what}: the chart stays empty.${advice}`,
    data: { kind: "choices", choices: best },
  });
}

/** The series of the one metric that a filter names; undefined where its kind is not known for certain. */
const seriesOf = perFilter(8192, (filter, catalog): SeriesType | undefined => {
  const tree = parseFilter(filter);
  const { metric, metricClause } = subjectOf(tree, catalog);
  if (!metric || metric.inferred || !metric.kind || !metric.valueType) return undefined;
  // What users define is what their project says it is, whatever a list says of the usual case.
  if (isUserMetric(metric.type) && !metric.own) return undefined;
  const placed = comparisonsOf(tree.root).find(({ node }) => node === metricClause);
  return placed && !placed.negated && !placed.alternative ? metric : undefined;
});
