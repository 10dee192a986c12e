import { sampleErrors, sampleIncidents, sampleLogs } from "../../core/grid/contents/entries";
import type { Sketch } from "../../core/grid/sketch";
import { widthOf } from "../fonts";
import { type Box, line, rect } from "../svg/draw";
import { el, type SvgNode } from "../svg/node";
import { colorOf } from "../theme";
import { CELL, type Context, faint, ROW, type Room, rule, words } from "./context";

type Of<K extends Sketch["kind"]> = Extract<Sketch, { kind: K }>;
type Drawn = (SvgNode | undefined)[];

const GAP = 8;
const SERIOUS = new Set(["ERROR", "CRITICAL", "ALERT", "EMERGENCY"]);

/** Sample log entries below a strip of how many there were when. */
export function logsWidget(sketch: Of<"logs">, seed: string, room: Room, context: Context): Drawn {
  const { bars, rows } = sampleLogs(sketch, seed);
  const { theme } = context;
  const box = { ...room.box, y: room.box.y + 34, height: room.box.height - 34 };
  return [
    ...histogram(bars, { ...room.box, height: 30 }, context),
    ...listed(rows, box, context, ({ level, time, words: text }, line_) => {
      const color = SERIOUS.has(level) ? theme.bad : level === "WARNING" ? theme.fair : theme.words;
      const sign = { x: line_.x, y: line_.y + (ROW - 17) / 2, width: 17, height: 17 };
      const shownTime = room.tile.width > 150 ? time : "";
      const timeWidth = shownTime ? widthOf(time, faint(context, CELL)) : 0;
      const start = 17 + GAP + (timeWidth > 0 ? timeWidth + GAP : 0);
      return [
        rect(sign, { edge: color, radius: 3 }),
        line(level.charAt(0), sign, words(context, CELL * 0.85, { style: "bold", color, anchor: "middle" })),
        line(shownTime, { ...line_, x: line_.x + 17 + GAP, width: timeWidth }, faint(context, CELL)),
        line(text, { ...line_, x: line_.x + start, width: line_.width - start }, words(context, CELL)),
      ];
    }),
  ];
}

/** Groups of errors, with how often and where. */
export function errorsWidget(sketch: Of<"errors">, seed: string, room: Room, context: Context): Drawn {
  return listed(sampleErrors(sketch, seed), room.box, context, ({ count, words: text, where, bars }, box) => {
    const counted = 3.2 * CELL;
    const end = 60 + GAP;
    const middle = { ...box, x: box.x + counted + GAP, width: box.width - counted - GAP - end };
    return [
      line(String(count), { ...box, width: counted }, words(context, CELL, { anchor: "end" })),
      ...named(text, where, middle, room, context),
      ...histogram(
        bars,
        { x: box.x + box.width - 60, y: box.y + (ROW - 14) / 2, width: 60, height: 14 },
        context,
      ),
    ];
  });
}

/** Incidents, open ones first. */
export function incidentsWidget(sketch: Of<"incidents">, seed: string, room: Room, context: Context): Drawn {
  return listed(
    sampleIncidents(sketch, seed),
    room.box,
    context,
    ({ open, words: text, where, time }, box) => {
      const color = open ? context.theme.bad : context.theme.faint;
      const height = CELL * 0.9 * 1.4 + 2;
      const sign = { x: box.x, y: box.y + (ROW - height) / 2, width: 52, height };
      const shownTime = room.tile.width > 150 ? time : "";
      const end = shownTime ? widthOf(time, faint(context, CELL)) + GAP : 0;
      const middle = { ...box, x: box.x + 52 + GAP, width: box.width - 52 - GAP - end };
      return [
        rect(sign, { edge: color, radius: 8 }),
        line(open ? "Open" : "Closed", sign, words(context, CELL * 0.9, { color, anchor: "middle" })),
        ...named(text, where, middle, room, context),
        line(shownTime, box, faint(context, CELL, { anchor: "end" })),
      ];
    },
  );
}

/** Words, and at the end where they are from if there is room for it. */
function named(text: string, where: string, box: Box, { tile }: Room, context: Context): Drawn {
  const wanted = tile.width > 300 ? widthOf(where, faint(context, CELL)) + GAP : 0;
  const side = Math.max(Math.min(wanted, box.width - Math.min(9 * CELL, box.width * 0.45)), 0);
  return [
    line(text, { ...box, width: box.width - side }, words(context, CELL)),
    side > GAP
      ? line(where, { ...box, x: box.x + box.width - side + GAP, width: side - GAP }, faint(context, CELL))
      : undefined,
  ];
}

/** As many whole rows as there is room for, above the mark of the sample. */
function listed<T>(rows: readonly T[], box: Box, context: Context, draw: (row: T, box: Box) => Drawn): Drawn {
  const count = Math.min(Math.floor(Math.max(box.height - 15, 0) / ROW), rows.length);
  return rows.slice(0, count).flatMap((row, i) => {
    const place = { ...box, y: box.y + i * ROW, height: ROW };
    return [...draw(row, place), rule(box.x, place.y + ROW, box.width, context)];
  });
}

function histogram(bars: readonly number[], box: Box, { theme }: Context): Drawn {
  const width = (box.width - 2 * (bars.length - 1)) / bars.length;
  if (width <= 0) return [];
  return [
    el(
      "g",
      { fill: colorOf(theme, 0), "fill-opacity": 0.75 },
      ...bars.map((share, i) =>
        el("rect", {
          x: box.x + i * (width + 2),
          y: box.y + box.height * (1 - share),
          width,
          height: box.height * share,
          rx: 1,
        }),
      ),
    ),
  ];
}
