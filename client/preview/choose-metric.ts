import type { QueryChange, QueryModel, QueryPart } from "../../core/query-builder/model/model";
import type { ChangeQueryResult, QueriesResult, SearchMetricsResult } from "../../server/protocol";
import { askFound, askMessage, askPick } from "../ask";
import type { DashboardAt } from "../dashboard-at";
import { inform } from "../notify";
import { applyEdit } from "./apply-edit";

/** Requests about the Monitoring queries of a dashboard. */
export interface MetricDeps {
  queries(dashboard: DashboardAt, tile: string): Promise<QueriesResult>;
  search(dashboard: DashboardAt, query: string, resource: string): Promise<SearchMetricsResult>;
  change(
    dashboard: DashboardAt,
    query: Pick<QueryModel, "pointer" | "seen">,
    change: QueryChange,
  ): Promise<ChangeQueryResult>;
}

/** One filter of a tile. */
interface Filter {
  readonly query: QueryModel;
  readonly part: QueryPart;
  readonly number: number;
}

/**
 * Searches a metric for a query of a tile, and writes it with everything that has to change with it.
 *
 * @returns whether the tile has a Monitoring query, so that there was something to choose
 */
export async function chooseMetric(dashboard: DashboardAt, tile: string, deps: MetricDeps): Promise<boolean> {
  const queries = (await deps.queries(dashboard, tile)) ?? [];
  const filters = queries.flatMap((query) =>
    query.parts.map((part, number): Filter => ({ query, part, number })),
  );
  const writable = filters.filter(({ part }) => part.unreadable === undefined);
  if (writable.length === 0) return false;
  const filter = await chooseFilter(writable);
  if (!filter) return true;
  const chosen = await askFound(
    "Choose Metric",
    filter.part.metric?.type ?? "Search by words, such as cpu utilization",
    (typed) => search(dashboard, deps, typed, filter.part.resource),
  );
  if (chosen) await write(dashboard, deps, filter, chosen.label);
  return true;
}

async function chooseFilter(filters: readonly Filter[]): Promise<Filter | undefined> {
  if (filters.length === 1) return filters[0];
  const items = filters.map((filter, i) => ({
    label: filter.part.metric?.type ?? "No metric",
    description: filter.part.name === "query" ? `Query ${i + 1}` : filter.part.name,
    detail: filter.query.sentence,
    filter,
  }));
  return (await askPick(items, { title: "Choose Metric", placeHolder: "This tile has several queries." }))
    ?.filter;
}

async function search(dashboard: DashboardAt, deps: MetricDeps, typed: string, resource: string) {
  const found = await deps.search(dashboard, typed, resource);
  const items = (found?.metrics ?? []).map(({ type, detail, description }) => ({
    label: type,
    description: detail,
    detail: description,
  }));
  // A metric that the catalog does not have, such as one that no series was written for yet.
  const isType = /^[^\s"\\]+\/[^\s"\\]+$/.test(typed) && !items.some(({ label }) => label === typed);
  return isType ? [...items, { label: typed, description: "not in the catalog", detail: "" }] : items;
}

const NOT_OPEN = "This dashboard is not open in the Mosaic language server.";

/** Attempts when the text changes between the answer and the edit. */
const ATTEMPTS = 3;

async function write(
  dashboard: DashboardAt,
  deps: MetricDeps,
  { query, number }: Filter,
  metric: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await deps.change(dashboard, query, { type: "metric", part: number, metric });
    if (!answer || "reason" in answer) {
      await askMessage("error", answer?.reason ?? NOT_OPEN, {});
      return;
    }
    const result = answer.edits.length === 0 ? "applied" : await applyEdit(dashboard.uri, answer);
    if (result === "applied") {
      if (answer.also) inform(answer.also);
      return;
    }
    if (result === "failed") break;
  }
  await askMessage("error", NOT_APPLIED, {});
}

const NOT_APPLIED =
  "The metric was not changed, because the document is read-only or its text changed. Try again.";
