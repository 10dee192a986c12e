import { isGroup } from "../../core/grid/kinds";
import type { Picture, PictureTile } from "../../core/grid/picture";
import { element, fileText } from "./dom";
import type { Box } from "./geometry";
import { icon } from "./icons";
import { findingsLabel, tileLabel } from "./labels";
import { drawSketch } from "./sketches";

/** One tile's element. The element stays the same for as long as the tile is in the picture. */
export class TileView {
  readonly root = element("div", "tile", { role: "button", tabindex: "-1" });
  private drawn: PictureTile | undefined;
  private box: Box | undefined;

  constructor(readonly id: string) {
    this.root.dataset["id"] = id;
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
    setAttribute(this.root, "aria-label", tileLabel(tile, picture));
    if (this.drawn === tile) return;
    this.drawn = tile;
    this.root.className = classes(tile, this.root);
    this.root.replaceChildren(...(tile.kind === "sectionHeader" ? section(tile) : contents(tile)));
  }

  moveTo(box: Box): void {
    const { style } = this.root;
    if (this.box?.left !== box.left) style.left = `${box.left}px`;
    if (this.box?.top !== box.top) style.top = `${box.top}px`;
    if (this.box?.width !== box.width) style.width = `${box.width}px`;
    if (this.box?.height !== box.height) style.height = `${box.height}px`;
    this.box = box;
  }

  set hidden(hidden: boolean) {
    if (this.root.hidden !== hidden) this.root.hidden = hidden;
  }

  get hidden(): boolean {
    return this.root.hidden === true;
  }
}

/** Marks that belong to the view, not to the drawing, are kept. */
function classes(tile: PictureTile, root: Element): string {
  const kept = ["is-highlighted", "is-selected"].filter((name) => root.classList.contains(name));
  const findings = tile.findings;
  return [
    "tile",
    `kind-${tile.kind}`,
    isGroup(tile.kind) ? "is-group" : "",
    tile.group === undefined ? "" : "is-member",
    tile.misplaced ? "is-misplaced" : "",
    findings && findings.errors > 0 ? "has-errors" : findings ? "has-warnings" : "",
    ...kept,
  ]
    .filter(Boolean)
    .join(" ");
}

function contents(tile: PictureTile): Node[] {
  const out: Node[] = [head(tile)];
  if (isGroup(tile.kind) || tile.kind === "blank") return out;
  const hasBody = tile.sketch.kind === "text" && tile.sketch.blocks.length > 0;
  if (tile.subtitle && !hasBody) {
    const subtitle = fileText("div", "tile-subtitle", tile.subtitle);
    subtitle.title = tile.subtitle;
    out.push(subtitle);
  }
  const sketch = drawSketch(tile.sketch, `${tile.kind} ${tile.title}`);
  if (sketch) out.push(element("div", "tile-body", {}, sketch));
  return out;
}

function head(tile: PictureTile): HTMLElement {
  const title = fileText(
    "span",
    tile.title ? "tile-title" : "tile-title is-untitled",
    tile.title || fallback(tile),
  );
  title.title = tile.title;
  return element("div", "tile-head", {}, icon(tile.kind), title, groupNote(tile), ...marks(tile));
}

function fallback(tile: PictureTile): string {
  return tile.kind === "singleViewGroup" ? "" : tile.label.charAt(0).toUpperCase() + tile.label.slice(1);
}

function groupNote(tile: PictureTile): HTMLElement | undefined {
  return tile.kind === "collapsibleGroup" ? element("span", "tile-note", {}, tile.subtitle) : undefined;
}

function section(tile: PictureTile): Node[] {
  const subtitle = tile.sketch.kind === "section" ? tile.sketch.subtitle : "";
  const out: Node[] = [head(tile)];
  if (subtitle) out.push(fileText("div", "tile-subtitle", subtitle));
  return out;
}

/** Condition, misplacement and findings, each with its words as a tooltip. */
function marks(tile: PictureTile): HTMLElement[] {
  const out: HTMLElement[] = [];
  if (tile.notes.length > 0) {
    out.push(element("span", "mark-note", { title: tile.notes.join("\n") }, icon("condition")));
  }
  if (tile.misplaced) {
    out.push(
      element("span", "badge badge-misplaced", { title: `This tile ${tile.misplaced}` }, icon("warning")),
    );
  }
  const { findings } = tile;
  if (findings && findings.errors > 0) {
    out.push(badge("error", findings.errors, findingsLabel(tile)));
  }
  if (findings && findings.warnings > 0) {
    out.push(badge("warning", findings.warnings, findingsLabel(tile)));
  }
  return out;
}

function badge(level: "error" | "warning", count: number, words: string): HTMLElement {
  return element("span", `badge badge-${level}`, { title: words }, icon(level), String(count));
}

export function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
