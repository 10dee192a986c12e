import { groupMembership } from "../groups";
import { isGroup, type TileKind } from "../kinds";
import type { Rect } from "../rect";
import { type BoardTile, freshId, type TileBoard } from "./board";

/** A block of a mosaic while it is being moved, below the group that holds it. */
export interface TreeTile {
  readonly id: string;
  readonly kind: TileKind;
  readonly title: string;
  x: number;
  y: number;
  w: number;
  h: number;
  group: TreeTile | undefined;
  members: TreeTile[];
  copyOf: string | undefined;
}

/**
 * The blocks of a mosaic by membership. A move changes rectangles and memberships here; `resolveOverlaps` makes the geometry
 * agree with them again.
 */
export class TileTree {
  columns: number;
  /** Every item, in the order of the file. */
  order: TreeTile[];
  /** Items that lie in no group. */
  roots: TreeTile[] = [];
  private readonly byId = new Map<string, TreeTile>();

  constructor(private readonly board: TileBoard) {
    this.columns = board.columns;
    this.order = board.tiles.map((block) => this.make(block));
    const groups = groupMembership(board.tiles);
    for (const item of this.order) this.put(item, this.byId.get(groups.get(item.id) ?? ""));
  }

  item(id: string): TreeTile | undefined {
    return this.byId.get(id);
  }

  /** A new item below `group`, behind `after` in the file, or at its end. */
  add(
    block: Omit<BoardTile, "id" | "group">,
    group: TreeTile | undefined,
    after: TreeTile | undefined,
  ): TreeTile {
    const item = this.make({ ...block, id: freshId(this.byId) });
    this.order.splice(after ? this.order.indexOf(after) + 1 : this.order.length, 0, item);
    this.put(item, group);
    return item;
  }

  /** Takes an item out. Its members go with it unless they have been put elsewhere before. */
  remove(item: TreeTile): void {
    const gone = new Set([item, ...descendantsOf(item)]);
    this.take(item);
    this.order = this.order.filter((other) => !gone.has(other));
    for (const { id } of gone) this.byId.delete(id);
  }

  /** Makes an item a member of a group, or of none. */
  put(item: TreeTile, group: TreeTile | undefined): void {
    if (item.group !== group || !this.siblings(group).includes(item)) {
      this.take(item);
      item.group = group;
      this.siblings(group).push(item);
    }
  }

  /** The members of a group, or what lies in no group. */
  siblings(group: TreeTile | undefined): TreeTile[] {
    return group ? group.members : this.roots;
  }

  /** The board with the rectangles as they are now. */
  toBoard(): TileBoard {
    let rows = 0;
    const tiles = this.order.map((item): BoardTile => {
      rows = Math.max(rows, item.y + item.h);
      const { id, kind, title, x, y, w, h, group, copyOf } = item;
      return {
        id,
        kind,
        title,
        x,
        y,
        w,
        h,
        group: group ? group.id : undefined,
        copyOf,
      };
    });
    return { layout: "mosaic", columns: this.columns, rows, rowRatio: this.board.rowRatio, tiles };
  }

  private make({ id, kind, title = "", x, y, w, h, copyOf }: BoardTile): TreeTile {
    const item = { id, kind, title, x, y, w, h, group: undefined, members: [], copyOf };
    this.byId.set(id, item);
    return item;
  }

  private take(item: TreeTile): void {
    const list = this.siblings(item.group);
    const at = list.indexOf(item);
    if (at >= 0) list.splice(at, 1);
  }
}

/** Everything that lies in an item, at any depth. */
export function descendantsOf(item: TreeTile): TreeTile[] {
  return item.members.flatMap((member) => [member, ...descendantsOf(member)]);
}

/** Moves an item with everything in it. */
export function moveSubtree(item: TreeTile, dx: number, dy: number): void {
  if (dx === 0 && dy === 0) return;
  item.x += dx;
  item.y += dy;
  for (const member of item.members) moveSubtree(member, dx, dy);
}

export function setRect(item: TreeTile, { x, y, w, h }: Rect): void {
  Object.assign(item, { x, y, w, h });
}

/** The smallest rectangle around all; the list must not be empty. */
export function boundingRect(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((r) => r.x));
  const y = Math.min(...rects.map((r) => r.y));
  const w = Math.max(...rects.map((r) => r.x + r.w)) - x;
  const h = Math.max(...rects.map((r) => r.y + r.h)) - y;
  return { x, y, w, h };
}

/**
 * The items that ids stand for, without those that lie in another one of them: a group stands for its members too.
 * Undefined when there is an id that no item has.
 */
export function selectTiles(tree: TileTree, ids: readonly string[]): TreeTile[] | undefined {
  const items = new Set<TreeTile>();
  for (const id of ids) {
    const item = tree.item(id);
    if (!item) return undefined;
    items.add(item);
  }
  return [...items].filter((item) => {
    for (let group = item.group; group; group = group.group) if (items.has(group)) return false;
    return true;
  });
}

/** Whether blocks that lie in `group` may share a place: one view is shown at a time. */
export function canOverlap(group: TreeTile | undefined, a: TreeTile, b: TreeTile): boolean {
  return group?.kind === "singleViewGroup" && !isGroup(a.kind) && !isGroup(b.kind);
}

/** Whether a group takes such a block, as real dashboards have it: of groups only a single view in a collapsible one. */
export function canContain(group: TreeTile, item: TreeTile): boolean {
  if (!isGroup(group.kind)) return false;
  if (item.kind === "collapsibleGroup") return false;
  return item.kind !== "singleViewGroup" || group.kind === "collapsibleGroup";
}
