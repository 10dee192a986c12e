import type { LegendItem } from "../../core/grid/contents/chart";
import { widthOf } from "../fonts";
import { type Box, line, rect } from "../svg/draw";
import { el, type SvgNode } from "../svg/node";
import { colorOf, FONT_SIZE } from "../theme";
import { type Context, faint, type Room, SMALL, words } from "./context";

const LINE = 15;
const MOST = 12;
/** Room at the end for the mark of the sample. */
const MARK = 74;

/** How high the foot below a chart is, and what is in it. */
export interface Foot {
  readonly height: number;
  draw(box: Box): (SvgNode | undefined)[];
}

/** The legend below a chart, in as many lines as there are names for and room. */
export function foot(items: readonly LegendItem[], { box, tile }: Room, context: Context): Foot {
  if (tile.height <= 50) return { height: 0, draw: () => [] };
  if (tile.height <= 88 || tile.width <= 170 || items.length === 0) return { height: LINE, draw: () => [] };
  const most = tile.height >= 320 ? 4 : 2;
  const room = box.width - MARK - (items.length > 1 ? 2 * SMALL : 0);
  const style = words(context, SMALL);
  const rows: { item: LegendItem | string; x: number; width: number }[][] = [[]];
  let x = 0;
  const shown: (LegendItem | string)[] = [
    ...items.slice(0, MOST),
    ...(items.length > MOST ? [`and ${items.length - MOST} more`] : []),
  ];
  for (const item of shown) {
    const text = typeof item === "string" ? item : item.name;
    const wanted = Math.min(widthOf(text, style) + (typeof item === "string" ? 0 : 15), 220, room);
    if (x > 0 && x + wanted > room) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)!.push({ item, x, width: wanted });
    x += wanted + 12;
  }
  const left = rows.slice(most).flat().length;
  return {
    height: Math.min(rows.length, most) * LINE,
    draw: (at) => [
      ...rows.slice(0, most).flatMap((row, i) =>
        row.flatMap((entry) => {
          const place = { x: at.x + entry.x, y: at.y + i * LINE, width: entry.width, height: LINE };
          if (typeof entry.item === "string") return [line(entry.item, place, faint(context, SMALL))];
          return [
            swatch(entry.item, place, context),
            line(entry.item.name, { ...place, x: place.x + 15, width: place.width - 15 }, style),
          ];
        }),
      ),
      ...(left > 0
        ? [
            line(
              `+${left}`,
              { x: at.x + room, y: at.y + (most - 1) * LINE, width: 2 * SMALL, height: LINE },
              faint(context, SMALL, { anchor: "end" }),
            ),
          ]
        : []),
    ],
  };
}

/** The names beside a pie, with their numbers. */
export function sideLegend(
  items: readonly LegendItem[],
  box: Box,
  context: Context,
): (SvgNode | undefined)[] {
  const size = FONT_SIZE * 0.9;
  const height = size * 1.4;
  const most = Math.max(Math.floor(box.height / height), 1);
  const shown = items.slice(0, Math.min(most, MOST));
  const top = box.y + Math.max((box.height - shown.length * height) / 2, 0);
  return shown.flatMap((item, i) => {
    const place = { x: box.x, y: top + i * height, width: box.width, height };
    const value = item.value ?? "";
    const taken = widthOf(value, words(context, size));
    return [
      swatch(item, place, context),
      line(item.name, { ...place, x: place.x + 15, width: place.width - 20 - taken }, words(context, size)),
      line(value, place, faint(context, size, { anchor: "end" })),
    ];
  });
}

function swatch({ color, mark = "box" }: LegendItem, { x, y, height }: Box, { theme }: Context): SvgNode {
  const fill = colorOf(theme, color);
  const middle = y + height / 2;
  if (mark === "dashed")
    return el("line", {
      x1: x,
      x2: x + 10,
      y1: middle,
      y2: middle,
      stroke: fill,
      "stroke-width": 2,
      "stroke-dasharray": "3 2",
    });
  const size = mark === "line" ? 3 : 10;
  return rect(
    { x, y: middle - size / 2, width: 10, height: size },
    { fill, radius: mark === "line" ? 0 : 2 },
  );
}
