import * as vscode from "vscode";
import { chooseDashboard, dashboardAtCursor, hasDashboards, mayHoldSeveral } from "../choose";
import { isYaml } from "../code-files";
import { dashboardOfKey } from "../dashboard-at";
import { extracted } from "../extracted";
import { inform, tabTitle } from "../notify";
import { PAGE_OPTIONS } from "../page/page";
import { readViewState } from "../webview/picture/messages";
import type { PreviewDeps } from "./deps";
import { PictureView, sameUri } from "./picture-view";
import type { PreviewViews } from "./views";

/** How long the cursor has to rest before its dashboard is shown. */
const CURSOR_DELAY_MS = 120;

/** Kept by VS Code over restarts; also the name in `onWebviewPanel` and in `activeWebviewPanelId`. */
const VIEW_TYPE = "mosaic.preview";

/**
 * Previews beside the text, as Markdown's: one that follows the active dashboard editor, and any number that are locked
 * to their dashboard. Registers the commands and the revival after a restart.
 */
export function registerPreview(
  context: vscode.ExtensionContext,
  deps: PreviewDeps,
  views: PreviewViews,
): OpenPeek {
  const previews = new Previews(context.extensionUri, deps, views);
  context.subscriptions.push(previews);
  return () => previews.peek();
}

/** Opens a preview of its own, for something that is chosen from a list. */
export type OpenPeek = () => Peek;

export interface Peek {
  /** False once the user has closed it. */
  readonly isOpen: boolean;
  /** It shows nothing that is to stay. */
  readonly isDraft: boolean;
  show(uri: vscode.Uri): void;
  /** Shows a file, and goes on as an ordinary preview. */
  keep(uri: vscode.Uri): void;
  dispose(): void;
}

class Previews implements vscode.Disposable {
  private readonly panels = new Set<PictureView>();
  private readonly disposables: vscode.Disposable[];
  private cursorTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts questions about the cursor, so that only the answer to the last one counts. */
  private cursorQuestion = 0;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly deps: PreviewDeps,
    private readonly views: PreviewViews,
  ) {
    const { window, commands } = vscode;
    this.disposables = [
      commands.registerCommand("mosaic.openPreviewToSide", (uri?: unknown, address?: unknown) =>
        this.open(uri, address),
      ),
      commands.registerCommand("mosaic.preview.toggleLock", () => {
        const view = [...this.panels].find(({ panel }) => panel.active) ?? [...this.panels].at(-1);
        if (view) this.setLocked(view, !view.isLocked);
      }),
      window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: (panel, state) => this.revive(panel, state),
      }),
      window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      extracted.event(async ({ from, to }) => {
        const views = [...this.panels].filter((view) => view.shows(from));
        if (views.length > 0) await vscode.workspace.openTextDocument(to);
        for (const view of views) view.follow({ uri: to });
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (!this.follower || !mayHoldSeveral(textEditor.document)) return;
        clearTimeout(this.cursorTimer);
        this.cursorTimer = setTimeout(() => {
          // A cursor that an edit moves shows nothing else: the preview may be elsewhere by now.
          if (this.follower?.isOf(textEditor.document.uri)) void this.followCursor(textEditor);
        }, CURSOR_DELAY_MS);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.cursorTimer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** The one that follows the active editor. */
  private get follower(): PictureView | undefined {
    return [...this.panels].find((view) => !view.isLocked);
  }

  /** The command: from an editor, its title bar, a code lens, or the explorer with the file's URI. */
  private async open(resource: unknown, address: unknown): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const active = editor?.document;
    const uri =
      resource instanceof vscode.Uri ? resource : active && hasDashboards(active) ? active.uri : undefined;
    if (!uri) {
      inform("Open a dashboard first. Its preview opens to the side.");
      return;
    }
    const isActive = active !== undefined && sameUri(active.uri, uri);
    const document = isActive ? active : await vscode.workspace.openTextDocument(uri);
    const cursor = isActive ? editor?.selection.active : undefined;
    const dashboard =
      typeof address === "string"
        ? { uri, address }
        : await chooseDashboard(document, this.deps.list, cursor);
    if (!dashboard) return;
    const there = [...this.panels].find((view) => view.shows(dashboard)) ?? this.follower;
    if (there) {
      there.reveal();
      there.follow(dashboard);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      "Preview",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      PAGE_OPTIONS,
    );
    this.adopt(panel).follow(dashboard);
  }

  /** A locked preview beside what is open. */
  peek(): Peek {
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      "Preview",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      PAGE_OPTIONS,
    );
    const view = this.adopt(panel);
    view.setLocked(true);
    const isOpen = () => this.panels.has(view);
    let isDraft = true;
    return {
      get isOpen() {
        return isOpen();
      },
      get isDraft() {
        return isDraft;
      },
      show: (uri) => view.follow({ uri }),
      keep: (uri) => {
        isDraft = false;
        // It opened where the text is now, because nothing was open.
        if (panel.viewColumn === vscode.ViewColumn.One) {
          view.dispose();
          void this.open(uri, undefined);
          return;
        }
        view.follow({ uri });
        if (!this.follower) this.setLocked(view, false);
      },
      dispose: () => view.dispose(),
    };
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
    const dashboard = state && dashboardOfKey(state.document);
    if (!dashboard) {
      webviewPanel.dispose();
      return;
    }
    const view = this.adopt(webviewPanel);
    if (state?.locked || [...this.panels].some((other) => other !== view && !other.isLocked)) {
      view.setLocked(true);
    }
    const isThere = await vscode.workspace.openTextDocument(dashboard.uri).then(
      () => true,
      () => false,
    );
    // The user may have closed the panel or switched to another dashboard in the meantime.
    if (!this.panels.has(view) || view.document) return;
    view.follow(dashboard);
    if (!isThere) view.deleted();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    const { follower } = this;
    if (!editor || !follower || !hasDashboards(editor.document)) return;
    const { document } = editor;
    if (!mayHoldSeveral(document)) follower.follow({ uri: document.uri });
    else void this.followCursor(editor);
  }

  /** Shows the dashboard at the cursor, where a document holds several; stays where it is with the cursor in none. */
  private async followCursor(editor: vscode.TextEditor): Promise<void> {
    const { uri, version } = editor.document;
    const question = ++this.cursorQuestion;
    const all = await this.deps.list(uri).catch(() => null);
    if (!all || question !== this.cursorQuestion || version !== editor.document.version) return;
    const written = all.filter(({ isWritten }) => isWritten);
    if (isYaml(editor.document) && all.length < 2) {
      this.follower?.follow({ uri });
      return;
    }
    const isShown = this.follower?.isOf(uri);
    const here = dashboardAtCursor(written, editor.selection.active) ?? (isShown ? undefined : written[0]);
    if (here) this.follower?.follow({ uri, address: here.address });
  }
}

function drawTitle(view: PictureView, dashboard: string): void {
  const title = tabTitle(view.isLocked ? `Locked Preview: ${dashboard}` : `Preview: ${dashboard}`);
  if (view.panel.title !== title) view.panel.title = title;
}
