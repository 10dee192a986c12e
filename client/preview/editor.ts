import * as vscode from "vscode";
import { LANGUAGE } from "../language";
import { inform } from "../notify";
import { isDashboard } from "../recognized";
import type { PreviewDeps } from "./deps";
import { PictureView } from "./picture-view";
import type { PreviewViews } from "./views";

/** Also the name in `contributes.customEditors` and in `activeCustomEditorId`. */
const EDITOR_TYPE = "mosaic.editor";

/**
 * The picture as an editor of its own, on the same text document as the text editor: dirty state, saving, backup and undo
 * are VS Code's. It opens on demand only ("Reopen Editor With…" or the command), never by itself.
 */
export function registerEditor(
  context: vscode.ExtensionContext,
  deps: PreviewDeps,
  views: PreviewViews,
): void {
  const provider: vscode.CustomTextEditorProvider = {
    async resolveCustomTextEditor(document, panel) {
      const view = new PictureView(panel, context.extensionUri, deps, {
        place: "editor",
        // VS Code names the tab after the file.
        named: () => {},
        setLocked: () => {},
        gone: (gone) => views.remove(gone),
      });
      views.add(view);
      // Opening another JSON file with Mosaic marks it as a dashboard.
      if (isDashboard(document)) view.follow({ uri: document.uri });
      else view.follow({ uri: (await vscode.languages.setTextDocumentLanguage(document, LANGUAGE)).uri });
    },
  };
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(EDITOR_TYPE, provider, {
      // Two views of one text are updated like a view and its text.
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.commands.registerCommand("mosaic.reopenAsPicture", (uri?: unknown) =>
      reopen(
        uri instanceof vscode.Uri
          ? uri
          : (views.active?.document ?? vscode.window.activeTextEditor?.document.uri),
        EDITOR_TYPE,
      ),
    ),
    vscode.commands.registerCommand("mosaic.reopenAsText", (uri?: unknown) =>
      reopen(uri instanceof vscode.Uri ? uri : views.active?.document, "default"),
    ),
  );
}

/** Shows a dashboard with another editor, in the place of the active one where that is the dashboard's. */
async function reopen(uri: vscode.Uri | undefined, editor: string): Promise<void> {
  if (!uri) {
    inform("Open a dashboard first.");
    return;
  }
  const { executeCommand } = vscode.commands;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isActive =
    (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) &&
    input.uri.toString() === uri.toString();
  // "Open with" would leave the other editor open beside the new one.
  if (isActive) await executeCommand("reopenActiveEditorWith", editor);
  else await executeCommand("vscode.openWith", uri, editor);
}
