import * as vscode from "vscode";
import { STARTS, startTitle } from "../core/grid/starts";
import type { ListDashboards } from "./choose";
import { holdsDashboards, TERRAFORM_FILES, TERRAFORM_LANGUAGES, YAML_FILES } from "./code-files";
import { isRemoteText, remoteDashboard } from "./deploy/texts/remote-text";
import { EXTRACT } from "./extracted";
import { LANGUAGE } from "./language";
import { isDashboard, recognized } from "./recognized";
import { isBlank, START_DASHBOARD } from "./start-dashboard";

const SETTING = "mosaic.codeLens.enabled";

/** What one wants to do with a dashboard, above its first line; in code, above each of its dashboards. */
export function registerLenses(context: vscode.ExtensionContext, list: ListDashboards): void {
  const changed = new vscode.EventEmitter<void>();
  context.subscriptions.push(
    changed,
    recognized.onDidChange(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SETTING)) changed.fire();
    }),
    vscode.languages.registerCodeLensProvider(
      [{ language: LANGUAGE }, { language: "json" }, { language: "jsonc" }, { pattern: YAML_FILES }],
      { onDidChangeCodeLenses: changed.event, provideCodeLenses: lensesOf },
    ),
    vscode.languages.registerCodeLensProvider(
      [...TERRAFORM_LANGUAGES.map((language) => ({ language })), { pattern: TERRAFORM_FILES }],
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: (document) => lensesInCode(document, list),
      },
    ),
  );
}

function lensesOf(document: vscode.TextDocument): vscode.CodeLens[] {
  if (!isDashboard(document) || !isOn(document)) return [];
  const { uri, isUntitled } = document;
  // No code lens in a diff or an old version.
  const remote = isRemoteText(uri);
  if (uri.scheme === "git" || (remote && !remoteDashboard(uri))) return [];
  const top = new vscode.Range(0, 0, 0, 0);
  if (isBlank(document)) {
    const starts = STARTS.map((start) => {
      const title = startTitle(start);
      return { title, command: START_DASHBOARD, arguments: [uri, start] };
    });
    const choose = {
      title: "From a template or service…",
      command: "mosaic.fillDashboard",
      arguments: [uri],
    };
    return [...starts, choose].map((command) => new vscode.CodeLens(top, command));
  }
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
  return commands.map((command) => new vscode.CodeLens(top, { ...command, arguments: [uri] }));
}

async function lensesInCode(document: vscode.TextDocument, list: ListDashboards): Promise<vscode.CodeLens[]> {
  if (!holdsDashboards(document) || !isOn(document) || document.uri.scheme === "git") return [];
  const { uri } = document;
  const all = (await list(uri)) ?? [];
  return all.flatMap(({ address, nameRange: { start }, isWritten }) => {
    if (!isWritten) return [];
    const top = new vscode.Range(start.line, 0, start.line, 0);
    const commands = [
      { command: "mosaic.openPreviewToSide", title: "Preview" },
      { command: "mosaic.compare", title: "Compare with Remote" },
      { command: EXTRACT, title: "Extract to File…" },
    ];
    return commands.map((command) => new vscode.CodeLens(top, { ...command, arguments: [uri, address] }));
  });
}

function isOn({ uri }: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration(undefined, uri).get<boolean>(SETTING, true);
}
