import * as vscode from "vscode";
import {
  type ChangeQueryParams,
  type ChangeQueryResult,
  type CopyTilesParams,
  type CopyTilesResult,
  type DashboardParams,
  type EditParams,
  type EditResult,
  type PictureParams,
  type PictureResult,
  type QueriesParams,
  type QueriesResult,
  type ReadPasteParams,
  type ReadPasteResult,
  Requests,
  type RevealParams,
  type RevealResult,
  type SearchMetricsParams,
  type SearchMetricsResult,
  type TileAtParams,
  type TileAtResult,
} from "../../server/protocol";
import type { ListDashboards } from "../choose";
import type { DashboardAt } from "../dashboard-at";
import type { OpenLive } from "../live/register";
import type { Server } from "../server";
import type { PreviewDeps } from "./deps";
import { registerEditor } from "./editor";
import { type OpenPeek, registerPreview } from "./preview";
import { PreviewViews } from "./views";

/** Under which the state of the inspector is kept. */
const INSPECTOR = "inspector";

function paramsOf({ uri, address }: DashboardAt): DashboardParams {
  return { uri: uri.toString(), address };
}

/** Registers the picture of dashboards: beside their text and as an editor of its own. */
export function registerPictures(
  context: vscode.ExtensionContext,
  server: Server,
  list: ListDashboards,
  log: vscode.LogOutputChannel,
  onDidChangeFindings: vscode.Event<void>,
  openLive: OpenLive,
): OpenPeek {
  const deps: PreviewDeps = {
    log,
    onDidChangeFindings,
    requestPicture(dashboard, known, token) {
      const params: PictureParams = { ...paramsOf(dashboard), known };
      return server.request<PictureResult>(Requests.picture, params, token);
    },
    requestEdit(dashboard, gesture, picture) {
      const params: EditParams = { ...paramsOf(dashboard), gesture, known: picture };
      return server.request<EditResult>(Requests.edit, params);
    },
    ask(dashboard, method, params) {
      return server.request<unknown>(method, { ...params, ...paramsOf(dashboard) });
    },
    copyTiles(dashboard, params) {
      const all: CopyTilesParams = { ...params, ...paramsOf(dashboard) };
      return server.request<CopyTilesResult>(Requests.copyTiles, all);
    },
    readPaste(text) {
      const params: ReadPasteParams = { text };
      return server.request<ReadPasteResult>(Requests.readPaste, params);
    },
    get inspector() {
      return context.globalState.get(INSPECTOR, true);
    },
    set inspector(open) {
      void context.globalState.update(INSPECTOR, open);
    },
    tileAt(dashboard, { line, character }) {
      const params: TileAtParams = { ...paramsOf(dashboard), position: { line, character } };
      return server.request<TileAtResult>(Requests.tileAt, params);
    },
    async reveal(dashboard, tile, at) {
      const params: RevealParams = { ...paramsOf(dashboard), tile, at: at || undefined };
      const found = await server.request<RevealResult>(Requests.reveal, params);
      if (!found) return found;
      const {
        range: { start, end },
        cursor,
      } = found;
      return {
        range: new vscode.Range(start.line, start.character, end.line, end.character),
        cursor: new vscode.Position(cursor.line, cursor.character),
      };
    },
    metrics: {
      queries(dashboard, tile) {
        const params: QueriesParams = { ...paramsOf(dashboard), pointer: tile };
        return server.request<QueriesResult>(Requests.queries, params);
      },
      search({ uri }, query, resource) {
        const params: SearchMetricsParams = { uri: uri.toString(), query, resource };
        return server.request<SearchMetricsResult>(Requests.searchMetrics, params);
      },
      change(dashboard, { pointer, seen }, change) {
        const params: ChangeQueryParams = { ...paramsOf(dashboard), pointer, seen, change };
        return server.request<ChangeQueryResult>(Requests.changeQuery, params);
      },
    },
    list,
    openLive,
  };
  const views = new PreviewViews(deps);
  context.subscriptions.push(views);
  const peek = registerPreview(context, deps, views);
  registerEditor(context, deps, views);
  return peek;
}
