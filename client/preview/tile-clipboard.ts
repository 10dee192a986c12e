import * as vscode from "vscode";
import type { DashboardAt } from "../dashboard-at";
import { chooseFile, createFile, folderFor, showCreated } from "../new-file";
import type { HostMessage } from "../webview/picture/messages";
import type { PreviewDeps } from "./deps";

type Ports = Pick<PreviewDeps, "copyTiles" | "readPaste">;

const GONE = "The tile no longer exists.";

/** What the page is told when something cannot be done that has no number. */
function refused(reason: string): HostMessage {
  return { type: "refused", edit: 0, reason };
}

/** Puts tiles into the clipboard as JSON. */
export async function copyToClipboard(
  dashboard: DashboardAt,
  tiles: readonly string[],
  cut: boolean,
  { copyTiles }: Ports,
): Promise<HostMessage> {
  const text = await copyTiles(dashboard, { tiles });
  if (!text) return refused(GONE);
  await vscode.env.clipboard.writeText(text);
  return { type: "copied", tiles, cut };
}

/** The tiles that the clipboard holds. */
export async function readClipboard({ readPaste }: Ports): Promise<HostMessage> {
  const text = await vscode.env.clipboard.readText();
  const read = await readPaste(text);
  return "reason" in read ? refused(read.reason) : { type: "clipboard", text, blocks: read.blocks };
}

/** *New Dashboard From Selected Tiles*, in a file beside that of the dashboard. */
export async function dashboardFromTiles(
  dashboard: DashboardAt,
  tiles: readonly string[],
  { copyTiles }: Ports,
): Promise<void> {
  const isFile = vscode.workspace.fs.isWritableFileSystem(dashboard.uri.scheme) === true;
  const folder = await folderFor(isFile ? dashboard.uri : undefined);
  const file = folder && (await chooseFile(folder, "Selected tiles"));
  if (!file) return;
  const text = await copyTiles(dashboard, { tiles, dashboard: { title: file.title, file: file.uri.path } });
  if (!text || !(await createFile(file.uri, text))) return;
  await showCreated(file.uri, (uri) => void vscode.commands.executeCommand("mosaic.openPreviewToSide", uri));
}
