/** A PromQL query as the emulator evaluates it. Times and durations are milliseconds. */
export type Expr =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | VectorSelector
  | { readonly kind: "matrix"; readonly vector: VectorSelector; readonly range: number }
  | Subquery
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expr[] }
  | Aggregate
  | Binary
  | { readonly kind: "negate"; readonly inner: Expr };

/** When a selector is evaluated, instead of at the time of the query. */
export interface Moved {
  readonly offset: number;
  readonly at?: number | "start" | "end";
}

export interface VectorSelector extends Moved {
  readonly kind: "vector";
  readonly matchers: readonly Matcher[];
}

export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

export interface Subquery extends Moved {
  readonly kind: "subquery";
  readonly inner: Expr;
  readonly range: number;
  /** Undefined for the default. */
  readonly step: number | undefined;
}

export interface Aggregate {
  readonly kind: "aggregate";
  readonly op: string;
  readonly labels: readonly string[];
  readonly without: boolean;
  /** Of `topk`, `quantile` and so on. */
  readonly parameter: Expr | undefined;
  readonly inner: Expr;
}

export interface Binary {
  readonly kind: "binary";
  readonly op: string;
  readonly left: Expr;
  readonly right: Expr;
  readonly bool: boolean;
  readonly matching: Matching;
}

export interface Matching {
  readonly on: boolean;
  readonly labels: readonly string[];
  /** Which side may have several series a match. */
  readonly group: "left" | "right" | undefined;
  readonly include: readonly string[];
}

/** A query that cannot be evaluated; the message is for the answer. */
export class PromqlError extends Error {
  constructor(
    readonly type: "bad_data" | "execution",
    message: string,
  ) {
    super(message);
  }
}

export type ExprType = "scalar" | "string" | "instant vector" | "range vector";
