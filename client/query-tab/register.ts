import * as vscode from "vscode";
import { QUERY_SCHEME } from "../../core/query/address";
import type { QueryAtResult } from "../../server/protocol";
import { holdsDashboards } from "../code-files";
import { inform } from "../notify";
import { isDashboard } from "../recognized";
import { QueryFiles } from "./query-files";

/** What the tabs need from the rest of the extension. */
export interface QueryTabDeps {
  /** Asks the server which query stands at a position of an open dashboard; see `QueryAtResult`. */
  queryAt(uri: vscode.Uri, position: vscode.Position): Promise<QueryAtResult>;
}

/** Registers *Edit Query in Its Own Tab* and the documents that it opens. */
export function registerQueryTab(context: vscode.ExtensionContext, deps: QueryTabDeps): void {
  const files = new QueryFiles();
  context.subscriptions.push(
    files,
    vscode.workspace.registerFileSystemProvider(QUERY_SCHEME, files, { isCaseSensitive: true }),
    vscode.commands.registerCommand("mosaic.editQuery", () => editQuery(files, deps)),
  );
}

async function editQuery(files: QueryFiles, deps: QueryTabDeps): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !(isDashboard(editor.document) || holdsDashboards(editor.document))) {
    inform("Place the cursor in a query of a dashboard first.");
    return;
  }
  const { document, selection } = editor;
  const found = await deps.queryAt(document.uri, selection.active);
  if (!found) {
    inform(
      "There is no query at the cursor. Place the cursor in a filter, a PromQL, MQL, SQL or log query, or the content of a text widget.",
    );
    return;
  }
  const title = found.title?.replace(/[\\/:*?"<>|\n\r]+/g, " ").trim() || found.languageName;
  const uri = await files.uriOf(
    { uri: document.uri, address: found.address },
    found.path,
    `${title}.${found.extension}`,
  );
  const query = await vscode.workspace.openTextDocument(uri);
  // Another extension may claim the ending of the name.
  const opened =
    query.languageId === found.language
      ? query
      : await vscode.languages.setTextDocumentLanguage(query, found.language);
  const at = opened.positionAt(found.offset);
  const shown = vscode.window.visibleTextEditors.find(({ document: one }) => one === opened);
  await vscode.window.showTextDocument(opened, {
    // The dashboard stays in sight.
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
    preview: false,
    selection: new vscode.Range(at, at),
  });
}
