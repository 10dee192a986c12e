import * as vscode from "vscode";
import { isRemoteText, remoteDashboard } from "./deploy/texts/remote-text";
import { LANGUAGE } from "./language";
import { isDashboard, recognized } from "./recognized";

const SETTING = "mosaic.codeLens.enabled";

/** What one wants to do with a dashboard, above its first line. */
export function registerLenses(context: vscode.ExtensionContext): void {
  const changed = new vscode.EventEmitter<void>();
  context.subscriptions.push(
    changed,
    recognized.onDidChange(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SETTING)) changed.fire();
    }),
    vscode.languages.registerCodeLensProvider(
      [{ language: LANGUAGE }, { language: "json" }, { language: "jsonc" }],
      { onDidChangeCodeLenses: changed.event, provideCodeLenses: lensesOf },
    ),
  );
}

function lensesOf(document: vscode.TextDocument): vscode.CodeLens[] {
  if (!isDashboard(document)) return [];
  const { uri, isUntitled } = document;
  if (!vscode.workspace.getConfiguration(undefined, uri).get<boolean>(SETTING, true)) return [];
  // The side of a diff, or an old version: there is nothing to do with it.
  const remote = isRemoteText(uri);
  if (uri.scheme === "git" || (remote && !remoteDashboard(uri))) return [];
  const commands = [
    { command: "mosaic.openPreviewToSide", title: "Preview" },
    ...(remote ? [{ command: "mosaic.pull", title: "Pull into a File…" }] : []),
    ...(remote || isUntitled
      ? []
      : [
          { command: "mosaic.push", title: "Push" },
          { command: "mosaic.compare", title: "Compare with Remote" },
        ]),
  ];
  const top = new vscode.Range(0, 0, 0, 0);
  return commands.map((command) => new vscode.CodeLens(top, { ...command, arguments: [uri] }));
}
