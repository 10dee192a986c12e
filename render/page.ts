import type { Picture } from "../core/grid/picture";
import type { Board } from "./board";
import { filterChips } from "./filters";
import { FAMILY } from "./fonts";
import { line, rect } from "./svg/draw";
import { el, moved, type SvgNode, textEl } from "./svg/node";
import type { Theme } from "./theme";
import { type Context, faint, words } from "./widgets/context";

export const MARGIN = 16;
const HEAD = 36;
const FILTERS_GAP = 12;

/** A part of a page with its height. */
export interface Part {
  readonly width: number;
  readonly height: number;
  readonly node: SvgNode;
}

/** A dashboard with its title and its filters, without a margin. @param more is drawn over the board */
export function dashboardPart(
  picture: Picture,
  board: Board,
  width: number,
  context: Context,
  more: readonly SvgNode[] = [],
  heading = picture.title,
): Part {
  const chips = filterChips(picture.filters, width, context);
  const above = HEAD + (chips.height > 0 ? chips.height + FILTERS_GAP : 0);
  const title = line(
    heading || "Untitled dashboard",
    { x: 0, y: 0, width, height: 24 },
    words(context, 18, heading ? { style: "bold" } : { style: "italic", color: context.theme.faint }),
  );
  const cut = picture.widgets - picture.tiles.length;
  const rest =
    cut > 0 ? `${cut} more widgets are not shown.` : picture.tiles.length === 0 ? "No widgets." : "";
  return {
    width,
    height: above + board.height + (rest ? 24 : 0),
    node: el(
      "g",
      {},
      title,
      moved(0, HEAD, ...chips.nodes),
      moved(0, above, ...board.draw(context), ...more),
      rest ? line(rest, { x: 0, y: above + board.height, width, height: 24 }, faint(context)) : undefined,
    ),
  };
}

/** A whole file: the ground, what is on it, and a name for screen readers. */
export function page(name: string, description: string, part: Part, theme: Theme): SvgNode {
  const width = Math.ceil(part.width + 2 * MARGIN);
  const height = Math.ceil(part.height + 2 * MARGIN);
  return el(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": FAMILY,
      role: "img",
    },
    textEl("title", {}, name),
    description ? textEl("desc", {}, description) : undefined,
    rect({ x: 0, y: 0, width, height }, { fill: theme.ground }),
    moved(MARGIN, MARGIN, part.node),
  );
}
