import type { PictureTile } from "../../core/grid/picture";
import { clipped, line, rect } from "../svg/draw";
import { icon } from "../svg/icon";
import type { SvgNode } from "../svg/node";
import { FONT_SIZE } from "../theme";
import { alertWidget, chartWidget, pieWidget, scoreWidget, treemapWidget } from "./charts";
import { type Context, faint, type Room, SMALL, words } from "./context";
import { errorsWidget, incidentsWidget, logsWidget } from "./lists";
import { tableWidget } from "./table";
import { textWidget } from "./text";

/** Kinds whose numbers are sample data. */
const SAMPLED: ReadonlySet<string> = new Set([
  "chart",
  "alert",
  "scorecard",
  "table",
  "pie",
  "treemap",
  "logs",
  "errors",
  "incidents",
]);

/** Whether a tile shows sample data. */
export function isSample({ sketch }: PictureTile): boolean {
  if (sketch.kind === "chart") return sketch.plots.length > 0;
  if (sketch.kind === "table" || sketch.kind === "pie") return sketch.queries.length > 0;
  return SAMPLED.has(sketch.kind);
}

/** What a tile shows below its head. */
export function contentOf(tile: PictureTile, room: Room, context: Context): SvgNode | undefined {
  return clipped(context.ids, room.box, ...drawn(tile, room, context));
}

function drawn(tile: PictureTile, room: Room, context: Context): (SvgNode | undefined)[] {
  const { sketch } = tile;
  // As in the preview, so that both show the same numbers.
  const seed = tile.kind;
  switch (sketch.kind) {
    case "chart":
      return chartWidget(sketch, seed, room, context);
    case "alert":
      return alertWidget(sketch.policy, seed, room, context);
    case "scorecard":
      return scoreWidget(sketch, seed, room, context);
    case "table":
      return tableWidget(sketch, seed, room, context);
    case "pie":
      return pieWidget(sketch, seed, room, context);
    case "treemap":
      return treemapWidget(sketch, seed, room, context);
    case "text":
      return textWidget(sketch, room, context);
    case "logs":
      return logsWidget(sketch, `${seed} ${JSON.stringify(sketch)}`, room, context);
    case "errors":
      return errorsWidget(sketch, `${seed} ${JSON.stringify(sketch)}`, room, context);
    case "incidents":
      return incidentsWidget(sketch, `${seed} ${JSON.stringify(sketch)}`, room, context);
    case "control":
      return controlWidget(sketch, room, context);
    default:
      return [];
  }
}

/** The input of a filter control, with the value that its variable starts with. */
function controlWidget(
  { variable, value, declared }: Extract<PictureTile["sketch"], { kind: "control" }>,
  { box: all, tile }: Room,
  context: Context,
): (SvgNode | undefined)[] {
  const { theme } = context;
  const box = { ...all, width: Math.min(all.width, 320) };
  const isLow = tile.height <= 76;
  const size = FONT_SIZE * 0.9;
  const labelHeight = isLow ? 0 : size * 1.4 + 2;
  const fieldHeight = tile.height <= 56 ? Math.min(20, box.height) : 26;
  const noteHeight = !isLow && variable && !declared ? SMALL * 1.4 + 2 : 0;
  let y = box.y + Math.max((box.height - labelHeight - fieldHeight - noteHeight) / 2, 0);
  const label = isLow
    ? undefined
    : line(variable || "No variable", { ...box, y, height: size * 1.4 }, faint(context, size));
  y += labelHeight;
  const field = { ...box, y, height: fieldHeight };
  const hasSign = tile.width > 150;
  return [
    label,
    rect(field, { fill: theme.field, edge: theme.fieldEdge, radius: 3 }),
    line(
      value || "All",
      { ...field, x: field.x + 9, width: field.width - 18 - (hasSign ? 23 : 0) },
      words(context),
    ),
    hasSign
      ? icon("open", field.x + field.width - 24, y + (fieldHeight - 15) / 2, 15, theme.words)
      : undefined,
    noteHeight > 0
      ? line(
          "No such variable in this dashboard",
          { ...box, y: y + fieldHeight + 2, height: SMALL * 1.4 },
          words(context, SMALL, { color: theme.fair }),
        )
      : undefined,
  ];
}
