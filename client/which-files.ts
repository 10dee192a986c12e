import * as vscode from "vscode";
import { CONFIG_PATH } from "../core/config/config";
import { child } from "../core/document/node";
import { readDocument } from "../core/document/reader";
import { edit } from "../core/edit/edit";
import { LANGUAGE } from "./language";
import { inform, type ListItem, languageStatus, pickOne, showMessage } from "./notify";

const LAYOUTS = ["mosaicLayout", "gridLayout", "rowLayout", "columnLayout"];
/** Larger texts are not looked into; nobody writes such a dashboard by hand. */
const MAX_LENGTH = 4_000_000;
const SELECTOR: vscode.DocumentSelector = [{ language: "json" }, { language: "jsonc" }];

/**
 * Most dashboards are not called `*.dashboard.json`. A JSON file that looks like one gets a quiet offer in the
 * language status, never a popup.
 */
export function registerWhichFiles(context: vscode.ExtensionContext): void {
  let item: vscode.LanguageStatusItem | undefined;
  const update = () => {
    item?.dispose();
    item = undefined;
    const document = vscode.window.activeTextEditor?.document;
    if (document && isJson(document) && looksLikeDashboard(document)) item = offer();
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
    vscode.commands.registerCommand("mosaic.treatAsDashboard", treatAsDashboard),
    {
      dispose() {
        clearTimeout(timer);
        item?.dispose();
      },
    },
  );
  later();
}

function offer(): vscode.LanguageStatusItem {
  return languageStatus("mosaic.offer", SELECTOR, {
    name: "Mosaic",
    text: "This looks like a Cloud Monitoring dashboard",
    command: { title: "Treat as Dashboard", command: "mosaic.treatAsDashboard" },
  });
}

function isJson(document: vscode.TextDocument): boolean {
  return document.languageId === "json" || document.languageId === "jsonc";
}

function looksLikeDashboard(document: vscode.TextDocument): boolean {
  const text = document.getText();
  // The words are looked for first: most JSON files need no parse to be ruled out.
  if (text.length > MAX_LENGTH || !/"display_?[nN]ame"/.test(text) || !/_?[lL]ayout"/.test(text))
    return false;
  const { root } = readDocument(text);
  const has = (name: string) =>
    child(root, name) ??
    child(
      root,
      name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
    );
  return has("displayName")?.kind === "string" && LAYOUTS.some((layout) => has(layout)?.kind === "object");
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
      label: "This document only",
      detail: "Until it is closed; nothing is written.",
      apply: (document) => asDashboard(document),
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
    { glob: path, detail: "This file, in this workspace, from now on." },
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
  const list = child(tree.root, "dashboards");
  const names = list?.kind === "array" ? list.items : [];
  if (names.some((item) => item.kind === "string" && item.value === glob)) return;
  const result = edit(tree, [
    list?.kind === "array"
      ? { op: "insert", path: ["dashboards"], index: names.length, value: glob }
      : { op: "set", path: ["dashboards"], value: [glob] },
  ]);
  if (!result.ok) {
    void showMessage(
      "warning",
      vscode.l10n.t(
        '{0} could not be changed ({1}); add {2} to its "dashboards" by hand.',
        CONFIG_PATH,
        result.reason,
        glob,
      ),
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
