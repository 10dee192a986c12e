import * as vscode from "vscode";
import { LANGUAGE } from "../language";
import { readViewState } from "../webview/messages";
import type { PreviewDeps } from "./deps";
import { PreviewPanel, same, VIEW_TYPE, webviewOptions } from "./panel";

export type { PreviewDeps } from "./deps";

/**
 * The preview of dashboards: one panel that follows the active dashboard editor, as Markdown's does. Registers the
 * command, the revival after a restart, and everything that keeps the picture true.
 */
export function registerPreview(context: vscode.ExtensionContext, deps: PreviewDeps): void {
  context.subscriptions.push(new Previews(context.extensionUri, deps));
}

class Previews implements vscode.Disposable {
  private panel: PreviewPanel | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly deps: PreviewDeps,
  ) {
    const { window, workspace, commands } = vscode;
    this.disposables = [
      commands.registerCommand("mosaic.openPreviewToSide", (uri?: unknown) => this.open(uri)),
      window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: (panel, state) => this.revive(panel, state),
      }),
      window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const cursor = selections[0]?.active;
        if (cursor && this.panel?.shows(textEditor.document.uri)) this.panel.cursorAt(cursor);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.panel?.shows(document.uri)) this.panel.changed();
      }),
      workspace.onDidOpenTextDocument((document) => {
        if (isDashboard(document) && this.panel?.shows(document.uri)) this.panel.changed();
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (this.panel?.shows(document.uri)) this.panel.closed();
      }),
      workspace.onDidRenameFiles(({ files }) => this.renamed(files)),
      workspace.onDidDeleteFiles(({ files }) => {
        const shown = this.panel?.document;
        if (shown && files.some((file) => inside(file, shown) !== undefined)) this.panel?.deleted();
      }),
    ];
    if (deps.onDidChangeFindings) {
      this.disposables.push(deps.onDidChangeFindings(() => this.panel?.changed()));
    }
  }

  dispose(): void {
    this.panel?.dispose();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** The command: from an editor, its title bar, or the explorer with the file's address. */
  private async open(resource: unknown): Promise<void> {
    const active = vscode.window.activeTextEditor?.document;
    const uri =
      resource instanceof vscode.Uri ? resource : active && isDashboard(active) ? active.uri : undefined;
    if (!uri) {
      void vscode.window.showInformationMessage("Open a dashboard first: its preview opens beside it.");
      return;
    }
    if (!active || !same(active.uri, uri)) await vscode.workspace.openTextDocument(uri);
    if (this.panel) this.panel.reveal();
    else {
      this.panel = this.adopt(
        vscode.window.createWebviewPanel(
          VIEW_TYPE,
          "Preview",
          { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
          webviewOptions(this.extensionUri),
        ),
      );
    }
    this.panel.follow(uri);
  }

  private adopt(panel: vscode.WebviewPanel): PreviewPanel {
    return new PreviewPanel(panel, this.extensionUri, this.deps, () => {
      this.panel = undefined;
    });
  }

  /** Brings a panel back after a restart of VS Code, with the file that it showed. */
  private async revive(webviewPanel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const uri = uriOf(readViewState(state)?.document);
    if (this.panel || !uri) {
      webviewPanel.dispose();
      return;
    }
    const panel = this.adopt(webviewPanel);
    this.panel = panel;
    const isThere = await vscode.workspace.openTextDocument(uri).then(
      () => true,
      () => false,
    );
    // Meanwhile the reader may have closed the panel, or gone on to another dashboard.
    if (this.panel !== panel || panel.document) return;
    panel.follow(uri);
    if (!isThere) panel.deleted();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (!editor || !isDashboard(editor.document)) return;
    this.panel?.follow(editor.document.uri);
  }

  private renamed(files: readonly { readonly oldUri: vscode.Uri; readonly newUri: vscode.Uri }[]): void {
    const shown = this.panel?.document;
    if (!shown) return;
    for (const { oldUri, newUri } of files) {
      const rest = inside(oldUri, shown);
      if (rest === undefined) continue;
      this.panel?.follow(rest === "" ? newUri : vscode.Uri.joinPath(newUri, rest));
      return;
    }
  }
}

function isDashboard(document: vscode.TextDocument): boolean {
  return document.languageId === LANGUAGE;
}

/** The path of `uri` below `folder`: empty when they are the same, undefined when it lies elsewhere. */
function inside(folder: vscode.Uri, uri: vscode.Uri): string | undefined {
  if (same(folder, uri)) return "";
  if (folder.scheme !== uri.scheme || folder.authority !== uri.authority) return undefined;
  const start = folder.path.endsWith("/") ? folder.path : `${folder.path}/`;
  return uri.path.startsWith(start) ? uri.path.slice(start.length) : undefined;
}

function uriOf(text: string | undefined): vscode.Uri | undefined {
  try {
    return text ? vscode.Uri.parse(text, true) : undefined;
  } catch {
    return undefined;
  }
}
