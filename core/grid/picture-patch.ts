import type { Picture, PictureHead, PictureTile } from "./picture";

/** What turns one picture into the next. Holds no source ranges, so that moving text changes nothing. */
export interface PicturePatch {
  /** Version of the picture it fits on, and of the one that results. */
  readonly from: number;
  readonly to: number;
  /** Changed members of the head. */
  readonly head: Partial<PictureHead>;
  readonly add: readonly PictureTile[];
  /** Tiles that changed, whole. */
  readonly update: readonly PictureTile[];
  readonly remove: readonly string[];
  /** All ids in their new order; absent when the order follows from the rest. */
  readonly order?: readonly string[];
}

const HEAD_MEMBERS = [
  "title",
  "layout",
  "columns",
  "rows",
  "rowRatio",
  "filters",
  "problems",
  "widgets",
  "placeholders",
] as const satisfies readonly (keyof PictureHead)[];

/** The patch from `before` to `after`. */
export function diffPicture(before: Picture, after: Picture): PicturePatch {
  const old = new Map(before.tiles.map((tile) => [tile.id, tile]));
  const kept = new Set(after.tiles.map((tile) => tile.id));
  const add: PictureTile[] = [];
  const update: PictureTile[] = [];
  for (const tile of after.tiles) {
    const was = old.get(tile.id);
    if (!was) add.push(tile);
    else if (!same(was, tile)) update.push(tile);
  }
  const remove = before.tiles.filter((tile) => !kept.has(tile.id)).map((tile) => tile.id);
  const patch = {
    from: before.version,
    to: after.version,
    head: headChanges(before, after),
    add,
    update,
    remove,
  };
  const order = after.tiles.map((tile) => tile.id);
  const follows = same(
    applyPatch(before, patch)?.tiles.map((tile) => tile.id),
    order,
  );
  return follows ? patch : { ...patch, order };
}

/** True when a patch changes nothing that is drawn. */
export function isEmptyPatch(patch: PicturePatch): boolean {
  return (
    patch.add.length === 0 &&
    patch.update.length === 0 &&
    patch.remove.length === 0 &&
    patch.order === undefined &&
    Object.keys(patch.head).length === 0
  );
}

/** The picture that results; undefined when the patch belongs to another picture. Unchanged tiles keep their identity. */
export function applyPatch(picture: Picture, patch: PicturePatch): Picture | undefined {
  if (patch.from !== picture.version) return undefined;
  const removed = new Set(patch.remove);
  const updated = new Map(patch.update.map((tile) => [tile.id, tile]));
  const tiles = picture.tiles
    .filter((tile) => !removed.has(tile.id))
    .map((tile) => updated.get(tile.id) ?? tile)
    .concat(patch.add);
  return {
    ...picture,
    ...patch.head,
    version: patch.to,
    tiles: patch.order ? inOrder(tiles, patch.order) : tiles,
  };
}

function inOrder(tiles: readonly PictureTile[], order: readonly string[]): PictureTile[] {
  const place = new Map(order.map((id, at) => [id, at]));
  return [...tiles].sort((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length));
}

function headChanges(before: Picture, after: Picture): Partial<PictureHead> {
  const changes: Partial<Record<keyof PictureHead, unknown>> = {};
  for (const member of HEAD_MEMBERS) {
    if (!same(before[member], after[member])) changes[member] = after[member];
  }
  return changes as Partial<PictureHead>;
}

/** Equality of plain JSON values. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => same(left[key], right[key]));
}
