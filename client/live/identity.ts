import type { DashboardPlan } from "../../core/features/reading/live";
import type { LiveRequest } from "../../core/live/model";
import type { PlannedDataSet, Source } from "../../core/live/plan";

/** The requests that a source needs. */
export function keysOf(source: Source): readonly string[] {
  if (source.kind === "series") return [source.key];
  return source.kind === "ratio" ? [source.numerator, source.denominator] : [];
}

/** The same for a data set whatever the time range: what is drawn of it until a new answer is there. */
export function identityOf(dataSet: PlannedDataSet, requests: ReadonlyMap<string, LiveRequest>): string {
  const { source, template, unitOverride, pick, sort, isHeatmap, index } = dataSet;
  const queries = keysOf(source).map((key) => {
    const request = requests.get(key);
    if (request?.kind !== "list") return request?.query;
    return [request.filter, request.steps.map(({ period: _, ...step }) => step)];
  });
  return JSON.stringify([queries, template, unitOverride, pick, sort, isHeatmap, index]);
}

/** The error that Mosaic itself finds in a query. */
export function errorOf({ errors }: DashboardPlan, pointer: string): string | undefined {
  const dataSet = /^.*\/timeSeriesQuery(?=\/|$)/.exec(pointer)?.[0] ?? pointer;
  return Object.hasOwn(errors, dataSet) ? errors[dataSet] : undefined;
}
