import * as vscode from "vscode";
import {
  type EditParams,
  type EditResult,
  type PictureParams,
  type PictureResult,
  Requests,
  type RevealParams,
  type RevealResult,
  type TileAtParams,
  type TileAtResult,
} from "../../server/protocol";
import type { Server } from "../server";
import type { PreviewDeps } from "./deps";
import { registerEditor } from "./editor";
import { registerPreview } from "./preview";
import { PreviewViews } from "./views";

/** Registers the picture of dashboards: beside their text and as an editor of its own. */
export function registerPictures(
  context: vscode.ExtensionContext,
  server: Server,
  log: vscode.LogOutputChannel,
  onDidChangeFindings: vscode.Event<void>,
): PreviewViews {
  const deps: PreviewDeps = {
    log,
    onDidChangeFindings,
    requestPicture(uri, known, token) {
      const params: PictureParams = { uri: uri.toString(), ...(known !== undefined && { known }) };
      return server.request<PictureResult>(Requests.picture, params, token);
    },
    requestEdit(uri, gesture, picture) {
      const params: EditParams = { uri: uri.toString(), gesture, known: picture };
      return server.request<EditResult>(Requests.edit, params);
    },
    tileAt(uri, { line, character }) {
      const params: TileAtParams = { uri: uri.toString(), position: { line, character } };
      return server.request<TileAtResult>(Requests.tileAt, params);
    },
    async reveal(uri, tile) {
      const params: RevealParams = { uri: uri.toString(), tile };
      const range = await server.request<RevealResult>(Requests.reveal, params);
      return (
        range &&
        new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character)
      );
    },
  };
  const views = new PreviewViews(deps);
  context.subscriptions.push(views);
  registerPreview(context, deps, views);
  registerEditor(context, deps, views);
  return views;
}
