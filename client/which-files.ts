import * as vscode from "vscode";
import { CONFIG_PATH } from "../core/config/config-path";
import { childAt } from "../core/document/node";
import { readDocument } from "../core/document/reader";
import { editDocument } from "../core/edit/edit";
import { LANGUAGE } from "./language";
import { inform, type ListItem, languageStatus, pickOne, showMessage } from "./notify";
import { isDashboard, isJson, looksLikeDashboard, recognized } from "./recognized";

const SELECTOR: vscode.DocumentSelector = [{ language: "json" }, { language: "jsonc" }];

/**
 * Most dashboards are not named `*.dashboard.json`. The language status shows whether a JSON file is treated as a
 * dashboard and lets the user change it; there is never a popup.
 */
export function registerWhichFiles(context: vscode.ExtensionContext): void {
  let item: vscode.LanguageStatusItem | undefined;
  const update = () => {
    item?.dispose();
    const document = vscode.window.activeTextEditor?.document;
    item = document && isJson(document) ? statusOf(document) : undefined;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(update, 300);
  };
  context.subscriptions.push(
    vscode.window.onDidChangeActiveTextEditor(later),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document && isJson(document)) later();
    }),
    vscode.workspace.onDidOpenTextDocument(later),
    recognized.onDidChange(later),
    vscode.commands.registerCommand("mosaic.treatAsDashboard", treatAsDashboard),
    vscode.commands.registerCommand("mosaic.leaveAsJson", leaveAsJson),
    {
      dispose() {
        clearTimeout(timer);
        item?.dispose();
      },
    },
  );
  later();
}

function statusOf(document: vscode.TextDocument): vscode.LanguageStatusItem | undefined {
  const name = "Mosaic";
  if (isDashboard(document)) {
    return languageStatus("mosaic.offer", SELECTOR, {
      name,
      text: "Cloud Monitoring dashboard",
      command: { title: "Leave as JSON", command: "mosaic.leaveAsJson" },
    });
  }
  if (!looksLikeDashboard(document)) return undefined;
  return languageStatus("mosaic.offer", SELECTOR, {
    name,
    text: "This looks like a Cloud Monitoring dashboard",
    command: { title: "Treat as Dashboard", command: "mosaic.treatAsDashboard" },
  });
}

/** Turns Mosaic off for the active JSON document in this workspace. */
async function leaveAsJson(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document && isJson(document)) await recognized.choose(document, "json");
}

interface Choice extends ListItem {
  apply(document: vscode.TextDocument): Promise<unknown>;
}

async function treatAsDashboard(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) {
    inform("Open the JSON file of a dashboard first.");
    return;
  }
  const choices: Choice[] = [
    {
      label: "This file",
      detail: "The file stays JSON, with checks, completion and preview. No file is changed.",
      apply: (document) =>
        isJson(document) ? recognized.choose(document, "dashboard") : asDashboard(document),
    },
    ...globsFor(document).map(({ glob, detail }) => ({
      label: glob,
      detail,
      apply: (document: vscode.TextDocument) => associate(document, glob),
    })),
  ];
  const choice = await pickOne(choices, {
    title: "Treat as Dashboard",
    placeHolder: "Which files are Cloud Monitoring dashboards?",
  });
  await choice?.apply(document);
}

/** Patterns that cover the document, the narrowest first. */
function globsFor(document: vscode.TextDocument): { glob: string; detail: string }[] {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  if (!folder) return [];
  // Characters that mean something in a pattern stand for themselves in brackets.
  const path = vscode.workspace.asRelativePath(document.uri, false).replace(/[[\]{}()*?!]/g, "[$&]");
  const parent = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  return [
    { glob: path, detail: "This file, saved in the workspace configuration." },
    { glob: parent ? `${parent}/*.json` : "*.json", detail: "Every JSON file in this folder." },
    ...(parent ? [{ glob: `${parent}/**/*.json`, detail: "Every JSON file in this folder and below." }] : []),
  ];
}

async function asDashboard(document: vscode.TextDocument): Promise<void> {
  await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
}

/** Writes the pattern to `files.associations` for the editor and to `.mosaic/config.json` for the command line. */
async function associate(document: vscode.TextDocument, glob: string): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const files = vscode.workspace.getConfiguration("files", folder?.uri);
  const own = files.inspect<Record<string, string>>("associations");
  const target =
    folder && (vscode.workspace.workspaceFolders?.length ?? 0) > 1
      ? "workspaceFolderValue"
      : "workspaceValue";
  const scope =
    target === "workspaceFolderValue"
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : vscode.ConfigurationTarget.Workspace;
  await files.update("associations", { ...own?.[target], [`**/${glob}`]: LANGUAGE }, scope);
  if (folder) await nameInConfig(folder, glob);
  await asDashboard(document);
}

/** Adds the pattern to the folder's configuration, in the file's own form; an unreadable configuration is left alone. */
async function nameInConfig(folder: vscode.WorkspaceFolder, glob: string): Promise<void> {
  const uri = vscode.Uri.joinPath(folder.uri, ...CONFIG_PATH.split("/"));
  const bytes = await vscode.workspace.fs.readFile(uri).then(
    (content) => content,
    () => undefined,
  );
  if (!bytes) {
    const text = `${JSON.stringify({ dashboards: [glob] }, null, 2)}\n`;
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const tree = readDocument(document.getText());
  const list = childAt(tree.root, "dashboards");
  const names = list?.kind === "array" ? list.items : [];
  if (names.some((item) => item.kind === "string" && item.value === glob)) return;
  const result = editDocument(tree, [
    list?.kind === "array"
      ? { op: "insert", path: ["dashboards"], index: names.length, value: glob }
      : { op: "set", path: ["dashboards"], value: [glob] },
  ]);
  if (!result.ok) {
    void showMessage(
      "warning",
      `${CONFIG_PATH} could not be changed (${result.reason}). Add ${glob} to its "dashboards".`,
      {},
      [],
    );
    return;
  }
  const change = new vscode.WorkspaceEdit();
  for (const { offset, length, text } of result.edits) {
    change.replace(
      uri,
      new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)),
      text,
    );
  }
  await vscode.workspace.applyEdit(change);
  await document.save();
}
