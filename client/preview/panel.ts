import * as vscode from "vscode";
import type { Picture } from "../../core/grid/picture";
import { type HostMessage, readWebviewMessage, type WebviewMessage } from "../webview/messages";
import type { PreviewDeps } from "./deps";
import { previewHtml } from "./html";
import { PictureLoop } from "./picture-loop";
import { showFirstProblem, showRange } from "./show-text";

/** Kept by VS Code over restarts; also the name in `onWebviewPanel` and in `activeWebviewPanelId`. */
export const VIEW_TYPE = "mosaic.preview";
/** How long the cursor has to rest before its tile is marked. */
const CURSOR_DELAY_MS = 80;

/** One preview in its panel: the picture of one dashboard at a time. */
export class PreviewPanel implements vscode.Disposable {
  private uri: vscode.Uri | undefined;
  private loop: PictureLoop | undefined;
  private highlighted: string | null = null;
  private cursorTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts questions about the cursor, so that only the answer to the last one counts. */
  private cursorQuestion = 0;
  private isReady = false;
  private readonly disposables: vscode.Disposable[] = [];

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    private readonly deps: PreviewDeps,
    private readonly onDispose: () => void,
  ) {
    const folder = webviewFolder(extensionUri);
    const { webview } = panel;
    webview.options = webviewOptions(extensionUri);
    this.disposables.push(
      webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      panel.onDidChangeViewState(() => this.visibilityChanged()),
      panel.onDidDispose(() => this.dispose()),
    );
    webview.html = previewHtml({
      cspSource: webview.cspSource,
      nonce: nonce(),
      script: webview.asWebviewUri(vscode.Uri.joinPath(folder, "preview.js")).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(folder, "preview.css")).toString(),
    });
  }

  /** The dashboard that is shown. */
  get document(): vscode.Uri | undefined {
    return this.uri;
  }

  /** Shows this dashboard from now on. */
  follow(uri: vscode.Uri): void {
    if (this.shows(uri)) return;
    this.loop?.dispose();
    this.uri = uri;
    this.highlighted = null;
    this.drawTitle(undefined);
    const loop = new PictureLoop(uri.toString(), {
      ask: (known, signal) => this.ask(uri, known, signal),
      post: (message) => this.post(message),
      drawn: (picture) => this.drawTitle(picture),
      failed: (error) => this.deps.log.warn(`The picture of ${uri.toString(true)}: ${error}`),
    });
    this.loop = loop;
    if (this.isReady) loop.webviewReady();
    const editor = vscode.window.visibleTextEditors.find((e) => same(e.document.uri, uri));
    if (editor) this.cursorAt(editor.selection.active);
  }

  shows(uri: vscode.Uri): boolean {
    return this.uri !== undefined && same(this.uri, uri);
  }

  /** The text of the dashboard, or what is said about it, may have changed. */
  changed(): void {
    this.loop?.changed();
  }

  /** The document was closed; what was drawn is still what the file says. */
  closed(): void {
    if (this.uri?.scheme === "untitled") this.loop?.close();
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

  /** Brings the panel into sight without taking the focus. */
  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  dispose(): void {
    const rest = this.disposables.splice(0);
    if (rest.length === 0) return;
    clearTimeout(this.cursorTimer);
    this.cursorQuestion++;
    this.loop?.dispose();
    for (const disposable of rest) disposable.dispose();
    this.panel.dispose();
    this.onDispose();
  }

  private async ask(uri: vscode.Uri, known: number | undefined, signal: AbortSignal) {
    const source = new vscode.CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener("abort", cancel);
    try {
      return await this.deps.requestPicture(uri, known, source.token);
    } finally {
      signal.removeEventListener("abort", cancel);
      source.dispose();
    }
  }

  private post(message: HostMessage): void {
    void this.panel.webview.postMessage(message);
  }

  private receive(value: unknown): void {
    const message = readWebviewMessage(value);
    if (!message) {
      this.deps.log.warn("The preview sent a message that is not known here.");
      return;
    }
    this.handle(message).catch((error: unknown) => this.deps.log.warn(`The preview: ${error}`));
  }

  private async handle(message: WebviewMessage): Promise<void> {
    switch (message.type) {
      case "ready":
      case "resync":
        this.isReady = true;
        this.loop?.webviewReady();
        if (this.highlighted !== null) this.post({ type: "highlight", tile: this.highlighted });
        return;
      case "reveal": {
        const { uri } = this;
        const range = uri && (await this.deps.reveal(uri, message.id));
        if (uri && range) await showRange(uri, range, message.focus, this.panel.viewColumn);
        return;
      }
      case "showProblem":
        if (this.uri) await showFirstProblem(this.uri, this.panel.viewColumn);
        return;
      case "unsupported":
        this.deps.log.warn(`The preview does not know the message "${message.received}".`);
        return;
    }
  }

  private visibilityChanged(): void {
    if (this.panel.visible) return;
    this.isReady = false;
    this.loop?.webviewGone();
  }

  private drawTitle(picture: Picture | undefined): void {
    const name = picture?.title || this.uri?.path.split("/").pop() || "dashboard";
    const title = `Preview: ${name}`;
    if (this.panel.title !== title) this.panel.title = title;
  }

  private async markTileAt(position: vscode.Position): Promise<void> {
    const { uri } = this;
    if (!uri || !this.panel.visible) return;
    const question = ++this.cursorQuestion;
    try {
      const tile = (await this.deps.tileAt(uri, position)) ?? null;
      if (question !== this.cursorQuestion || !this.shows(uri) || tile === this.highlighted) return;
      this.highlighted = tile;
      this.post({ type: "highlight", tile });
    } catch (error) {
      this.deps.log.warn(`The tile at the cursor: ${error}`);
    }
  }
}

/** The webview may load what was built for it and nothing else; it is rebuilt whenever it is shown. */
export function webviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [webviewFolder(extensionUri)] };
}

function webviewFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "dist", "webview");
}

export function same(a: vscode.Uri, b: vscode.Uri): boolean {
  return a.toString() === b.toString();
}

/** 128 random bits in hexadecimal. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
