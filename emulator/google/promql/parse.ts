import { parser } from "@prometheus-io/lezer-promql";
import { type Expr, type Matcher, type Matching, type Moved, PromqlError, type VectorSelector } from "./ast";
import { checkTypes } from "./types";

type Node = ReturnType<typeof parser.parse>["topNode"];

/**
 * Reads a query with Prometheus's own grammar.
 *
 * @throws PromqlError with line and column for what the grammar or the types do not allow
 */
export function parsePromql(text: string): Expr {
  if (text.trim() === "") throw problem(text, 0, "no expression found in input");
  const tree = parser.parse(text);
  const broken = firstError(tree.topNode);
  if (broken) throw problem(text, broken.from, wordsFor(text, broken));
  const [only] = childrenOf(tree.topNode);
  const expr = new Reader(text).expr(only!);
  checkTypes(expr, (message) => problem(text, 0, message));
  return expr;
}

function problem(text: string, at: number, message: string): PromqlError {
  const before = text.slice(0, at).split("\n");
  const place = `${before.length}:${before.at(-1)!.length + 1}`;
  return new PromqlError("bad_data", `invalid parameter "query": ${place}: parse error: ${message}`);
}

function firstError(node: Node): Node | undefined {
  if (node.type.isError) return node;
  for (const child of childrenOf(node)) {
    const found = firstError(child);
    if (found) return found;
  }
  return undefined;
}

function wordsFor(text: string, { from, to }: Node): string {
  if (from >= text.trimEnd().length) return "unexpected end of input";
  return `unexpected ${JSON.stringify(text.slice(from, Math.max(to, from + 1)))}`;
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name !== "LineComment") children.push(child);
  return children;
}

const OPERATORS = /^(?:Add|Sub|Mul|Div|Mod|Pow|Atan2|Eql|EqlSingle|Neq|Gtr|Gte|Lss|Lte|And|Or|Unless)$/;

class Reader {
  constructor(private readonly text: string) {}

  expr(node: Node): Expr {
    const children = childrenOf(node);
    switch (node.name) {
      case "ParenExpr":
        return this.expr(children[0]!);
      case "NumberDurationLiteral":
        return { kind: "number", value: this.number(node) };
      case "StringLiteral":
        return { kind: "string", value: this.string(node) };
      case "VectorSelector":
        return this.vector(children);
      case "MatrixSelector": {
        const vector = this.expr(children[0]!);
        if (vector.kind !== "vector") throw this.refuse(node, "ranges only allowed for vector selectors");
        return { kind: "matrix", vector, range: this.duration(children[1]!) };
      }
      case "SubqueryExpr":
        return {
          kind: "subquery",
          inner: this.expr(children[0]!),
          range: this.duration(children[1]!),
          step: children[2] && this.duration(children[2]),
          offset: 0,
        };
      case "OffsetExpr":
        return this.moved(node, this.expr(children[0]!), { offset: this.duration(children[2]!) });
      case "StepInvariantExpr":
        return this.moved(node, this.expr(children[0]!), { at: this.time(children[2]!) });
      case "UnaryExpr": {
        const inner = this.expr(children[1]!);
        if (this.of(children[0]!) === "+") return inner;
        return inner.kind === "number" ? { kind: "number", value: -inner.value } : { kind: "negate", inner };
      }
      case "FunctionCall": {
        const args = childrenOf(children[1]!).map((child) => this.expr(child));
        return { kind: "call", name: this.of(children[0]!), args };
      }
      case "AggregateExpr":
        return this.aggregate(node, children);
      case "BinaryExpr":
        return this.binary(node, children);
      default:
        throw this.refuse(node, `unexpected ${node.name}`);
    }
  }

  private vector(children: readonly Node[]): VectorSelector {
    const matchers: Matcher[] = [];
    for (const child of children) {
      if (child.name === "Identifier")
        matchers.push({ label: "__name__", operator: "=", value: this.of(child) });
      for (const matcher of child.name === "LabelMatchers" ? childrenOf(child) : []) {
        if (matcher.name === "QuotedLabelName") {
          matchers.push({ label: "__name__", operator: "=", value: this.name(matcher) });
          continue;
        }
        const [label, operator, value] = childrenOf(matcher);
        matchers.push({
          label: this.name(label!),
          operator: this.of(operator!) as Matcher["operator"],
          value: this.string(value!),
        });
      }
    }
    return { kind: "vector", matchers, offset: 0 };
  }

  private moved(node: Node, expr: Expr, by: Partial<Moved>): Expr {
    if (expr.kind === "matrix") return { ...expr, vector: { ...expr.vector, ...by } };
    if (expr.kind === "vector" || expr.kind === "subquery") return { ...expr, ...by };
    throw this.refuse(node, "offset and @ modifiers must be preceded by a selector or a subquery");
  }

  private aggregate(node: Node, children: readonly Node[]): Expr {
    const modifier = children.find(({ name }) => name === "AggregateModifier");
    const body = children.find(({ name }) => name === "FunctionCallBody");
    const [kind, list] = modifier ? childrenOf(modifier) : [];
    const args = childrenOf(body!).map((child) => this.expr(child));
    const inner = args.at(-1);
    if (!inner) throw this.refuse(node, "no arguments for aggregate expression provided");
    return {
      kind: "aggregate",
      op: this.of(children[0]!).toLowerCase(),
      labels: list ? childrenOf(list).map((label) => this.name(label)) : [],
      without: kind?.name === "Without",
      parameter: args.length > 1 ? args[0] : undefined,
      inner,
    };
  }

  private binary(node: Node, children: readonly Node[]): Expr {
    const operator = children.find(({ name }) => OPERATORS.test(name));
    if (!operator) throw this.refuse(node, "unknown operator");
    const clause = children.find(({ name }) => name === "MatchingModifierClause");
    return {
      kind: "binary",
      op: this.of(operator).toLowerCase(),
      left: this.expr(children[0]!),
      right: this.expr(children.at(-1)!),
      bool: children.some(({ name }) => name === "BoolModifier"),
      matching: this.matching(clause),
    };
  }

  private matching(clause: Node | undefined): Matching {
    const parts = clause ? childrenOf(clause) : [];
    const labels: string[][] = [];
    for (const part of parts) {
      if (part.name === "GroupingLabels") labels.push(childrenOf(part).map((label) => this.name(label)));
    }
    const has = (name: string) => parts.some((part) => part.name === name);
    return {
      on: has("On"),
      labels: labels[0] ?? [],
      group: has("GroupLeft") ? "left" : has("GroupRight") ? "right" : undefined,
      include: labels[1] ?? [],
    };
  }

  private time(node: Node): number | "start" | "end" {
    if (node.name !== "AtModifierPreprocessors") return Math.round(this.number(node) * 1000);
    return this.of(node).startsWith("start") ? "start" : "end";
  }

  private number(node: Node): number {
    const text = this.of(node).trim();
    const sign = text.startsWith("-") ? -1 : 1;
    const bare = text.replace(/^[+-]\s*/, "");
    if (/^inf$/i.test(bare)) return sign * Number.POSITIVE_INFINITY;
    if (/^nan$/i.test(bare)) return Number.NaN;
    if (/^0x/i.test(bare)) return sign * Number.parseInt(bare, 16);
    return /[a-z]$/i.test(bare)
      ? (sign * milliseconds(bare)) / 1000
      : sign * Number(bare.replaceAll("_", ""));
  }

  /** A duration, or a number of seconds. */
  private duration(node: Node): number {
    const text = this.of(node).replace(/\s+/g, "");
    const [, sign, bare = ""] = /^([+-]?)\(?(.*?)\)?$/.exec(text) ?? [];
    const ms = /[a-z]$/.test(bare) ? milliseconds(bare) : Number(bare) * 1000;
    if (!Number.isFinite(ms)) throw this.refuse(node, `not a valid duration string: ${JSON.stringify(text)}`);
    return sign === "-" ? -ms : ms;
  }

  private name(node: Node): string {
    const text = this.of(node);
    return /^["'`]/.test(text) ? this.unquoted(text) : text;
  }

  private string(node: Node): string {
    return this.unquoted(this.of(node));
  }

  private unquoted(text: string): string {
    const body = text.slice(1, -1);
    if (text.startsWith("`")) return body;
    return body.replace(
      /\\(?:([abfnrtv\\'"])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))/g,
      (_, letter?: string, hex?: string, short?: string, long?: string, octal?: string) => {
        if (letter !== undefined) return ESCAPES[letter] ?? letter;
        return String.fromCodePoint(
          octal === undefined ? Number.parseInt((hex ?? short ?? long)!, 16) : Number.parseInt(octal, 8),
        );
      },
    );
  }

  private of({ from, to }: Node): string {
    return this.text.slice(from, to);
  }

  private refuse(node: Node, message: string): PromqlError {
    return problem(this.text, node.from, message);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/** A duration such as `1h30m`; NaN for what is none. */
export function milliseconds(text: string): number {
  if (!/^(?:\d+(?:ms|[smhdwy]))+$/.test(text)) return Number.NaN;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) sum += Number(amount) * UNITS[unit!]!;
  return sum;
}
