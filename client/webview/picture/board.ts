import {
  type Box,
  extentOf,
  foldedAround,
  Geometry,
  type PlacedTile,
  type Plan,
  type RowSpan,
} from "../../../core/grid/geometry";
import type { Picture, PictureTile } from "../../../core/grid/picture";
import { createElement, setAttribute, setStyle } from "../shared/dom";
import { GhostLayer } from "./editing/ghosts";
import { FoldState } from "./fold-state";
import { TileSelection } from "./selection";
import { type Direction, nearestTile } from "./spatial";
import { ONE_COLUMN, Stack } from "./stack";
import { Switcher } from "./switcher";
import { TileView } from "./tile-view";

export interface BoardEvents {
  /** Show the text of a tile; with `focus`, also focus it. */
  reveal(id: string, focus: boolean): void;
  /** Selection, shown view or a fold has changed. */
  changed(): void;
  announce(words: string): void;
}

/** A gesture that is not in the text yet. */
export interface BoardDraft {
  readonly plan: Plan;
  /** Tiles that follow the pointer and keep their own place until then. */
  readonly lifted?: ReadonlySet<string>;
  /** Tiles of the plan that are outlined. */
  readonly ghosts: readonly string[];
}

export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * The tiles of a picture, each at its place. One tile is in the tab order (roving tabindex); arrow keys go from tile to
 * tile as they lie on the screen.
 */
export class BoardView {
  readonly root = createElement("div", "board", { role: "application" });
  readonly selection = new TileSelection(() => this.selectionChanged());
  private readonly limit = createElement("div", "limit-line");
  private readonly ghosts = new GhostLayer();
  private readonly tiles = new Map<string, TileView>();
  private readonly switchers = new Map<string, Switcher>();
  /** Single-view group → the selected member. */
  private readonly chosen = new Map<string, string>();
  private readonly folds = new FoldState();
  private folded: ReadonlySet<string> = new Set();
  private picture: Picture | undefined;
  private draft: BoardDraft | undefined;
  private members: ReadonlyMap<string, readonly PictureTile[]> = new Map();
  private isFocusing = false;
  private available = 0;
  private zoom = 1;

  constructor(private readonly events: BoardEvents) {
    this.root.addEventListener("mousedown", (event) => {
      // The native focus would select the one tile before the click can add it to the others.
      if (isAdding(event)) event.preventDefault();
    });
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("contextmenu", (event) => {
      // The menu is about the tile under the pointer, or about all that are selected.
      const view = this.viewOf(event.target);
      if (view) this.focusTile(view.id, this.selection.has(view.id));
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusin", (event) => this.onFocus(event));
  }

  /** Selects those of the tiles that are there, and focuses the last one: `always`, or unless the focus is elsewhere. */
  choose(ids: readonly string[], always: boolean): void {
    const there = ids.filter((id) => this.view(id));
    if (there.length === 0) return;
    this.selection.set(there);
    const { activeElement } = document;
    if (always || this.root.contains(activeElement) || activeElement === document.body) {
      this.focusTile(there.at(-1)!, true);
    }
  }

  /** Which groups somebody has folded or unfolded. */
  get foldChoices(): Record<string, boolean> {
    return this.folds.choices;
  }

  isFolded(id: string): boolean {
    return this.folded.has(id);
  }

  /** Folds a collapsible group, or unfolds it. The text stays as it is. */
  toggleFold(id: string): void {
    const view = this.tiles.get(id);
    if (view?.tile.sketch.kind !== "group") return;
    const folded = !this.folds.isFolded(view.tile);
    const hidesFocus = folded && this.isInside(this.viewOf(document.activeElement)?.tile, id);
    this.fold(view.tile, folded);
    const inside = this.selection.ids.filter((other) => this.isInside(this.tiles.get(other)?.tile, id));
    if (folded && inside.length > 0) {
      const rest = this.selection.ids.filter((other) => other !== id && !inside.includes(other));
      this.selection.set([...rest, id]);
    }
    if (hidesFocus) this.focusQuietly(view);
    const count = this.withMembers([id]).size - 1;
    const members = count === 1 ? "1 tile" : `${count} tiles`;
    const name = view.tile.title || "The group";
    const state = folded ? `collapsed, ${members} hidden` : `expanded, ${members}`;
    this.events.announce(`${name} is ${state}.`);
  }

  get views(): Record<string, string> {
    return Object.fromEntries(this.chosen);
  }

  /** Takes up selection and shown views from an earlier life of the webview. */
  restore(
    selected: string | null,
    views: Readonly<Record<string, string>>,
    folds: Readonly<Record<string, boolean>>,
  ): void {
    this.selection.set(selected === null ? [] : [selected]);
    this.folds.restore(folds);
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
    this.folds.show(picture);
    this.takeFolds();
    this.selection.keep((id) => present.has(id));
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

  /** Shows what a gesture would make of the picture; undefined: the picture itself again. */
  showDraft(draft: BoardDraft | undefined): void {
    if (draft === this.draft) return;
    this.draft = draft;
    this.place();
  }

  /** There is no room for columns: tiles lie below each other, and a point says nothing about a place in the grid. */
  get isStacked(): boolean {
    return this.available * this.zoom < ONE_COLUMN;
  }

  /** Where everything would be in a plan at the present width; `hidden`: with these rows left out. */
  geometryOf(plan: Plan, hidden?: readonly RowSpan[]): Geometry {
    const { picture, folded } = this;
    return new Geometry(plan, this.available, this.zoom, {
      extent: picture ? extentOf(picture) : undefined,
      folded,
      hidden,
    });
  }

  all(): Iterable<TileView> {
    return this.tiles.values();
  }

  view(id: string): TileView | undefined {
    return this.tiles.get(id);
  }

  /** The tile that an element belongs to. */
  viewOf(target: EventTarget | null): TileView | undefined {
    const node = target instanceof Element ? target.closest<HTMLElement>(".tile") : null;
    return this.tiles.get(node?.dataset["id"] ?? "");
  }

  /** These tiles and all that lies in them. */
  withMembers(ids: Iterable<string>): Set<string> {
    const out = new Set<string>();
    const add = (id: string): void => {
      if (out.has(id)) return;
      out.add(id);
      for (const member of this.members.get(id) ?? []) add(member.id);
    };
    for (const id of ids) add(id);
    return out;
  }

  /** Gives a tile the focus; `keep`: and the selection stays. */
  focusTile(id: string, keep = false): void {
    const view = this.tiles.get(id);
    if (!view) return;
    this.bringForward(view.tile);
    if (!keep) this.selection.set([id]);
    else this.selection.moveTo(id);
    this.focusQuietly(view);
    view.root.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Gives a tile the focus and leaves the selection and the view alone. */
  focusQuietly(view: TileView): void {
    this.isFocusing = true;
    view.button.focus({ preventScroll: true });
    this.isFocusing = false;
  }

  /** Marks the tile that the cursor stands in and brings it into sight. */
  highlight(id: string | null): void {
    for (const node of this.root.querySelectorAll(".is-highlighted")) node.classList.remove("is-highlighted");
    for (const node of this.root.querySelectorAll("[aria-current]")) node.removeAttribute("aria-current");
    const found = this.tiles.get(id ?? "");
    if (!found) return;
    // The cursor unfolds nothing: what it stands in is marked by its group.
    const around = foldedAround(found.tile, this.tilesById(), this.folded);
    const view = (around && this.tiles.get(around.id)) ?? found;
    this.bringForward(view.tile);
    view.root.classList.add("is-highlighted");
    view.button.setAttribute("aria-current", "true");
    if (!this.draft) view.root.scrollIntoView({ block: "nearest", inline: "nearest", behavior: motion() });
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
    put(this.ghosts.root);
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
    this.setRovingFocus();
  }

  /** Gives everything its pixels: where the picture has it, or where a gesture would put it. */
  private place(): void {
    const { picture, draft } = this;
    if (!picture || this.available <= 0) return;
    const plan: Plan = draft?.plan ?? picture;
    const { folded } = this;
    const geometry = this.isStacked
      ? new Stack(plan, this.available, this.zoom, folded)
      : this.geometryOf(plan);
    this.root.classList.toggle("is-stacked", this.isStacked);
    setStyle(this.root, "width", `${geometry.width}px`);
    setStyle(this.root, "height", `${geometry.height}px`);
    const planned = new Map<string, PlacedTile>(plan.tiles.map((tile) => [tile.id, tile]));
    const boxOf = (tile: PlacedTile): Box => {
      const around = foldedAround(tile, planned, folded);
      if (around) return geometry.boxOf(around);
      const group = planned.get(tile.group ?? "");
      return group?.kind === "singleViewGroup" ? geometry.viewBoxOf(group) : geometry.boxOf(tile);
    };
    for (const view of this.tiles.values()) {
      const tile = planned.get(view.id);
      view.leaves = tile === undefined;
      view.pushed = draft !== undefined && tile !== undefined && isElsewhere(view.tile, tile, draft);
      if (tile && !draft?.lifted?.has(view.id)) view.moveTo(boxOf(tile));
    }
    for (const [id, switcher] of this.switchers) {
      const { tile, headWidth } = this.tiles.get(id)!;
      const views = this.members.get(id)!;
      const box = geometry.boxOf(planned.get(id) ?? tile);
      switcher.update(tile, views, this.shownOf(id, views), box, headWidth);
    }
    const outlined = (draft?.ghosts ?? []).flatMap((id) => planned.get(id) ?? []);
    this.ghosts.show(outlined.map((tile) => ({ kind: tile.kind, box: boxOf(tile) })));
    const reachesBeyond = geometry.limit < geometry.width;
    if (this.limit.hidden === reachesBeyond) this.limit.hidden = !reachesBeyond;
    setStyle(this.limit, "left", `${geometry.limit}px`);
    this.onPlaced();
  }

  /** Called whenever tiles may have changed their places or the selection has. */
  onPlaced: () => void = () => {};

  /** A member of a single-view group that is not the one shown, or anything inside one. */
  private isOutOfSight(tile: PictureTile): boolean {
    const group = this.tiles.get(tile.group ?? "")?.tile;
    if (!group) return false;
    if (this.folded.has(group.id)) return true;
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

  private fold(tile: PictureTile, folded: boolean): void {
    this.folds.set(tile, folded);
    this.takeFolds();
    this.showViews();
    this.place();
    this.events.changed();
  }

  private takeFolds(): void {
    const folded = new Set<string>();
    for (const { tile } of this.tiles.values()) if (this.folds.isFolded(tile)) folded.add(tile.id);
    this.folded = folded;
    for (const view of this.tiles.values()) view.folded = folded.has(view.id);
  }

  private isInside(tile: PictureTile | undefined, group: string): boolean {
    for (let at = tile?.group; at !== undefined; at = this.tiles.get(at)?.tile.group) {
      if (at === group) return true;
    }
    return false;
  }

  private tilesById(): ReadonlyMap<string, PlacedTile> {
    return new Map(this.picture?.tiles.map((tile) => [tile.id, tile]));
  }

  /** Makes a tile visible when it is a view that is not shown, or in a folded group. */
  private bringForward(tile: PictureTile): void {
    const group = this.tiles.get(tile.group ?? "")?.tile;
    if (!group) return;
    this.bringForward(group);
    if (this.folded.has(group.id)) this.fold(group, false);
    if (group.kind === "singleViewGroup") this.chooseView(group.id, tile.id);
  }

  private selectionChanged(): void {
    this.setRovingFocus();
    this.onPlaced();
    this.events.changed();
  }

  /** Exactly one visible tile is in the tab order: the current one, else the first. */
  private setRovingFocus(): void {
    const current = this.tiles.get(this.selection.current ?? "");
    const stop = current && !current.hidden ? current : this.visible()[0];
    for (const view of this.tiles.values()) {
      setAttribute(view.button, "tabindex", view === stop ? "0" : "-1");
      view.selected = this.selection.has(view.id);
    }
  }

  /** Visible tiles in the order in which they are drawn. */
  visible(): TileView[] {
    const out: TileView[] = [];
    for (const node of this.root.children) {
      const view = this.viewOf(node);
      if (view && !view.hidden) out.push(view);
    }
    return out;
  }

  /** One click shows the text and leaves the focus here; a double click, and Enter on the keyboard, go there. */
  private onClick(event: MouseEvent): void {
    const view = this.viewOf(event.target);
    if (!view) return;
    this.focusQuietly(view);
    if (event.target instanceof Element && event.target.closest(".fold-button")) {
      this.toggleFold(view.id);
      return;
    }
    if (isAdding(event)) {
      this.selection.toggle(view.id);
      return;
    }
    this.selection.set([view.id]);
    this.events.reveal(view.id, event.detail !== 1);
  }

  private onFocus(event: Event): void {
    const view = this.viewOf(event.target);
    if (view && !this.isFocusing && !this.selection.has(view.id)) this.selection.set([view.id]);
  }

  private onKey(event: KeyboardEvent): void {
    const view = this.viewOf(event.target);
    if (!view || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction) this.step(view, direction, event.shiftKey);
    else if (event.key === "Home") this.go(this.visible()[0], event.shiftKey);
    else if (event.key === "End") this.go(this.visible().at(-1), event.shiftKey);
    else if (event.key === " " && view.tile.kind === "collapsibleGroup") this.toggleFold(view.id);
    else return;
    event.preventDefault();
  }

  private step(from: TileView, direction: Direction, extend: boolean): void {
    const placed = this.visible().map(({ id, place }) => ({ id, box: place }));
    this.go(this.tiles.get(nearestTile(placed, from.id, direction) ?? ""), extend);
  }

  private go(view: TileView | undefined, extend: boolean): void {
    if (view) this.focusTile(view.id, extend);
  }
}

function isElsewhere(before: PlacedTile, after: PlacedTile, draft: BoardDraft): boolean {
  if (draft.ghosts.includes(before.id) || draft.lifted?.has(before.id)) return false;
  return before.x !== after.x || before.y !== after.y || before.w !== after.w || before.h !== after.h;
}

/** Clicks that add to the selection. */
function isAdding(event: MouseEvent): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey;
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

/** Smooth scrolling, unless the user prefers reduced motion in the system or in VS Code. */
function motion(): ScrollBehavior {
  const reduced =
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    document.body.classList.contains("vscode-reduce-motion");
  return reduced ? "auto" : "smooth";
}
