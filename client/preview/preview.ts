import * as vscode from "vscode";
import { inform, tabTitle } from "../notify";
import { PAGE_OPTIONS } from "../page/page";
import { isDashboard } from "../recognized";
import { readViewState } from "../webview/picture/messages";
import type { PreviewDeps } from "./deps";
import { PictureView } from "./picture-view";
import type { PreviewViews } from "./views";

/** Kept by VS Code over restarts; also the name in `onWebviewPanel` and in `activeWebviewPanelId`. */
export const VIEW_TYPE = "mosaic.preview";

/**
 * Previews beside the text, as Markdown's: one that follows the active dashboard editor, and any number that are locked
 * to their dashboard. Registers the commands and the revival after a restart.
 */
export function registerPreview(
  context: vscode.ExtensionContext,
  deps: PreviewDeps,
  views: PreviewViews,
): void {
  context.subscriptions.push(new Previews(context.extensionUri, deps, views));
}

class Previews implements vscode.Disposable {
  private readonly panels = new Set<PictureView>();
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly deps: PreviewDeps,
    private readonly views: PreviewViews,
  ) {
    const { window, commands } = vscode;
    this.disposables = [
      commands.registerCommand("mosaic.openPreviewToSide", (uri?: unknown) => this.open(uri)),
      commands.registerCommand("mosaic.preview.toggleLock", () => {
        const view = [...this.panels].find(({ panel }) => panel.active) ?? [...this.panels].at(-1);
        if (view) this.setLocked(view, !view.isLocked);
      }),
      window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: (panel, state) => this.revive(panel, state),
      }),
      window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
    ];
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** The one that follows the active editor. */
  private get follower(): PictureView | undefined {
    return [...this.panels].find((view) => !view.isLocked);
  }

  /** The command: from an editor, its title bar, or the explorer with the file's address. */
  private async open(resource: unknown): Promise<void> {
    const active = vscode.window.activeTextEditor?.document;
    const uri =
      resource instanceof vscode.Uri ? resource : active && isDashboard(active) ? active.uri : undefined;
    if (!uri) {
      inform("Open a dashboard first. Its preview opens to the side.");
      return;
    }
    if (!active || active.uri.toString() !== uri.toString()) await vscode.workspace.openTextDocument(uri);
    const there = [...this.panels].find((view) => view.shows(uri)) ?? this.follower;
    if (there) {
      there.reveal();
      there.follow(uri);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      "Preview",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      PAGE_OPTIONS,
    );
    this.adopt(panel).follow(uri);
  }

  private adopt(panel: vscode.WebviewPanel): PictureView {
    panel.iconPath = vscode.Uri.joinPath(this.extensionUri, "media", "icon.svg");
    const view = new PictureView(panel, this.extensionUri, this.deps, {
      place: "side",
      named: (_, dashboard) => drawTitle(view, dashboard),
      setLocked: (_, locked) => this.setLocked(view, locked),
      gone: () => {
        this.panels.delete(view);
        this.views.remove(view);
      },
    });
    this.panels.add(view);
    this.views.add(view);
    return view;
  }

  /** Only one preview follows the active editor, so unlocking one locks the one that did. */
  private setLocked(view: PictureView, locked: boolean): void {
    const follower = this.follower;
    if (!locked && follower && follower !== view) follower.setLocked(true);
    view.setLocked(locked);
    if (!locked) this.follow(vscode.window.activeTextEditor);
  }

  /** Brings a panel back after a restart of VS Code, with the file that it showed. */
  private async revive(webviewPanel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const state = readViewState(kept);
    const uri = uriOf(state?.document);
    if (!uri) {
      webviewPanel.dispose();
      return;
    }
    const view = this.adopt(webviewPanel);
    if (state?.locked || [...this.panels].some((other) => other !== view && !other.isLocked)) {
      view.setLocked(true);
    }
    const isThere = await vscode.workspace.openTextDocument(uri).then(
      () => true,
      () => false,
    );
    // Meanwhile the reader may have closed the panel, or gone on to another dashboard.
    if (!this.panels.has(view) || view.document) return;
    view.follow(uri);
    if (!isThere) view.deleted();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (!editor || !isDashboard(editor.document)) return;
    this.follower?.follow(editor.document.uri);
  }
}

function drawTitle(view: PictureView, dashboard: string): void {
  const title = tabTitle(view.isLocked ? `Locked Preview: ${dashboard}` : `Preview: ${dashboard}`);
  if (view.panel.title !== title) view.panel.title = title;
}

function uriOf(text: string | undefined): vscode.Uri | undefined {
  try {
    return text ? vscode.Uri.parse(text, true) : undefined;
  } catch {
    return undefined;
  }
}
