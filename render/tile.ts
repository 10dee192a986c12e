import { backgroundFor, foregroundFor } from "../core/grid/contents/legible";
import { isGroup } from "../core/grid/kinds";
import type { PictureTile } from "../core/grid/picture";
import { widthOf } from "./fonts";
import { type Box, line, rect } from "./svg/draw";
import { icon } from "./svg/icon";
import { el, type SvgNode, textEl } from "./svg/node";
import { FONT_SIZE } from "./theme";
import { contentOf, isSample } from "./widgets/contents";
import { CELL, type Context, faint, SMALL, words } from "./widgets/context";
import { textSize } from "./widgets/text";

const LINE = FONT_SIZE * 1.4;
const ICON = FONT_SIZE * 1.15;
/** Of a group, inside of its edge. */
const STRIP = 28;
const PADDING = {
  xs: [8, 5, 7],
  s: [12, 10, 10],
  m: [18, 16, 16],
  l: [26, 22, 22],
  xl: [36, 30, 30],
} as const;

/** Ink and ground of a tile whose text widget has colors of its own. */
function colorsOf({ sketch }: PictureTile): { readonly ink: string; readonly ground: string } | undefined {
  if (sketch.kind !== "text" || !(sketch.style.color || sketch.style.background)) return undefined;
  const { color, background } = sketch.style;
  return { ink: foregroundFor(color, background), ground: backgroundFor(color, background) };
}

/** One tile in its box, as the preview draws it. */
export function drawTile(tile: PictureTile, box: Box, context: Context): SvgNode {
  const label = [tile.title || tile.label, tile.title ? tile.label : ""].filter(Boolean).join(", ");
  return el(
    "g",
    {},
    textEl("title", {}, label),
    ...frame(tile, box, context),
    ...(isGroup(tile.kind) ? groupHead(tile, box, context) : inside(tile, box, context)),
  );
}

function frame(tile: PictureTile, box: Box, { theme }: Context): (SvgNode | undefined)[] {
  const { kind } = tile;
  if (tile.misplaced) return [rect(box, { edge: theme.fair, radius: 4, dashed: true })];
  if (kind === "collapsibleGroup")
    return [
      rect(box, { edge: theme.edge, radius: 5 }),
      rect(
        { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: STRIP },
        { fill: theme.ground, radius: 4 },
      ),
    ];
  if (kind === "sectionHeader")
    return [rect({ ...box, y: box.y + box.height - 1, height: 1 }, { fill: theme.edge })];
  if (kind === "blank") return [rect(box, { edge: theme.edge, radius: 4, dashed: true })];
  const isDashed = kind === "none" || kind === "unknown" || tile.placeholder === true;
  const fill = colorsOf(tile)?.ground ?? theme.surface;
  const { sketch } = tile;
  if (sketch.kind === "text" && sketch.style.pointer)
    return balloon(box, sketch.style.pointer, fill, theme.edge);
  return [rect(box, { fill, edge: theme.edge, radius: 4, dashed: isDashed })];
}

const TAIL = 10;

/** A box with a tail at one of twelve places of its edge. */
function balloon(box: Box, place: string, fill: string, edge: string): SvgNode[] {
  const [side, towards] = place.split("-") as [string, string | undefined];
  const share = towards === undefined ? 0.5 : towards === "left" || towards === "top" ? 0.2 : 0.8;
  const inner = {
    x: box.x + (side === "left" ? TAIL : 0),
    y: box.y + (side === "top" ? TAIL : 0),
    width: box.width - (side === "left" || side === "right" ? TAIL : 0),
    height: box.height - (side === "top" || side === "bottom" ? TAIL : 0),
  };
  const along = side === "left" || side === "right" ? box.y + box.height * share : box.x + box.width * share;
  const at = { top: inner.y, bottom: inner.y + inner.height, left: inner.x, right: inner.x + inner.width }[
    side
  ]!;
  const out = side === "top" || side === "left" ? -TAIL : TAIL;
  const into = Math.sign(out) * -1.5;
  const point = (a: number, b: number) => (side === "left" || side === "right" ? `${b} ${a}` : `${a} ${b}`);
  return [
    rect(inner, { fill, edge, radius: 6 }),
    el("path", {
      d: `M${point(along - TAIL, at + into)}L${point(along, at + out)}L${point(along + TAIL, at + into)}`,
      fill,
    }),
    el("path", {
      d: `M${point(along - TAIL, at)}L${point(along, at + out)}L${point(along + TAIL, at)}`,
      fill: "none",
      stroke: edge,
    }),
  ];
}

/** The strip of a group: its name, and how many widgets are in it. */
function groupHead(tile: PictureTile, box: Box, context: Context): (SvgNode | undefined)[] {
  const { theme } = context;
  const isCollapsible = tile.kind === "collapsibleGroup";
  const y = box.y + 1;
  const middle = y + (STRIP - ICON) / 2;
  let x = box.x + 9;
  const out: (SvgNode | undefined)[] = [];
  if (isCollapsible) {
    out.push(icon("open", x - 2, middle, ICON, theme.words));
    x += ICON + 6;
  }
  if (box.width > 92) {
    out.push(icon(tile.kind, x, middle, ICON, theme.faint));
    x += ICON + 6;
  }
  const title = tile.title || (isCollapsible ? sentence(tile.label) : "");
  const style = words(
    context,
    FONT_SIZE,
    tile.title ? { style: "bold" } : { color: theme.faint, style: "italic" },
  );
  const end = box.x + box.width - 9;
  const room = isCollapsible ? end - x : Math.min(box.width * 0.45, 260) - (x - box.x);
  out.push(line(title, { x, y, width: room, height: STRIP }, style));
  const width = Math.min(widthOf(title, style), room);
  if (isCollapsible && box.width > 278)
    out.push(
      line(tile.subtitle, { x: x + width + 6, y, width: end - x - width - 6, height: STRIP }, words(context)),
    );
  out.push(...marks(tile, end, y + STRIP / 2, context));
  return out;
}

function inside(tile: PictureTile, box: Box, context: Context): (SvgNode | undefined)[] {
  const { theme } = context;
  const { sketch, kind } = tile;
  const [side, above, below] = sketch.kind === "text" ? PADDING[sketch.style.padding] : PADDING.xs;
  const tail = sketch.kind === "text" ? sketch.style.pointer.split("-")[0] : "";
  const more = (edge: string) => (tail === edge ? TAIL + 3 : 0);
  const area = {
    x: box.x + 1 + side + more("left"),
    y: box.y + 1 + above + more("top"),
    width: Math.max(box.width - 2 - 2 * side - more("left") - more("right"), 0),
    height: Math.max(box.height - 2 - above - below - more("top") - more("bottom"), 0),
  };
  const ink = colorsOf(tile)?.ink;
  const out: (SvgNode | undefined)[] = [];
  // An untitled text begins with its own words.
  const isBare = tile.title === "" && sketch.kind === "text" && sketch.blocks.length > 0;
  const isSection = kind === "sectionHeader";
  const titleSize = isSection
    ? FONT_SIZE * 1.2
    : sketch.kind === "text"
      ? textSize(sketch) * 1.08
      : FONT_SIZE;
  const headHeight = isBare ? 0 : Math.max(titleSize * 1.4, LINE);
  const subtitle = showsSubtitle(tile) && area.height > 34 ? tile.subtitle : "";
  let y = area.y;
  if (isSection) y += Math.max((area.height - headHeight - (subtitle ? CELL * 1.4 + 2 : 0)) / 2, 0);
  if (!isBare) {
    const style = words(context, titleSize, {
      color: ink ?? (tile.title ? theme.words : theme.faint),
      style: tile.title ? "bold" : "italic",
    });
    const title = tile.title || sentence(tile.label);
    const hasIcon = area.width > 74;
    const marksWidth = (tile.notes.length > 0 ? ICON + 6 : 0) + (tile.misplaced ? ICON + 6 : 0);
    const start = hasIcon ? ICON + 6 : 0;
    const room = area.width - start - marksWidth;
    const horizontal = sketch.kind === "text" ? sketch.style.horizontal : "left";
    const free = Math.max(room - widthOf(title, style), 0);
    const shift = horizontal === "left" ? 0 : horizontal === "center" ? free / 2 : free;
    if (hasIcon) out.push(icon(kind, area.x + shift, y + (headHeight - ICON) / 2, ICON, ink ?? theme.faint));
    out.push(line(title, { x: area.x + start + shift, y, width: room - shift, height: headHeight }, style));
    out.push(...marks(tile, area.x + area.width, y + headHeight / 2, context));
    y += headHeight + 2;
  }
  if (subtitle) {
    out.push(line(subtitle, { x: area.x, y, width: area.width, height: CELL * 1.4 }, faint(context, CELL)));
    y += CELL * 1.4 + 2;
  }
  if (isSection || kind === "blank" || sketch.kind === "nothing") return out;
  const isLow = area.height <= 56;
  const notes = isLow ? [] : tile.notes;
  const noteHeight = SMALL * 1.4;
  let bottom = area.y + area.height;
  for (const note of [...notes].reverse()) {
    bottom -= noteHeight;
    out.push(
      icon("condition", area.x, bottom + (noteHeight - 12) / 2, 12, theme.faint),
      line(
        note,
        { x: area.x + 18, y: bottom, width: area.width - 18, height: noteHeight },
        faint(context, SMALL),
      ),
    );
    bottom -= 2;
  }
  if (isLow && sketch.kind === "control" && area.height < 44) return besideHead(tile, area, context);
  if (isLow && sketch.kind !== "text" && sketch.kind !== "control") return out;
  const body = { x: area.x, y: y + 2, width: area.width, height: Math.max(bottom - y - 2, 0) };
  if (isBare) Object.assign(body, { y, height: Math.max(bottom - y, 0) });
  if (body.height <= 0) return out;
  out.push(contentOf(tile, { box: body, tile: area }, context));
  if (isSample(tile)) out.push(...sampleMark(body, area.width, context));
  return out;
}

/** A low filter control has its name and its field in one line. */
function besideHead(tile: PictureTile, area: Box, context: Context): (SvgNode | undefined)[] {
  const style = words(context, FONT_SIZE, { style: "bold" });
  const title = tile.title || sentence(tile.label);
  const width = Math.min(widthOf(title, style), area.width * 0.6);
  const rest = { ...area, x: area.x + width + 6, width: area.width - width - 6 };
  return [
    line(title, { ...area, width, height: Math.min(area.height, LINE) }, style),
    rest.width > 20 ? contentOf(tile, { box: rest, tile: area }, context) : undefined,
  ];
}

function sampleMark(body: Box, width: number, context: Context): (SvgNode | undefined)[] {
  const style = faint(context, 10, { style: "italic", anchor: "end" });
  const text = width <= 150 ? "Sample" : "Sample data";
  const wide = widthOf(text, style) + 6;
  const place = { x: body.x + body.width - wide, y: body.y + body.height - 15, width: wide, height: 15 };
  if (body.height < 15) return [];
  return [
    rect(place, { fill: context.theme.surface, radius: 3 }),
    line(text, { ...place, width: place.width - 3 }, style),
  ];
}

/** A condition, and what is wrong with the place. */
function marks(tile: PictureTile, right: number, middle: number, { theme }: Context): SvgNode[] {
  const out: SvgNode[] = [];
  let x = right;
  for (const [name, shown, color] of [
    ["warning", tile.misplaced !== undefined, theme.fair],
    ["condition", tile.notes.length > 0, theme.faint],
  ] as const) {
    if (!shown) continue;
    x -= ICON;
    out.push(icon(name, x, middle - ICON / 2, ICON, color));
    x -= 6;
  }
  return out;
}

/** Where the drawing itself says what is shown, a line about it would take its room. */
function showsSubtitle({ subtitle, sketch }: PictureTile): boolean {
  if (subtitle === "") return false;
  return (
    sketch.kind === "section" ||
    sketch.kind === "nothing" ||
    (sketch.kind === "text" && sketch.blocks.length === 0)
  );
}

function sentence(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
