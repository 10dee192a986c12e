import type { TextRange } from "../kit/range";
import type { Token } from "./lexer";
import type { ObjectName } from "./vocabulary";

export type { TextRange };

export interface FilterTree {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** What each token is used for, by its number. */
  readonly uses: readonly TokenUse[];
  /** Undefined when there is not one term. */
  readonly root: Expression | undefined;
  readonly problems: readonly SyntaxProblem[];
}

/** The part a token plays, and the node it plays it in. */
export interface TokenUse {
  readonly role:
    | "object"
    | "operator"
    | "value"
    | "function"
    | "argument"
    | "keyword"
    | "term"
    | "mark"
    | "stray";
  readonly comparison?: Comparison;
  readonly call?: Call;
}

export type Expression =
  | AndNode
  | OrNode
  | NotNode
  | GroupNode
  | Comparison
  | VariableNode
  | PlaceholderNode
  | CallTerm;

/** Terms joined by AND or by standing side by side. At least two. */
export interface AndNode extends TextRange {
  readonly kind: "and";
  readonly terms: readonly Expression[];
}

/** At least two terms. */
export interface OrNode extends TextRange {
  readonly kind: "or";
  readonly terms: readonly Expression[];
}

export interface NotNode extends TextRange {
  readonly kind: "not";
  readonly operator: Token;
  readonly term: Expression;
}

export interface GroupNode extends TextRange {
  readonly kind: "group";
  readonly inner: Expression | undefined;
  readonly closed: boolean;
}

/** `object operator value`; what is not written yet is absent. */
export interface Comparison extends TextRange {
  readonly kind: "comparison";
  readonly object: ObjectNode;
  operator?: Token;
  value?: ValueNode;
}

export interface ObjectNode extends TextRange {
  readonly text: string;
  /** Which of the language's objects it is; undefined when it is none of them. */
  readonly name: ObjectName | undefined;
  /** The label key, decoded; absent where the object has none or it is not written yet. */
  readonly key?: LabelKey;
}

export interface LabelKey extends TextRange {
  readonly text: string;
  readonly quoted: boolean;
}

/** A function standing alone as a term: a selector such as `select_slo_health(…)`. */
export interface CallTerm extends TextRange {
  readonly kind: "call-term";
  readonly call: Call;
}

export type ValueNode = StringValue | BareValue | Call | VariableNode | PlaceholderNode;

export interface StringValue extends TextRange {
  readonly kind: "string";
  /** Without quotes and with escapes taken away. */
  readonly text: string;
  /** Without quotes, as written. */
  readonly raw: string;
  /** Range of what stands between the quotes. */
  readonly content: TextRange;
  readonly closed: boolean;
  /** The opening quote as it is written: `"`, or a wrong one. */
  readonly quote: string;
}

/** Something without quotes: a word, a number, a boolean, or several pieces run together. */
export interface BareValue extends TextRange {
  readonly kind: "bare";
  readonly text: string;
  /** `refused`: already reported as a problem. */
  readonly type: "word" | "number" | "boolean" | "refused";
}

export interface Call extends TextRange {
  readonly kind: "call";
  readonly name: Token;
  readonly args: ValueNode[];
  /** Range from after the opening to before the closing parenthesis. */
  readonly inside: TextRange;
  readonly closed: boolean;
}

/** `${name}` or `${name.value}`. */
export interface VariableNode extends TextRange {
  readonly kind: "variable";
  /** What stands in the braces, `.value` taken away. */
  readonly name: string;
  readonly valueForm: boolean;
  readonly closed: boolean;
}

/** `{{name}}`, to be filled before the service sees the filter. */
export interface PlaceholderNode extends TextRange {
  readonly kind: "placeholder";
  readonly text: string;
}

/** Something the grammar does not allow, and where. */
export interface SyntaxProblem extends TextRange {
  readonly kind: ProblemKind;
  /** Where a missing end belongs. */
  readonly fixAt?: number;
  /** What was meant by the range, as the language writes it. */
  readonly meant?: string;
  readonly comparison?: Comparison;
  readonly call?: Call;
}

export type ProblemKind =
  | "wrong-operator"
  | "missing-value"
  | "missing-operator"
  | "missing-object"
  | "literal-object"
  | "bare-word"
  | "unexpected"
  | "unclosed-group"
  | "unopened-group"
  | "empty-group"
  | "dangling-keyword"
  | "leading-keyword"
  | "keyword-case"
  | "logic-operator"
  | "unclosed-string"
  | "single-quotes"
  | "escaped-quotes"
  | "empty-variable"
  | "unclosed-variable"
  | "unclosed-placeholder"
  | "unclosed-call"
  | "unopened-call"
  | "missing-comma"
  | "empty-argument"
  | "value-list"
  | "loose-list"
  | "bracketed-list"
  | "bracketed-key"
  | "named-argument"
  | "double-dot"
  | "spaced-name"
  | "spaced-variable"
  | "curly-quotes"
  | "unopened-string"
  | "odd-value"
  | "too-deep";

/** Every comparison of a tree, in order. `negated` and `alternative` tell whether it stands under NOT or OR. */
export function comparisonsOf(root: Expression | undefined): PlacedComparison[] {
  return termsOf(root).filter((placed): placed is PlacedComparison => placed.node.kind === "comparison");
}

/** A leaf of the tree and what it stands under. */
export interface PlacedTerm {
  readonly node: Comparison | VariableNode | PlaceholderNode | CallTerm;
  readonly negated: boolean;
  readonly alternative: boolean;
}

export interface PlacedComparison extends PlacedTerm {
  readonly node: Comparison;
}

/** The leaves of a tree, in order. */
export function termsOf(root: Expression | undefined): PlacedTerm[] {
  const out: PlacedTerm[] = [];
  if (root) collectTerms(root, false, false, out);
  return out;
}

function collectTerms(node: Expression, negated: boolean, alternative: boolean, out: PlacedTerm[]): void {
  if (node.kind === "and") for (const term of node.terms) collectTerms(term, negated, alternative, out);
  else if (node.kind === "or") for (const term of node.terms) collectTerms(term, negated, true, out);
  else if (node.kind === "not") collectTerms(node.term, true, alternative, out);
  else if (node.kind === "group") {
    if (node.inner) collectTerms(node.inner, negated, alternative, out);
  } else out.push({ node, negated, alternative });
}

/** The text a value compares with, when it is a plain string without a variable in it. */
export function literalOf(value: ValueNode | undefined): string | undefined {
  if (value?.kind === "string") return /\$\{|\{\{/.test(value.text) ? undefined : value.text;
  return undefined;
}

/** A node while it is being built. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
