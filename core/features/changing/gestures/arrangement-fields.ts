import type { TileBoard } from "../../../grid/moves/board";
import type { Gesture } from "../../../grid/moves/gesture";

/** Members of a tile whose change moves or resizes it, so that other tiles make room as in the preview. */
const MOVES = { xPos: "x", yPos: "y", width: "w", height: "h" } as const;

/** The gesture that a change of a position, a size or the columns stands for; undefined for other changes. */
export function arrangementOf(
  { tiles, changes }: Extract<Gesture, { readonly type: "fields" }>,
  board: TileBoard,
): Gesture | undefined {
  const [change, ...others] = changes;
  if (change?.op !== "set" || others.length > 0 || typeof change.value !== "number") return undefined;
  const { pointer, value } = change;
  if (tiles.length === 0 && pointer === "/mosaicLayout/columns") return { type: "columns", columns: value };
  const [id] = tiles;
  const tile = tiles.length === 1 ? board.tiles.find((other) => other.id === id) : undefined;
  const name = pointer.slice(1);
  if (!tile || board.layout !== "mosaic" || !Object.hasOwn(MOVES, name)) return undefined;
  const by = value - tile[MOVES[name as keyof typeof MOVES]];
  switch (name) {
    case "xPos":
      return { type: "move", tiles, dx: by, dy: 0 };
    case "yPos":
      return { type: "move", tiles, dx: 0, dy: by };
    case "width":
      return { type: "resize", tiles, edge: "e", dx: by, dy: 0 };
    default:
      return { type: "resize", tiles, edge: "s", dx: 0, dy: by };
  }
}
