import * as vscode from "vscode";
import type { Picture } from "../../core/grid/picture";
import { askMessage } from "../ask";
import { type DashboardAt, keyOf } from "../dashboard-at";
import { EXTRACT } from "../extracted";
import { markDone } from "../first-steps";
import { DRAFT_SCHEME } from "../language";
import type { LiveLink } from "../live/link";
import { loadPage } from "../page/page";
import {
  type Act,
  type HostMessage,
  readWebviewMessage,
  type WebviewMessage,
} from "../webview/picture/messages";
import { applyEdit } from "./apply-edit";
import type { PreviewDeps } from "./deps";
import { EditQueue } from "./edit-queue";
import { undoInText } from "./history";
import { PictureLoop } from "./picture-loop";
import { isReadOnly } from "./read-only";
import { savePicture } from "./save-picture";
import { ScrollSync } from "./scroll-sync";
import { isOpenAsPicture, showFirstProblem, showRange } from "./show-text";
import { runTileTask } from "./tile-tasks";

/** The pointer of the dashboard itself. */
const ROOT = "";

/** How long the cursor has to rest before its tile is marked. */
const CURSOR_DELAY_MS = 80;

/** What differs between the preview to the side and the custom editor. */
export interface ViewOptions {
  readonly place: "side" | "editor";
  /** The panel has another name to show. */
  readonly named: (view: PictureView, dashboard: string) => void;
  /** The user locks or unlocks the view. */
  readonly setLocked: (view: PictureView, locked: boolean) => void;
  readonly gone: (view: PictureView) => void;
}

/** One webview with the picture of one dashboard at a time, in which it can be edited. */
export class PictureView implements vscode.Disposable {
  /** Stays with its dashboard whatever other one becomes active. */
  private locked = false;
  private dashboard = "";
  private shown: DashboardAt | undefined;
  private loop: PictureLoop | undefined;
  private edits: EditQueue | undefined;
  private scrolling: ScrollSync | undefined;
  private live: LiveLink | undefined;
  /** Undefined: not known yet. */
  private editable: boolean | undefined;
  private highlighted: string | null = null;
  private cursorTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts questions about the cursor, so that only the answer to the last one counts. */
  private cursorQuestion = 0;
  private isReady = false;
  /** Somebody has asked for the history of the text from here. */
  private isUndoing = false;
  private readonly disposables: vscode.Disposable[] = [];

  constructor(
    readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    private readonly deps: PreviewDeps,
    private readonly options: ViewOptions,
  ) {
    this.disposables.push(
      panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      panel.onDidChangeViewState(() => this.visibilityChanged()),
      panel.onDidDispose(() => this.dispose()),
    );
    const isThere = () => this.disposables.length > 0;
    loadPage(panel.webview, extensionUri, { name: "preview", title: "Dashboard preview", isThere }).catch(
      (error: unknown) => deps.log.warn(`The page of the preview: ${error}`),
    );
  }

  /** The document with the dashboard that is shown. */
  get document(): vscode.Uri | undefined {
    return this.shown?.uri;
  }

  /** Which dashboard of the document is shown, where it may hold several. */
  get address(): string | undefined {
    return this.shown?.address;
  }

  get place(): "side" | "editor" {
    return this.options.place;
  }

  get isLocked(): boolean {
    return this.locked;
  }

  /** Shows this dashboard from now on. */
  follow(dashboard: DashboardAt): void {
    if (this.shows(dashboard)) return;
    this.loop?.dispose();
    this.edits?.dispose();
    this.scrolling?.dispose();
    this.live?.dispose();
    const { uri } = dashboard;
    const key = keyOf(dashboard);
    this.shown = dashboard;
    this.highlighted = null;
    this.editable = undefined;
    this.name(undefined);
    const loop = new PictureLoop(key, {
      ask: (known, signal) => this.askPicture(dashboard, known, signal),
      post: (message) => {
        this.post(message);
        // A whole picture is the first of its dashboard, or of a page that was loaded again.
        if (message.type === "picture") this.live?.ready();
      },
      drawn: (picture) => {
        this.name(picture);
        if (picture && uri.scheme !== DRAFT_SCHEME) markDone("previewed");
      },
      failed: (error) => this.deps.log.warn(`The picture of ${key}: ${error}`),
    });
    this.loop = loop;
    this.edits = new EditQueue({
      ask: (gesture, picture) => this.deps.requestEdit(dashboard, gesture, picture),
      apply: (answer) => applyEdit(uri, answer),
      notify: (message) => {
        if (message.type === "edited") markDone("edited");
        this.post(message);
      },
      needsFile: (reason) => void offerExtraction(dashboard, reason),
      failed: (error) => this.deps.log.warn(`An edit of ${key}: ${error}`),
    });
    this.scrolling = new ScrollSync(
      uri,
      {
        tileAt: (position) => this.deps.tileAt(dashboard, position),
        rangeOf: async (tile) => (await this.deps.reveal(dashboard, tile ?? ROOT))?.range,
        notify: (message) => this.post(message),
      },
      dashboard.address !== undefined,
    );
    this.live = hasProject(dashboard)
      ? this.deps.openLive(dashboard, {
          post: (news) => this.post({ type: "live", news }),
          reveal: (tile, range) => this.showQuery(tile, range),
        })
      : undefined;
    if (this.isReady) loop.webviewReady();
    void this.findOutWhetherEditable();
    const editor = vscode.window.visibleTextEditors.find((e) => sameUri(e.document.uri, uri));
    if (editor) this.cursorAt(editor.selection.active);
  }

  shows(dashboard: DashboardAt): boolean {
    return this.shown !== undefined && keyOf(this.shown) === keyOf(dashboard);
  }

  /** Whether the dashboard that is shown stands in this document. */
  isOf(uri: vscode.Uri): boolean {
    return this.shown !== undefined && sameUri(this.shown.uri, uri);
  }

  /** The text of the dashboard, or what is said about it, may have changed; `reason`: by its history. */
  changed(reason?: vscode.TextDocumentChangeReason): void {
    // Whoever takes a change back in the text sees it there.
    if (reason !== undefined && this.isReady && (this.isUndoing || this.panel.active)) {
      const isUndo = reason === vscode.TextDocumentChangeReason.Undo;
      this.post({ type: "undone", direction: isUndo ? "undo" : "redo" });
    }
    this.scrolling?.suppress();
    this.loop?.changed();
    this.live?.changed();
  }

  /** Another part of the text is in sight. */
  textScrolled(editor: vscode.TextEditor): void {
    if (this.panel.visible) this.scrolling?.textScrolled(editor);
  }

  /** The document was closed; what was drawn is still what the file says. */
  closed(): void {
    if (this.shown?.uri.scheme === "untitled") this.loop?.close();
    else this.loop?.freeze();
  }

  /** The file is gone. */
  deleted(): void {
    this.loop?.close();
  }

  /** Marks the tile at this position as soon as the cursor rests. */
  cursorAt(position: vscode.Position): void {
    clearTimeout(this.cursorTimer);
    this.cursorTimer = setTimeout(() => void this.markTileAt(position), CURSOR_DELAY_MS);
  }

  /** Brings the panel into sight; `focus`: and the keyboard goes there. */
  reveal(focus = false): void {
    this.panel.reveal(undefined, !focus);
  }

  setLocked(locked: boolean): void {
    this.locked = locked;
    this.options.named(this, this.dashboard);
    this.postMode();
  }

  /** Does something with what is selected in the picture. */
  act(act: Act): void {
    this.post({ type: "act", act });
  }

  dispose(): void {
    const rest = this.disposables.splice(0);
    if (rest.length === 0) return;
    clearTimeout(this.cursorTimer);
    this.cursorQuestion++;
    this.loop?.dispose();
    this.edits?.dispose();
    this.scrolling?.dispose();
    this.live?.dispose();
    for (const disposable of rest) disposable.dispose();
    this.panel.dispose();
    this.options.gone(this);
  }

  private async askPicture(dashboard: DashboardAt, known: number | undefined, signal: AbortSignal) {
    const source = new vscode.CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener("abort", cancel);
    try {
      return await this.deps.requestPicture(dashboard, known, source.token);
    } finally {
      signal.removeEventListener("abort", cancel);
      source.dispose();
    }
  }

  private post(message: HostMessage): void {
    void this.panel.webview.postMessage(message);
  }

  private postMode(): void {
    if (!this.isReady) return;
    const { editable = false, locked, shown } = this;
    const deployable = shown !== undefined && isDeployable(shown);
    const { inspector } = this.deps;
    this.post({ type: "mode", place: this.options.place, editable, locked, deployable, inspector });
  }

  private async findOutWhetherEditable(): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    const editable = !(await isReadOnly(shown.uri));
    if (!this.shows(shown) || editable === this.editable) return;
    this.editable = editable;
    this.postMode();
  }

  private receive(value: unknown): void {
    const message = readWebviewMessage(value);
    if (!message) {
      this.deps.log.warn("The preview sent an unknown message.");
      return;
    }
    this.handle(message).catch((error: unknown) => this.deps.log.warn(`The preview: ${error}`));
  }

  private async handle(message: WebviewMessage): Promise<void> {
    const { shown } = this;
    const uri = shown?.uri;
    switch (message.type) {
      case "ready":
      case "resync":
        this.isReady = true;
        this.postMode();
        this.loop?.webviewReady();
        if (this.highlighted !== null) this.post({ type: "highlight", tile: this.highlighted });
        return;
      case "reveal":
        await this.showText(message.id, message.focus);
        return;
      case "scrolled":
        await this.scrolling?.pictureScrolled(message.tile);
        return;
      case "mark":
        if (uri && isTextVisible(uri)) await this.showText(message.id, false);
        return;
      case "tile": {
        this.scrolling?.suppress();
        await this.edits?.settled();
        if (shown) await runTileTask(message.task, shown, message.id, this.deps, this.panel.viewColumn);
        return;
      }
      case "file":
        if (shown && isDeployable(shown)) {
          await vscode.commands.executeCommand(`mosaic.${message.command}`, shown.uri);
        }
        return;
      case "start":
        if (uri && message.start === "choose")
          await vscode.commands.executeCommand("mosaic.fillDashboard", uri);
        else if (uri) await vscode.commands.executeCommand("mosaic.startDashboard", uri, message.start);
        return;
      case "showProblem":
        this.scrolling?.suppress();
        if (shown) await showFirstProblem(shown.uri, this.panel.viewColumn, await this.wholeRange(shown));
        return;
      case "edit":
        if (this.editable) this.edits?.add(message);
        return;
      case "ask":
        await this.ask(message);
        return;
      case "inspector":
        this.deps.inspector = message.open;
        return;
      case "clipboard":
        if (shown) await this.clipboard(shown, message);
        return;
      case "history":
        await this.undo(message.direction);
        return;
      case "lock":
        this.options.setLocked(this, message.locked);
        return;
      case "svg":
        if (uri) await savePicture(uri, "svg", new TextEncoder().encode(message.svg), this.address);
        return;
      case "png":
        if (uri) await savePicture(uri, "png", bytesOf(message.png), this.address);
        return;
      case "live":
        this.live?.receive(message.wish);
        return;
      case "unsupported":
        this.deps.log.warn(`The preview does not know the message "${message.received}".`);
        return;
    }
  }

  /** What the page asks of the language server. */
  private async ask({ ask, method, params }: Extract<WebviewMessage, { type: "ask" }>): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    try {
      const result = await this.deps.ask(shown, method, params);
      if (this.shows(shown)) this.post({ type: "answer", ask, result: result ?? null });
    } catch (error) {
      this.deps.log.warn(`The request ${method} of the preview: ${error}`);
      const reason = "The request failed. See the *Mosaic* output channel for details.";
      this.post({ type: "unanswered", ask, reason });
    }
  }

  /** The clipboard is the host's, so that tiles go to other windows and texts. */
  private async clipboard(
    shown: DashboardAt,
    { action, tiles }: Extract<WebviewMessage, { type: "clipboard" }>,
  ): Promise<void> {
    await this.edits?.settled();
    const { copyToClipboard, dashboardFromTiles, readClipboard } = await import("./tile-clipboard");
    if (action === "new") await dashboardFromTiles(shown, tiles, this.deps);
    else if (action === "paste") this.post(await readClipboard(this.deps));
    else this.post(await copyToClipboard(shown, tiles, action === "cut", this.deps));
  }

  /** In the custom editor, a click only selects; the text opens on request. */
  private async showText(id: string, focus: boolean): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    const { uri } = shown;
    // A click opens the text beside its preview, but not beside the picture in the text's own place.
    if (!focus && !isTextVisible(uri) && (this.options.place === "editor" || isOpenAsPicture(uri))) return;
    const place = await this.deps.reveal(shown, id);
    this.scrolling?.suppress();
    if (place) await showRange(uri, place, focus, this.panel.viewColumn);
  }

  /** The part of the document that the dashboard is; undefined where it is all of it. */
  private async wholeRange(shown: DashboardAt): Promise<vscode.Range | undefined> {
    if (shown.address === undefined) return undefined;
    return (await this.deps.reveal(shown, ROOT))?.range;
  }

  /** The custom editor has VS Code's own undo. After an edit that is still on its way. */
  async undo(direction: "undo" | "redo"): Promise<void> {
    const uri = this.shown?.uri;
    if (!uri || !this.editable) return;
    await this.edits?.settled();
    this.scrolling?.suppress();
    this.isUndoing = true;
    try {
      if (this.options.place === "editor") await vscode.commands.executeCommand(direction);
      else
        await undoInText(uri, direction, this.panel.viewColumn, () => {
          this.reveal(true);
          this.post({ type: "focus" });
        });
    } finally {
      this.isUndoing = false;
    }
  }

  private async showQuery(tile: string, range: vscode.Range | undefined): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    this.scrolling?.suppress();
    if (!range) await this.showText(tile, true);
    else await showRange(shown.uri, { range, cursor: range.start }, true, this.panel.viewColumn);
  }

  private visibilityChanged(): void {
    this.live?.setVisible(this.panel.visible);
    if (this.panel.visible) {
      void this.findOutWhetherEditable();
      return;
    }
    this.isReady = false;
    this.loop?.webviewGone();
  }

  private name(picture: Picture | undefined): void {
    this.dashboard = picture?.title || nameOf(this.shown) || "dashboard";
    this.options.named(this, this.dashboard);
  }

  private async markTileAt(position: vscode.Position): Promise<void> {
    const { shown } = this;
    if (!shown || !this.panel.visible) return;
    const question = ++this.cursorQuestion;
    try {
      const tile = (await this.deps.tileAt(shown, position)) ?? null;
      if (question !== this.cursorQuestion || !this.shows(shown) || tile === this.highlighted) return;
      this.highlighted = tile;
      this.post({ type: "highlight", tile });
    } catch (error) {
      this.deps.log.warn(`Could not find the tile at the cursor: ${error}`);
    }
  }
}

/** Some gestures are for dashboards in JSON files only, and a dashboard of code can become one. */
async function offerExtraction({ uri, address }: DashboardAt, reason: string): Promise<void> {
  const extract = "Extract to File…";
  if ((await askMessage("information", reason, {}, extract)) === extract)
    await vscode.commands.executeCommand(EXTRACT, uri, address);
}

/** What a dashboard without a title is called. */
function nameOf(dashboard: DashboardAt | undefined): string | undefined {
  return dashboard?.address?.split(".").pop() ?? dashboard?.uri.path.split("/").pop();
}

/** Schemes of texts that are no files: what the service has, a version out of git, what was never saved. */
const NOT_FILES: ReadonlySet<string> = new Set(["mosaic-remote", "git", "untitled", DRAFT_SCHEME]);

/** Whether the dashboard is a file of its own, which can be pushed. */
function isDeployable({ uri, address }: DashboardAt): boolean {
  return address === undefined && !NOT_FILES.has(uri.scheme);
}

/** Whether the text is one that a configuration of the workspace says something about. */
function hasProject({ uri }: DashboardAt): boolean {
  return uri.scheme !== "mosaic-remote" && uri.scheme !== "git";
}

/** The bytes of a text in Base64. */
function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function isTextVisible(uri: vscode.Uri): boolean {
  return vscode.window.visibleTextEditors.some((editor) => sameUri(editor.document.uri, uri));
}

export function sameUri(a: vscode.Uri, b: vscode.Uri): boolean {
  return a.toString() === b.toString();
}
