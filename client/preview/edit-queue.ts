import type { Gesture } from "../../core/grid/moves/gesture";
import type { HostMessage } from "../webview/picture/messages";
import type { EditAnswer, TextChange } from "./deps";

/** A gesture as the webview sends it. */
export interface EditRequest {
  readonly edit: number;
  /** Version of the picture that the gesture was made in. */
  readonly picture: number;
  readonly gesture: Gesture;
}

/** What the queue needs from the rest of the extension. */
export interface EditPorts {
  /** Turns a gesture into edits of the text as it is now. Null when the server does not have the document. */
  ask(gesture: Gesture, picture: number): Promise<EditAnswer | null>;
  /**
   * Makes the edits in one step of the text's history. `stale`: the text has changed since the answer; `failed`: VS Code
   * does not make them.
   */
  apply(answer: TextChange): Promise<"applied" | "stale" | "failed">;
  /** To the webview. */
  notify(message: Extract<HostMessage, { type: "edited" | "refused" }>): void;
  /** A gesture was refused that a JSON file of its own would allow. */
  needsFile?(reason: string): void;
  failed(error: unknown): void;
}

/** Maximum number of attempts if the user keeps typing. */
const ATTEMPTS = 4;

/**
 * Applies gestures in order. Each is computed on the text after the previous one, and computed again if the text changes
 * before the edit.
 */
export class EditQueue {
  private last: Promise<void> = Promise.resolve();
  private disposed = false;

  constructor(private readonly ports: EditPorts) {}

  /** The webview hears what became of it. */
  add(request: EditRequest): void {
    this.last = this.last.then(() => this.make(request));
  }

  /** Resolves when all gestures are applied or rejected. */
  settled(): Promise<void> {
    return this.last;
  }

  /** Drops pending gestures. */
  dispose(): void {
    this.disposed = true;
  }

  private async make({ edit, picture, gesture }: EditRequest): Promise<void> {
    if (this.disposed) return;
    const refuse = (reason: string) => this.ports.notify({ type: "refused", edit, reason });
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const answer = await this.ports.ask(gesture, picture);
        if (this.disposed) return;
        if (!answer) return refuse("This dashboard is not open in the Mosaic language server.");
        if ("reason" in answer) {
          refuse(answer.reason);
          if (answer.needsFile) this.ports.needsFile?.(answer.reason);
          return;
        }
        const result = answer.edits.length === 0 ? "applied" : await this.ports.apply(answer);
        if (result === "applied") {
          const { select, also } = answer;
          return this.ports.notify({ type: "edited", edit, select, ...(also && { also }) });
        }
        if (result === "failed")
          return refuse("VS Code did not apply the edit, because the document is read-only.");
      }
      refuse("The text changed during the edit, so nothing was changed. Try again.");
    } catch (error) {
      this.ports.failed(error);
      refuse("The edit failed. See the *Mosaic* output channel for details.");
    }
  }
}
