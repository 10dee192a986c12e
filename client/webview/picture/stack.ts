import { type Box, extentOf, GROUP_STRIP, type PlacedTile, type Plan } from "../../../core/grid/geometry";
import { isGroup } from "../../../core/grid/kinds";

/** A board narrower than this, in pixels, has its tiles below each other. */
export const ONE_COLUMN = 320;
/** The board's width that heights are taken from. */
const USUAL_WIDTH = 640;
/** Heights of a tile, in pixels at zoom 1. */
const LEAST = 40;
const MOST = 260;
const GAP = 3;

/** Where tiles are in a board that is too narrow for columns: below each other, as they are read, groups around their members. */
export class Stack {
  readonly width: number;
  readonly height: number;
  /** There are no columns that a tile could reach beyond. */
  readonly limit: number;
  private readonly boxes = new Map<string, Box>();
  private readonly members = new Map<string, PlacedTile[]>();

  /** `available` is the width in pixels to fit into at zoom 1. */
  constructor(
    plan: Plan,
    available: number,
    private readonly zoom: number,
    private readonly folded: ReadonlySet<string>,
  ) {
    this.width = available * zoom;
    this.limit = this.width;
    const byId = new Set(plan.tiles.map(({ id }) => id));
    const roots: PlacedTile[] = [];
    for (const tile of plan.tiles) {
      const list = tile.group !== undefined && byId.has(tile.group) ? this.membersOf(tile.group) : roots;
      list.push(tile);
    }
    const row = (USUAL_WIDTH * plan.rowRatio) / extentOf(plan);
    this.height = this.place(roots, 0, 0, row);
  }

  boxOf(tile: PlacedTile): Box {
    return this.boxes.get(tile.id) ?? { left: 0, top: 0, width: 0, height: 0 };
  }

  /** Box of a member of a single-view group: the group's own, below its strip. */
  viewBoxOf(group: PlacedTile): Box {
    const { left, top, width, height } = this.boxOf(group);
    return {
      left: left + GAP,
      top: top + GROUP_STRIP,
      width: Math.max(width - 2 * GAP, 4),
      height: Math.max(height - GROUP_STRIP - GAP, 4),
    };
  }

  private membersOf(group: string): PlacedTile[] {
    const list = this.members.get(group) ?? [];
    this.members.set(group, list);
    return list;
  }

  /** @returns where the next tile begins. */
  private place(tiles: readonly PlacedTile[], indent: number, from: number, row: number): number {
    let top = from;
    for (const tile of [...tiles].sort((a, b) => a.y - b.y || a.x - b.x)) {
      const height = Math.min(Math.max(tile.h * row, LEAST), MOST) * this.zoom;
      const members = this.members.get(tile.id) ?? [];
      let bottom = top + height;
      if (tile.kind === "singleViewGroup" && members.length > 0) {
        const own = Math.max(...members.map(({ h }) => Math.min(Math.max(h * row, LEAST), MOST))) * this.zoom;
        bottom = top + own + GROUP_STRIP;
      } else if (isGroup(tile.kind)) {
        const inside = top + GROUP_STRIP;
        bottom = this.folded.has(tile.id) ? inside : this.place(members, indent + GAP, inside, row) + GAP;
      }
      const gap = tile.kind === "collapsibleGroup" ? 1 : GAP;
      this.boxes.set(tile.id, {
        left: indent + gap,
        top: top + gap,
        width: Math.max(this.width - 2 * (indent + gap), 4),
        height: Math.max(bottom - top - 2 * gap, 4),
      });
      top = bottom;
    }
    return top;
  }
}
