import { shippedCatalog } from "../../catalog/catalog";
import type { Dashboard } from "../../dashboard";
import type { Span } from "../../document/node";
import { StringMap } from "../../document/string-map";
import { type PlannedControl, plannedControls, type WrittenQuery } from "../../live/controls";
import { type Inquiry, inquiryInto } from "../../live/diagnose";
import type { Interval } from "../../live/model";
import { type LivePlan, type PlannedDataSet, planLive, type QueryPlace, type Source } from "../../live/plan";
import { liveVariables, Unfillable } from "../../live/variables";
import { spanOfViolation } from "../../sync/violation-span";

/** Values by the name of a template variable, or by the label key of a pinned filter. */
export type LiveValues = Readonly<Record<string, readonly string[]>>;

/** What a dashboard asks the service for, with what Mosaic itself finds wrong. */
export interface DashboardPlan {
  readonly plan: LivePlan;
  /** The first error in the query of a data set, by the data set's pointer: such a query need not be sent. */
  readonly errors: Readonly<Record<string, string>>;
  /** The dashboard's filters as controls. */
  readonly controls: readonly PlannedControl[];
}

/** The plan of a dashboard. Metrics and resources are those that its checks go by. */
export function dashboardPlan(
  dashboard: Dashboard,
  interval: Interval,
  values: LiveValues = {},
  zoomed = false,
): DashboardPlan {
  const { canonical, context } = dashboard;
  const plan = planLive({
    dashboard: canonical.value,
    interval,
    zoomed,
    catalog: context.catalog ?? shippedCatalog(),
    values: new Map(Object.entries(values)),
  });
  const whole = withoutHoles(dashboard, plan);
  const errors: Record<string, string> = {};
  for (const { pointer } of whole.dataSets) {
    const error = errorIn(dashboard, pointer);
    if (error !== undefined) errors[pointer] = error;
  }
  return { plan: whole, errors, controls: controlsOf(dashboard, whole, interval.end) };
}

function controlsOf(
  { canonical, context }: Dashboard,
  { dataSets, variables }: LivePlan,
  now: number,
): PlannedControl[] {
  const queries = new Map<string, WrittenQuery>();
  for (const { pointer, language } of dataSets.flatMap(({ places }) => places)) {
    const node = canonical.nodeOf(pointer);
    if (node?.kind === "string") queries.set(node.value, { text: node.value, language });
  }
  const catalog = context.catalog ?? shippedCatalog();
  return plannedControls(canonical.value, variables, [...queries.values()], catalog, now);
}

/** The plan without queries that another tool fills in: what they will ask is not known. */
function withoutHoles({ document, canonical }: Dashboard, plan: LivePlan): LivePlan {
  const holes = document.holes?.filter(({ kind }) => kind !== "escape") ?? [];
  if (holes.length === 0) return plan;
  const isFilledIn = (pointer: string) => {
    const node = canonical.nodeOf(pointer);
    const end = node && node.offset + node.length;
    return holes.some(({ offset }) => node && offset >= node.offset && offset < end!);
  };
  const because = "Another tool fills in part of this query.";
  const dataSets = plan.dataSets.map(({ shifted, ...dataSet }): PlannedDataSet => {
    if (isFilledIn(dataSet.pointer)) return { ...dataSet, places: [], source: { kind: "sample", because } };
    return shifted ? { ...dataSet, shifted } : dataSet;
  });
  const used = new Set(
    dataSets.flatMap(({ source, shifted }) =>
      [source, shifted?.source].flatMap((one) => (one ? keysOf(one) : [])),
    ),
  );
  return { ...plan, dataSets, requests: plan.requests.filter(({ key }) => used.has(key)) };
}

function keysOf(source: Source): readonly string[] {
  if (source.kind === "series") return [source.key];
  return source.kind === "ratio" ? [source.numerator, source.denominator] : [];
}

function errorIn({ canonical, findings }: Dashboard, pointer: string): string | undefined {
  const node = canonical.nodeOf(pointer);
  return findings.find(
    ({ severity, offset }) =>
      node && severity === "error" && offset >= node.offset && offset <= node.offset + node.length,
  )?.message;
}

/** Why a query is not sent, by the errors of a plan. */
export function refusalOf(
  { errors }: DashboardPlan,
  { pointer }: { readonly pointer: string },
): string | undefined {
  const dataSet = /^.*\/timeSeriesQuery(?=\/|$)/.exec(pointer)?.[0] ?? pointer;
  return Object.hasOwn(errors, dataSet) ? `Not sent: ${errors[dataSet]}` : undefined;
}

/** The requests that tell why a query matches nothing; a sentence when it cannot be asked. */
export function dashboardInquiry(
  dashboard: Dashboard,
  { pointer, language }: Pick<QueryPlace, "pointer" | "language">,
  now: number,
  values: LiveValues = {},
): Inquiry | string {
  const { canonical, context } = dashboard;
  const node = canonical.nodeOf(pointer);
  if (node?.kind !== "string") return "The query has changed.";
  const variables = liveVariables(canonical.value, new Map(Object.entries(values)));
  try {
    return inquiryInto(
      { text: node.value, language, variables, catalog: context.catalog ?? shippedCatalog() },
      now,
    );
  } catch (error) {
    if (error instanceof Unfillable) return error.message;
    throw error;
  }
}

/** The place of a part of a query in the text of the file; of the whole query without a part. */
export function queryRange(
  { text, document, canonical }: Dashboard,
  pointer: string,
  part?: { readonly offset: number; readonly end: number },
): Span {
  const node = canonical.nodeOf(pointer);
  if (node?.kind !== "string") return spanOfViolation(document, { pointer, message: "" });
  if (!part) return { offset: node.offset, length: node.length };
  const map = new StringMap(text, node);
  const offset = map.toSource(part.offset);
  return { offset, length: map.toSource(part.end) - offset };
}
