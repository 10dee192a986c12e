import type { Picture, PictureTile } from "../../core/grid/picture";
import { element } from "./dom";
import { Geometry } from "./geometry";
import { type Direction, neighbour } from "./spatial";
import { Switcher } from "./switcher";
import { setAttribute, TileView } from "./tile-view";

export interface BoardEvents {
  /** The reader wants to see the text of a tile. */
  reveal(id: string): void;
  /** Selection or shown view has changed. */
  changed(): void;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * The tiles of a picture, each at its place. One tile is in the tab order (roving tabindex); arrow keys go from tile to
 * tile as they lie on the screen.
 */
export class Board {
  readonly root = element("div", "board", { role: "application" });
  private readonly limit = element("div", "limit-line");
  private readonly tiles = new Map<string, TileView>();
  private readonly switchers = new Map<string, Switcher>();
  /** Single-view group → the member that the reader chose. */
  private readonly chosen = new Map<string, string>();
  private picture: Picture | undefined;
  private selected: string | null = null;
  private highlighted: string | null = null;
  private available = 0;
  private zoom = 1;

  constructor(private readonly events: BoardEvents) {
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusin", (event) => this.onFocus(event));
  }

  get selection(): string | null {
    return this.selected;
  }

  get views(): Record<string, string> {
    return Object.fromEntries(this.chosen);
  }

  /** Takes up selection and shown views from an earlier life of the webview. */
  restore(selected: string | null, views: Readonly<Record<string, string>>): void {
    this.selected = selected;
    for (const [group, member] of Object.entries(views)) this.chosen.set(group, member);
  }

  /** Draws a picture. Tiles that are the same object as before are not touched. */
  show(picture: Picture): void {
    this.picture = picture;
    const title = picture.title || "Untitled dashboard";
    setAttribute(
      this.root,
      "aria-label",
      `Tiles of ${title}. Arrow keys go from tile to tile, Enter shows the text.`,
    );
    const present = new Set(picture.tiles.map((tile) => tile.id));
    for (const [id, view] of this.tiles) {
      if (present.has(id)) continue;
      view.root.remove();
      this.tiles.delete(id);
    }
    for (const tile of picture.tiles) {
      const view = this.tiles.get(tile.id) ?? new TileView(tile.id);
      this.tiles.set(tile.id, view);
      view.update(tile, picture);
    }
    this.place();
    this.rove();
  }

  /** Fits the board into `available` pixels of width, times `zoom`. */
  layout(available: number, zoom: number): void {
    this.available = available;
    this.zoom = zoom;
    this.place();
  }

  /** Marks the tile that the cursor stands in and brings it into sight. */
  highlight(id: string | null): void {
    const before = this.tiles.get(this.highlighted ?? "");
    before?.root.classList.remove("is-highlighted");
    before?.root.removeAttribute("aria-current");
    this.highlighted = id;
    const view = this.tiles.get(id ?? "");
    if (!view) return;
    this.bringForward(view.tile);
    view.root.classList.add("is-highlighted");
    view.root.setAttribute("aria-current", "true");
    view.root.scrollIntoView({ block: "nearest", inline: "nearest", behavior: motion() });
  }

  private place(): void {
    const { picture } = this;
    if (!picture || this.available <= 0) return;
    const geometry = new Geometry(picture, this.available, this.zoom);
    this.root.style.width = `${geometry.width}px`;
    this.root.style.height = `${geometry.height}px`;
    const members = membersByGroup(picture);
    this.order(picture, members);
    for (const tile of picture.tiles) {
      const group = this.tiles.get(tile.group ?? "")?.tile;
      const isView = group?.kind === "singleViewGroup";
      const view = this.tiles.get(tile.id)!;
      view.hidden = this.isOutOfSight(tile, members);
      view.moveTo(isView ? geometry.viewBoxOf(group) : geometry.boxOf(tile));
    }
    this.placeSwitchers(members, geometry);
    this.limit.hidden = geometry.limit >= geometry.width;
    this.limit.style.left = `${geometry.limit}px`;
    if (!this.limit.isConnected) this.root.append(this.limit);
  }

  private placeSwitchers(members: ReadonlyMap<string, readonly PictureTile[]>, geometry: Geometry): void {
    for (const [id, switcher] of this.switchers) {
      if (members.has(id)) continue;
      switcher.root.remove();
      this.switchers.delete(id);
    }
    for (const [id, views] of members) {
      const group = this.tiles.get(id)!;
      if (group.tile.kind !== "singleViewGroup") continue;
      let switcher = this.switchers.get(id);
      if (!switcher) {
        switcher = new Switcher((member) => this.chooseView(id, member));
        this.switchers.set(id, switcher);
      }
      if (switcher.root.previousElementSibling !== group.root) group.root.after(switcher.root);
      switcher.root.hidden = group.hidden;
      switcher.update(group.tile, views, this.shownOf(id, views), geometry.boxOf(group.tile));
    }
  }

  /** Brings the elements into the order of the file, groups before their members, moving as few as possible. */
  private order(picture: Picture, members: ReadonlyMap<string, readonly PictureTile[]>): void {
    let after: Element | null = null;
    const put = (tile: PictureTile): void => {
      const { root } = this.tiles.get(tile.id)!;
      const next: Element | null = after ? after.nextElementSibling : this.root.firstElementChild;
      if (next !== root) this.root.insertBefore(root, next);
      const switcher = this.switchers.get(tile.id)?.root;
      after = switcher?.previousElementSibling === root ? switcher : root;
      for (const member of members.get(tile.id) ?? []) put(member);
    };
    for (const tile of picture.tiles) if (!this.tiles.has(tile.group ?? "")) put(tile);
  }

  /** A member of a single-view group that is not the one shown, or anything inside one. */
  private isOutOfSight(tile: PictureTile, members: ReadonlyMap<string, readonly PictureTile[]>): boolean {
    const group = this.tiles.get(tile.group ?? "")?.tile;
    if (!group) return false;
    const isView = group.kind === "singleViewGroup";
    if (isView && this.shownOf(group.id, members.get(group.id)!) !== tile.id) return true;
    return this.isOutOfSight(group, members);
  }

  private shownOf(group: string, views: readonly PictureTile[]): string {
    const chosen = this.chosen.get(group);
    return views.some((view) => view.id === chosen) ? chosen! : views[0]!.id;
  }

  private chooseView(group: string, member: string): void {
    this.chosen.set(group, member);
    this.place();
    this.rove();
    this.events.changed();
  }

  /** Makes a tile the shown one of every single-view group that it lies in. */
  private bringForward(tile: PictureTile): void {
    const group = this.tiles.get(tile.group ?? "")?.tile;
    if (!group) return;
    this.bringForward(group);
    if (group.kind === "singleViewGroup") this.chooseView(group.id, tile.id);
  }

  private select(id: string): void {
    if (this.selected === id) return;
    this.selected = id;
    this.rove();
    this.events.changed();
  }

  /** Exactly one visible tile is in the tab order: the selected one, else the first. */
  private rove(): void {
    const selected = this.tiles.get(this.selected ?? "");
    const current = selected && !selected.hidden ? selected : this.visible()[0];
    for (const view of this.tiles.values()) {
      view.root.tabIndex = view === current ? 0 : -1;
      view.root.classList.toggle("is-selected", view === selected);
    }
  }

  /** Visible tiles in the order in which they are drawn. */
  private visible(): TileView[] {
    const out: TileView[] = [];
    for (const node of this.root.children) {
      const view = this.viewOf(node);
      if (view && !view.hidden) out.push(view);
    }
    return out;
  }

  private viewOf(target: EventTarget | null): TileView | undefined {
    const node = target instanceof Element ? target.closest<HTMLElement>(".tile") : null;
    return this.tiles.get(node?.dataset["id"] ?? "");
  }

  private onClick(event: Event): void {
    const view = this.viewOf(event.target);
    if (!view) return;
    view.root.focus({ preventScroll: true });
    this.select(view.id);
    this.events.reveal(view.id);
  }

  private onFocus(event: Event): void {
    const view = this.viewOf(event.target);
    if (view) this.select(view.id);
  }

  private onKey(event: KeyboardEvent): void {
    const view = this.viewOf(event.target);
    if (!view || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const direction = ARROWS[event.key];
    if (event.key === "Enter" || event.key === " ") this.events.reveal(view.id);
    else if (direction) this.step(view, direction);
    else if (event.key === "Home") this.focus(this.visible()[0]);
    else if (event.key === "End") this.focus(this.visible().at(-1));
    else return;
    event.preventDefault();
  }

  private step(from: TileView, direction: Direction): void {
    const placed = this.visible().map(({ id, place }) => ({ id, box: place }));
    this.focus(this.tiles.get(neighbour(placed, from.id, direction) ?? ""));
  }

  private focus(view: TileView | undefined): void {
    view?.root.focus({ preventScroll: true });
    view?.root.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function membersByGroup(picture: Picture): Map<string, PictureTile[]> {
  const present = new Set(picture.tiles.map((tile) => tile.id));
  const out = new Map<string, PictureTile[]>();
  for (const tile of picture.tiles) {
    if (tile.group === undefined || !present.has(tile.group)) continue;
    const list = out.get(tile.group);
    if (list) list.push(tile);
    else out.set(tile.group, [tile]);
  }
  return out;
}

/** Smooth scrolling only for those who have not asked for less motion, in the system or in VS Code. */
function motion(): ScrollBehavior {
  const reduced =
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    document.body.classList.contains("vscode-reduce-motion");
  return reduced ? "auto" : "smooth";
}
