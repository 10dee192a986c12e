import type { Gesture } from "../../../../core/grid/moves/gesture";
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
    const stay = this.nextTo(selected);
    const gone = this.board.withMembers(selected.map(({ id }) => id));
    if (
      !this.editing.make(
        { type: "remove", tiles: selected.map(({ id }) => id) },
        stay && idWithout(stay, gone),
      )
    )
      return;
    this.announce(`Deleted ${this.name(selected)}.`);
    if (stay) this.board.focusTile(stay);
  }

  duplicate(): void {
    const { selected } = this;
    if (selected.length === 0) return;
    if (this.make({ type: "duplicate", tiles: selected.map(({ id }) => id) })) {
      this.announce(`Duplicated ${this.name(selected)}.`);
    }
  }

  group(): void {
    const { selected } = this;
    if (selected.length === 0) return;
    if (this.make({ type: "wrap", tiles: selected.map(({ id }) => id) })) {
      this.announce(`Grouped ${this.name(selected)}.`);
    }
  }

  ungroup(): void {
    const [tile] = this.selected;
    if (tile && this.make({ type: "ungroup", tile: tile.id }))
      this.announce(`Ungrouped ${this.name([tile])}.`);
  }

  fold(): void {
    const [tile] = this.selected;
    if (tile?.sketch.kind !== "group") return;
    const collapsed = !tile.sketch.collapsed;
    if (this.make({ type: "fold", tile: tile.id, collapsed })) {
      this.announce(collapsed ? "The group is collapsed by default." : "The group is expanded by default.");
    }
  }

  compact(): void {
    if (this.make({ type: "compact" })) this.announce("Closed the gaps.");
  }

  convert(): void {
    if (this.make({ type: "convert" })) this.announce("Converted to a mosaic.");
  }

  columns(columns: number): void {
    if (this.make({ type: "columns", columns })) this.announce(`The mosaic has ${columns} columns.`);
  }

  /** Opens the field over a tile's title. */
  rename(): void {
    const id = this.board.selection.current;
    const view = id === null ? undefined : this.board.view(id);
    if (!id || !view || !this.editing.canEdit) return;
    const { left, top, width } = view.place;
    const spot = { left: left + 4, top: top + 2, width: Math.max(width - 8, 120) };
    this.field.open(this.board.root, spot, "Title of the tile", view.tile.title, (title) => {
      if (title !== undefined && this.make({ type: "title", tile: id, title }))
        this.announce(`Renamed to ${title}.`);
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
      if (title !== undefined && this.make({ type: "title", title })) this.announce(`Renamed to ${title}.`);
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

  private make(gesture: Gesture): boolean {
    return this.editing.make(gesture);
  }

  private name(selected: readonly PictureTile[]): string {
    const [first] = selected;
    return selected.length === 1 && first ? first.title || `the ${first.label}` : tileCount(selected.length);
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
