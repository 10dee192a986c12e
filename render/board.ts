import { Geometry, GROUP_STRIP } from "../core/grid/geometry";
import type { Picture, PictureTile } from "../core/grid/picture";
import { widthOf } from "./fonts";
import { type Box, line, rect } from "./svg/draw";
import { icon } from "./svg/icon";
import type { SvgNode } from "./svg/node";
import { FONT_SIZE } from "./theme";
import { drawTile } from "./tile";
import { type Context, faint, words } from "./widgets/context";

/** The tiles of a dashboard with their places, in pixels from the upper left corner of the board. */
export class Board {
  readonly width: number;
  readonly height: number;
  private readonly boxes = new Map<string, Box>();
  private readonly members = new Map<string, PictureTile[]>();
  private readonly hidden = new Set<string>();
  private readonly byId: ReadonlyMap<string, PictureTile>;

  /**
   * @param width pixels to fit into
   * @param shown ids of tiles that have to be seen: of a single-view group, the first one of them is shown
   */
  constructor(
    readonly picture: Picture,
    width: number,
    private readonly shown: ReadonlySet<string> = new Set(),
  ) {
    const geometry = new Geometry(picture, width, 1);
    this.width = geometry.width;
    this.height = geometry.height;
    this.byId = new Map(picture.tiles.map((tile) => [tile.id, tile]));
    for (const tile of picture.tiles)
      if (tile.group !== undefined)
        this.members.set(tile.group, [...(this.members.get(tile.group) ?? []), tile]);
    for (const tile of picture.tiles) if (tile.kind === "singleViewGroup") this.hideViews(tile);
    for (const tile of picture.tiles) {
      const group = this.byId.get(tile.group ?? "");
      const box = group?.kind === "singleViewGroup" ? geometry.viewBoxOf(group) : geometry.boxOf(tile);
      this.boxes.set(tile.id, { x: box.left, y: box.top, width: box.width, height: box.height });
    }
  }

  /** Where a tile is drawn; undefined for a tile behind another view of its group, and for an unknown one. */
  boxOf(id: string): Box | undefined {
    return this.hidden.has(id) ? undefined : this.boxes.get(id);
  }

  /** The nearest place around a tile that is seen: its own, or that of its group. */
  placeOf(id: string): Box | undefined {
    for (let tile = this.byId.get(id); tile; tile = this.byId.get(tile.group ?? "")) {
      const box = this.boxOf(tile.id);
      if (box) return box;
    }
    return undefined;
  }

  draw(context: Context): SvgNode[] {
    const { tiles } = this.picture;
    // Groups are behind their members, and the outer ones behind the inner ones.
    const ordered = [...tiles].sort((a, b) => this.layerOf(a) - this.layerOf(b));
    return ordered.flatMap((tile) => {
      const box = this.boxOf(tile.id);
      if (!box) return [];
      const drawn = [drawTile(tile, box, context)];
      const views = this.members.get(tile.id) ?? [];
      if (tile.kind === "singleViewGroup" && views.length > 0)
        drawn.push(...this.switcher(tile, views, box, context));
      return drawn;
    });
  }

  private layerOf(tile: PictureTile): number {
    const isGroup = tile.kind === "collapsibleGroup" || tile.kind === "singleViewGroup";
    return isGroup ? this.depthOf(tile) : 1000;
  }

  private depthOf(tile: PictureTile): number {
    let depth = 0;
    for (let above = this.byId.get(tile.group ?? ""); above; above = this.byId.get(above.group ?? ""))
      depth++;
    return depth;
  }

  private hideViews(group: PictureTile): void {
    const views = this.members.get(group.id) ?? [];
    const chosen = views.find((view) => this.holdsShown(view)) ?? views[0];
    for (const view of views) if (view !== chosen) this.hide(view);
  }

  private holdsShown(view: PictureTile): boolean {
    return this.shown.has(view.id) || (this.members.get(view.id) ?? []).some((tile) => this.holdsShown(tile));
  }

  private hide(tile: PictureTile): void {
    this.hidden.add(tile.id);
    for (const member of this.members.get(tile.id) ?? []) this.hide(member);
  }

  /** The choice among the views of a group: tabs, or the name of the one that is shown. */
  private switcher(group: PictureTile, views: readonly PictureTile[], box: Box, context: Context): SvgNode[] {
    const { theme } = context;
    const names = views.map(({ title }, at) => title || `View ${at + 1}`);
    const title = widthOf(group.title, words(context, FONT_SIZE, { style: "bold" }));
    let x = box.x + Math.min(title + 38, box.width * 0.45, 260) + 6;
    const end = box.x + box.width - 8;
    const at = views.findIndex(({ id }) => !this.hidden.has(id));
    const style = words(context);
    const widths = names.map((name) => Math.min(widthOf(name, style) + 20, 180));
    const out: (SvgNode | undefined)[] = [];
    const hasTabs = group.sketch.kind === "views" && group.sketch.tabs;
    if (hasTabs && widths.reduce((sum, width) => sum + width, 0) <= end - x) {
      for (const [i, name] of names.entries()) {
        const tab = { x: x + 10, y: box.y, width: widths[i]! - 20, height: GROUP_STRIP };
        out.push(line(name, tab, i === at ? style : faint(context)));
        if (i === at)
          out.push(
            rect({ x, y: box.y + GROUP_STRIP - 2, width: widths[i]!, height: 2 }, { fill: theme.focus }),
          );
        x += widths[i]!;
      }
      return out.filter((node) => node !== undefined);
    }
    const count = `${at + 1}/${views.length}`;
    const counted = widthOf(count, style) + 6;
    const width = Math.min(widthOf(names[at] ?? "", style) + 34, 240, end - x - counted);
    if (width < 30) return [];
    const field = { x, y: box.y + (GROUP_STRIP - 22) / 2, width, height: 22 };
    out.push(
      rect(field, { fill: theme.field, edge: theme.fieldEdge, radius: 2 }),
      line(names[at] ?? "", { ...field, x: x + 6, width: width - 26 }, style),
      icon("open", x + width - 18, field.y + 4, 14, theme.words),
      line(count, { x: x + width + 6, y: field.y, width: counted, height: 22 }, faint(context)),
    );
    return out.filter((node) => node !== undefined);
  }
}
