import * as vscode from "vscode";
import type { HostMessage } from "../webview/picture/messages";

const TOP = new vscode.Position(0, 0);
/** Delay after the text has scrolled before the picture follows. */
const REST_MS = 40;
/** How long to ignore scrolling of the text that we caused. */
const QUIET_MS = 500;

export interface ScrollPorts {
  tileAt(position: vscode.Position): Promise<string | null | undefined>;
  /** Where a tile stands; null: the dashboard. */
  rangeOf(tile: string | null): Promise<vscode.Range | null | undefined>;
  notify(message: Extract<HostMessage, { type: "scroll" }>): void;
}

/** Scrolls text and picture together. Opens no hidden editor. */
export class ScrollSync {
  private suppressedUntil = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly uri: vscode.Uri,
    private readonly ports: ScrollPorts,
    /** The dashboard is only a part of the text. */
    private readonly isPart = false,
  ) {}

  /** The text is about to be scrolled, or changed, by us: the picture stays. */
  suppress(): void {
    this.suppressedUntil = Date.now() + QUIET_MS;
  }

  /** The user scrolls the text: scrolls the picture to the tile at the top. */
  textScrolled(editor: vscode.TextEditor): void {
    clearTimeout(this.timer);
    if (Date.now() < this.suppressedUntil || !this.isOn) return;
    this.timer = setTimeout(() => void this.follow(editor), REST_MS);
  }

  /** The user scrolls the picture: scrolls the text to the tile at the top; null: to the beginning. */
  async pictureScrolled(tile: string | null): Promise<void> {
    if (!this.isOn) return;
    const id = this.uri.toString();
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === id);
    if (!editor) return;
    const start = tile === null && !this.isPart ? TOP : (await this.ports.rangeOf(tile))?.start;
    if (!start) return;
    this.suppress();
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.AtTop);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private get isOn(): boolean {
    return vscode.workspace.getConfiguration("mosaic", this.uri).get("preview.scrollSync", true);
  }

  private async follow(editor: vscode.TextEditor): Promise<void> {
    const start = editor.visibleRanges[0]?.start;
    if (!start || Date.now() < this.suppressedUntil) return;
    if (start.line === 0) {
      this.ports.notify({ type: "scroll", tile: null });
      return;
    }
    // There is no tile in a gap; the next scroll event finds one.
    const tile = await this.ports.tileAt(start);
    if (tile) this.ports.notify({ type: "scroll", tile });
  }
}
