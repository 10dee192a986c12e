import type { Box } from "../../../core/grid/geometry";
import { isGroup } from "../../../core/grid/kinds";
import type { Picture, PictureTile } from "../../../core/grid/picture";
import { createElement, fileText, setAttribute, setStyle } from "../shared/dom";
import { icon } from "../shared/icons";
import { findingsLabel, tileLabel } from "./labels";
import { TileBody, type TileDrawing } from "./widgets/tile-body";

/**
 * One tile's element. It stays the same for as long as the tile is in the picture, and so does the button in it, which
 * holds the title, takes the focus and carries the words for screen readers.
 */
export class TileView {
  readonly root = createElement("div", "tile");
  readonly button = createElement("button", "tile-button", { type: "button", tabindex: "-1" });
  private readonly head = createElement("div", "tile-head", {}, this.button);
  private readonly body = new TileBody();
  private readonly chevron = createElement("span", "fold-button", {
    "aria-hidden": "true",
    "data-own-pointer": "",
  });
  private drawn: PictureTile | undefined;
  private box: Box | undefined;

  constructor(readonly id: string) {
    this.root.dataset["id"] = id;
    this.root.append(this.head, this.body.root);
  }

  get tile(): PictureTile {
    return this.drawn!;
  }

  /** Where it was placed last. */
  get place(): Box {
    return this.box ?? { left: 0, top: 0, width: 0, height: 0 };
  }

  /** Draws the tile; touches nothing when it has not changed. */
  update(tile: PictureTile, picture: Picture): void {
    setAttribute(this.button, "aria-label", tileLabel(tile, picture));
    if (this.drawn === tile) return;
    this.drawn = tile;
    // What VS Code's own context menu asks about; see `webview/context` in the manifest.
    this.root.dataset["vscodeContext"] = JSON.stringify({
      webviewSection: "tile",
      mosaicTileIsGroup: isGroup(tile.kind),
      mosaicTileHasQuery: QUERIED.has(tile.sketch.kind),
      mosaicTileHasMetric: MEASURED.has(tile.sketch.kind),
    });
    this.root.className = classes(tile, this.root);
    this.drawHead(tile);
    this.body.update(tile);
  }

  /** What is drawn instead of sample data; undefined: the sample data. */
  set drawing(drawing: TileDrawing | undefined) {
    this.body.drawing = drawing;
    const spoken = drawing?.spoken ?? "";
    if (spoken === "") this.button.removeAttribute("aria-description");
    else setAttribute(this.button, "aria-description", spoken);
  }

  /** Width in pixels of what stands in the strip of a group. */
  get headWidth(): number {
    return this.head.offsetWidth;
  }

  /** Icon, title, note and marks. The button stays where it is, so that it keeps the focus. */
  private drawHead(tile: PictureTile): void {
    const bare = isBare(tile);
    const words = bare ? "" : tile.title || fallback(tile);
    const title = fileText("span", tile.title ? "tile-title" : "tile-title is-untitled", words);
    title.title = tile.title;
    this.button.replaceChildren(title);
    for (const node of [...this.head.children]) if (node !== this.button) node.remove();
    this.head.classList.toggle("is-bare", bare);
    if (!bare) this.button.before(icon(tile.kind));
    if (tile.kind !== "collapsibleGroup") this.button.removeAttribute("aria-expanded");
    else {
      this.drawFold();
      this.head.prepend(this.chevron);
      this.head.append(unspoken(createElement("span", "tile-note", {}, tile.subtitle)));
    }
    const own = marks(tile);
    if (own) this.head.append(own);
  }

  /** Only the strip of the group is shown. */
  set folded(folded: boolean) {
    this.mark("is-folded", folded);
    if (this.drawn?.kind === "collapsibleGroup") this.drawFold();
  }

  /** The sign in front of a group's name, for the pointer; the keyboard has a key, and screen readers the button's state. */
  private drawFold(): void {
    const folded = this.root.classList.contains("is-folded");
    setAttribute(this.button, "aria-expanded", String(!folded));
    const words = folded ? "Expand the group" : "Collapse the group";
    if (this.chevron.title === words) return;
    this.chevron.title = words;
    this.chevron.replaceChildren(icon(folded ? "closed" : "open"));
  }

  moveTo(box: Box): void {
    const { box: last } = this;
    const isThere = last?.left === box.left && last.top === box.top;
    if (isThere && last.width === box.width && last.height === box.height) return;
    this.box = box;
    for (const side of ["left", "top", "width", "height"] as const) {
      setStyle(this.root, side, `${box[side]}px`);
    }
  }

  /** Follows the pointer, so many pixels from its place; undefined: it is back there. */
  set offset(offset: { readonly x: number; readonly y: number } | undefined) {
    this.root.classList.toggle("is-lifted", offset !== undefined);
    setStyle(this.root, "transform", offset ? `translate(${offset.x}px, ${offset.y}px)` : "");
  }

  set selected(selected: boolean) {
    this.mark("is-selected", selected);
  }

  /** In the way of what is being moved. */
  set pushed(pushed: boolean) {
    this.mark("is-pushed", pushed);
  }

  /** Would be gone after what is being done. */
  set leaves(leaves: boolean) {
    this.mark("is-leaving", leaves);
  }

  private mark(name: string, on: boolean): void {
    if (this.root.classList.contains(name) !== on) this.root.classList.toggle(name, on);
  }

  set hidden(hidden: boolean) {
    if (this.root.hidden !== hidden) this.root.hidden = hidden;
  }

  get hidden(): boolean {
    return this.root.hidden === true;
  }
}

/** What shows metrics, and what shows the answer to any query, or a text. */
const MEASURED: ReadonlySet<string> = new Set(["chart", "scorecard", "table", "pie", "treemap"]);
const QUERIED: ReadonlySet<string> = new Set([...MEASURED, "logs", "text"]);

/** Marks that belong to the view, not to the drawing, are kept. */
function classes(tile: PictureTile, root: Element): string {
  const kept = ["is-highlighted", "is-selected", "is-lifted", "is-pushed", "is-leaving", "is-folded"].filter(
    (name) => root.classList.contains(name),
  );
  const findings = tile.findings;
  return [
    "tile",
    `kind-${tile.kind}`,
    isGroup(tile.kind) ? "is-group" : "",
    tile.group === undefined ? "" : "is-member",
    tile.misplaced ? "is-misplaced" : "",
    tile.placeholder ? "is-placeholder" : "",
    findings && findings.errors > 0 ? "has-errors" : findings ? "has-warnings" : "",
    ...kept,
  ]
    .filter(Boolean)
    .join(" ");
}

/** An untitled text begins with its own words. */
function isBare(tile: PictureTile): boolean {
  return tile.title === "" && tile.sketch.kind === "text" && tile.sketch.blocks.length > 0;
}

function fallback(tile: PictureTile): string {
  return tile.kind === "singleViewGroup" ? "" : tile.label.charAt(0).toUpperCase() + tile.label.slice(1);
}

/** Condition, misplacement and findings, each with its words as a tooltip. */
function marks(tile: PictureTile): HTMLElement | undefined {
  const out: HTMLElement[] = [];
  if (tile.notes.length > 0) {
    out.push(createElement("span", "mark-note", { title: tile.notes.join("\n") }, icon("condition")));
  }
  if (tile.misplaced) {
    out.push(
      createElement(
        "span",
        "badge badge-misplaced",
        { title: `This tile ${tile.misplaced}` },
        icon("warning"),
      ),
    );
  }
  const { findings } = tile;
  if (findings && findings.errors > 0) {
    out.push(badge("error", findings.errors, findingsLabel(tile)));
  }
  if (findings && findings.warnings > 0) {
    out.push(badge("warning", findings.warnings, findingsLabel(tile)));
  }
  return out.length > 0 ? unspoken(createElement("span", "marks", {}, ...out)) : undefined;
}

function badge(level: "error" | "warning", count: number, words: string): HTMLElement {
  return createElement("span", `badge badge-${level}`, { title: words }, icon(level), String(count));
}

/** Keeps from screen readers what the tile's own label says already. */
function unspoken<T extends HTMLElement>(node: T): T {
  node.setAttribute("aria-hidden", "true");
  return node;
}
