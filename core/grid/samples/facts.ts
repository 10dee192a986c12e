/** What is known of a metric type: the part of the catalog that sample data needs. */
export interface MetricFacts {
  readonly kind: "GAUGE" | "DELTA" | "CUMULATIVE" | undefined;
  readonly valueType: "BOOL" | "INT64" | "DOUBLE" | "STRING" | "DISTRIBUTION" | undefined;
  /** Mostly UCUM; empty when unknown. */
  readonly unit: string;
  readonly labels: readonly LabelFacts[];
}

/** Looks a metric up, by its type or by its name in PromQL. */
export type MetricLookup = (name: string) => MetricFacts | undefined;

/** A label that tells series apart. */
export interface LabelFacts {
  /** The last part of its name, such as `zone`. */
  readonly key: string;
  readonly of: LabelScope;
  /** Values it can have, as far as they are known; empty when they are not. */
  readonly values: readonly string[];
}

export type LabelScope = "resource" | "metric" | "system" | "user" | "";

/**
 * What the numbers of a query are like: `share` from 0 to 1, `percent` to 100, `count` whole numbers, `rate` a second,
 * `level` something that moves slowly, `flag` 0 or 1.
 */
export type ValueShape = "share" | "percent" | "count" | "rate" | "level" | "flag" | "distribution";

/** What a query's answer would look like, as far as the query and the catalog tell. Plain JSON, part of the picture. */
export interface QueryFacts {
  /** What is measured, in a few words. */
  readonly name: string;
  /** Differs for queries that differ: the same query has the same sample data, wherever it is drawn. */
  readonly key: string;
  /** The unit of the values, after all steps of the query. */
  readonly unit: string;
  readonly values: ValueShape;
  readonly labels: readonly LabelFacts[];
  /** How many sample series to draw, 1 to `MAX_SAMPLE_SERIES`. */
  readonly series: number;
  /** Seconds between points; 0 when the query does not say. */
  readonly period: number;
  /** Which quantile of a distribution it is, 0 to 1; the same distribution gives curves that do not cross. */
  readonly quantile?: number;
  /** Names of the value columns of a query in SQL, where it has several columns. */
  readonly measures?: readonly string[];
}

export const MAX_SAMPLE_SERIES = 6;
/** How much of a query is looked at, in letters: sample data needs no more. */
export const MAX_QUERY_LENGTH = 4000;

/** Facts without a name of their own are called after their query. */
export type ReadFacts = Omit<QueryFacts, "name" | "key"> & Partial<Pick<QueryFacts, "name">>;
