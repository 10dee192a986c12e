import type { TileBoard as Model, MoveResult, Remedy } from "../../../../core/grid/moves/board";
import { type Gesture, tilesOf } from "../../../../core/grid/moves/gesture";
import { previewGesture } from "../../../../core/grid/moves/preview";
import type { Picture } from "../../../../core/grid/picture";
import type { BoardDraft } from "../board";
import type { HostMessage, WebviewMessage } from "../messages";
import { doneLabel, sidelinedLabel } from "./words";

export interface EditingPorts {
  send(message: WebviewMessage): void;
  /** Why something was not done, and a remedy. */
  showRefusal(reason: string, remedy?: SuggestedAction): void;
  /** Clears the message. */
  settled(): void;
  /** A gesture has ended; pictures that waited can be shown. */
  idle(): void;
  /** A gesture is in the text and its picture is shown. */
  made(made: MadeEdit): void;
}

/** What has become of a gesture. */
export interface MadeEdit {
  readonly gesture: Gesture;
  /** What was done, as a sentence. */
  readonly words: string;
  /** Which tiles had to make room that the gesture is not about, as a sentence; empty when none had to. */
  readonly sidelined: string;
  /** Tiles that the person is busy with. */
  readonly select: readonly string[];
}

/** The part of the board that gestures need. */
export interface EditedBoard {
  showDraft(draft: BoardDraft | undefined): void;
  /**
   * Selects those of the tiles that are there, and focuses the last one: `always`, or unless the focus is elsewhere than on
   * the board.
   */
  choose(ids: readonly string[], always: boolean): void;
}

export type ChangeOutcome =
  | { readonly ok: true; readonly also?: string | undefined }
  | { readonly ok: false; readonly reason: string };

export interface SuggestedAction {
  readonly label: string;
  readonly gesture: Gesture;
}

/** A gesture on its way: made here, sent, and not in the picture yet. */
interface Pending {
  readonly edit: number;
  /** Version of the picture that was shown when it was sent. */
  readonly picture: number;
  readonly board: Model;
}

/** What was sent and not answered yet. */
interface Sent extends Pick<MadeEdit, "gesture" | "words" | "sidelined"> {
  /** The tile to go to when nothing is left of the gesture's own. */
  readonly next: string | undefined;
  /** What the host wants to be selected; its picture has not come yet. */
  select?: readonly string[];
}

/** Gestures that make tiles: the person goes on with those. */
const MAKING: ReadonlySet<Gesture["type"]> = new Set(["insert", "duplicate", "wrap", "paste"]);

type RefusedMove = MoveResult & { readonly ok: false };
type DoneMove = MoveResult & { readonly ok: true };

/** How long a made edit may wait for its picture before the old one is shown again. */
const PATIENCE_MS = 3000;

/**
 * What gestures have in common, by pointer and by keyboard: they are previewed with the pure functions of core on what is
 * shown, and sent once, on release. Until the text's own picture comes the result stays on the screen.
 */
export class Editing {
  private picture: Picture | undefined;
  private editable = false;
  private draft: { readonly gesture: Gesture; readonly moved: MoveResult } | undefined;
  /** A gesture is in progress. */
  private busy = false;
  private pending: Pending | undefined;
  private readonly sent = new Map<number, Sent>();
  /** Changes of members that were sent and not answered yet. */
  private readonly changes = new Map<number, (outcome: ChangeOutcome) => void>();
  private edits = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly board: EditedBoard,
    private readonly ports: EditingPorts,
  ) {}

  /** Gestures are possible: the document can be changed and there is a picture of it as it is, with nothing left out. */
  get canEdit(): boolean {
    const { picture } = this;
    return this.editable && picture !== undefined && picture.widgets <= picture.tiles.length;
  }

  /** What gestures start from: the picture, or what is going to be the picture. */
  get model(): Model | undefined {
    return this.pending?.board ?? this.picture;
  }

  get isMosaic(): boolean {
    return this.model?.layout === "mosaic";
  }

  /** A gesture is being made: pictures have to wait, for its tiles must not change their names under it. */
  get isBusy(): boolean {
    return this.busy;
  }

  /** A gesture begins; ends with `commit` or `cancel`. */
  begin(): void {
    this.busy = true;
  }

  setEditable(editable: boolean): void {
    this.editable = editable;
    if (!editable) this.cancel();
  }

  /** A new picture is about to be shown; it is what the text says. @returns whether a gesture waited for one. */
  take(picture: Picture | undefined): boolean {
    const { pending } = this;
    this.picture = picture;
    const isAwaited = pending !== undefined && picture?.version !== pending.picture;
    if (isAwaited) this.arrive();
    this.draft = undefined;
    this.showPending();
    return isAwaited;
  }

  /** Shows what a gesture would do; nothing is sent. */
  preview(gesture: Gesture, lifted?: ReadonlySet<string>): MoveResult {
    const { model } = this;
    if (!model) return { ok: false, reason: "The preview is not ready." };
    const moved = previewGesture(model, gesture);
    this.draft = { gesture, moved };
    if (moved.ok) {
      this.board.showDraft({ plan: moved.board, ghosts: moved.select, lifted });
    } else this.board.showDraft(undefined);
    return moved;
  }

  /** Takes the preview away. @returns whether there was one. */
  cancel(): boolean {
    const was = this.draft !== undefined;
    this.end();
    this.showPending();
    return was;
  }

  /** Sends what is previewed, unless nothing would change. @returns whether it was sent. */
  commit(): boolean {
    const { draft, model } = this;
    this.end();
    if (!draft || !model) return false;
    if (!draft.moved.ok) {
      this.showPending();
      this.showRefusal(draft.moved, draft.gesture);
      return false;
    }
    if (isSame(model, draft.moved.board)) {
      this.showPending();
      return false;
    }
    this.send(draft.gesture, model, draft.moved);
    return true;
  }

  /** Makes a gesture at once; `next`: the tile to go to when nothing is left of its own. @returns whether it was sent. */
  make(gesture: Gesture, next?: string): boolean {
    const { model } = this;
    if (!this.canEdit || !model) return false;
    const moved = previewGesture(model, gesture);
    if (!moved.ok) {
      this.showRefusal(moved, gesture);
      return false;
    }
    if (gesture.type === "compact" && isSame(model, moved.board)) {
      const words = doneLabel(gesture, model, moved);
      this.ports.made({ gesture, words, sidelined: "", select: [] });
      return false;
    }
    this.send(gesture, model, moved, next);
    return true;
  }

  /** Changes members of tiles, or of the dashboard. What becomes of it is not shown here. */
  change(gesture: Extract<Gesture, { type: "fields" }>): Promise<ChangeOutcome> {
    const { picture } = this;
    if (!this.editable || !picture)
      return Promise.resolve({ ok: false, reason: "The dashboard is read-only." });
    const edit = ++this.edits;
    this.ports.send({ type: "edit", edit, picture: picture.version, gesture });
    return new Promise((resolve) => this.changes.set(edit, resolve));
  }

  /** The host's word on an edit. */
  answer(message: Extract<HostMessage, { type: "edited" | "refused" }>): void {
    const { pending } = this;
    const settle = this.changes.get(message.edit);
    if (settle) {
      this.changes.delete(message.edit);
      settle(
        message.type === "edited" ? { ok: true, also: message.also } : { ok: false, reason: message.reason },
      );
      return;
    }
    if (message.type === "refused") {
      this.sent.delete(message.edit);
      if (pending?.edit === message.edit) this.forget();
      this.showPending();
      this.ports.showRefusal(message.reason);
      return;
    }
    const sent = this.sent.get(message.edit);
    if (!sent) return;
    sent.select = message.select;
    // Its picture came first, or one for a later gesture is waited for.
    if (pending?.edit !== message.edit) this.finish(message.edit, pending !== undefined);
    // Nothing was to be changed, or its picture came first.
    else if (this.picture?.version !== pending.picture) this.arrive();
  }

  /** An answered edit is in the picture; `quiet`: another one is on its way, and the selection is its business. */
  private finish(edit: number, quiet: boolean): void {
    const sent = this.sent.get(edit);
    if (!sent?.select) return;
    this.sent.delete(edit);
    const { gesture, words, sidelined, next } = sent;
    const select = sent.select.length > 0 || next === undefined ? sent.select : [next];
    if (!quiet) this.board.choose(select, MAKING.has(gesture.type));
    this.ports.made({ gesture, words, sidelined, select: quiet ? [] : select });
  }

  private end(): void {
    this.draft = undefined;
    if (!this.busy) return;
    this.busy = false;
    queueMicrotask(() => this.ports.idle());
  }

  private send(gesture: Gesture, before: Model, moved: DoneMove, next?: string): void {
    const { picture } = this;
    if (!picture) return;
    if (tilesOf(gesture).some((id) => id.startsWith("new:"))) {
      this.showPending();
      this.ports.showRefusal("This tile is being saved to the text. Try again in a moment.");
      return;
    }
    this.ports.settled();
    const edit = ++this.edits;
    this.pending = { edit, picture: picture.version, board: moved.board };
    const words = doneLabel(gesture, before, moved);
    this.sent.set(edit, { gesture, words, sidelined: sidelinedLabel(gesture, before, moved), next });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.forget();
      this.showPending();
    }, PATIENCE_MS);
    this.showPending();
    this.ports.send({ type: "edit", edit, picture: picture.version, gesture });
  }

  /** The picture after the edit is here. */
  private arrive(): void {
    const edit = this.pending?.edit;
    // The answer may come behind the picture; then it finds nothing pending.
    this.forget();
    // The picture is drawn first.
    if (edit !== undefined) queueMicrotask(() => this.finish(edit, this.pending !== undefined));
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.pending = undefined;
  }

  private showPending(): void {
    const { pending } = this;
    this.board.showDraft(pending ? { plan: pending.board, ghosts: [] } : undefined);
  }

  private showRefusal({ reason, remedy }: RefusedMove, gesture: Gesture): void {
    this.ports.showRefusal(reason, remedy && suggestedAction(remedy, gesture));
  }
}

/** A remedy as something to click on. */
function suggestedAction(remedy: Remedy, gesture: Gesture): SuggestedAction | undefined {
  if (remedy === "convert") return { label: "Convert to Mosaic", gesture: { type: "convert" } };
  return gesture.type === "columns" ? { label: "Round", gesture: { ...gesture, round: true } } : undefined;
}

/** The same tiles in the same places and order. */
function isSame(a: Model, b: Model): boolean {
  return (
    a.columns === b.columns &&
    a.layout === b.layout &&
    a.tiles.length === b.tiles.length &&
    a.tiles.every((tile, at) => {
      const other = b.tiles[at]!;
      return (
        tile.id === other.id &&
        tile.x === other.x &&
        tile.y === other.y &&
        tile.w === other.w &&
        tile.h === other.h
      );
    })
  );
}
