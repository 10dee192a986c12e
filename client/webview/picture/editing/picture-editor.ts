import type { FieldChange } from "../../../../core/grid/moves/field-change";
import type { Picture } from "../../../../core/grid/picture";
import type { BoardView } from "../board";
import type { Act, ClipboardAction, HostMessage, TileTask, WebviewMessage } from "../messages";
import { Commands } from "./commands";
import { Dragging } from "./drag";
import { type BarAction, EditBar } from "./edit-bar";
import { type ChangeOutcome, Editing, type MadeEdit, type SuggestedAction } from "./editing";
import { Handles } from "./handles";
import { Marquee } from "./marquee";
import { KeyboardMove } from "./nudge";
import { type NewWidget, Palette } from "./palette";
import { Placing } from "./placing";
import type { Point } from "./slots";
import { TitleField } from "./title-field";

export interface EditorPorts {
  send(message: WebviewMessage): void;
  announce(words: string): void;
  /** Says what was done, also when the same was done before. */
  announceDone(words: string): void;
  /** Shows why something was not done; undefined: nothing any more. */
  showRefusal(
    reason: string | undefined,
    remedy?: { readonly words: string; readonly act: () => void },
  ): void;
  /** Shows an instruction; undefined: hides it. */
  hint(words: string | undefined): void;
  /** Shows something worth knowing until the next thing is done. */
  note(words: string): void;
  /** A gesture has ended; pictures that waited can be shown. */
  idle(): void;
  /** Saves the picture as a file. */
  exportPicture(): void;
  /** Opens the search. */
  find(): void;
}

/** Everything that changes the dashboard from within its picture: pointer, keys, bar, palette and VS Code's menus. */
export class PictureEditor {
  readonly bar: EditBar;
  readonly palette: Palette;
  private readonly editing: Editing;
  private readonly handles = new Handles();
  private readonly field = new TitleField();
  private readonly commands: Commands;
  private readonly dragging: Dragging;
  private readonly placing: Placing;
  private readonly nudging: KeyboardMove;
  private readonly marquee: Marquee;
  private picture: Picture | undefined;
  /** A copy of a key that came while nothing had the focus. */
  private stray: KeyboardEvent | undefined;

  constructor(
    private readonly board: BoardView,
    private readonly viewport: HTMLElement,
    private readonly ports: EditorPorts,
  ) {
    const announce = (words: string) => ports.announce(words);
    this.editing = new Editing(board, {
      send: (message) => ports.send(message),
      showRefusal: (reason, remedy) => this.showRefusal(reason, remedy),
      settled: () => ports.showRefusal(undefined),
      idle: () => ports.idle(),
      made: (edit) => this.made(edit),
    });
    const { editing } = this;
    this.commands = new Commands(board, editing, this.field, () => this.picture, announce);
    this.dragging = new Dragging(board, viewport, this.handles, editing);
    this.placing = new Placing(board, viewport, editing, { announce, hint: (words) => ports.hint(words) });
    this.nudging = new KeyboardMove(board, editing, announce);
    this.marquee = new Marquee(board, viewport, {
      isEmpty: (target) => this.isEmpty(target) && !board.isStacked,
      announce,
    });
    this.palette = new Palette({
      chosen: (added, at) => this.place(added, at),
      dragged: (added, pointer) => this.place(added, undefined, pointer),
    });
    this.bar = new EditBar({
      act: (action, button) => this.onBar(action, button),
      columns: (columns) => this.commands.columns(columns),
    });
    board.root.append(this.handles.root);
    board.onPlaced = () => this.placed();
    board.root.addEventListener("keydown", (event) => this.onKey(event));
    document.body.addEventListener("keydown", (event) => this.onStrayKey(event));
    window.addEventListener("keydown", (event) => this.onEscape(event), { capture: true });
    viewport.addEventListener("click", (event) => this.onEmpty(event));
    viewport.addEventListener("dblclick", (event) => this.onEmptyTwice(event));
    viewport.addEventListener("mousedown", (event) => {
      // The second click would select the nearest text, which is that of the palette.
      if (event.detail > 1 && this.isEmpty(event.target)) event.preventDefault();
    });
  }

  /** Pictures that come now have to wait until `idle`. */
  get isBusy(): boolean {
    return this.editing.isBusy;
  }

  get canEdit(): boolean {
    return this.editing.canEdit;
  }

  /** A picture is about to be drawn; undefined: there is none any more. @returns whether it is what a gesture has made. */
  take(picture: Picture | undefined): boolean {
    this.picture = picture;
    const isOwn = this.editing.take(picture);
    this.showBar();
    return isOwn;
  }

  setEditable(editable: boolean): void {
    this.editing.setEditable(editable);
    document.body.classList.toggle("is-editable", editable);
    this.placed();
    this.showBar();
  }

  answer(message: Extract<HostMessage, { type: "edited" | "refused" }>): void {
    this.editing.answer(message);
  }

  /** What a menu or a key binding of VS Code asks for. */
  act(act: Exclude<Act, "inspect" | "exportPng" | "copyImage">): void {
    const { commands } = this;
    const { current } = this.board.selection;
    // A key binding of VS Code comes here from wherever the focus is in the page.
    if (act !== "export" && act !== "find" && (this.palette.isOpen || isWriting())) return;
    const task = (name: TileTask) => () =>
      current && this.ports.send({ type: "tile", id: current, task: name });
    const acts: Readonly<Record<typeof act, () => void>> = {
      add: () => this.openPalette(),
      rename: () => commands.rename(),
      duplicate: () => commands.duplicate(),
      delete: () => commands.remove(),
      group: () => commands.group(),
      ungroup: () => commands.ungroup(),
      convert: () => commands.convert(),
      goToText: () => current && this.ports.send({ type: "reveal", id: current, focus: true }),
      editQuery: task("editQuery"),
      chooseMetric: task("chooseMetric"),
      changeType: task("changeType"),
      export: () => this.ports.exportPicture(),
      copy: () => this.clipboard("copy"),
      cut: () => this.clipboard("cut"),
      paste: () => this.clipboard("paste"),
      newFromTiles: () => this.clipboard("new"),
      alignLeft: () => commands.align("left"),
      alignCenter: () => commands.align("center"),
      alignRight: () => commands.align("right"),
      alignTop: () => commands.align("top"),
      alignMiddle: () => commands.align("middle"),
      alignBottom: () => commands.align("bottom"),
      distributeHorizontally: () => commands.distribute("horizontal"),
      distributeVertically: () => commands.distribute("vertical"),
      swap: () => commands.swap(),
      find: () => this.ports.find(),
    };
    acts[act]();
  }

  /** Changes members of tiles, or of the dashboard where there are none. */
  change(tiles: readonly string[], changes: readonly FieldChange[]): Promise<ChangeOutcome> {
    return this.editing.change({ type: "fields", tiles, changes });
  }

  /** The host has put the tiles into the clipboard, or sends what it holds. */
  receive(message: Extract<HostMessage, { type: "copied" | "clipboard" }>): void {
    if (message.type === "copied") this.commands.copied(message.tiles, message.cut);
    else this.commands.paste(message.text, message.blocks);
  }

  /** The clipboard belongs to the host. */
  private clipboard(action: ClipboardAction): void {
    const tiles = this.board.selection.ids;
    if (action !== "paste" && tiles.length === 0) this.ports.announce("No tile is selected.");
    else if ((action !== "cut" && action !== "paste") || this.canEdit)
      this.ports.send({ type: "clipboard", action, tiles });
  }

  renameDashboard(heading: HTMLElement): void {
    this.commands.renameDashboard(heading);
  }

  /** Opens the palette at the button, or for a place of the board. */
  openPalette(where?: { readonly x: number; readonly y: number; readonly at: Point }): void {
    const { picture } = this;
    if (!picture || !this.canEdit) return;
    this.cancel();
    this.palette.open(picture.layout, this.bar.addButton, where);
  }

  private place(added: NewWidget, at?: Point, pointer?: number): void {
    const { picture } = this;
    if (!picture) return;
    // There is nothing to choose a place on, or no room to choose it in.
    if (picture.tiles.length === 0 || this.board.isStacked) this.editing.make({ type: "insert", ...added });
    else this.placing.begin(added, at, pointer);
  }

  private onBar(action: BarAction, button: HTMLElement): void {
    if (this.palette.isOpen && action === "add") {
      this.palette.close();
      return;
    }
    this.cancel();
    if (action === "add") this.openPalette();
    else if (action === "undo" || action === "redo") this.ports.send({ type: "history", direction: action });
    else if (action === "delete") this.commands.remove();
    else this.commands[action]();
    // The tile has the focus after most of these; a button that is still there keeps it otherwise.
    if (document.activeElement === document.body) button.focus();
  }

  private showRefusal(reason: string, remedy: SuggestedAction | undefined): void {
    if (!remedy) {
      this.ports.showRefusal(reason);
      return;
    }
    this.ports.showRefusal(reason, { words: remedy.label, act: () => this.editing.make(remedy.gesture) });
  }

  /** A gesture is in the text: says so, shows its text where that is to be seen, and goes on with what was made. */
  private made({ gesture, words, sidelined, select }: MadeEdit): void {
    const { ports } = this;
    ports.announceDone([words, sidelined].filter(Boolean).join(" "));
    const last = select.at(-1);
    if (last !== undefined && gesture.type !== "title" && gesture.type !== "fold") {
      ports.send({ type: "mark", id: last });
    }
    if (gesture.type !== "wrap" || last === undefined) return;
    if (sidelined) ports.note(`${words} ${sidelined}`);
    // A group is called Group until somebody says better.
    if (this.board.selection.current === last && !this.isBusy) this.commands.rename();
  }

  /** Cancels the current gesture. @returns whether there was one. */
  private cancel(): boolean {
    return this.dragging.cancel() || this.marquee.cancel() || this.placing.cancel() || this.nudging.cancel();
  }

  private onEscape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.isComposing || this.field.isOpen || this.palette.isOpen) return;
    if (!this.cancel()) return;
    this.ports.announce("Canceled.");
    event.preventDefault();
    event.stopPropagation();
  }

  /** Keys that come while nothing has the focus, as after a menu of VS Code, are for the current tile. */
  private onStrayKey(event: KeyboardEvent): void {
    // The page, and VS Code behind it, get the key that was pressed and not its copy.
    if (event === this.stray) event.stopPropagation();
    if (event.target !== document.body || event.defaultPrevented || this.placing.isActive) return;
    const view = this.board.view(this.board.selection.current ?? "");
    if (!view || view.hidden) return;
    this.board.focusQuietly(view);
    const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
    const again = { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
    this.stray = new KeyboardEvent("keydown", again);
    if (view.button.dispatchEvent(this.stray)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private onKey(event: KeyboardEvent): void {
    const view = this.board.viewOf(event.target);
    if (!view || event.defaultPrevented || event.isComposing || event.altKey || this.dragging.isActive)
      return;
    if (!this.handleKey(event)) return;
    event.preventDefault();
    // VS Code has other uses for some of these.
    event.stopPropagation();
  }

  private handleKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const { commands, board } = this;
    const command = ctrlKey || metaKey;
    const pressed = `${command ? "ctrl+" : ""}${shiftKey ? "shift+" : ""}${key.length === 1 ? key.toLowerCase() : key}`;
    if (pressed === "ctrl+a") commands.selectAll();
    else if (pressed === "ctrl+ " && board.selection.current) board.selection.toggle(board.selection.current);
    else if (pressed === "ctrl+c") this.clipboard("copy");
    else if (pressed === "Escape" && board.selection.size > 1) this.selectOne();
    else if (!this.canEdit) return false;
    else if (pressed === "F2") commands.rename();
    else if (pressed === "Delete" || pressed === "Backspace") commands.remove();
    else if (pressed === "ctrl+x") this.clipboard("cut");
    else if (pressed === "ctrl+v") this.clipboard("paste");
    else if (pressed === "ctrl+d") commands.duplicate();
    else if (pressed === "ctrl+g") commands.group();
    else if (pressed === "ctrl+shift+g") commands.ungroup();
    else if (pressed === "Insert") this.openPalette();
    else return false;
    return true;
  }

  private selectOne(): void {
    const { current } = this.board.selection;
    if (current) this.board.focusTile(current);
  }

  private isEmpty(target: EventTarget | null): boolean {
    return target === this.viewport || target === this.board.root;
  }

  /** A click beside the tiles: nothing is selected. */
  private onEmpty(event: MouseEvent): void {
    if (!this.isEmpty(event.target)) return;
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) this.board.selection.set([]);
  }

  /** Two clicks beside the tiles: something new for this place. */
  private onEmptyTwice(event: MouseEvent): void {
    if (!this.isEmpty(event.target)) return;
    const { left, top } = this.board.root.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    this.openPalette({ x: event.clientX, y: event.clientY, at });
  }

  /** Tiles or the selection are elsewhere. */
  private placed(): void {
    const { current } = this.board.selection;
    const view = this.board.view(current ?? "");
    const canResize = this.canEdit && this.editing.isMosaic && !this.board.isStacked;
    const shown =
      view && !view.hidden && !this.dragging.isMoving && canResize && !this.board.isFolded(view.id);
    this.handles.show(shown ? view.place : undefined);
    if (!this.isBusy) this.showBar();
  }

  private showBar(): void {
    const { picture } = this;
    this.bar.root.hidden = !picture || !this.canEdit;
    if (picture && this.canEdit) this.bar.show(picture, this.commands.selected);
  }
}

/** Somebody is writing or choosing in a field of the page. */
function isWriting(): boolean {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement) return true;
  return activeElement?.closest(".inspector") !== null && activeElement !== null;
}
