import { arrange } from "../../core/grid/arrangement";
import type { FieldChange } from "../../core/grid/moves/field-change";
import type { Gesture } from "../../core/grid/moves/gesture";
import type { Rect } from "../../core/grid/rect";
import { type Opened, reopened } from "../open";
import { Wrong } from "../wrong";
import type { EditArguments } from "./arguments";
import { type Edited, gesture } from "./gesture";

/** Members of a tile. */
const MEMBERS = { x: "/xPos", y: "/yPos", w: "/width", h: "/height" } as const;

/**
 * Moves and resizes the widget of an edit; other tiles make room as in the preview.
 *
 * @throws Wrong outside of a mosaic, or when the place is not in it
 */
export function place(opened: Opened, from: Edited, where: EditArguments["place"]): Edited {
  if (!where || Object.keys(where).length === 0)
    throw new Wrong('move_widget needs "place" with x, y, width or height.');
  let now = from;
  const board = () => arrange(reopened(opened, now.text)?.canonical.value);
  const tile = (): Rect => board().tiles.find(({ id }) => id === now.select)!;
  const { layout, columns } = board();
  if (layout !== "mosaic")
    throw new Wrong(
      "Widgets have places only in a mosaic layout. In other layouts, their order in the file decides.",
    );
  const start = tile();
  const wanted = {
    x: where.x ?? start.x,
    y: where.y ?? start.y,
    w: where.width ?? start.w,
    h: where.height ?? start.h,
  };
  if (wanted.x + wanted.w > columns)
    throw new Wrong(`x + width would be ${wanted.x + wanted.w}, but the mosaic has ${columns} columns.`);
  const step = (next: Gesture) => {
    const made = gesture(opened, now.text, next);
    now = { text: made.text, select: made.select ?? now.select };
  };
  const resize = (isMeant: (by: number) => boolean) => {
    const [dx, dy] = [wanted.w - tile().w, wanted.h - tile().h];
    if (isMeant(dx)) step({ type: "resize", tiles: [now.select!], edge: "e", dx, dy: 0 });
    if (isMeant(dy)) step({ type: "resize", tiles: [now.select!], edge: "s", dx: 0, dy });
  };
  // Smaller first, so that there is room to move.
  resize((by) => by < 0);
  const [dx, dy] = [wanted.x - tile().x, wanted.y - tile().y];
  if (dx !== 0 || dy !== 0) step({ type: "move", tiles: [now.select!], dx, dy });
  resize((by) => by > 0);
  const names = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[];
  // Where the tile was beyond the columns, the moves have another start than the file.
  if (names.some((name) => tile()[name] !== wanted[name]))
    step({
      type: "fields",
      tiles: [now.select!],
      changes: names.map((name): FieldChange => ({ op: "set", pointer: MEMBERS[name], value: wanted[name] })),
    });
  return now;
}
