import * as vscode from "vscode";
import type { CompletionItem, CompletionList, TextEdit } from "vscode-languageserver-types";
import { DASHBOARD_STARTS, STARTS } from "../core/grid/starts";
import { LANGUAGE } from "./language";
import type { Server } from "./server";

/** Writes the beginning of a dashboard into a blank document; its arguments are a URI and a `DashboardStart`. */
export const START_DASHBOARD = "mosaic.startDashboard";

/** Registers the command, and the suggestion of a dashboard as ghost text in a blank file. */
export function registerStartDashboard(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.commands.registerCommand(START_DASHBOARD, (uri: unknown, start: unknown) =>
      startDashboard(server, uri, start),
    ),
    vscode.languages.registerInlineCompletionItemProvider(
      { language: LANGUAGE },
      {
        async provideInlineCompletionItems(document) {
          if (!isBlank(document)) return [];
          const text = await templateOf(server, document.uri, DASHBOARD_STARTS.plain);
          return text === undefined
            ? []
            : [new vscode.InlineCompletionItem(new vscode.SnippetString(text), wholeRange(document))];
        },
      },
    ),
  );
}

/** Whether nothing is written in a document yet. */
export function isBlank(document: vscode.TextDocument): boolean {
  return document.getText().trim() === "";
}

async function startDashboard(server: Server, uri: unknown, wanted: unknown): Promise<void> {
  const start = STARTS.find((one) => one === wanted) ?? "plain";
  if (!(uri instanceof vscode.Uri)) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const text = await templateOf(server, uri, DASHBOARD_STARTS[start]);
  // Never over what has been written in the meantime.
  if (text === undefined || !isBlank(document)) return;
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  if (shown)
    await vscode.window.showTextDocument(document, { viewColumn: shown.viewColumn ?? vscode.ViewColumn.One });
  const edit = new vscode.WorkspaceEdit();
  edit.set(uri, [new vscode.SnippetTextEdit(wholeRange(document), new vscode.SnippetString(text))]);
  await vscode.workspace.applyEdit(edit);
}

/** The text of a completion at the start of a document, as a snippet. */
async function templateOf(server: Server, uri: vscode.Uri, label: string): Promise<string | undefined> {
  const found = await server.request<CompletionList | CompletionItem[] | null>("textDocument/completion", {
    textDocument: { uri: uri.toString() },
    position: { line: 0, character: 0 },
  });
  const items = Array.isArray(found) ? found : (found?.items ?? []);
  return (items.find((item) => item.label === label)?.textEdit as TextEdit | undefined)?.newText;
}

function wholeRange(document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(0, 0, document.lineCount, 0);
}
