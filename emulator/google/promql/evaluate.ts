import { aggregated } from "./aggregations";
import { type Expr, type Moved, PromqlError, type Subquery, type VectorSelector } from "./ast";
import { ofScalars, ofVectors, withScalar } from "./operators";
import { RANGE_FUNCTIONS } from "./range-functions";
import { type Labels, nameless, type PromValue, type Sample, type Stream, upperBound } from "./samples";
import { distinct, eachSample, histogramQuantile, labelJoin, labelReplace } from "./vector-functions";

/** Gives the series that a selector chooses, with all points of `from` to `to`. */
export type Select = (selector: VectorSelector, from: number, to: number) => readonly Stream[];

/** How old a sample may be to count for an instant. */
const LOOKBACK = 5 * 60_000;
const SUBQUERY_STEP = 60_000;

/** The times that a query is evaluated for, in milliseconds. For an instant both are the same and the step is 0. */
export interface QueryTimes {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Evaluates an expression at one time. @throws PromqlError */
export function evaluateInstant(expr: Expr, time: number, select: Select): PromValue {
  return new Evaluation(expr, { start: time, end: time, step: 0 }, select).at(expr, time);
}

/** Evaluates an expression at every step. @throws PromqlError */
export function evaluateRange(expr: Expr, times: QueryTimes, select: Select): Stream[] {
  const evaluation = new Evaluation(expr, times, select);
  return evaluation.series(expr, times);
}

class Evaluation {
  private readonly fetched = new Map<VectorSelector, readonly Stream[]>();
  private readonly from: number;
  private readonly to: number;

  constructor(
    root: Expr,
    private readonly times: QueryTimes,
    private readonly select: Select,
  ) {
    const reach = { back: LOOKBACK, ahead: 0, times: [times.start, times.end] };
    measure(root, reach, times);
    this.from = Math.min(...reach.times) - reach.back;
    this.to = Math.max(...reach.times) + reach.ahead;
  }

  at(expr: Expr, time: number): PromValue {
    switch (expr.kind) {
      case "number":
        return { type: "scalar", value: expr.value };
      case "string":
        return { type: "string", value: expr.value };
      case "vector":
        return {
          type: "vector",
          samples: this.instant(expr, time).map(({ labels, value }) => ({ labels, value })),
        };
      case "matrix":
        return { type: "matrix", streams: this.window(expr, time).streams };
      case "subquery":
        return { type: "matrix", streams: this.subquery(expr, time).streams };
      case "negate": {
        const inner = this.at(expr.inner, time);
        if (inner.type === "scalar") return { type: "scalar", value: -inner.value };
        return vectorOf(
          samplesOf(inner).map(({ labels, value }) => ({ labels: nameless(labels), value: -value })),
        );
      }
      case "aggregate": {
        const parameter = expr.parameter && this.at(expr.parameter, time);
        const value = parameter && "value" in parameter ? parameter.value : 0;
        return vectorOf(aggregated(expr, samplesOf(this.at(expr.inner, time)), value));
      }
      case "binary": {
        const [left, right] = [this.at(expr.left, time), this.at(expr.right, time)];
        if (left.type === "scalar" && right.type === "scalar")
          return { type: "scalar", value: ofScalars(expr.op, left.value, right.value) };
        if (right.type === "scalar") return vectorOf(withScalar(expr, samplesOf(left), right.value, false));
        if (left.type === "scalar") return vectorOf(withScalar(expr, samplesOf(right), left.value, true));
        return vectorOf(ofVectors(expr, samplesOf(left), samplesOf(right)));
      }
      case "call":
        return this.call(expr.name, expr.args, time);
    }
  }

  series(expr: Expr, { start, end, step }: QueryTimes): Stream[] {
    const streams = new Map<string, { labels: Labels; times: number[]; values: number[] }>();
    for (let time = start; time <= end; time += step) {
      const value = this.at(expr, time);
      const samples: readonly Sample[] =
        value.type === "scalar" ? [{ labels: {}, value: value.value }] : samplesOf(value);
      for (const sample of samples) {
        const key = JSON.stringify(Object.entries(sample.labels).sort());
        let stream = streams.get(key);
        if (!stream) streams.set(key, (stream = { labels: sample.labels, times: [], values: [] }));
        if (stream.times.at(-1) === time)
          throw new PromqlError("execution", "vector cannot contain metrics with the same labelset");
        stream.times.push(time);
        stream.values.push(sample.value);
      }
    }
    return [...streams.values()];
  }

  private streamsOf(selector: VectorSelector): readonly Stream[] {
    let streams = this.fetched.get(selector);
    if (!streams) this.fetched.set(selector, (streams = this.select(selector, this.from, this.to)));
    return streams;
  }

  private instant(selector: VectorSelector, time: number): (Sample & { readonly time: number })[] {
    const at = this.moved(selector, time);
    return this.streamsOf(selector).flatMap(({ labels, times, values }) => {
      const i = upperBound(times, at) - 1;
      const found = times[i];
      return found !== undefined && found >= at - LOOKBACK
        ? [{ labels, value: values[i]!, time: found }]
        : [];
    });
  }

  private moved({ offset, at }: Moved, time: number): number {
    const base = at === undefined ? time : typeof at === "number" ? at : this.times[at];
    return base - offset;
  }

  private window(expr: Extract<Expr, { kind: "matrix" }>, time: number, least = 0): Window {
    const end = this.moved(expr.vector, time);
    const start = end - Math.max(expr.range, least);
    return { start, end, streams: cut(this.streamsOf(expr.vector), start, end) };
  }

  private subquery(expr: Subquery, time: number): Window {
    const end = this.moved(expr, time);
    const start = end - expr.range;
    const step = expr.step ?? SUBQUERY_STEP;
    // Steps are multiples, so that neighbouring evaluations share them.
    const first = Math.ceil(start / step) * step;
    return { start, end, streams: this.series(expr.inner, { start: first, end, step }) };
  }

  private range(expr: Expr, time: number, least = 0): Window {
    if (expr.kind === "matrix") return this.window(expr, time, least);
    if (expr.kind === "subquery") return this.subquery(expr, time);
    throw new PromqlError("bad_data", "expected a range vector");
  }

  private call(name: string, args: readonly Expr[], time: number): PromValue {
    const samples = (i: number) => samplesOf(this.at(args[i]!, time));
    const scalar = (i: number) => {
      const value = this.at(args[i]!, time);
      return value.type === "scalar" ? value.value : Number.NaN;
    };
    const text = (i: number) => {
      const value = this.at(args[i]!, time);
      return value.type === "string" ? value.value : "";
    };
    const overRange = RANGE_FUNCTIONS[name];
    if (overRange) {
      const rangeAt = name === "quantile_over_time" ? 1 : 0;
      const parameter = args.length > 1 ? scalar(1 - rangeAt) : 0;
      // The service raises windows of these to the step.
      const least = /^(?:rate|irate|increase)$/.test(name) ? this.times.step : 0;
      const { streams, ...window } = this.range(args[rangeAt]!, time, least);
      const out = streams.flatMap(({ labels, times, values }): Sample[] => {
        const value = overRange(times, values, window, parameter);
        if (value === undefined) return [];
        return [{ labels: name === "last_over_time" ? labels : nameless(labels), value }];
      });
      return vectorOf(distinct(out));
    }
    switch (name) {
      case "time":
        return { type: "scalar", value: time / 1000 };
      case "pi":
        return { type: "scalar", value: Math.PI };
      case "vector":
        return vectorOf([{ labels: {}, value: scalar(0) }]);
      case "scalar": {
        const [only, ...more] = samples(0);
        return { type: "scalar", value: only && more.length === 0 ? only.value : Number.NaN };
      }
      case "absent":
      case "absent_over_time":
        return vectorOf(this.absent(name, args[0]!, time));
      case "timestamp": {
        const [arg] = args;
        if (arg?.kind !== "vector")
          return vectorOf(samples(0).map(({ labels }) => ({ labels: nameless(labels), value: time / 1000 })));
        const found = this.instant(arg, time);
        return vectorOf(
          found.map(({ labels, time: at }) => ({ labels: nameless(labels), value: at / 1000 })),
        );
      }
      case "sort":
      case "sort_desc": {
        const sign = name === "sort" ? 1 : -1;
        return vectorOf([...samples(0)].sort((a, b) => sign * (a.value - b.value)));
      }
      case "histogram_quantile":
        return vectorOf(histogramQuantile(scalar(0), samples(1)));
      case "label_replace":
        return vectorOf(labelReplace(samples(0), [text(1), text(2), text(3), text(4)]));
      case "label_join": {
        const sources = args.slice(3).map((_, i) => text(i + 3));
        return vectorOf(labelJoin(samples(0), text(1), text(2), sources));
      }
    }
    const input = args.length > 0 ? samples(0) : [{ labels: {}, value: time / 1000 }];
    const each = eachSample(
      name,
      input,
      args.slice(1).map((_, i) => scalar(i + 1)),
    );
    if (each) return vectorOf(each);
    throw new PromqlError("bad_data", `unknown function with name "${name}"`);
  }

  /** One sample with what the selector says, when there is nothing. */
  private absent(name: string, arg: Expr, time: number): Sample[] {
    const isEmpty =
      name === "absent"
        ? samplesOf(this.at(arg, time)).length === 0
        : this.range(arg, time).streams.every(({ times }) => times.length === 0);
    if (!isEmpty) return [];
    const selector = arg.kind === "matrix" ? arg.vector : arg;
    const labels: Record<string, string> = {};
    if (selector.kind === "vector") {
      const names = selector.matchers.map(({ label }) => label);
      for (const { label, operator, value } of selector.matchers) {
        const twice = names.filter((other) => other === label).length > 1;
        if (operator === "=" && label !== "__name__" && !twice && value !== "") labels[label] = value;
      }
    }
    return [{ labels, value: 1 }];
  }
}

interface Window {
  readonly start: number;
  readonly end: number;
  readonly streams: readonly Stream[];
}

/** The points from `start` to `end`, both included. */
function cut(streams: readonly Stream[], start: number, end: number): Stream[] {
  return streams.flatMap(({ labels, times, values }) => {
    const first = upperBound(times, start - 0.5);
    const last = upperBound(times, end);
    return last > first
      ? [{ labels, times: times.slice(first, last), values: values.slice(first, last) }]
      : [];
  });
}

function vectorOf(samples: readonly Sample[]): PromValue {
  return { type: "vector", samples };
}

function samplesOf(value: PromValue): readonly Sample[] {
  return value.type === "vector" ? value.samples : [];
}

interface Reach {
  back: number;
  ahead: number;
  readonly times: number[];
}

/** How far from the times of a query its selectors look, at most. */
function measure(expr: Expr, reach: Reach, times: QueryTimes): void {
  const move = ({ offset, at }: Moved) => {
    if (offset > 0) reach.back += offset;
    else reach.ahead -= offset;
    if (at !== undefined) reach.times.push(typeof at === "number" ? at : times[at]);
  };
  switch (expr.kind) {
    case "vector":
      move(expr);
      return;
    case "matrix":
      reach.back += Math.max(expr.range, times.step);
      move(expr.vector);
      return;
    case "subquery":
      reach.back += expr.range + (expr.step ?? SUBQUERY_STEP);
      move(expr);
      measure(expr.inner, reach, times);
      return;
    case "call":
      for (const arg of expr.args) measure(arg, reach, times);
      return;
    case "aggregate":
      if (expr.parameter) measure(expr.parameter, reach, times);
      measure(expr.inner, reach, times);
      return;
    case "binary":
      measure(expr.left, reach, times);
      measure(expr.right, reach, times);
      return;
    case "negate":
      measure(expr.inner, reach, times);
      return;
  }
}
