/** What is known of one PromQL function. */
export interface PromqlFunction {
  readonly name: string;
  /** Parameter names with their types, such as `v range-vector`; a trailing `…` repeats. */
  readonly parameters: readonly string[];
  readonly description: string;
  /** Prometheus serves it only with a feature flag, so the service may not know it. */
  readonly experimental?: true;
}

const V = "v instant-vector";
const R = "v range-vector";

const f = (name: string, parameters: readonly string[], description: string): PromqlFunction => ({
  name,
  parameters,
  description,
});
const x = (name: string, parameters: readonly string[], about: string): PromqlFunction => ({
  ...f(name, parameters, about),
  experimental: true,
});

/** Every function of PromQL; the types are tested against the analyzer's. */
const list: readonly PromqlFunction[] = [
  f("abs", [V], "Absolute value of every sample."),
  f(
    "absent",
    [V],
    "One series with the value 1 when the vector is empty, nothing otherwise. For alerts on missing data.",
  ),
  f("absent_over_time", [R], "One series with the value 1 if the range has no samples."),
  f("acos", [V], "Arc cosine, in radians."),
  f("acosh", [V], "Inverse hyperbolic cosine."),
  f("asin", [V], "Arc sine, in radians."),
  f("asinh", [V], "Inverse hyperbolic sine."),
  f("atan", [V], "Arc tangent, in radians."),
  f("atanh", [V], "Inverse hyperbolic tangent."),
  f("avg_over_time", [R], "Mean of all samples in the range, for each series."),
  f("ceil", [V], "Rounds every sample up to an integer."),
  f("changes", [R], "How many times the value changed within the range."),
  f("clamp", [V, "min scalar", "max scalar"], "Limits every sample to the range from `min` to `max`."),
  f("clamp_max", [V, "max scalar"], "Limits every sample to at most `max`."),
  f("clamp_min", [V, "min scalar"], "Limits every sample to at least `min`."),
  f("cos", [V], "Cosine of an angle in radians."),
  f("cosh", [V], "Hyperbolic cosine."),
  f("count_over_time", [R], "How many samples each series has in the range."),
  f(
    "day_of_month",
    ["v instant-vector = vector(time())"],
    "Day of the month, 1 to 31, of a Unix time in UTC.",
  ),
  f(
    "day_of_week",
    ["v instant-vector = vector(time())"],
    "Day of the week, 0 (Sunday) to 6, of a Unix time in UTC.",
  ),
  f(
    "day_of_year",
    ["v instant-vector = vector(time())"],
    "Day of the year, 1 to 366, of a Unix time in UTC.",
  ),
  f(
    "days_in_month",
    ["v instant-vector = vector(time())"],
    "How many days the month of a Unix time has, in UTC.",
  ),
  f("deg", [V], "Radians to degrees."),
  f(
    "delta",
    [R],
    "Difference between the last and the first value of the range, extended to its edges. For gauges.",
  ),
  f("deriv", [R], "Slope per second by linear regression over the range. For gauges."),
  x(
    "double_exponential_smoothing",
    [R, "sf scalar", "tf scalar"],
    "Smoothed value of a range; `sf` weighs recent samples, `tf` the trend. Both between 0 and 1.",
  ),
  x("end", [], "Time at which the query ends, in Unix seconds."),
  f("exp", [V], "e to the power of every sample."),
  x("first_over_time", [R], "Oldest sample of each series in the range."),
  f("floor", [V], "Rounds every sample down to an integer."),
  f("histogram_avg", [V], "Mean of the observations in native histograms."),
  f("histogram_count", [V], "Number of observations in native histograms."),
  f(
    "histogram_fraction",
    ["lower scalar", "upper scalar", "b instant-vector"],
    "Fraction of the observations between two bounds.",
  ),
  f(
    "histogram_quantile",
    ["φ scalar", "b instant-vector"],
    "The φ-quantile (0 to 1) of a histogram. Give it the rate of the `_bucket` series, summed with `le` kept: `histogram_quantile(0.95, sum by (le) (rate(…_bucket[${__interval}])))`.",
  ),
  x(
    "histogram_quantiles",
    ["b instant-vector", "label string", "φ scalar", "φ scalar…"],
    "Several quantiles of a histogram, distinguished by a label.",
  ),
  f("histogram_stddev", [V], "Estimated standard deviation of the observations in native histograms."),
  f("histogram_stdvar", [V], "Estimated variance of the observations in native histograms."),
  f("histogram_sum", [V], "Sum of the observations in native histograms."),
  f("hour", ["v instant-vector = vector(time())"], "Hour of the day, 0 to 23, of a Unix time in UTC."),
  f("idelta", [R], "Difference of the last two samples in the range. For gauges."),
  f(
    "increase",
    [R],
    "Increase of a counter over the range, adjusted for resets. `rate` times the seconds of the range.",
  ),
  x(
    "info",
    [V, "selector label-selector = {}"],
    "Adds labels of matching info series, such as `target_info`.",
  ),
  f("irate", [R], "Increase per second between the last two samples of the range. For fast-moving counters."),
  f(
    "label_join",
    [V, "dst string", "separator string", "src string…"],
    "Writes the values of the source labels, joined, into a new label.",
  ),
  f(
    "label_replace",
    [V, "dst string", "replacement string", "src string", "regex string"],
    "If `regex` matches the whole label `src`, writes `replacement` into the label `dst`; `$1` is the first group.",
  ),
  f("last_over_time", [R], "Newest sample of each series in the range."),
  f("ln", [V], "Natural logarithm."),
  f("log10", [V], "Decimal logarithm."),
  f("log2", [V], "Binary logarithm."),
  x("mad_over_time", [R], "Median absolute deviation of the samples in the range."),
  f("max_over_time", [R], "Largest sample of each series in the range."),
  f("min_over_time", [R], "Smallest sample of each series in the range."),
  f("minute", ["v instant-vector = vector(time())"], "Minute of the hour, 0 to 59, of a Unix time in UTC."),
  f("month", ["v instant-vector = vector(time())"], "Month of the year, 1 to 12, of a Unix time in UTC."),
  f("pi", [], "The number π."),
  f(
    "predict_linear",
    [R, "t scalar"],
    "Expected value in `t` seconds by linear regression over the range. For gauges.",
  ),
  f("present_over_time", [R], "1 for every series that has a sample in the range."),
  f("quantile_over_time", ["φ scalar", R], "The φ-quantile (0 to 1) of the samples in the range."),
  f("rad", [V], "Degrees to radians."),
  x("range", [], "Length of the query's time range, in seconds."),
  f("rate", [R], "Average increase of a counter per second, adjusted for resets. Apply it before `sum`."),
  f("resets", [R], "How many times a counter was reset within the range."),
  f("round", [V, "to_nearest scalar = 1"], "Rounds every sample to the nearest multiple."),
  f(
    "scalar",
    [V],
    "The value of a vector with a single element as a number; NaN when there is not exactly one.",
  ),
  f("sgn", [V], "1 for positive samples, -1 for negative ones, 0 for zero."),
  f("sin", [V], "Sine of an angle in radians."),
  f("sinh", [V], "Hyperbolic sine."),
  f("sort", [V], "Sorts by value, smallest first. Has no effect on a chart over time."),
  f("sort_desc", [V], "Sorts by value, largest first. Has no effect on a chart over time."),
  x("sort_by_label", [V, "label string…"], "Sorts by the values of labels."),
  x("sort_by_label_desc", [V, "label string…"], "Sorts by the values of labels, in reverse."),
  f("sqrt", [V], "Square root."),
  x("start", [], "Time at which the query starts, in Unix seconds."),
  x("start_timestamp", [V], "Time from which each sample counts, in Unix seconds."),
  f("stddev_over_time", [R], "Standard deviation of the samples in the range."),
  f("stdvar_over_time", [R], "Variance of the samples in the range."),
  x("step", [], "Interval between the points of the query, in seconds."),
  f("sum_over_time", [R], "Sum of all samples in the range, for each series."),
  f("tan", [V], "Tangent of an angle in radians."),
  f("tanh", [V], "Hyperbolic tangent."),
  f("time", [], "Unix time of each point, in seconds."),
  f("timestamp", [V], "Time of each sample, in Unix seconds."),
  x("ts_of_first_over_time", [R], "Time of the oldest sample in the range."),
  x("ts_of_last_over_time", [R], "Time of the newest sample in the range."),
  x("ts_of_max_over_time", [R], "Time of the largest sample in the range."),
  x("ts_of_min_over_time", [R], "Time of the smallest sample in the range."),
  f("vector", ["s scalar"], "A number as a vector without labels. `or vector(0)` fills gaps with zero."),
  f("year", ["v instant-vector = vector(time())"], "Year of a Unix time in UTC."),
];

/** Aggregations: across series, at one time. */
const aggregationList: readonly PromqlFunction[] = [
  f("avg", [V], "Mean across series."),
  f("bottomk", ["k scalar", V], "The `k` series with the smallest values, at each point in time."),
  f("count", [V], "How many series there are."),
  f("count_values", ["label string", V], "How many series have each value; the value goes into the label."),
  f("group", [V], "1 for each group of series."),
  x("limitk", ["k scalar", V], "Any `k` series of each group."),
  x("limit_ratio", ["r scalar", V], "A fraction `r` of the series, from -1 to 1."),
  f("max", [V], "Largest value across series."),
  f("min", [V], "Smallest value across series."),
  f("quantile", ["φ scalar", V], "The φ-quantile (0 to 1) across series."),
  f("stddev", [V], "Standard deviation across series."),
  f("stdvar", [V], "Variance across series."),
  f("sum", [V], "Sum across series."),
  f("topk", ["k scalar", V], "The `k` series with the largest values, at each point in time."),
];

export const promqlFunctions: ReadonlyMap<string, PromqlFunction> = new Map(
  list.map((info) => [info.name, info]),
);
export const promqlAggregations: ReadonlyMap<string, PromqlFunction> = new Map(
  aggregationList.map((info) => [info.name, info]),
);

/** A function or aggregation by its name; aggregations are keywords, whose letter case does not matter. */
export function functionNamed(name: string): PromqlFunction | undefined {
  return promqlFunctions.get(name) ?? promqlAggregations.get(name.toLowerCase());
}

/** `rate(v range-vector)`: the call as documentation writes it. */
export function functionLabel({ name, parameters }: PromqlFunction): string {
  return `${name}(${parameters.join(", ")})`;
}

/** Binary operators that are words, and words that belong to an operator or selector. All ignore letter case. */
export const promqlKeywords: Readonly<Record<string, string>> = {
  and: "Series of the left side that match a series on the right.",
  or: "All series of the left side, and unmatched series of the right side.",
  unless: "Series of the left side that match no series on the right.",
  atan2: "Arc tangent of left divided by right, in radians.",
  by: "Keeps these labels and aggregates over all others.",
  without: "Drops these labels and keeps all others.",
  on: "Matches series by these labels only.",
  ignoring: "Matches series by all labels except these.",
  group_left: "Allows several series on the left to match one on the right, and copies these labels from it.",
  group_right:
    "Allows several series on the right to match one on the left, and copies these labels from it.",
  bool: "Returns 1 or 0 instead of filtering.",
  offset: "Reads data from an earlier time.",
  anchored: "Includes samples at the boundaries of the range.",
  smoothed: "Interpolates to the boundaries of the range.",
};

/** Words in front of a list of labels in parentheses. */
export const groupingKeywords: ReadonlySet<string> = new Set([
  "by",
  "without",
  "on",
  "ignoring",
  "group_left",
  "group_right",
]);

/** Operators between two expressions that are signs, and what they do. */
export const promqlOperators: readonly { readonly text: string; readonly about: string }[] = [
  { text: "+", about: "Sum." },
  { text: "-", about: "Difference." },
  { text: "*", about: "Product." },
  { text: "/", about: "Quotient." },
  { text: "%", about: "Remainder." },
  { text: "^", about: "Power." },
  { text: "==", about: "Keeps equal values." },
  { text: "!=", about: "Keeps unequal values." },
  { text: ">", about: "Keeps values that are greater." },
  { text: "<", about: "Keeps values that are less." },
  { text: ">=", about: "Keeps values that are greater or equal." },
  { text: "<=", about: "Keeps values that are less or equal." },
];

/** Comparisons of a label with a text. */
export const matchOperators: readonly { readonly text: string; readonly about: string }[] = [
  { text: "=", about: "The label equals this string." },
  { text: "!=", about: "The label does not equal this string." },
  { text: "=~", about: "The regular expression (RE2) matches the whole label." },
  { text: "!~", about: "The regular expression (RE2) does not match the whole label." },
];
