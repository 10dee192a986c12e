import { type Catalog, shippedCatalog } from "../catalog/catalog";
import type { Dashboard } from "../dashboard";
import { type Node, nodeAt, pathOf } from "../document/node";
import { dataOf } from "../finding";
import { comparisonsOf } from "../languages/filter/ast";
import { labelFieldOf, writeLabelField } from "../languages/filter/label-field";
import { missingLabel } from "../languages/filter/missing-label";
import { parseFilter } from "../languages/filter/parser";
import { type FilterSubject, subjectOf } from "../languages/filter/subject";
import { memberOf } from "../schema/canonical";
import { stringOf } from "../shape";
import { perFilter } from "./filter-cache";
import { fixWith, replaceFix, valueAt } from "./fix-builders";
import type { Rule, RuleContext } from "./rule";
import { itemsOf } from "./span";

/** Most labels that a message lists. */
const MAX_LABELS = 8;

const FILTER = 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"';

const grouped = (...groupByFields: string[]) => ({
  query: {
    timeSeriesFilter: {
      filter: FILTER,
      aggregation: {
        alignmentPeriod: "60s",
        perSeriesAligner: "ALIGN_RATE",
        crossSeriesReducer: "REDUCE_SUM",
        groupByFields,
      },
    },
  },
});

export const groupByLabel: Rule = {
  id: "group-by-label",
  severity: "warning",
  message: ["TimeSeriesFilter", "RatioPart"],
  evidence: "documented",
  summary: "A group-by field names a label that the metric and the resource do not have.",
  details:
    "The series are not split by such a field: all of them are combined into one. Metadata labels, group labels and types with incomplete label lists are not checked.",
  check(node, context) {
    const catalog = context.catalog ?? shippedCatalog();
    const steps = ["aggregation", "secondaryAggregation"].map((name) => memberOf(node, name));
    const fields = steps.flatMap((step) => (combines(step, context) ? itemsOf(step, "groupByFields") : []));
    if (fields.length === 0) return;
    const subject = subjectFor(stringOf(context.value["filter"]), catalog);
    if (!subject) return;
    for (const field of fields) checkField(field, subject, catalog, context);
  },
  fixes(dashboard, finding) {
    const choices = dataOf(finding, "choices")?.choices ?? [];
    const replaced = choices.flatMap((choice, i) => replaceFix(dashboard, finding, choice, i === 0));
    const field = valueAt(dashboard, finding);
    const removed = field
      ? fixWith(dashboard, "Remove the group-by field", [{ op: "remove", path: pathOf(field) }])
      : [];
    return [...replaced, ...removed];
  },
  bad: grouped('resource.label."zone"'),
  good: grouped('resource.label."location"', 'metric.label."response_code_class"'),
};

/** Whether a query lacks a label that a group-by field at the offset could name. */
export function lacksLabel(
  { document, canonical, catalog }: Dashboard,
  offset: number,
  field: string,
): boolean {
  const query = nodeAt(document.root, offset)?.parent?.property?.parent?.property?.parent;
  const subject = subjectFor(
    stringOf(query && canonical.valueOf(query)?.["filter"]),
    catalog ?? shippedCatalog(),
  );
  const named = labelFieldOf(field);
  if (!subject || (named?.of !== "resource" && named?.of !== "metric")) return false;
  return missingLabel(named.of, named.key, subject, catalog ?? shippedCatalog()) !== undefined;
}

/** Without a reducer the fields do nothing, which another rule says. */
function combines(aggregation: Node | undefined, { canonical }: RuleContext): boolean {
  if (aggregation?.kind !== "object") return false;
  const reducer = stringOf(canonical.valueOf(aggregation)?.["crossSeriesReducer"]);
  return reducer !== "" && reducer !== "REDUCE_NONE";
}

function checkField(field: Node, subject: FilterSubject, catalog: Catalog, { report }: RuleContext): void {
  const named = field.kind === "string" ? labelFieldOf(field.value) : undefined;
  if (!named || (named.of !== "resource" && named.of !== "metric")) return;
  const missing = missingLabel(named.of, named.key, subject, catalog);
  if (!missing) return;
  const { owner, other, meant, labels } = missing;
  const written = other
    ? writeLabelField(named, other, named.key)
    : meant && writeLabelField(named, named.of, meant);
  const shown = labels.slice(0, MAX_LABELS).join(", ");
  const advice = other
    ? `It is a label of the ${other}: use ${written}.`
    : meant
      ? `Did you mean "${meant}"?`
      : labels.length > 0
        ? `It has ${shown}${labels.length > MAX_LABELS ? ", …" : ""}.`
        : "It has no labels.";
  report({
    offset: field.offset,
    length: field.length,
    severity: missing.severity,
    message: `${owner} has no label "${named.key}". ${advice}`,
    data: { kind: "choices", choices: written ? [written] : [] },
  });
}

/** What a filter selects; undefined where it does so under an OR or a NOT. */
const subjectFor = perFilter(2048, (filter, catalog): FilterSubject | undefined => {
  const tree = parseFilter(filter);
  const subject = subjectOf(tree, catalog);
  const clauses = [subject.metricClause, subject.resourceClause];
  const placed = comparisonsOf(tree.root).filter(({ node }) => clauses.includes(node));
  return placed.some(({ negated, alternative }) => negated || alternative) ? undefined : subject;
});
