import { filterFinding, replaceFix } from "../kit/findings";
import type { LanguageFinding } from "../language";
import { SEVERITY } from "./severity";
import type { PromqlSource } from "./source";

type SyntaxNode = PromqlSource["tree"]["topNode"];

/** Errors of Prometheus that its editor grammar and analyzer do not report. Only for trees without errors. */
export function checkStructure(source: PromqlSource): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  source.tree.iterate({
    enter(at) {
      // Most nodes are of no interest, and each `node` is an object of its own.
      const found = checks.get(at.name)?.(at.node, source);
      if (found) out.push(found);
    },
  });
  const whole = checkWhole(source);
  if (whole && out.length === 0) out.push(whole);
  return out;
}

type Check = (node: SyntaxNode, source: PromqlSource) => LanguageFinding | undefined;

const checks: ReadonlyMap<string, Check> = new Map([
  ["AggregateExpr", aggregation],
  ["MatrixSelector", range],
  ["SubqueryExpr", range],
  ["OffsetExpr", (node) => modifier(node, "offset")],
  ["StepInvariantExpr", (node) => modifier(node, "@")],
] satisfies [string, Check][]);

const report = (code: string, node: SyntaxNode, message: string): LanguageFinding =>
  filterFinding(code, SEVERITY, { offset: node.from, end: node.to }, message);

const textOf = (node: SyntaxNode, { filled }: PromqlSource): string => filled.slice(node.from, node.to);

const withParameter = /^(?:topk|bottomk|limitk|limit_ratio|quantile|count_values)$/i;

function aggregation(node: SyntaxNode, source: PromqlSource): LanguageFinding | undefined {
  const body = node.getChild("FunctionCallBody");
  const name = node.firstChild && textOf(node.firstChild, source).trim();
  if (!body || !name) return undefined;
  const open = source.holes.some(
    ({ open, token }) =>
      open && token.offset >= node.from && token.end <= node.to && token.frame?.close === body.to - 1,
  );
  const given = body.getChildren("Expr").length;
  const wanted = withParameter.test(name) ? 2 : 1;
  if (given === wanted || given === 0 || open || source.holes.some(({ token }) => token.offset === node.from))
    return undefined;
  const parameter = name.toLowerCase() === "count_values" ? '"label"' : /^q/i.test(name) ? "0.95" : "5";
  const example = wanted === 2 ? ` Write "${name}(${parameter}, …)".` : "";
  const message = `"${name}" takes ${wanted} argument${wanted > 1 ? "s" : ""}, but ${given === 1 ? "1 is" : `${given} are`} given.${example}`;
  return report("promql-arguments", node, message);
}

/**
 * The brackets of a range bind tighter than any operator. The editor grammar has it the other way round, so an operator
 * right below a range is one that Prometheus sees outside of it.
 */
function range(node: SyntaxNode, source: PromqlSource): LanguageFinding | undefined {
  const inner = node.getChild("Expr");
  const duration = node.getChild("DurationExpr");
  if (inner?.name === "BinaryExpr" || inner?.name === "UnaryExpr") {
    const message =
      'The range applies to the last operand only. Put the expression in parentheses: "(…)[1h:1m]".';
    return report("promql-range", node, message);
  }
  if (node.name === "MatrixSelector" && inner && inner.name !== "VectorSelector") {
    const message =
      'A range must directly follow a metric. For an expression, write a subquery with a colon: "(…)[1h:1m]".';
    return report("promql-range", node, message);
  }
  if (duration && /^0+(?:ms|[smhdwy])?$/.test(textOf(duration, source))) {
    return report("promql-duration", duration, "The range must be greater than 0.");
  }
  return undefined;
}

const modifiable = new Set([
  "VectorSelector",
  "MatrixSelector",
  "SubqueryExpr",
  "OffsetExpr",
  "StepInvariantExpr",
  "AnchoredExpr",
  "SmoothedExpr",
]);

function modifier(node: SyntaxNode, word: string): LanguageFinding | undefined {
  const inner = lastOperand(node.getChild("Expr"));
  if (!inner) return undefined;
  if (!modifiable.has(inner.name)) {
    const message = `"${word}" must follow a metric, a range or a subquery. Move it into the parentheses, after the metric.`;
    return report("promql-modifier", node, message);
  }
  for (let at: SyntaxNode | null = inner; at && at.name !== "VectorSelector"; at = at.getChild("Expr")) {
    if (at.name === node.name)
      return report("promql-modifier", node, `"${word}" is specified twice. Remove one.`);
    if (at.name === "SubqueryExpr" || at.name === "MatrixSelector") break;
  }
  return undefined;
}

/** Modifiers, too, bind tighter than operators. */
function lastOperand(node: SyntaxNode | null): SyntaxNode | null {
  let at = node;
  while (at?.name === "BinaryExpr" || at?.name === "UnaryExpr") at = at.lastChild;
  return at;
}

/** A chart asks for one value a point of time. */
function checkWhole(source: PromqlSource): LanguageFinding | undefined {
  const whole = source.tree.topNode.getChild("Expr");
  let inner = whole;
  while (inner && /^(?:ParenExpr|OffsetExpr|StepInvariantExpr)$/.test(inner.name))
    inner = inner.getChild("Expr");
  if (!whole || !inner) return undefined;
  if (inner.name === "StringLiteral") {
    return report(
      "promql-type",
      whole,
      "A chart cannot draw a string. The query must return a number or an instant vector.",
    );
  }
  if (inner.name !== "MatrixSelector" && inner.name !== "SubqueryExpr") return undefined;
  const span = { offset: whole.from, end: whole.to };
  const wrapped = (name: string) =>
    replaceFix(`Put ${name}(…) around it`, span, `${name}(${source.text.slice(whole.from, whole.to)})`);
  const message = 'A chart cannot draw a range. Use a function such as "rate(…)" or "avg_over_time(…)".';
  return filterFinding("promql-type", SEVERITY, span, message, wrapped("rate"), wrapped("avg_over_time"));
}
