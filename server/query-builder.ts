import type { CancellationToken, Connection } from "vscode-languageserver";
import { shippedCatalog } from "../core/catalog/catalog";
import { lspEdits } from "../core/features/changing/code-actions";
import { searchMetrics } from "../core/query-builder/metrics";
import { readQueryChange } from "../core/query-builder/model/model";
import { findQuery, queriesIn, readQuery } from "../core/query-builder/read";
import { textHelp } from "../core/query-builder/text-help";
import { labelValues } from "../core/query-builder/values";
import { changeQuery } from "../core/query-builder/write";
import { isNumber, isString, objectWith, optional } from "../core/shape";
import type { Catalogs } from "./catalogs";
import type { Configs } from "./configs";
import type { Model, Models } from "./models";
import {
  type ChangeQueryParams,
  type ChangeQueryResult,
  type DashboardParams,
  type QueriesParams,
  type QueriesResult,
  type QueryModelParams,
  type QueryModelResult,
  type QueryTextParams,
  type QueryTextResult,
  type QueryValuesParams,
  type QueryValuesResult,
  Requests,
  type SearchMetricsParams,
  type SearchMetricsResult,
} from "./protocol";
import type { RequestGuard } from "./request-guard";

/** Most metrics in one answer. */
const MOST_METRICS = 100;

/** The requests of the query builder; see protocol.ts. */
export function registerQueryBuilder(
  connection: Connection,
  {
    models,
    catalogs,
    configs,
    guard,
  }: { models: Models; catalogs: Catalogs; configs: Configs; guard: RequestGuard },
): void {
  function on<Params extends DashboardParams, Result>(
    method: string,
    isWellFormed: (params: Params) => boolean,
    work: (model: Model, params: Params, uri: string) => Promise<Result | null> | Result | null,
  ): void {
    const handler = (params: Params, token: CancellationToken): unknown =>
      guard.runAsync<Result | null>(method, null, token, async () => {
        if (!isWellFormed(params)) return null;
        await models.prepare(params.uri);
        const model = models.of(params.uri, params.address);
        return model ? work(model, params, params.uri) : null;
      });
    connection.onRequest(method, handler);
  }

  on<QueryModelParams, QueryModelResult>(
    Requests.queryModel,
    objectWith({ pointer: isString }),
    async ({ dashboard }, { pointer }, uri) => {
      const settings = await configs.settingsOf(uri);
      const query = findQuery(dashboard, dashboard.canonical.nodeOf(pointer));
      return query ? readQuery(dashboard, query, dashboard.findingsUnder(settings)) : null;
    },
  );
  on<QueriesParams, QueriesResult>(
    Requests.queries,
    objectWith({ pointer: isString }),
    ({ dashboard }, { pointer }) => {
      const node = dashboard.canonical.nodeOf(pointer);
      return node ? queriesIn(dashboard, node).map((query) => readQuery(dashboard, query)) : [];
    },
  );
  on<ChangeQueryParams, ChangeQueryResult>(
    Requests.changeQuery,
    objectWith({
      pointer: isString,
      seen: isString,
      change: (value) => readQueryChange(value) !== undefined,
    }),
    ({ dashboard, document }, { pointer, seen, change }) => {
      const made = changeQuery(dashboard, dashboard.canonical.nodeOf(pointer), seen, change);
      if (!made.ok) return { reason: made.reason };
      return { version: document.version, edits: lspEdits(dashboard, made.edits), also: made.also };
    },
  );
  on<QueryValuesParams, QueryValuesResult>(
    Requests.queryValues,
    objectWith({ pointer: isString, part: isNumber, label: isString }),
    ({ dashboard }, { pointer, part, label }) => {
      const query = findQuery(dashboard, dashboard.canonical.nodeOf(pointer));
      return query
        ? labelValues(dashboard, query, part, label, dashboard.context.catalog?.projectValues)
        : null;
    },
  );
  on<QueryTextParams, QueryTextResult>(
    Requests.queryText,
    objectWith({ pointer: isString, text: isString, offset: optional(isNumber) }),
    async ({ dashboard }, { pointer, text, offset }, uri) => {
      const settings = await configs.settingsOf(uri);
      return textHelp(dashboard, dashboard.canonical.nodeOf(pointer), text, offset, settings) ?? null;
    },
  );
  connection.onRequest(Requests.searchMetrics, (params: SearchMetricsParams, token: CancellationToken) =>
    guard.run<SearchMetricsResult>(Requests.searchMetrics, null, token, () => {
      if (!isSearch(params)) return null;
      const { uri, query, resource = "", limit = MOST_METRICS } = params;
      const catalog = catalogs.of(uri) ?? shippedCatalog();
      return searchMetrics(catalog, query, resource, Math.min(Math.max(1, limit), MOST_METRICS));
    }),
  );
}

const isSearch = objectWith({
  uri: isString,
  query: (value) => isString(value) && value.length <= 500,
  resource: optional(isString),
  limit: optional(isNumber),
});
