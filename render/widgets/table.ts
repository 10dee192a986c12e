import { stateColor, stateOf } from "../../core/grid/contents/states";
import { alignmentOf, type Column, isValueColumn, sampleColumns } from "../../core/grid/contents/table";
import { formatValue } from "../../core/grid/samples/units";
import type { TableSketch } from "../../core/grid/sketch";
import { widthOf } from "../fonts";
import { line, rect } from "../svg/draw";
import type { SvgNode } from "../svg/node";
import { colorOf } from "../theme";
import { CELL, type Context, faint, notice, ROW, type Room, rule, words } from "./context";

const ANCHORS = { left: "start", center: "middle", right: "end" } as const;

/** A table of sample rows, as many whole ones as there is room for. */
export function tableWidget(
  sketch: TableSketch,
  seed: string,
  room: Room,
  context: Context,
): (SvgNode | undefined)[] {
  const columns = sampleColumns(sketch, seed);
  if (columns.length === 0) return notice("No data sets", room, context);
  const { box, tile } = room;
  const lines = Math.floor(Math.max(box.height - 15, 0) / ROW);
  const rows = Math.min(...columns.map(({ cells }) => cells.length), lines - 1);
  const widths = widthsOf(columns, sketch.bars, box.width, tile.width);
  const out: (SvgNode | undefined)[] = [];
  if (lines < 1) return out;
  let x = box.x;
  for (const [at, column] of columns.entries()) {
    const cell = (row: number) => ({
      x,
      y: box.y + row * ROW,
      width: Math.max(widths[at]! - 8, 0),
      height: ROW,
    });
    const anchor = ANCHORS[alignmentOf(column.settings, isValueColumn(column))];
    out.push(line(column.title, cell(0), faint(context, CELL, { style: "bold", anchor })));
    for (let row = 0; row < rows; row++)
      out.push(...cellOf(column, row, sketch.bars, cell(row + 1), context));
    x += widths[at]!;
  }
  for (let row = 0; row <= Math.max(rows, 0); row++)
    out.push(rule(box.x, box.y + (row + 1) * ROW, box.width, context));
  return out;
}

function cellOf(
  { cells, settings, unit }: Column,
  row: number,
  bars: boolean,
  box: { x: number; y: number; width: number; height: number },
  context: Context,
): (SvgNode | undefined)[] {
  const cell = cells[row] ?? "";
  if (typeof cell === "string")
    return [line(cell, box, words(context, CELL, { anchor: ANCHORS[alignmentOf(settings, false)] }))];
  const thresholds = settings?.thresholds ?? [];
  const state = stateOf(cell, thresholds);
  const color = colorOf(context.theme, state ? stateColor(state, thresholds) : 0);
  const text = formatValue(cell, unit);
  if (!bars)
    return [
      state ? rect({ x: box.x, y: box.y, width: 3, height: box.height - 1 }, { fill: color }) : undefined,
      line(
        text,
        box,
        words(context, CELL, {
          anchor: ANCHORS[alignmentOf(settings, true)],
          ...(state ? { style: "bold" } : {}),
        }),
      ),
    ];
  const most = Math.max(...cells.map(Number), 0) || 1;
  const number = Math.max(widthOf(text, words(context, CELL)), widthOf("0000000", words(context, CELL)));
  const track = box.width <= 84 ? 0 : Math.max(box.width - number - 8, 0);
  return [
    track > 0
      ? rect(
          {
            x: box.x,
            y: box.y + (ROW - 11) / 2,
            width: Math.max((track * Math.max(cell, 0)) / most, track * 0.01),
            height: 11,
          },
          { fill: color, radius: 2 },
        )
      : undefined,
    line(text, box, words(context, CELL, { anchor: "end" })),
  ];
}

/** Numbers have the room that they need, unless all columns together have too little; labels share the rest. */
function widthsOf(columns: readonly Column[], bars: boolean, width: number, tile: number): number[] {
  const letter = widthOf("0", { style: "regular", size: CELL });
  const share = 1 / columns.length;
  const numbers = columns.filter(isValueColumn).length;
  const labels = columns.length - numbers;
  const most = share * (numbers >= labels ? 1 : numbers === 1 ? 2 : 1.4) * tile;
  const wanted = columns.map((column) => {
    if (!isValueColumn(column)) return 0;
    const longest = Math.max(...column.cells.map((cell) => formatValue(Number(cell), column.unit).length));
    const letters = (Math.max(longest, Math.min(column.title.length, 12)) + 1.5) * letter;
    return Math.min(bars ? Math.max(letters, share * tile) : letters, most);
  });
  const taken = wanted.reduce((sum, one) => sum + one, 0);
  if (labels === 0) return wanted.map((one) => (one / (taken || 1)) * width);
  const rest = Math.max(width - taken, 0) / labels;
  return wanted.map((one) => one || rest);
}
