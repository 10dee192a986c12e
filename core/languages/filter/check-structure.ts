import { filterFinding, inQuotes, insertFix, removeFix, replaceFix } from "../kit/findings";
import type { LanguageContext, LanguageFinding, LanguageFix } from "../language";
import {
  type AndNode,
  type Comparison,
  comparisonsOf,
  type Expression,
  type FilterTree,
  literalOf,
  type NotNode,
  type OrNode,
  type PlacedComparison,
  type PlacedTerm,
  termsOf,
} from "./ast";
import { type ObjectClass, objectInfo } from "./vocabulary";

/** Longest filter, in Unicode characters, that the API is documented to take (alert policies). */
const longest = 2048;

/** How comparisons may stand together in the filter of a chart. */
export function checkStructure(tree: FilterTree, context: LanguageContext): LanguageFinding[] {
  const placed = comparisonsOf(tree.root);
  return [
    ...checkMetricType(tree, placed, context),
    ...checkResourceType(tree, placed),
    ...checkNesting(tree, tree.root, context),
    ...checkContradictions(placed),
    ...checkSpacing(tree),
    ...checkLength(tree.text),
  ];
}

function checkMetricType(
  tree: FilterTree,
  placed: readonly PlacedComparison[],
  context: LanguageContext,
): LanguageFinding[] {
  const found = placed.filter((p) => p.node.object.name === "metric.type");
  const out: LanguageFinding[] = [];
  if (found.length === 0 && !mayHoldMetric(tree, context)) {
    const whole = tree.root ?? { offset: 0, end: tree.text.length };
    out.push(
      filterFinding(
        "filter-metric-type",
        "error",
        whole,
        "A chart filter must name exactly one metric. Add 'metric.type=\"…\"'.",
        insertFix("Add metric.type", 0, 'metric.type="" '),
      ),
    );
  }
  const repetitions = new Repetitions(tree);
  found.forEach(({ node, negated }, i) => {
    if (i > 0) {
      const fix = repetitions.fixOf(found[0]!, node);
      out.push(
        filterFinding(
          "filter-repeated",
          "error",
          node,
          "The 'metric.type' restriction is used more than once. Use one data set for each metric.",
          fix,
        ),
      );
    }
    const { operator, value } = node;
    if (negated || (operator && value && operator.text !== "=" && /^(?:!=|<=?|>=?|:)$/.test(operator.text))) {
      out.push(
        filterFinding(
          "filter-metric-type",
          "error",
          negated ? node : operator!,
          'Select the metric with "=": \'metric.type="…"\'. A chart cannot exclude a metric.',
          !negated ? replaceFix("Change to =", operator!, "=") : undefined,
        ),
      );
    } else if (value?.kind === "call") {
      out.push(
        filterFinding(
          "filter-metric-type",
          "error",
          value,
          'A chart reads exactly one metric: compare "metric.type" with a quoted metric type, not a function.',
        ),
      );
    }
  });
  return out;
}

/** Fixes that take a second clause out. What they need of the tree is worked out once for all of them. */
class Repetitions {
  private readonly conjuncts: ReadonlySet<Expression>;
  private readonly tokenAt: ReadonlyMap<number, number>;

  constructor(private readonly tree: FilterTree) {
    this.conjuncts = new Set(conjunctsOf(tree.root));
    this.tokenAt = new Map(tree.tokens.map(({ offset }, i) => [offset, i]));
  }

  /** Takes a clause out that says what the first says already; not where it may be what an AND or OR joins. */
  fixOf(first: PlacedComparison, node: Comparison): LanguageFix | undefined {
    const { tokens, uses, text } = this.tree;
    const value = literalOf(node.value);
    if (value === undefined || value !== literalOf(first.node.value) || !this.conjuncts.has(node))
      return undefined;
    const at = this.tokenAt.get(node.offset) ?? -1;
    const joint = uses[at - 1]?.role === "keyword" ? tokens[at - 1]! : node;
    return removeFix("Remove the repetition", text, { offset: joint.offset, end: node.end });
  }
}

/** The clauses that all count, so that taking one out leaves something sound. */
function conjunctsOf(within: Expression | undefined): Expression[] {
  if (within?.kind === "group") return conjunctsOf(within.inner);
  if (within?.kind !== "and") return [];
  return within.terms.flatMap((term) => [term, ...conjunctsOf(term)]);
}

/**
 * Whether the metric may come from something that cannot be seen here: a selector, a placeholder, a variable that
 * is not declared, or a part that does not parse.
 */
function mayHoldMetric(tree: FilterTree, context: LanguageContext): boolean {
  if (tree.root === undefined || tree.problems.length > 0) return true;
  for (const { node } of termsOf(tree.root)) {
    if (node.kind === "call-term" || node.kind === "placeholder") return true;
    if (node.kind === "variable" && !context.variables.some((v) => v.name === node.name)) return true;
    if (node.kind === "comparison" && node.object.name === undefined) return true;
  }
  return false;
}

function checkResourceType(tree: FilterTree, placed: readonly PlacedComparison[]): LanguageFinding[] {
  const found = placed.filter((p) => p.node.object.name === "resource.type" && !p.negated);
  const certain = found.filter((p) => !p.alternative);
  if (certain.length > 1) {
    const message = "The 'resource.type' restriction is used more than once. Keep one of them.";
    const repetitions = new Repetitions(tree);
    return certain
      .slice(1)
      .map(({ node }) =>
        filterFinding("filter-repeated", "error", node, message, repetitions.fixOf(certain[0]!, node)),
      );
  }
  if (found.length < 2) return [];
  const message =
    "A filter with alternative resource types may be rejected. Use one data set for each resource type.";
  return [filterFinding("filter-alternative-resources", "warning", found.at(-1)!.node, message)];
}

/** Findings about AND, OR and NOT. */
function checkNesting(
  tree: FilterTree,
  node: Expression | undefined,
  context: LanguageContext,
): LanguageFinding[] {
  switch (node?.kind) {
    case "and":
      return [
        ...checkMixed(tree.text, node, context),
        ...node.terms.flatMap((t) => checkNesting(tree, t, context)),
      ];
    case "or":
      return [
        ...checkAlternatives(node, context),
        ...node.terms.flatMap((t) => checkNesting(tree, t, context)),
      ];
    case "not":
      return [checkNot(tree.text, node), ...checkNesting(tree, node.term, context)];
    case "group":
      return checkNesting(tree, node.inner, context);
    default:
      return [];
  }
}

function checkMixed(text: string, node: AndNode, context: LanguageContext): LanguageFinding[] {
  return node.terms
    .filter((term) => term.kind === "or" && classesOf(term, context).size < 2)
    .map((term) =>
      filterFinding(
        "filter-mixed-or",
        "warning",
        term,
        "AND and OR are mixed without parentheses, and their precedence is not documented. Add parentheses.",
        replaceFix("Put the OR in parentheses", term, `(${text.slice(term.offset, term.end)})`),
      ),
    );
}

function checkAlternatives(node: OrNode, context: LanguageContext): LanguageFinding[] {
  const classes = [...classesOf(node, context)];
  if (classes.length < 2) return [];
  const message = `OR combines restrictions on ${classes.slice(0, -1).join(", ")} and ${classes.at(-1)}. The service allows OR only within one kind of restriction. Use one data set for each.`;
  return [filterFinding("filter-or-across", "warning", node, message)];
}

function classesOf(node: Expression, context: LanguageContext): Set<ObjectClass> {
  const classes = new Set<ObjectClass>();
  for (const term of termsOf(node)) {
    const found = classOf(term, context);
    if (found) classes.add(found);
  }
  return classes;
}

const classOfVariable = new Map<string, ObjectClass>(
  Object.entries({
    RESOURCE_LABEL: "resource",
    METRIC_LABEL: "metric",
    USER_METADATA_LABEL: "metadata",
    SYSTEM_METADATA_LABEL: "metadata",
    GROUP: "group",
  }),
);

function classOf({ node }: PlacedTerm, context: LanguageContext): ObjectClass | undefined {
  if (node.kind === "comparison") return node.object.name && objectInfo(node.object.name).class;
  if (node.kind !== "variable") return undefined;
  const declared = context.variables.find((variable) => variable.name === node.name);
  return declared?.filterType ? classOfVariable.get(declared.filterType) : undefined;
}

function checkNot(text: string, node: NotNode): LanguageFinding {
  const { term } = node;
  const inverse = term.kind === "comparison" && { "=": "!=", "!=": "=" }[term.operator?.text ?? ""];
  const fix = inverse
    ? replaceFix(
        `Change to ${inverse}`,
        node,
        text.slice(term.offset, term.operator!.offset) + inverse + text.slice(term.operator!.end, term.end),
      )
    : undefined;
  const message = `${inQuotes(node.operator.text)} is not known to work in chart filters. Use "!=" instead.`;
  return filterFinding("filter-not", "warning", node, message, fix);
}

/** Two different values for one thing at once, which no series can have. */
function checkContradictions(placed: readonly PlacedComparison[]): LanguageFinding[] {
  const first = new Map<string, string>();
  const out: LanguageFinding[] = [];
  for (const { node, negated, alternative } of placed) {
    const { object } = node;
    const value = literalOf(node.value);
    if (negated || alternative || value === undefined || node.operator?.text !== "=") continue;
    if (!object.key && object.name !== "group.id" && object.name !== "project") continue;
    const name = `${object.name}.${object.key?.text}`;
    const other = first.get(name);
    if (other === undefined) first.set(name, value);
    else if (other !== value) {
      const message = `${inQuotes(object.text)} cannot be ${inQuotes(other)} and ${inQuotes(value)} at the same time, so the filter matches nothing. Use 'one_of("…", "…")' to allow both.`;
      out.push(filterFinding("filter-contradiction", "hint", node, message));
    }
  }
  return out;
}

/** A clause right behind the quote of the one before it. */
function checkSpacing(tree: FilterTree): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  tree.tokens.forEach((token, i) => {
    const before = tree.tokens[i - 1];
    const use = tree.uses[i]!;
    const starts =
      use.role === "keyword" || (use.role === "object" && startsObject(use.comparison, token.offset));
    if (!starts || before?.kind !== "string" || before.end !== token.offset) return;
    out.push(
      filterFinding(
        "filter-missing-space",
        "hint",
        token,
        `Put a space before ${inQuotes(token.text)}.`,
        insertFix("Insert a space", token.offset, " "),
      ),
    );
  });
  return out;
}

const startsObject = (comparison: Comparison | undefined, offset: number): boolean =>
  comparison?.object.offset === offset;

function checkLength(text: string): LanguageFinding[] {
  const length = text.length > longest ? [...text].length : 0;
  if (length <= longest) return [];
  const message = `This filter has ${length} characters; the documented limit is ${longest}. Shorten it, for example with a regular expression.`;
  return [filterFinding("filter-length", "warning", { offset: 0, end: text.length }, message)];
}
