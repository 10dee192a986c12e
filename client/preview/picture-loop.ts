import type { PictureAnswer } from "../../core/features/reading/picture";
import type { Picture } from "../../core/grid/picture";
import { applyPatch } from "../../core/grid/picture-patch";
import type { HostMessage, Stale } from "../webview/picture/messages";

/** What the loop needs from the rest of the extension. */
export interface LoopPorts {
  /**
   * Asks the server. `known` is the version of the picture that is here. Resolves to null when the server does not have
   * the document; rejects when it does not answer.
   */
  ask(known: number | undefined, signal: AbortSignal): Promise<PictureAnswer | null>;
  /** Sends to the webview. */
  post(message: HostMessage): void;
  /** The picture is a new one, or gone. */
  drawn(picture: Picture | undefined): void;
  /** An answer did not come. */
  failed(error: unknown): void;
}

/**
 * Keeps the webview's picture of one document up to date, with at most one request in flight. Changes in the meantime
 * cause one more request. Keeps the picture itself too, because a webview that was hidden comes back empty.
 */
export class PictureLoop {
  private picture: Picture | undefined;
  private stale: Stale | undefined;
  private nothing: "invalid" | "blank" | "closed" | "unavailable" | undefined;
  private problems = 0;
  /** Version that the webview shows; undefined while it is not there or shows no picture. */
  private shown: number | undefined;
  private webviewIsThere = false;
  private dirty = true;
  private requesting = false;
  private frozen = false;
  private readonly abort = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly document: string,
    private readonly ports: LoopPorts,
  ) {}

  /** The text, or what is said about it, may have changed. */
  changed(): void {
    this.dirty = true;
    this.frozen = false;
    this.schedule();
  }

  /** The webview is loaded and shows nothing yet. */
  webviewReady(): void {
    this.webviewIsThere = true;
    this.shown = undefined;
    this.present();
    this.schedule();
  }

  /** The webview is hidden, so VS Code has discarded its page. Sends no requests until it is visible. */
  webviewGone(): void {
    this.webviewIsThere = false;
    this.shown = undefined;
  }

  /** The document is closed but its picture is still true: it stays, and nothing more is asked for. */
  freeze(): void {
    this.frozen = true;
  }

  /** There is no such document any more. */
  close(): void {
    this.frozen = true;
    this.picture = undefined;
    this.nothing = "closed";
    this.ports.drawn(undefined);
    this.present();
  }

  dispose(): void {
    this.abort.abort();
    clearTimeout(this.timer);
  }

  /** A timer, so that all changes of one moment make one request, sent after the change itself. */
  private schedule(): void {
    if (this.timer !== undefined || this.requesting || !this.wanted()) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.run();
    }, 0);
  }

  private wanted(): boolean {
    return this.dirty && this.webviewIsThere && !this.frozen && !this.abort.signal.aborted;
  }

  private async run(): Promise<void> {
    if (this.requesting) return;
    this.requesting = true;
    while (this.wanted()) {
      this.dirty = false;
      try {
        const answer = await this.ports.ask(this.picture?.version, this.abort.signal);
        if (!this.abort.signal.aborted && !this.frozen) this.take(answer);
      } catch (error) {
        if (this.abort.signal.aborted) break;
        this.ports.failed(error);
        this.withoutAnswer();
      }
    }
    this.requesting = false;
  }

  private take(answer: PictureAnswer | null): void {
    if (!answer) {
      this.withoutAnswer();
      return;
    }
    this.stale = answer.stale;
    this.problems = answer.stale?.problems ?? 0;
    const { patch } = answer;
    if (patch) {
      const before = this.picture;
      const after = before && applyPatch(before, patch);
      if (!after) {
        this.requestFullPicture();
        return;
      }
      this.keep(after);
      if (this.shown === before.version && this.webviewIsThere) {
        this.shown = after.version;
        this.ports.post({ type: "patch", patch, ...this.staleness() });
      } else this.present();
      return;
    }
    if (answer.picture) this.keep(answer.picture);
    else if (!this.picture) this.nothing = answer.stale?.blank ? "blank" : "invalid";
    this.present();
  }

  /** Forgets the picture, so that the next answer brings the whole one. */
  private requestFullPicture(): void {
    this.picture = undefined;
    this.shown = undefined;
    this.dirty = true;
  }

  private withoutAnswer(): void {
    if (!this.picture) this.nothing = "unavailable";
    this.present();
  }

  private keep(picture: Picture): void {
    this.picture = picture;
    this.nothing = undefined;
    this.ports.drawn(picture);
  }

  /** Sends the present state: all of it, or only whether it is stale when the webview has the rest. */
  private present(): void {
    if (!this.webviewIsThere) return;
    const { picture, document } = this;
    if (!picture) {
      this.shown = undefined;
      const { problems } = this;
      if (this.nothing) this.ports.post({ type: "nothing", document, reason: this.nothing, problems });
      return;
    }
    if (this.shown === picture.version) this.ports.post({ type: "unchanged", ...this.staleness() });
    else this.ports.post({ type: "picture", document, picture, ...this.staleness() });
    this.shown = picture.version;
  }

  private staleness(): { stale?: Stale } {
    return this.stale ? { stale: this.stale } : {};
  }
}
