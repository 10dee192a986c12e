import type { Catalog } from "../../catalog/catalog";
import { parseFilter, subjectOf } from "../../languages/filter";
import { type Call, type Comparison, literalOf, termsOf, type ValueNode } from "../../languages/filter/ast";
import { labelFieldOf } from "../../languages/filter/label-field";
import { durationSeconds } from "../../schema/duration";
import { listOf, type Members, membersOf, stringOf } from "../../shape";
import { groupingOf, printPipeline } from "./print";
import {
  type LabelRef,
  labelName,
  literalPattern,
  type Matcher,
  NotExact,
  type Pipeline,
  type Series,
  seriesOf,
} from "./series";

/** Gives the range of the function that aligns over so many seconds. */
export type RangeOf = (seconds: number) => string;

/**
 * A query with filters in PromQL.
 *
 * @param query canonical value of a `TimeSeriesQuery` with a filter or a ratio
 * @throws NotExact when PromQL would show something else
 */
export function promqlOfFilter(query: Members, catalog: Catalog, rangeOf: RangeOf): string {
  if (query["outputFullDuration"] === true)
    throw new NotExact("the query covers the whole time range at once");
  if (query["timeSeriesFilter"] !== undefined) {
    const filter = membersOf(query["timeSeriesFilter"]);
    only(filter, ["filter", "aggregation"]);
    return printPipeline(pipelineOf(filter, catalog, rangeOf));
  }
  const ratio = membersOf(query["timeSeriesFilterRatio"]);
  only(ratio, ["numerator", "denominator"]);
  const [above, below] = ["numerator", "denominator"].map((name) => {
    const part = membersOf(ratio[name]);
    only(part, ["filter", "aggregation"]);
    return pipelineOf(part, catalog, rangeOf);
  }) as [Pipeline, Pipeline];
  const same = groupingOf(above).sort().join() === groupingOf(below).sort().join();
  // Series are matched by their labels: those that both sides have been reduced to.
  if (!same || above.reducer === "REDUCE_NONE" || below.reducer === "REDUCE_NONE")
    throw new NotExact("both sides of the ratio must be reduced to the same labels");
  return `${printPipeline(above)} / ${printPipeline(below)}`;
}

/** Members that mean something and have no counterpart. */
function only(value: Members, known: readonly string[]): void {
  const other = Object.keys(value).find((name) => !known.includes(name));
  if (other) throw new NotExact(`"${other}" has no counterpart`);
}

function pipelineOf(query: Members, catalog: Catalog, rangeOf: RangeOf): Pipeline {
  const tree = parseFilter(stringOf(query["filter"]));
  if (tree.problems.length > 0) throw new NotExact("the filter has syntax errors");
  const { metricType, resourceType, mentionsResource } = subjectOf(tree, catalog);
  if (mentionsResource && !resourceType) throw new NotExact("the filter does not name one resource type");
  const series = seriesOf(metricType, resourceType, catalog);
  const matchers: (Matcher | string)[] = [];
  for (const { node, negated, alternative } of termsOf(tree.root)) {
    if (negated) throw new NotExact("NOT has no counterpart");
    if (alternative) throw new NotExact("OR has no counterpart");
    if (node.kind === "variable") matchers.push(tree.text.slice(node.offset, node.end));
    else if (node.kind !== "comparison") throw new NotExact("a selector or placeholder has no counterpart");
    else if (node.object.name !== "metric.type" && node.object.name !== "resource.type")
      matchers.push(matcherOf(node, series));
  }
  const aggregation = membersOf(query["aggregation"]);
  only(aggregation, ["alignmentPeriod", "perSeriesAligner", "crossSeriesReducer", "groupByFields"]);
  const aligner = stringOf(aggregation["perSeriesAligner"]);
  if (!aligner || aligner === "ALIGN_NONE") throw new NotExact("the query has no aligner");
  const reducer = stringOf(aggregation["crossSeriesReducer"]) || "REDUCE_NONE";
  const seconds = durationSeconds(stringOf(aggregation["alignmentPeriod"])) ?? 60;
  const fields = listOf(aggregation["groupByFields"]);
  const by = reducer === "REDUCE_NONE" ? [] : fields.map((field) => groupByOf(stringOf(field)));
  return { series, matchers, aligner, reducer, by, range: rangeOf(seconds) };
}

function groupByOf(field: string): LabelRef {
  const label = labelFieldOf(field);
  if (!label) throw new NotExact(`the group-by field ${field} is not a label`);
  return label;
}

const OWNERS: Readonly<Record<string, LabelRef["of"]>> = {
  "metric.labels": "metric",
  "resource.labels": "resource",
  "metadata.system_labels": "metadata.system_labels",
  "metadata.user_labels": "metadata.user_labels",
};

function matcherOf(comparison: Comparison, series: Series): Matcher {
  const { object, operator, value } = comparison;
  const of = OWNERS[object.name ?? ""];
  if (!of || !object.key) throw new NotExact(`"${object.text}" has no counterpart`);
  const label = labelName(series, { of, key: object.key.text });
  const equal = operator?.text === "=";
  if (!equal && operator?.text !== "!=")
    throw new NotExact(`the operator ${operator?.text ?? ""} has no counterpart`);
  if (value?.kind === "call") return { label, operator: equal ? "=~" : "!~", value: patternOf(value) };
  return { label, operator: equal ? "=" : "!=", value: textOf(value) };
}

function textOf(value: ValueNode | undefined): string {
  if (value?.kind === "string" && /\{\{/.test(value.text)) throw new NotExact("a value has a placeholder");
  if (value?.kind === "string" && value.quote === '"') return value.text;
  if (value?.kind === "bare" && value.type !== "refused") return value.text;
  throw new NotExact("a value is not a string");
}

/** The regular expression that matches what a function does. */
function patternOf({ name, args }: Call): string {
  const texts = args.map((arg) => literalOf(arg) ?? textOf(arg));
  const [text = ""] = texts;
  switch (name.text) {
    case "one_of":
      return texts.map(literalPattern).join("|");
    case "starts_with":
      return `${literalPattern(text)}.*`;
    case "ends_with":
      return `.*${literalPattern(text)}`;
    case "has_substring":
      return `${texts[1] === "true" ? "(?i)" : ""}.*${literalPattern(text)}.*`;
    case "monitoring.regex.full_match":
      return text;
    default:
      throw new NotExact(`${name.text} has no counterpart`);
  }
}
