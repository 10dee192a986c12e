import type { Dashboard } from "../../../dashboard";
import type { ObjectNode } from "../../../document/node";
import { editDocument } from "../../../edit/edit";
import type { Finding } from "../../../finding";
import type { Fix } from "../../../fix";
import { isGroup } from "../../../grid/kinds";
import { findFreeRect } from "../../../grid/moves/free-place";
import { contains, type Rect } from "../../../grid/rect";
import { propertyOf, valueAt } from "../../../rules/fix-builders";
import { type PlacedTile, placedTiles } from "../../../rules/placed-tiles";
import { memberOf } from "../../../schema/canonical";
import { setMembers } from "../gestures/ordered";
import { NamingStyle } from "../gestures/spelling";

/** Moves a tile that overlaps others to the next place where it overlaps none; a group goes with its members. */
export function moveToFreePlace(dashboard: Dashboard, finding: Finding): Fix[] {
  const mosaic = dashboard.canonical.nodeOf("/mosaicLayout");
  const columns = mosaic && dashboard.canonical.valueOf(mosaic)?.["columns"];
  if (mosaic?.kind !== "object" || typeof columns !== "number") return [];
  const node = propertyOf(dashboard, finding)?.parent ?? valueAt(dashboard, finding);
  const { tiles } = placedTiles(mosaic, dashboard.canonical);
  const tile = tiles.find((placed) => placed.node === node || placed.node === valueAt(dashboard, finding));
  if (!tile || tile.w > columns) return [];
  const moving = [tile, ...(isGroup(tile.kind) ? membersOf(tile, tiles) : [])];
  const place = nextPlace(tile, tiles, new Set(moving), columns);
  const [dx, dy] = [place.x - tile.x, place.y - tile.y];
  const spelling = new NamingStyle(dashboard);
  const changes = moving.flatMap(({ node, x, y }) => placeAt(node, x + dx, y + dy, spelling));
  const result = editDocument(dashboard.document, changes);
  const title = `Move to the next free position (column ${place.x}, row ${place.y})`;
  return result.ok ? [{ title, edits: result.edits, unambiguous: false, preferred: true }] : [];
}

/** The tiles that lie in a group, at any depth. */
function membersOf(group: PlacedTile, tiles: readonly PlacedTile[]): PlacedTile[] {
  return tiles.filter((tile) => tile.group === group.id).flatMap((tile) => [tile, ...membersOf(tile, tiles)]);
}

/** Beside its neighbors in its own group if that has room, else below where it is, outside of every group. */
function nextPlace(
  tile: PlacedTile,
  tiles: readonly PlacedTile[],
  moving: ReadonlySet<PlacedTile>,
  columns: number,
): Rect {
  const others = tiles.filter((other) => !moving.has(other));
  const group = others.find(({ id }) => id === tile.group);
  if (group) {
    const siblings = others.filter((other) => other.group === group.id);
    for (const y of new Set([tile.y, group.y])) {
      const place = findFreeRect(siblings, tile, { x: group.x, y, w: group.w });
      if (contains(group, place)) return place;
    }
  }
  const outside = others.filter(
    (other) => other.group === undefined || !others.some((o) => o.id === other.group),
  );
  return findFreeRect(outside, tile, { x: 0, y: tile.y, w: columns });
}

function placeAt(node: ObjectNode, x: number, y: number, spelling: NamingStyle) {
  const next: Record<string, unknown> = {};
  for (const [name, value] of [
    ["xPos", x],
    ["yPos", y],
  ] as const) {
    const written = memberOf(node, name);
    if (!written && value === 0) continue;
    next[spelling.key(node, name)] = spelling.number(value, written);
  }
  const order = ["xPos", "yPos", "width"].map((name) => spelling.key(node, name));
  return setMembers(node, next, order);
}
