import type { Catalog } from "../../catalog/catalog";
import { filterFinding, inQuotes, replaceFix } from "../kit/findings";
import type { LanguageFinding } from "../language";
import {
  type BareValue,
  type Comparison,
  comparisonsOf,
  type FilterTree,
  literalOf,
  type ObjectNode,
  type PlaceholderNode,
  type StringValue,
  type SyntaxProblem,
  termsOf,
  type ValueNode,
} from "./ast";
import { checkCall, checkSelector } from "./check-calls";
import { checkEscapes, checkPattern, unquotedFinding } from "./check-strings";
import { type KnownLabels, nearestObject } from "./nearest-object";
import { resourceLabels, subjectOf } from "./subject";
import { isPlainKey, quoteValue, selectorNamed } from "./vocabulary";

/** Prefixes that the service lists when it rejects a left side. */
const prefixes = /^(?:group|metadata|metric|project|resource)(?:\.|$)/;

/** What stands on the two sides of the comparisons, and the selectors that stand alone. */
export function checkValues(tree: FilterTree, catalog: Catalog): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  const labels = labelsOf(tree, catalog);
  const strays = tree.problems.filter(({ kind }) => kind === "bare-word" || kind === "unexpected");
  for (const { node } of termsOf(tree.root)) {
    if (node.kind === "call-term") out.push(...checkSelector(tree, node.call));
    else if (node.kind === "placeholder") out.push(checkPlaceholder(node));
  }
  for (const { node } of comparisonsOf(tree.root)) {
    out.push(...checkObject(strays, node, labels), ...checkOperator(node), ...checkValue(node.value, node));
  }
  return out;
}

/** Labels that the filter's metric and resource are known to have; read off once, where something asks for them. */
function labelsOf(tree: FilterTree, catalog: Catalog): () => KnownLabels {
  let known: KnownLabels | undefined;
  return () => {
    if (!known) {
      const subject = subjectOf(tree, catalog);
      known = { metric: subject.metric?.labels ?? [], resource: resourceLabels(subject, catalog).labels };
    }
    return known;
  };
}

function checkObject(
  strays: readonly SyntaxProblem[],
  node: Comparison,
  labels: () => KnownLabels,
): LanguageFinding[] {
  const { object, operator } = node;
  if (object.name === undefined) return checkUnknownObject(strays, node, labels);
  if (object.name === "resource.metadata") return [checkLegacy(object)];
  if (/\.(?:system_|user_)?labels$/.test(object.name) && !object.key) {
    // `resource.label:NAME` asks whether the label is there.
    if (!operator || operator.text === ":") return [];
    const message = `${inQuotes(object.text)} needs the name of a label: "${object.name}.NAME".`;
    return [filterFinding("filter-unknown-object", "error", object, message)];
  }
  const { key } = object;
  if (!key || key.quoted || isPlainKey(key.text)) return [];
  const message = `Quote label names that contain characters other than letters, digits and "_": '${quoteValue(key.text)}'.`;
  return [
    filterFinding(
      "filter-unquoted-key",
      "warning",
      key,
      message,
      replaceFix("Quote the name", key, quoteValue(key.text)),
    ),
  ];
}

function checkUnknownObject(
  strays: readonly SyntaxProblem[],
  { object, value }: Comparison,
  labels: () => KnownLabels,
): LanguageFinding[] {
  if (object.text === "" || /^["'\\“]|^\$\{|^\{\{/.test(object.text)) return [];
  // The parser has spoken about a word without an operator.
  if (strays.some(({ offset, end }) => offset <= object.offset && end >= object.end)) return [];
  if (selectorNamed(object.text)) {
    const message = `${inQuotes(object.text)} is a selector, not a comparison. Put its arguments in parentheses: '${object.text}("…")'.`;
    return [filterFinding("filter-unknown-object", "error", object, message)];
  }
  const meant = nearestObject(object.text, labels(), literalOf(value));
  const reason = prefixes.test(object.text)
    ? `A filter cannot compare ${inQuotes(object.text)}.`
    : "The lefthand side of each expression must be prefixed with one of {group, metadata, metric, project, resource}.";
  const advice =
    !meant && logField.test(object.text)
      ? "This is a log entry field. Use a log-based metric in charts, or a logs panel."
      : meant
        ? `Did you mean ${inQuotes(meant)}?`
        : 'Use "metric.type", "metric.labels.NAME", "resource.type", "resource.labels.NAME", "metadata.user_labels.NAME", "metadata.system_labels.NAME", "project" or "group.id".';
  const fix = meant ? replaceFix(`Change to ${meant}`, object, meant) : undefined;
  return [filterFinding("filter-unknown-object", "error", object, `${reason} ${advice}`, fix)];
}

/** Fields that only log entries have. */
const logField =
  /^(?:severity|timestamp|logName|trace|spanId|insertId|(?:text|json|proto)Payload|httpRequest|sourceLocation|operation)(?:\.|$)/;

function checkLegacy(object: ObjectNode): LanguageFinding {
  const key = object.key ? object.text.slice(object.key.offset - object.offset) : "NAME";
  const kind = object.text.startsWith("resource.metadata.tag") ? "user" : "system";
  const modern = `metadata.${kind}_labels.${key}`;
  const fix = object.key ? replaceFix(`Change to ${modern}`, object, modern) : undefined;
  const message = `${inQuotes(object.text)} is deprecated syntax from group filters. Use ${inQuotes(modern)}.`;
  return filterFinding("filter-legacy-metadata", "warning", object, message, fix);
}

function checkOperator({ object, operator, value }: Comparison): LanguageFinding[] {
  if (!operator) return [];
  if (operator.text === ":" && object.name !== "metric.type") {
    const message = '":" is not known to work in chart filters. Use "=" to compare with a value.';
    return [filterFinding("filter-has-operator", "information", operator, message)];
  }
  if (value?.kind === "call" && /^[<>]=?$/.test(operator.text)) {
    const message = `A function can follow only "=" or "!=", not "${operator.text}".`;
    return [
      filterFinding(
        "filter-doubtful-argument",
        "warning",
        operator,
        message,
        replaceFix("Change to =", operator, "="),
      ),
    ];
  }
  return [];
}

function checkValue(value: ValueNode | undefined, comparison: Comparison): LanguageFinding[] {
  switch (value?.kind) {
    case "bare":
      return needsQuotes(value, comparison) ? [unquotedFinding(value)] : [];
    case "placeholder":
      return [checkPlaceholder(value)];
    case "call":
      return checkCall(value);
    case "string":
      return [...checkEscapes(value), ...checkPattern(value, comparison), ...checkProject(value, comparison)];
    default:
      return [];
  }
}

/** Whether to ask for quotes; what is wrong on the left is said there, and `:` takes bare words. */
function needsQuotes(value: BareValue, { object, operator }: Comparison): boolean {
  return value.type === "word" && object.name !== undefined && operator?.text !== ":";
}

function checkPlaceholder(node: PlaceholderNode): LanguageFinding {
  const message = `${inQuotes(node.text)} is a placeholder. Replace it before the dashboard is pushed; the service does not.`;
  return filterFinding("filter-placeholder", "information", node, message);
}

function checkProject(value: StringValue, { object }: Comparison): LanguageFinding[] {
  if (object.name !== "project") return [];
  const id = /^projects\/([^/]+)$/.exec(literalOf(value) ?? "")?.[1];
  if (!id) return [];
  const message = `Compare "project" with the project ID or number only: '"${id}"'.`;
  return [
    filterFinding(
      "filter-project",
      "warning",
      value,
      message,
      replaceFix("Remove projects/", value.content, id),
    ),
  ];
}
