import type { LabelScope } from "../grid/samples/facts";

/** Milliseconds since 1970. The start is not part of it, the end is. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** One step of a list request. */
export interface Step {
  /** Alignment period in seconds. */
  readonly period: number;
  readonly aligner: string;
  /** `REDUCE_NONE` for none. */
  readonly reducer: string;
  readonly groupBy: readonly string[];
}

/** `projects.timeSeries.list`. */
export interface ListRequest {
  readonly kind: "list";
  readonly filter: string;
  readonly interval: Interval;
  /** None, one or two steps. */
  readonly steps: readonly Step[];
  /** `HEADERS` gives series without points. */
  readonly view: "FULL" | "HEADERS";
  /** Most points, or series without points, of a page. */
  readonly pageSize?: number;
}

/** PromQL over a range. */
export interface RangeRequest {
  readonly kind: "range";
  readonly query: string;
  readonly interval: Interval;
  /** Seconds. */
  readonly step: number;
}

/** PromQL at one time, in milliseconds. */
export interface InstantRequest {
  readonly kind: "instant";
  readonly query: string;
  readonly time: number;
}

export type LiveRequest = ListRequest | RangeRequest | InstantRequest;

/** The same text for requests that have the same answer. */
export function requestKey(request: LiveRequest): string {
  switch (request.kind) {
    case "list": {
      const { filter, interval, steps, view, pageSize } = request;
      return JSON.stringify(["list", filter, interval.start, interval.end, steps, view, pageSize]);
    }
    case "range":
      return JSON.stringify([
        "range",
        request.query,
        request.interval.start,
        request.interval.end,
        request.step,
      ]);
    case "instant":
      return JSON.stringify(["instant", request.query, request.time]);
  }
}

/** A label of a series. PromQL does not tell of what a label is. */
export interface SeriesLabel {
  readonly key: string;
  readonly of: LabelScope;
  readonly value: string;
}

/** A histogram: one count more than there are bounds. */
export interface Histogram {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly mean: number;
}

export interface LivePoint {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly value: number | Histogram;
}

/** A series as the service answered it, points oldest first. */
export interface LiveSeries {
  /** Metric type, or the name in PromQL; empty when the answer has none. */
  readonly metric: string;
  readonly labels: readonly SeriesLabel[];
  readonly points: readonly LivePoint[];
  /** Empty when the answer has none. */
  readonly unit: string;
}

/** What became of a request. */
export type LiveAnswer =
  | {
      readonly kind: "series";
      readonly series: readonly LiveSeries[];
      /** Of all values together; empty when the answer has none. */
      readonly unit: string;
      /** Why the answer may be incomplete, in the service's words; empty when it is complete. */
      readonly partial: readonly string[];
    }
  /** The service will not run the query. */
  | { readonly kind: "refused"; readonly message: string; readonly status: number | undefined }
  /** The service could not be asked, or did not answer; the query is not to blame. */
  | { readonly kind: "failed"; readonly message: string; readonly action: string }
  /** Not asked, because a limit of the user's own was reached. */
  | { readonly kind: "stopped"; readonly message: string };

export function isHistogram(value: number | Histogram): value is Histogram {
  return typeof value === "object";
}
