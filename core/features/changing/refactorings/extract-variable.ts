import type { Dashboard } from "../../../dashboard";
import type { StringNode } from "../../../document/node";
import { StringMap } from "../../../document/string-map";
import { editDocument, type TextEdit } from "../../../edit/edit";
import { embeddedStrings } from "../../../languages/check";
import { parseFilter } from "../../../languages/filter";
import { comparisonsOf, literalOf } from "../../../languages/filter/ast";
import type { ObjectName } from "../../../languages/filter/vocabulary";
import { listOf, type Members, membersOf, stringOf } from "../../../shape";
import { variableDeclaration } from "../variable-declaration";
import type { Refactoring, RefactoringTarget } from "./refactoring";

/** What kind of dashboard filter stands for a condition on a label. */
const FILTER_TYPES: Readonly<Partial<Record<ObjectName, string>>> = {
  "resource.labels": "RESOURCE_LABEL",
  "metric.labels": "METRIC_LABEL",
  "metadata.user_labels": "USER_METADATA_LABEL",
  "metadata.system_labels": "SYSTEM_METADATA_LABEL",
};

/** A condition that a label has one value, as a filter asks for it. */
interface Condition {
  readonly node: StringNode;
  /** Range in the decoded filter. */
  readonly offset: number;
  readonly end: number;
  readonly filterType: string;
  readonly labelKey: string;
  readonly value: string;
}

/** A template variable in the place of a condition on a label that several filters repeat; its default is the value. */
export const extractVariable: Refactoring = {
  id: "extract-variable",
  keepsMeaning: false,
  offers(place) {
    const { dashboard, node } = place;
    if (node?.kind !== "string" || dashboard.canonical.fieldOf(node)?.language !== "monitoring-filter")
      return [];
    const map = new StringMap(dashboard.text, node);
    const [from, to] = [map.toDecoded(place.from), map.toDecoded(place.to)];
    const condition = conditionsIn(node).find(({ offset, end }) => from >= offset && to <= end);
    if (!condition) return [];
    const alike = everywhere(dashboard).filter((other) => sameCondition(other, condition));
    if (alike.length < 2) return [];
    const declared = declarationOf(dashboard, condition);
    const name = declared ?? freeName(dashboard, condition.labelKey);
    const times = `${alike.length} times ${condition.labelKey} = "${condition.value}"`;
    const title = declared
      ? `Use template variable ${name} for ${times}`
      : `Extract ${times} into a template variable`;
    const edits = () => [
      ...alike.map((each) => replacement(dashboard, each, `\${${name}}`)),
      ...(declared ? [] : declare(place, condition, name)),
    ];
    return [{ title, kind: "extract", edits: () => edits().sort((a, b) => a.offset - b.offset) }];
  },
};

function everywhere({ canonical }: Dashboard): Condition[] {
  const out: Condition[] = [];
  for (const { node, language } of embeddedStrings(canonical)) {
    if (language.id === "monitoring-filter" && !canonical.isReplaced(node)) out.push(...conditionsIn(node));
  }
  return out;
}

/** Conditions that a variable can stand for: that a label equals a text, and none that is turned round or one of several. */
function conditionsIn(node: StringNode): Condition[] {
  const out: Condition[] = [];
  for (const { node: comparison, negated, alternative } of comparisonsOf(parseFilter(node.value).root)) {
    const { object, operator, value, offset, end } = comparison;
    const filterType = object.name && FILTER_TYPES[object.name];
    const literal = literalOf(value);
    if (!filterType || !object.key || !literal || operator?.text !== "=" || negated || alternative) continue;
    out.push({ node, offset, end, filterType, labelKey: object.key.text, value: literal });
  }
  return out;
}

function sameCondition(a: Condition, b: Condition): boolean {
  return a.filterType === b.filterType && a.labelKey === b.labelKey && a.value === b.value;
}

function filtersOf({ canonical }: Dashboard): Members[] {
  return listOf(membersOf(canonical.value)["dashboardFilters"]).map(membersOf);
}

/** The template variable that stands for the condition already. */
function declarationOf(dashboard: Dashboard, { filterType, labelKey, value }: Condition): string | undefined {
  const filter = filtersOf(dashboard).find(
    (each) =>
      each["filterType"] === filterType && each["labelKey"] === labelKey && each["stringValue"] === value,
  );
  return stringOf(filter?.["templateVariable"]) || undefined;
}

function freeName(dashboard: Dashboard, labelKey: string): string {
  const taken = new Set(filtersOf(dashboard).map((filter) => stringOf(filter["templateVariable"])));
  const name = labelKey.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d)|^$/, "_");
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function replacement({ text }: Dashboard, { node, offset, end }: Condition, by: string): TextEdit {
  const map = new StringMap(text, node);
  const from = map.toSource(offset);
  return { offset: from, length: map.toSource(end) - from, text: by };
}

function declare(
  { dashboard, naming }: RefactoringTarget,
  condition: Condition,
  name: string,
): readonly TextEdit[] {
  const { filterType, labelKey, value } = condition;
  const filter = { filterType, labelKey, templateVariable: name, stringValue: value };
  const result = editDocument(dashboard.document, variableDeclaration(dashboard, naming, filter));
  return result.ok ? result.edits : [];
}
