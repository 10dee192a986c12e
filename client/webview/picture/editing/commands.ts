import type { Alignment, Axis } from "../../../../core/grid/moves/align";
import type { PastedBlock } from "../../../../core/grid/moves/paste";
import type { Picture, PictureTile } from "../../../../core/grid/picture";
import type { BoardView } from "../board";
import type { Editing } from "./editing";
import type { TitleField } from "./title-field";
import { tileCount } from "./words";

/** What one key press or button does to the selected tiles. */
export class Commands {
  constructor(
    private readonly board: BoardView,
    private readonly editing: Editing,
    private readonly field: TitleField,
    private readonly picture: () => Picture | undefined,
    private readonly announce: (words: string) => void,
  ) {}

  /** The selected tiles, in the order in which they were chosen. */
  get selected(): PictureTile[] {
    return this.board.selection.ids.flatMap((id) => this.board.view(id)?.tile ?? []);
  }

  remove(): void {
    const { selected } = this;
    if (selected.length === 0) return;
    const tiles = selected.map(({ id }) => id);
    const stay = this.nextTo(selected);
    const gone = this.board.withMembers(tiles);
    if (!this.editing.make({ type: "remove", tiles }, stay && idWithout(stay, gone))) return;
    if (stay) this.board.focusTile(stay);
  }

  duplicate(): void {
    const tiles = this.board.selection.ids;
    if (tiles.length > 0) this.editing.make({ type: "duplicate", tiles });
  }

  align(to: Alignment): void {
    this.editing.make({ type: "align", tiles: this.board.selection.ids, to });
  }

  distribute(axis: Axis): void {
    this.editing.make({ type: "distribute", tiles: this.board.selection.ids, axis });
  }

  swap(): void {
    this.editing.make({ type: "swap", tiles: this.board.selection.ids });
  }

  /** Puts what the clipboard holds beside the current tile. */
  paste(text: string, blocks: readonly PastedBlock[]): void {
    const { current } = this.board.selection;
    this.editing.make({ type: "paste", text, blocks, ...(current !== null && { beside: current }) });
  }

  /** The tiles are in the clipboard. */
  copied(tiles: readonly string[], cut: boolean): void {
    const there = tiles.filter((id) => this.board.view(id));
    if (!cut) this.announce(`Copied ${tileCount(there.length)}`);
    else if (there.length > 0) {
      this.board.selection.set(there);
      this.remove();
    }
  }

  group(): void {
    const tiles = this.board.selection.ids;
    if (tiles.length > 0) this.editing.make({ type: "wrap", tiles });
  }

  ungroup(): void {
    const [tile] = this.selected;
    if (tile) this.editing.make({ type: "ungroup", tile: tile.id });
  }

  fold(): void {
    const [tile] = this.selected;
    if (tile?.sketch.kind !== "group") return;
    this.editing.make({ type: "fold", tile: tile.id, collapsed: !tile.sketch.collapsed });
  }

  compact(): void {
    this.editing.make({ type: "compact" });
  }

  convert(): void {
    this.editing.make({ type: "convert" });
  }

  columns(columns: number): void {
    this.editing.make({ type: "columns", columns });
  }

  /** Opens the field over a tile's title. */
  rename(): void {
    const id = this.board.selection.current;
    const view = id === null ? undefined : this.board.view(id);
    if (!id || !view || !this.editing.canEdit) return;
    const { left, top, width } = view.place;
    const spot = { left: left + 4, top: top + 2, width: Math.max(width - 8, 120) };
    this.field.open(this.board.root, spot, "Title of the tile", view.tile.title, (title) => {
      if (title !== undefined) this.editing.make({ type: "title", tile: id, title });
      this.board.focusTile(id, true);
    });
  }

  /** Opens the field over the dashboard's name. */
  renameDashboard(heading: HTMLElement): void {
    const picture = this.picture();
    const parent = heading.parentElement;
    if (!picture || !parent || !this.editing.canEdit) return;
    const spot = { left: heading.offsetLeft - 4, top: heading.offsetTop - 2, width: parent.clientWidth };
    const back = document.activeElement;
    this.field.open(parent, spot, "Name of the dashboard", picture.title, (title) => {
      if (title !== undefined) this.editing.make({ type: "title", title });
      if (back instanceof HTMLElement) back.focus();
    });
  }

  selectAll(): void {
    const all = this.board.visible().map(({ id }) => id);
    const { current } = this.board.selection;
    // The one that has the focus stays the current one.
    this.board.selection.set(
      current && all.includes(current) ? [...all.filter((id) => id !== current), current] : all,
    );
    this.announce(`${tileCount(all.length)} selected`);
  }

  /** Where the keyboard goes when these are gone. */
  private nextTo(gone: readonly PictureTile[]): string | undefined {
    const ids = this.board.withMembers(gone.map(({ id }) => id));
    const all = this.board.visible();
    const at = all.findIndex(({ id }) => ids.has(id));
    const stays = (view: { readonly id: string }) => !ids.has(view.id);
    return (all.slice(at).find(stays) ?? all.slice(0, at).findLast(stays))?.id;
  }
}

/** What a tile is called when others are gone: ids say which entry of its list it is. */
function idWithout(id: string, gone: ReadonlySet<string>): string {
  const [, list, index, rest] = /^(.*\/)(\d+)((?:\/widget)?)$/.exec(id) ?? [];
  if (list === undefined) return id;
  let at = Number(index);
  for (const other of gone) {
    const entry = other.startsWith(list)
      ? /^(\d+)(?:\/widget)?$/.exec(other.slice(list.length))?.[1]
      : undefined;
    if (entry !== undefined && Number(entry) < Number(index)) at--;
  }
  return `${list}${at}${rest}`;
}
