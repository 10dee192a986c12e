import type { ObjectNode } from "../document/node";
import { groupMembership } from "../grid/groups";
import { contentsOf, isGroup, type TileKind } from "../grid/kinds";
import type { Rect } from "../grid/rect";
import { truncateText } from "../grid/shorten";
import type { Canonical } from "../schema/canonical";
import { type Members, membersOf, stringOf } from "../shape";
import { itemsOf } from "./span";

/** A tile of a mosaic that has a position and a size, exactly as they are written. */
export interface PlacedTile extends Rect {
  readonly id: string;
  readonly node: ObjectNode;
  readonly kind: TileKind;
  /** Id of the innermost group that it lies in. */
  readonly group?: string;
  /** The tile in words: its title in quotes, or its number. */
  readonly name: string;
}

export interface PlacedTiles {
  readonly tiles: readonly PlacedTile[];
  /** Whether a group is skipped because its position is invalid; then it is unknown which tiles may overlap. */
  readonly lacksGroup: boolean;
}

/** The tiles of a `MosaicLayout`; those whose position or size is missing or wrong have findings of their own. */
export function placedTiles(mosaic: ObjectNode, canonical: Canonical): PlacedTiles {
  const tiles: PlacedTile[] = [];
  let lacksGroup = false;
  for (const [index, node] of itemsOf(mosaic, "tiles").entries()) {
    const value = canonical.valueOf(node);
    if (node.kind !== "object" || !value) continue;
    const { xPos: x = 0, yPos: y = 0, width: w, height: h } = value;
    const widget = membersOf(value["widget"]);
    const kind = tolerantKind(widget);
    if (isCount(x) && isCount(y) && isCount(w) && isCount(h) && w > 0 && h > 0) {
      const title = stringOf(widget["title"]);
      const name = title ? `"${truncateText(title, 40)}"` : `tile ${index + 1}`;
      tiles.push({ id: String(index), node, kind, name, x, y, w, h });
    } else if (isGroup(kind)) lacksGroup = true;
  }
  const membership = groupMembership(tiles);
  return {
    tiles: tiles.map((tile) => {
      const group = membership.get(tile.id);
      return group === undefined ? tile : { ...tile, group };
    }),
    lacksGroup,
  };
}

/** An unknown or newer widget may be a group: treat it as the kind with the fewest restrictions. */
function tolerantKind(widget: Members): TileKind {
  const [kind, ...others] = contentsOf(widget);
  return kind && others.length === 0 ? kind : "singleViewGroup";
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
}
