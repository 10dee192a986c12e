import { shippedCatalog } from "../../catalog/catalog";
import type { Dashboard } from "../../dashboard";
import type { Span } from "../../document/node";
import { StringMap } from "../../document/string-map";
import { type Inquiry, inquiryInto } from "../../live/diagnose";
import type { Interval } from "../../live/model";
import { type LivePlan, planLive, type QueryPlace } from "../../live/plan";
import { liveVariables, Unfillable } from "../../live/variables";
import { spanOfViolation } from "../../sync/violation-span";

/** Values by the name of a template variable, or by the label key of a pinned filter. */
export type LiveValues = Readonly<Record<string, readonly string[]>>;

/** What a dashboard asks the service for, with what Mosaic itself finds wrong. */
export interface DashboardPlan {
  readonly plan: LivePlan;
  /** The first error in the query of a data set, by the data set's pointer: such a query need not be sent. */
  readonly errors: Readonly<Record<string, string>>;
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
    ...{ dashboard: canonical.value, interval, zoomed, catalog: context.catalog ?? shippedCatalog() },
    values: new Map(Object.entries(values)),
  });
  const errors: Record<string, string> = {};
  for (const { pointer } of plan.dataSets) {
    const error = errorIn(dashboard, pointer);
    if (error !== undefined) errors[pointer] = error;
  }
  return { plan, errors };
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
