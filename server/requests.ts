import type { CancellationToken, Connection } from "vscode-languageserver";
import type { Span } from "../core/document/node";
import { syntaxErrors } from "../core/document/reader";
import { StringMap } from "../core/document/string-map";
import type { TextEdit } from "../core/edit/edit";
import { copyTiles } from "../core/features/changing/clipboard";
import { lspEdits } from "../core/features/changing/code-actions";
import { fixAll, fixAllMessage, type LeftFinding } from "../core/features/changing/fix-all";
import { fixesOf } from "../core/features/changing/fixes";
import { applyGesture } from "../core/features/changing/gestures";
import { rangeOf } from "../core/features/ranges";
import { findTiles } from "../core/features/reading/find-tiles";
import { dashboardInquiry, dashboardPlan, queryRange } from "../core/features/reading/live";
import { mainWords, metricWords, queryWords } from "../core/features/reading/main-words";
import { nodeOfTile, tileAtOffset } from "../core/features/reading/picture";
import type { Finding } from "../core/finding";
import { readGesture } from "../core/grid/moves/gesture";
import { inspect } from "../core/inspector/inspect";
import { queryAt } from "../core/query/place";
import { changeQuery } from "../core/query-builder/write";
import { rulePage } from "../core/rules/page";
import { ruleEntries } from "../core/rules/rule-entries";
import { everyEntry, isString } from "../core/shape";
import type { Catalogs } from "./catalogs";
import { registerComparison } from "./comparison";
import type { Configs } from "./configs";
import { registerCreation, tilesAsDashboard } from "./creation";
import type { Model, Models } from "./models";
import {
  type CatalogParams,
  type CatalogResult,
  type CopyTilesParams,
  type CopyTilesResult,
  type DashboardParams,
  type DashboardsParams,
  type DashboardsResult,
  type EditParams,
  type EditResult,
  type FindingsParams,
  type FindingsResult,
  type FindTilesParams,
  type FindTilesResult,
  type FixAllParams,
  type FixAllResult,
  type InspectParams,
  type InspectResult,
  type LiveInquiryParams,
  type LiveInquiryResult,
  type LivePlanParams,
  type LivePlanResult,
  type PictureParams,
  type PictureResult,
  type QueryAtParams,
  type QueryAtResult,
  Requests,
  type RevealParams,
  type RevealResult,
  type RuleParams,
  type RuleResult,
  type TileAtParams,
  type TileAtResult,
} from "./protocol";
import type { RequestGuard } from "./request-guard";

/** Mosaic's own requests; see protocol.ts. */
export function registerRequests(
  connection: Connection,
  {
    models,
    catalogs,
    configs,
    guard,
    revalidate,
  }: {
    models: Models;
    catalogs: Catalogs;
    configs: Configs;
    guard: RequestGuard;
    /** Called when results about open dashboards may be out of date. */
    revalidate(): void;
  },
): void {
  function on<Params extends DashboardParams, Result>(
    method: string,
    work: (model: Model, params: Params, findings: readonly Finding[]) => Result | null,
  ): void {
    const handler = (params: Params, token: CancellationToken): unknown =>
      guard.runAsync<Result | null>(method, null, token, async () => {
        await models.prepare(params.uri);
        const settings = await configs.settingsOf(params.uri);
        const model = models.of(params.uri, params.address);
        return model ? work(model, params, model.dashboard.findingsUnder(settings)) : null;
      });
    connection.onRequest(method, handler);
  }

  on<PictureParams, PictureResult>(Requests.picture, ({ dashboard, pictures, past }, { known }, findings) => {
    const { document, canonical, catalog } = dashboard;
    const answer = pictures.answer(document, canonical, findings, known, catalog);
    if (!answer.stale) past.add(answer.version, dashboard);
    return answer;
  });
  on<EditParams, EditResult>(Requests.edit, ({ dashboard, document, past }, params) => {
    const gesture = readGesture(params.gesture);
    if (!gesture) return { reason: "Unknown edit gesture." };
    const rebased = past.rebase(gesture, params.known, dashboard);
    if (!rebased.ok) return { reason: rebased.reason };
    const result = applyGesture(
      dashboard,
      rebased.gesture,
      (finding) => fixesOf(dashboard, finding),
      (query, seen, change) => changeQuery(dashboard, query, seen, change),
    );
    if (!result.ok) return { reason: result.reason, needsFile: result.needsFile ? true : undefined };
    const { version } = document;
    const { select, also } = result;
    return { version, edits: lspEdits(dashboard, result.edits), select, ...(also && { also }) };
  });
  connection.onRequest(Requests.fixAll, ({ uri }: FixAllParams, token: CancellationToken) =>
    guard.runAsync<FixAllResult>(Requests.fixAll, null, token, async () => {
      await models.prepare(uri);
      const settings = await configs.settingsOf(uri);
      const all = models.all(uri);
      if (!all[0]) return null;
      const edits: TextEdit[] = [];
      const left: LeftFinding[] = [];
      let fixed = 0;
      for (const { dashboard } of all) {
        const one = fixAll(dashboard, settings);
        // Two resources of Terraform code can share a text, which is fixed once.
        if (one.edits.some((edit) => edits.some((other) => overlaps(edit, other)))) continue;
        edits.push(...one.edits);
        left.push(...one.left);
        fixed += one.fixed;
      }
      const { dashboard, document } = all[0];
      return {
        version: document.version,
        edits: lspEdits(dashboard, edits),
        left: left.length,
        message: fixAllMessage({ fixed, left }),
      };
    }),
  );
  on<InspectParams, InspectResult>(Requests.inspect, ({ dashboard, document }, { tiles }, findings) =>
    everyEntry(isString)(tiles)
      ? (inspect(dashboard, tiles, findings, document.version, (finding) =>
          fixesOf(dashboard, finding).map(({ title }) => title),
        ) ?? null)
      : null,
  );
  on<RevealParams, RevealResult>(Requests.reveal, ({ dashboard }, { tile, at }) => {
    const node = nodeOfTile(dashboard.canonical, tile);
    if (!node) return null;
    const offset =
      at === "query"
        ? queryWords(node)
        : at === "metric"
          ? metricWords(node, dashboard.document.text)
          : mainWords(node);
    if (offset === undefined) return null;
    return { range: rangeOf(dashboard, node), cursor: dashboard.lines.positionAt(offset) };
  });
  on<TileAtParams, TileAtResult>(
    Requests.tileAt,
    ({ dashboard, document }, { position }) =>
      tileAtOffset(dashboard.canonical, dashboard.document, document.offsetAt(position)) ?? null,
  );
  on<LivePlanParams, LivePlanResult>(
    Requests.livePlan,
    ({ dashboard, document }, { interval, values, zoomed }) => {
      // Of a text that cannot be read tiles may be missing.
      if (syntaxErrors(dashboard.document).length > 0) return null;
      const planned = dashboardPlan(dashboard, interval, values, zoomed);
      const pointers = planned.plan.dataSets.flatMap(({ pointer, places }) => [
        pointer,
        ...places.map((place) => place.pointer),
      ]);
      const ranges = pointers.map(
        (pointer) => [pointer, rangeOf(dashboard, queryRange(dashboard, pointer))] as const,
      );
      return { ...planned, version: document.version, ranges: Object.fromEntries(ranges) };
    },
  );
  on<LiveInquiryParams, LiveInquiryResult>(
    Requests.liveInquiry,
    ({ dashboard }, { pointer, language, now, values }) => {
      const inquiry = dashboardInquiry(dashboard, { pointer, language }, now, values);
      if (typeof inquiry === "string") return { why: inquiry };
      const at = (part: { readonly offset: number; readonly end: number }) =>
        rangeOf(dashboard, queryRange(dashboard, pointer, part));
      const ranges = inquiry.suspects.map(({ value, ...suspect }) => ({
        range: at(suspect),
        value: value ? at(value) : undefined,
      }));
      return { inquiry, ranges };
    },
  );
  connection.onRequest(Requests.queryAt, ({ uri, position }: QueryAtParams, token: CancellationToken) =>
    guard.run<QueryAtResult>(Requests.queryAt, null, token, () => {
      const model = models.at(uri, position);
      const at = model?.document.offsetAt(position) ?? 0;
      const found = model && queryAt(model.dashboard, at);
      if (!found) return null;
      const { address } = model;
      const { node, path, kind, title } = found;
      const offset = new StringMap(model.dashboard.text, node).toDecoded(at);
      const { language, name, extension } = kind;
      const which = address !== undefined && { address };
      return { ...which, path, offset, language, languageName: name, extension, title: title || undefined };
    }),
  );
  connection.onRequest(Requests.dashboards, ({ uri }: DashboardsParams, token: CancellationToken) =>
    guard.run<DashboardsResult>(Requests.dashboards, null, token, () => {
      const found = models.list(uri);
      if (!found) return null;
      const { document } = found;
      const range = ({ offset, length }: Span) => ({
        start: document.positionAt(offset),
        end: document.positionAt(offset + length),
      });
      return found.dashboards.map(({ address, name, nameSpan, part, dashboard }) => {
        const { displayName } = (dashboard?.canonical.value ?? {}) as { displayName?: unknown };
        return {
          address,
          name,
          nameRange: range(nameSpan),
          range: range(part),
          isWritten: dashboard !== undefined,
          title: typeof displayName === "string" && displayName !== "" ? displayName : undefined,
        };
      });
    }),
  );
  connection.onRequest(
    Requests.findings,
    ({ uri, address, unopened }: FindingsParams, token: CancellationToken) =>
      guard.runAsync<FindingsResult>(Requests.findings, null, token, async () => {
        await models.prepare(uri);
        const settings = await configs.settingsOf(uri);
        const model = models.of(uri, address);
        const found = model
          ? { version: model.document.version, dashboard: model.dashboard }
          : unopened && {
              version: unopened.version,
              dashboard: (await models.unopened(uri, unopened.text))[0],
            };
        if (!found?.dashboard) return null;
        const { version, dashboard } = found;
        return {
          version,
          filledBy: dashboard.template?.certain ? dashboard.template.by : undefined,
          findings: dashboard.findingsUnder(settings).map(({ code, severity, message, ...span }) => ({
            code,
            severity,
            message,
            range: rangeOf(dashboard, span),
          })),
        };
      }),
  );

  connection.onRequest(
    Requests.catalog,
    ({ folder, overlay, labelValues }: CatalogParams, token: CancellationToken) =>
      guard.run<CatalogResult>(Requests.catalog, null, token, () => {
        if (catalogs.set(folder, overlay, labelValues)) revalidate();
        return null;
      }),
  );

  on<CopyTilesParams, CopyTilesResult>(Requests.copyTiles, ({ dashboard }, { tiles, dashboard: own }) =>
    own ? tilesAsDashboard(dashboard, tiles, own) : (copyTiles(dashboard, tiles) ?? null),
  );
  on<FindTilesParams, FindTilesResult>(Requests.findTiles, ({ dashboard }, { text }) =>
    findTiles(dashboard, text),
  );
  registerCreation(connection, catalogs, guard);
  registerComparison(connection, models, guard);

  connection.onRequest(Requests.rule, ({ id }: RuleParams, token: CancellationToken) =>
    guard.run<RuleResult>(Requests.rule, null, token, () => {
      const rule = ruleEntries().find((entry) => entry.id === id);
      return rule ? rulePage(rule) : null;
    }),
  );
}

function overlaps(a: Span, b: Span): boolean {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}
