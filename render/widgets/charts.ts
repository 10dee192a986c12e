import type { ChartSpec } from "../../core/grid/charts/spec";
import { alertChart, type LegendItem, sampleChart } from "../../core/grid/contents/chart";
import { samplePie, sampleTreemap } from "../../core/grid/contents/parts";
import { sampleScore } from "../../core/grid/contents/score";
import type { ChartSketch, PieSketch, ScorecardSketch, TreemapSketch } from "../../core/grid/sketch";
import { chart } from "../chart";
import { widthOf } from "../fonts";
import { type Box, line, rect } from "../svg/draw";
import { el, type SvgNode } from "../svg/node";
import { colorOf, FONT_SIZE } from "../theme";
import { type Context, faint, notice, type Room, SMALL, words } from "./context";
import { foot, sideLegend } from "./legend";

type Drawn = (SvgNode | undefined)[];

export function chartWidget(sketch: ChartSketch, seed: string, room: Room, context: Context): Drawn {
  const shown = sampleChart(sketch, seed);
  return shown ? charted(shown.spec, shown.items, room, context) : notice("No data sets", room, context);
}

function charted(spec: ChartSpec, items: readonly LegendItem[], room: Room, context: Context): Drawn {
  const below = foot(items, room, context);
  const { box } = room;
  const height = Math.max(box.height - below.height, 0);
  return [
    chart(spec, { ...box, height }, context.theme, context.ids),
    ...below.draw({ ...box, y: box.y + height, height: below.height }),
  ];
}

/** The chart of an alerting policy, with its name below. */
export function alertWidget(policy: string, seed: string, room: Room, context: Context): Drawn {
  const { box, tile } = room;
  const below = tile.height <= 50 ? 0 : 15;
  const height = Math.max(box.height - below, 0);
  const isNamed = tile.height > 88 && tile.width > 170;
  return [
    chart(alertChart(policy, seed), { ...box, height }, context.theme, context.ids),
    isNamed
      ? line(
          policy ? `Policy ${policy}` : "No policy",
          { x: box.x, y: box.y + height, width: box.width - 74, height: below },
          faint(context, SMALL),
        )
      : undefined,
  ];
}

export function treemapWidget(sketch: TreemapSketch, seed: string, room: Room, context: Context): Drawn {
  return charted(sampleTreemap(sketch, seed), [], room, context);
}

export function pieWidget(sketch: PieSketch, seed: string, room: Room, context: Context): Drawn {
  const pie = samplePie(sketch, seed);
  if (!pie) return notice("No data sets", room, context);
  const { box: all, tile } = room;
  const box = { ...all, height: Math.max(all.height - 14, 0) };
  const side = pie.items.length > 0 && tile.height > 88 && tile.width > 170 ? all.width * 0.46 : 0;
  const width = side > 0 ? box.width - side - 12 : box.width;
  return [
    chart(pie.spec, { ...box, width }, context.theme, context.ids),
    ...(side > 0 ? sideLegend(pie.items, { ...box, x: box.x + width + 12, width: side }, context) : []),
  ];
}

/** The value in large letters, with its state, and a dial or a spark chart. */
export function scoreWidget(sketch: ScorecardSketch, seed: string, room: Room, context: Context): Drawn {
  const score = sampleScore(sketch, seed);
  const { box, tile } = room;
  const { theme } = context;
  const color = colorOf(theme, score.color);
  const isMarked = score.state !== undefined;
  const top = isMarked ? 7 : 0;
  const inner: Box = { ...box, y: box.y + top, height: Math.max(box.height - top - 13, 0) };
  const isLow = tile.height <= 150;
  const stateSize = isLow ? 10 : FONT_SIZE * 0.9;
  const stateHeight = isMarked && !isLow ? stateSize * 1.4 : 0;
  const out: Drawn = [
    isMarked ? rect({ ...box, height: 3 }, { fill: color }) : undefined,
    ...(isMarked && isLow ? lowState(score.state, color, score.color === "bad", room, context) : []),
  ];
  const letters = Math.max(score.words.length, 1);
  if (sketch.view === "gauge" && score.chart) {
    const dial = { ...inner, y: inner.y + 2, height: Math.max(inner.height - stateHeight - 2, 0) };
    const isTiny = dial.height <= 42 || dial.width <= 64;
    const radius = Math.min(dial.height * 0.6, dial.width * 0.476);
    const size = isTiny
      ? limited(Math.min(dial.height * 0.48, dial.width * 0.2, (dial.width * 1.65) / letters), 38.4)
      : limited(radius * Math.min(0.44, 1.9 / letters), 38.4);
    const middle = isTiny ? dial.y + dial.height / 2 : dial.y + radius + 4;
    return [
      ...out,
      isTiny ? undefined : chart(score.chart, dial, theme, context.ids),
      value(score.words, { ...dial, y: middle - size * 0.575, height: size * 1.15 }, size, context),
      ...(stateHeight > 0
        ? stateLine(
            score.state!,
            color,
            score.color === "bad",
            dial.y + dial.height,
            stateSize,
            inner,
            context,
          )
        : []),
    ];
  }
  const isSpark = score.chart !== undefined && tile.height > 78;
  const around = isMarked ? 50 : 42;
  const share =
    sketch.view === "value"
      ? { height: 0.34, width: 0.17, most: 54.4 }
      : { height: 0.26, width: 0.15, most: 48 };
  const size = limited(
    Math.min(
      tile.height * share.height,
      tile.width * share.width,
      (tile.width * 1.65) / letters,
      tile.height - around,
    ),
    share.most,
  );
  const valueHeight = size * 1.15;
  const spark = isSpark ? Math.max(Math.min(120, inner.height - valueHeight - stateHeight - 2), 0) : 0;
  const total = valueHeight + stateHeight + (spark > 0 ? spark + 2 : 0);
  let y = inner.y + Math.max((inner.height - total) / 2, 0);
  out.push(value(score.words, { ...inner, y, height: valueHeight }, size, context));
  y += valueHeight;
  if (stateHeight > 0)
    out.push(...stateLine(score.state!, color, score.color === "bad", y, stateSize, inner, context));
  y += stateHeight + 2;
  if (spark > 0) out.push(chart(score.chart!, { ...inner, y, height: spark }, theme, context.ids));
  return out;
}

function limited(size: number, most: number): number {
  return Math.min(Math.max(size, 8), most);
}

function value(text: string, box: Box, size: number, context: Context): SvgNode | undefined {
  return line(text, box, words(context, size, { anchor: "middle" }));
}

/** In tall tiles, in the middle below the value. */
function stateLine(
  label: string,
  color: string,
  isBad: boolean,
  y: number,
  size: number,
  box: Box,
  context: Context,
): Drawn {
  const width = Math.min(widthOf(label, words(context, size)), Math.max(box.width - 14, 0));
  const x = box.x + (box.width - width - 14) / 2;
  const place = { x: x + 14, y, width, height: size * 1.4 };
  return [dot(x, y + size * 0.7, color, isBad), line(label, place, words(context, size))];
}

/** In low tiles, beside the mark of the sample. */
function lowState(
  label: string | undefined,
  color: string,
  isBad: boolean,
  { box, tile }: Room,
  context: Context,
): Drawn {
  const y = box.y + box.height - 15;
  const room = box.width - (tile.width <= 150 ? 46 : 74) - 14;
  return [
    dot(box.x, y + 7.5, color, isBad),
    tile.width > 96
      ? line(label ?? "", { x: box.x + 14, y, width: room, height: 15 }, words(context, 10))
      : undefined,
  ];
}

function dot(x: number, middle: number, fill: string, isSquare: boolean): SvgNode {
  return isSquare
    ? rect({ x, y: middle - 4.5, width: 9, height: 9 }, { fill })
    : el("circle", { cx: x + 4.5, cy: middle, r: 4.5, fill });
}
