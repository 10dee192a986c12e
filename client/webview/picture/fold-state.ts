import type { Picture, PictureTile } from "../../../core/grid/picture";

/**
 * Which collapsible groups are folded. A group starts as the file says; what somebody chose since counts until the file
 * says something else. Groups are known by their names, because ids change when tiles come and go before them.
 */
export class FoldState {
  private readonly chosen = new Map<string, boolean>();
  /** Tile id → what the group is known by. */
  private names = new Map<string, string>();
  private last: Picture | undefined;

  /** Takes up what was chosen for the file that is shown from now on. */
  restore(chosen: Readonly<Record<string, boolean>>): void {
    this.chosen.clear();
    for (const [name, folded] of Object.entries(chosen)) this.chosen.set(name, folded);
    this.last = undefined;
  }

  get choices(): Record<string, boolean> {
    return Object.fromEntries(this.chosen);
  }

  /** The picture that is asked about from now on. */
  show(picture: Picture): void {
    const before = new Map(this.last?.tiles.map((tile) => [tile.id, tile]));
    const isSameSize = this.last?.tiles.length === picture.tiles.length;
    const names = new Map<string, string>();
    const counts = new Map<string, number>();
    for (const tile of picture.tiles) {
      if (tile.sketch.kind !== "group") continue;
      const count = (counts.get(tile.title) ?? 0) + 1;
      counts.set(tile.title, count);
      names.set(tile.id, `${tile.title}#${count}`);
    }
    for (const [id, name] of names) {
      const was = before.get(id);
      const now = picture.tiles.find((tile) => tile.id === id);
      if (was?.sketch.kind !== "group" || now?.sketch.kind !== "group") continue;
      const old = this.names.get(id);
      // The same group under another name, or with another start.
      if (isSameSize && old !== undefined && old !== name && this.chosen.has(old)) {
        this.chosen.set(name, this.chosen.get(old)!);
        this.chosen.delete(old);
      }
      if (was.title === now.title && was.sketch.collapsed !== now.sketch.collapsed) this.chosen.delete(name);
    }
    this.names = names;
    this.last = picture;
  }

  isFolded(tile: PictureTile): boolean {
    if (tile.sketch.kind !== "group") return false;
    return this.chosen.get(this.names.get(tile.id) ?? "") ?? tile.sketch.collapsed;
  }

  set(tile: PictureTile, folded: boolean): void {
    const name = this.names.get(tile.id);
    if (name === undefined || tile.sketch.kind !== "group") return;
    if (folded === tile.sketch.collapsed) this.chosen.delete(name);
    else this.chosen.set(name, folded);
  }
}
