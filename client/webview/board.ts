import type { Picture, PictureTile } from "../../core/grid/picture";
import { element, setAttribute, setStyle } from "./dom";
import { Geometry } from "./geometry";
import { type Direction, neighbour } from "./spatial";
import { Switcher } from "./switcher";
import { TileView } from "./tile-view";

export interface BoardEvents {
  /** The reader wants to see the text of a tile; `focus`: and to go there. */
  reveal(id: string, focus: boolean): void;
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
  private members: ReadonlyMap<string, readonly PictureTile[]> = new Map();
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
    this.members = membersByGroup(picture);
    this.order(picture);
    this.showViews();
    this.place();
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
    before?.button.removeAttribute("aria-current");
    this.highlighted = id;
    const view = this.tiles.get(id ?? "");
    if (!view) return;
    this.bringForward(view.tile);
    view.root.classList.add("is-highlighted");
    view.button.setAttribute("aria-current", "true");
    view.root.scrollIntoView({ block: "nearest", inline: "nearest", behavior: motion() });
  }

  /** Brings the elements into the order of the file, groups before their members, moving as few as possible. */
  private order(picture: Picture): void {
    let after: Element | null = null;
    const put = (node: Element): void => {
      const next: Element | null = after ? after.nextElementSibling : this.root.firstElementChild;
      if (next !== node) this.root.insertBefore(node, next);
      after = node;
    };
    const putTile = (tile: PictureTile): void => {
      put(this.tiles.get(tile.id)!.root);
      const switcher = this.switcherOf(tile);
      if (switcher) put(switcher.root);
      for (const member of this.members.get(tile.id) ?? []) putTile(member);
    };
    for (const [id, switcher] of this.switchers) {
      if (this.members.has(id) && this.tiles.get(id)?.tile.kind === "singleViewGroup") continue;
      switcher.root.remove();
      this.switchers.delete(id);
    }
    for (const tile of picture.tiles) if (!this.tiles.has(tile.group ?? "")) putTile(tile);
    put(this.limit);
  }

  /** The choice of a single-view group that has members. */
  private switcherOf(tile: PictureTile): Switcher | undefined {
    if (tile.kind !== "singleViewGroup" || !this.members.has(tile.id)) return undefined;
    let switcher = this.switchers.get(tile.id);
    if (!switcher) {
      switcher = new Switcher((member) => this.chooseView(tile.id, member));
      this.switchers.set(tile.id, switcher);
    }
    return switcher;
  }

  /** Shows of every single-view group the chosen member only. */
  private showViews(): void {
    for (const view of this.tiles.values()) view.hidden = this.isOutOfSight(view.tile);
    for (const [id, switcher] of this.switchers) {
      if (switcher.root.hidden !== this.tiles.get(id)!.hidden) switcher.root.hidden = !switcher.root.hidden;
    }
    this.rove();
  }

  /** Gives everything its pixels. */
  private place(): void {
    const { picture } = this;
    if (!picture || this.available <= 0) return;
    const geometry = new Geometry(picture, this.available, this.zoom);
    setStyle(this.root, "width", `${geometry.width}px`);
    setStyle(this.root, "height", `${geometry.height}px`);
    for (const view of this.tiles.values()) {
      const group = this.tiles.get(view.tile.group ?? "")?.tile;
      const isView = group?.kind === "singleViewGroup";
      view.moveTo(isView ? geometry.viewBoxOf(group) : geometry.boxOf(view.tile));
    }
    for (const [id, switcher] of this.switchers) {
      const { tile, headWidth } = this.tiles.get(id)!;
      const views = this.members.get(id)!;
      switcher.update(tile, views, this.shownOf(id, views), geometry.boxOf(tile), headWidth);
    }
    const reachesBeyond = geometry.limit < geometry.width;
    if (this.limit.hidden === reachesBeyond) this.limit.hidden = !reachesBeyond;
    setStyle(this.limit, "left", `${geometry.limit}px`);
  }

  /** A member of a single-view group that is not the one shown, or anything inside one. */
  private isOutOfSight(tile: PictureTile): boolean {
    const group = this.tiles.get(tile.group ?? "")?.tile;
    if (!group) return false;
    const isView = group.kind === "singleViewGroup";
    if (isView && this.shownOf(group.id, this.members.get(group.id)!) !== tile.id) return true;
    return this.isOutOfSight(group);
  }

  private shownOf(group: string, views: readonly PictureTile[]): string {
    const chosen = this.chosen.get(group);
    return views.some((view) => view.id === chosen) ? chosen! : views[0]!.id;
  }

  private chooseView(group: string, member: string): void {
    this.chosen.set(group, member);
    this.showViews();
    this.place();
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
      setAttribute(view.button, "tabindex", view === current ? "0" : "-1");
      const isSelected = view === selected;
      if (view.root.classList.contains("is-selected") !== isSelected) {
        view.root.classList.toggle("is-selected", isSelected);
      }
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

  /** One click shows the text and leaves the focus here; a double click, and Enter on the keyboard, go there. */
  private onClick(event: MouseEvent): void {
    const view = this.viewOf(event.target);
    if (!view) return;
    view.button.focus({ preventScroll: true });
    this.select(view.id);
    this.events.reveal(view.id, event.detail !== 1);
  }

  private onFocus(event: Event): void {
    const view = this.viewOf(event.target);
    if (view) this.select(view.id);
  }

  private onKey(event: KeyboardEvent): void {
    const view = this.viewOf(event.target);
    if (!view || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const direction = ARROWS[event.key];
    if (direction) this.step(view, direction);
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
    view?.button.focus({ preventScroll: true });
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
