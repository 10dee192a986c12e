import type { TileMark } from "../core/grid/compare/model";
import { marksIn, type NumberedChange } from "../core/grid/compare/numbered";
import type { Board } from "./board";
import { widthOf } from "./fonts";
import { type Box, line, rect } from "./svg/draw";
import { el, type SvgNode } from "./svg/node";
import type { Theme } from "./theme";
import { type Context, words } from "./widgets/context";

export function markColor(theme: Theme, mark: TileMark): string {
  return theme.marks[mark === "resized" ? "moved" : mark];
}

/** Where the tile of a change is drawn on a side; undefined if it is not there. */
export function placeOf(change: NumberedChange, side: "before" | "after", board: Board): Box | undefined {
  const id = change.tile?.[side]?.id;
  return id === undefined ? undefined : board.placeOf(id);
}

/** Frames around the tiles of a side that differ, each with its number and what happened to it. */
export function drawMarks(
  changes: readonly NumberedChange[],
  side: "before" | "after",
  board: Board,
  context: Context,
): SvgNode {
  const { theme } = context;
  const badges = new Map<string, number>();
  const nodes = changes.flatMap((change) => {
    const box = placeOf(change, side, board);
    if (!box || !change.mark) return [];
    const color = markColor(theme, change.mark);
    const text = `${change.number} ${change.kind}`;
    const style = words(context, 11, { style: "bold", color: theme.ground, anchor: "middle" });
    const width = Math.min(widthOf(text, style) + 12, box.width);
    // Several changes at one place, such as hidden views of one group, have badges below each other.
    const key = `${box.x} ${box.y}`;
    const above = badges.get(key) ?? 0;
    badges.set(key, above + 1);
    const badge = { x: box.x + box.width - width, y: box.y - 1 + above * 19, width, height: 18 };
    return [
      el("rect", {
        x: box.x - 0.5,
        y: box.y - 0.5,
        width: box.width + 1,
        height: box.height + 1,
        rx: 5,
        fill: color,
        "fill-opacity": change.mark === "added" || change.mark === "removed" ? 0.09 : 0.04,
        stroke: color,
        "stroke-width": 2.5,
        ...(change.mark === "removed" ? { "stroke-dasharray": "7 4" } : {}),
      }),
      rect(badge, { fill: color, radius: 4 }),
      line(text, { ...badge, x: badge.x + 4, width: badge.width - 8 }, style),
    ];
  });
  return el("g", { class: "marks" }, ...nodes);
}

/** What the colors mean, for the marks that occur. */
export function legendOf(
  changes: readonly NumberedChange[],
  context: Context,
): { width: number; nodes: (SvgNode | undefined)[] } {
  const used = marksIn(changes);
  const style = words(context, 12);
  const nodes: (SvgNode | undefined)[] = [];
  let x = 0;
  for (const mark of used) {
    const color = markColor(context.theme, mark);
    const label = mark.charAt(0).toUpperCase() + mark.slice(1);
    const width = widthOf(label, style);
    nodes.push(
      rect(
        { x, y: 3, width: 14, height: 12 },
        { edge: color, width: 2, radius: 2, dashed: mark === "removed" },
      ),
      line(label, { x: x + 20, y: 0, width: width + 1, height: 18 }, style),
    );
    x += width + 36;
  }
  return { width: x, nodes };
}
