import { isGroup } from "../../../../core/grid/kinds";
import type { PictureTile } from "../../../../core/grid/picture";
import type { ChartTheme } from "../../shared/charts/chart";
import { createElement, fileText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import type { Content } from "./content";
import { contentOf } from "./contents";
import { type LazyView, lazyRenderer } from "./stage";
import { styleText } from "./text";

/** A drawing of something else than sample data. */
export interface TileDrawing {
  /** Differs for drawings that differ. */
  readonly key: string;
  /** Undefined: the sample data stay. */
  content(): Content | undefined;
  /** What stands over the drawing. */
  marks(): readonly Node[];
  /** Why the sample data stay, for their mark. */
  readonly sampleReason?: string;
  /** For screen readers: what is shown. */
  readonly spoken?: string;
}

/** What stands below the head of a tile. Stays in its tile for as long as the tile is in the picture. */
export class TileBody {
  readonly root = createElement("div", "tile-content");
  private drawn = "";
  private canvas: HTMLElement | undefined;
  private tile: PictureTile | undefined;
  private own: TileDrawing | undefined;

  /** Undefined: the sample data. */
  set drawing(drawing: TileDrawing | undefined) {
    if (drawing?.key === this.own?.key) return;
    this.own = drawing;
    if (this.tile) this.update(this.tile);
  }

  /** Draws the content when it comes into sight; touches nothing when it looks the same as before. */
  update(tile: PictureTile): void {
    // Only texts say their title in their drawing.
    const title = tile.kind === "text" ? tile.title : "";
    this.tile = tile;
    const key = this.own?.key ?? "";
    const signature = JSON.stringify([tile.kind, title, tile.subtitle, tile.sketch, tile.notes, key]);
    styleText(this.root, tile.sketch);
    if (signature === this.drawn) return;
    this.drawn = signature;
    const parts = below(tile, this.canvas);
    this.root.replaceChildren(...parts.nodes);
    this.canvas = parts.canvas;
    if (parts.canvas) lazyRenderer().put(parts.canvas, new TileScene(tile, this.own));
  }
}

/** The part of a tile that is drawn when it is in sight. */
class TileScene implements LazyView {
  private content: Content | undefined;

  constructor(
    private readonly tile: PictureTile,
    private readonly drawing: TileDrawing | undefined,
  ) {}

  enter(canvas: HTMLElement, theme: ChartTheme): void {
    try {
      const { drawing } = this;
      this.content ??= drawing?.content() ?? contentOf(this.tile);
      const sample = this.content.isSample ? [sampleMark(drawing?.sampleReason)] : [];
      canvas.replaceChildren(this.content.root, ...sample, ...(drawing?.marks() ?? []));
      for (const chart of this.content.charts) chart.draw(theme);
    } catch (error) {
      // One tile that cannot be drawn leaves the others as they are.
      console.error(error);
      canvas.replaceChildren(createElement("p", "tile-failure", {}, "This widget cannot be drawn."));
      this.content = undefined;
    }
  }

  resize(): void {
    for (const chart of this.content?.charts ?? []) chart.resize();
  }

  retheme(theme: ChartTheme): void {
    for (const chart of this.content?.charts ?? []) chart.draw(theme);
  }

  leave(): void {
    for (const chart of this.content?.charts ?? []) chart.dispose();
  }
}

/** `last`: where the tile was drawn before. */
function below(
  tile: PictureTile,
  last: HTMLElement | undefined,
): { readonly nodes: Node[]; readonly canvas?: HTMLElement } {
  if (isGroup(tile.kind) || tile.kind === "blank") return { nodes: [] };
  const nodes: Node[] = [];
  if (showsSubtitle(tile)) {
    const subtitle = fileText("div", "tile-subtitle", tile.subtitle);
    // The tile's own label says it already.
    subtitle.setAttribute("aria-hidden", "true");
    subtitle.title = tile.subtitle;
    nodes.push(subtitle);
  }
  const draws = !["section", "nothing"].includes(tile.sketch.kind);
  const canvas = draws ? (last ?? createElement("div", "tile-body")) : undefined;
  if (canvas) nodes.push(canvas);
  for (const note of tile.notes) nodes.push(noteLine(note));
  return canvas ? { nodes, canvas } : { nodes };
}

/** Where the drawing itself says what is shown, a line about it would take its room. */
function showsSubtitle(tile: PictureTile): boolean {
  if (tile.subtitle === "") return false;
  const { kind } = tile.sketch;
  return kind === "section" || kind === "nothing" || (kind === "text" && tile.sketch.blocks.length === 0);
}

/** A condition or a time range of its own; read out as part of the tile's label. */
function noteLine(words: string): HTMLElement {
  const line = createElement("div", "tile-note-line", { "aria-hidden": "true" }, icon("condition"));
  line.append(fileText("span", "tile-note-words", words));
  line.title = words;
  return line;
}

function sampleMark(reason = "The preview does not query the service"): HTMLElement {
  return createElement(
    "span",
    "sample-mark",
    { title: `Sample data. ${reason}` },
    "Sample",
    createElement("span", "mark-more", {}, " data"),
  );
}
