import type { ExprType } from "./ast";

interface Signature {
  readonly takes: readonly ExprType[];
  readonly returns: ExprType;
  /** How many of the last arguments may be left out. */
  readonly optional?: number;
  /** The last argument may be repeated. */
  readonly endless?: boolean;
}

const vector: ExprType = "instant vector";
const range: ExprType = "range vector";
const scalar: ExprType = "scalar";
const string: ExprType = "string";

const of = (names: string, takes: readonly ExprType[], more: Partial<Signature> = {}) =>
  names.split(" ").map((name) => [name, { takes, returns: vector, ...more }] as const);

/** The functions that can be evaluated. */
export const FUNCTIONS: Readonly<Record<string, Signature | undefined>> = Object.assign(
  Object.create(null),
  Object.fromEntries([
    ...of("rate increase irate delta idelta deriv resets changes", [range]),
    ...of(
      "avg_over_time min_over_time max_over_time sum_over_time count_over_time last_over_time stddev_over_time stdvar_over_time present_over_time absent_over_time",
      [range],
    ),
    ...of("predict_linear", [range, scalar]),
    ...of("quantile_over_time", [scalar, range]),
    ...of("abs ceil floor exp ln log2 log10 sqrt sgn sort sort_desc absent timestamp", [vector]),
    ...of("round", [vector, scalar], { optional: 1 }),
    ...of("clamp", [vector, scalar, scalar]),
    ...of("clamp_min clamp_max", [vector, scalar]),
    ...of("histogram_quantile", [scalar, vector]),
    ...of("label_replace", [vector, string, string, string, string]),
    ...of("label_join", [vector, string, string, string], { optional: 1, endless: true }),
    ...of("vector", [scalar]),
    ...of("scalar", [vector], { returns: scalar }),
    ...of("time pi", [], { returns: scalar }),
    ...of("minute hour day_of_week day_of_month day_of_year days_in_month month year", [vector], {
      optional: 1,
    }),
  ]),
);
