import type { Expr, ExprType } from "./ast";
import { FUNCTIONS } from "./signatures";

/** The type of an expression. */
export function typeOf(expr: Expr): ExprType {
  switch (expr.kind) {
    case "number":
      return "scalar";
    case "string":
      return "string";
    case "matrix":
    case "subquery":
      return "range vector";
    case "call":
      return FUNCTIONS[expr.name]?.returns ?? "instant vector";
    case "negate":
      return typeOf(expr.inner);
    case "binary":
      return typeOf(expr.left) === "scalar" && typeOf(expr.right) === "scalar" ? "scalar" : "instant vector";
    default:
      return "instant vector";
  }
}

const SETS = new Set(["and", "or", "unless"]);
const COMPARISONS = new Set(["==", "!=", ">", "<", ">=", "<="]);
const WITH_PARAMETER: Readonly<Record<string, ExprType>> = {
  topk: "scalar",
  bottomk: "scalar",
  quantile: "scalar",
  count_values: "string",
};

/** @throws what `problem` makes of the first message, in Prometheus's words */
export function checkTypes(expr: Expr, problem: (message: string) => Error): void {
  const expect = (of: Expr, type: ExprType, where: string) => {
    if (typeOf(of) !== type) throw problem(`expected type ${type} in ${where}, got ${typeOf(of)}`);
  };
  switch (expr.kind) {
    case "call": {
      const known = FUNCTIONS[expr.name];
      if (!known) throw problem(`unknown function with name "${expr.name}"`);
      const { takes, optional = 0, endless = false } = known;
      const [least, most] = [takes.length - optional, endless ? Number.POSITIVE_INFINITY : takes.length];
      if (expr.args.length < least || expr.args.length > most) {
        const bound = least === most ? "" : expr.args.length < least ? "at least " : "at most ";
        const wanted = expr.args.length < least ? least : most;
        throw problem(
          `expected ${bound}${wanted} argument(s) in call to "${expr.name}", got ${expr.args.length}`,
        );
      }
      expr.args.forEach((arg, i) => {
        expect(arg, takes[Math.min(i, takes.length - 1)]!, `call to function "${expr.name}"`);
        checkTypes(arg, problem);
      });
      return;
    }
    case "aggregate": {
      const wanted = WITH_PARAMETER[expr.op];
      if (wanted && !expr.parameter)
        throw problem(`wrong number of arguments for aggregate expression provided, expected 2, got 1`);
      if (!wanted && expr.parameter)
        throw problem(`wrong number of arguments for aggregate expression provided, expected 1, got 2`);
      if (wanted && expr.parameter) expect(expr.parameter, wanted, "aggregation parameter");
      expect(expr.inner, "instant vector", "aggregation expression");
      checkTypes(expr.inner, problem);
      if (expr.parameter) checkTypes(expr.parameter, problem);
      return;
    }
    case "binary": {
      const { left, right, op } = expr;
      for (const side of [left, right]) {
        const type = typeOf(side);
        if (type !== "scalar" && type !== "instant vector")
          throw problem("binary expression must contain only scalar and instant vector types");
        checkTypes(side, problem);
      }
      const scalars = [left, right].filter((side) => typeOf(side) === "scalar").length;
      if (scalars > 0 && SETS.has(op))
        throw problem(`set operator "${op}" not allowed in binary scalar expression`);
      if (scalars === 2 && COMPARISONS.has(op) && !expr.bool)
        throw problem("comparisons between scalars must use BOOL modifier");
      if (expr.bool && !COMPARISONS.has(op))
        throw problem("bool modifier can only be used on comparison operators");
      return;
    }
    case "negate":
      if (typeOf(expr.inner) !== "scalar" && typeOf(expr.inner) !== "instant vector")
        throw problem(
          `unary expression only allowed on expressions of type scalar or instant vector, got "${typeOf(expr.inner)}"`,
        );
      checkTypes(expr.inner, problem);
      return;
    case "subquery":
      expect(expr.inner, "instant vector", "subquery");
      checkTypes(expr.inner, problem);
      return;
    case "vector": {
      const named = expr.matchers.filter(({ label }) => label === "__name__");
      if (named.length > 1)
        throw problem(`metric name must not be set twice: "${named[0]!.value}" or "${named[1]!.value}"`);
      if (expr.matchers.every(matchesEmpty))
        throw problem("vector selector must contain at least one non-empty matcher");
      return;
    }
    case "matrix":
      checkTypes(expr.vector, problem);
      return;
  }
}

function matchesEmpty({ operator, value }: { operator: string; value: string }): boolean {
  if (operator === "=") return value === "";
  if (operator === "!=") return value !== "";
  const empty = /^(?:\.\*|\.\?|\(\)|)$/.test(value);
  return operator === "=~" ? empty : !empty;
}
