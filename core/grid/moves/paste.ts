import { type ContentKind, isGroup } from "../kinds";
import type { Rect } from "../rect";
import { type MoveResult, refuseMove, tooMany } from "./board";
import { findFreeRect } from "./free-place";
import { moveIntoGroup } from "./move";
import { resolveOverlaps } from "./settle";
import { boundingRect, canContain, type TileTree, type TreeTile } from "./tree";

/** A tile of the clipboard, in blocks of its own columns; `x` and `y` count from the first tile's. */
export interface PastedBlock extends Rect {
  readonly kind: ContentKind;
  readonly title: string;
}

/** What stands in `copyOf` of a tile that comes out of the clipboard: its number there. */
export function pastedKey(index: number): string {
  return `pasted:${index}`;
}

/**
 * Adds tiles of the clipboard as they lie to each other: beside a tile, in its group, or at the first free place. Tiles
 * that are wider than the mosaic get narrower.
 *
 * @param beside id of the tile that is selected
 */
export function pasteTiles(
  tree: TileTree,
  blocks: readonly PastedBlock[],
  beside: string | undefined,
): MoveResult {
  if (blocks.length === 0) return refuseMove("The clipboard has no tiles.");
  const full = tooMany(tree.order.length, blocks.length);
  if (full) return refuseMove(full);
  const near = beside === undefined ? undefined : tree.item(beside);
  if (beside !== undefined && !near) return refuseMove("The tile no longer exists.");
  const fitted = fitColumns(blocks, tree.columns);
  const box = boundingRect(fitted);
  const group = homeFor(near, fitted, box);
  const room = group ?? { x: 0, y: 0, w: tree.columns };
  const spot = findFreeRect(tree.siblings(group), box, { x: room.x, y: near?.y ?? room.y, w: room.w });
  const made = fitted.map(({ kind, title, x, y, w, h }, index) => {
    const place = { x: spot.x + x - box.x, y: spot.y + y - box.y, w, h };
    return tree.add({ kind, title, ...place, copyOf: pastedKey(index) }, undefined, undefined);
  });
  joinGroups(tree, made, group);
  resolveOverlaps(tree, new Set(made));
  const roots = made.filter((item) => !made.includes(item.group!));
  return { ok: true, board: tree.toBoard(), select: roots.map(({ id }) => id) };
}

/** The group that the tiles go into: that of the selected tile, or itself, if it takes them. */
function homeFor(
  near: TreeTile | undefined,
  blocks: readonly PastedBlock[],
  box: Rect,
): TreeTile | undefined {
  const group = near && near.kind === "collapsibleGroup" ? near : near?.group;
  if (!group || group.kind === "singleViewGroup" || box.w > group.w) return undefined;
  return blocks.some(({ kind }) => isGroup(kind)) ? undefined : group;
}

/** Pasted tiles lie in the pasted groups that hold them, and the rest in `group`. */
function joinGroups(tree: TileTree, made: readonly TreeTile[], group: TreeTile | undefined): void {
  const holders = made.filter(({ kind }) => isGroup(kind)).sort((a, b) => a.w * a.h - b.w * b.h);
  for (const item of made) {
    const holder = holders.find((one) => one !== item && canContain(one, item) && holds(one, item));
    if (holder) tree.put(item, holder);
    else if (group) moveIntoGroup(tree, item, group);
  }
}

function holds(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.w >= inner.x + inner.w &&
    outer.y + outer.h >= inner.y + inner.h
  );
}

/** The tiles at most as wide together as the mosaic: their columns are scaled. */
function fitColumns(blocks: readonly PastedBlock[], columns: number): readonly PastedBlock[] {
  const box = boundingRect(blocks);
  if (box.w <= columns) return blocks;
  const edge = (x: number) => Math.floor(((x - box.x) * columns) / box.w);
  return blocks.map((block) => {
    const x = Math.min(edge(block.x), columns - 1);
    return { ...block, x, w: Math.max(1, edge(block.x + block.w) - x) };
  });
}
