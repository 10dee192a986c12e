import type { ToolbarFilter } from "../core/grid/toolbar";
import { widthOf } from "./fonts";
import { line, rect } from "./svg/draw";
import { icon } from "./svg/icon";
import type { SvgNode } from "./svg/node";
import { FONT_SIZE } from "./theme";
import { type Context, faint, words } from "./widgets/context";

const HEIGHT = 24;
const GAP = 6;

/** Filters and variables of a dashboard as a row of chips. */
export function filterChips(
  filters: readonly ToolbarFilter[],
  width: number,
  context: Context,
): { readonly height: number; readonly nodes: readonly SvgNode[] } {
  const nodes: (SvgNode | undefined)[] = [];
  let [x, y] = [0, 0];
  for (const { kind, name, value } of filters) {
    const style = words(context);
    const shown = `= ${value || "all"}`;
    const [named, valued] = [widthOf(name, style), widthOf(shown, style)];
    const sign = 18;
    const wide = Math.min(named + valued + sign + 5 + 18, 320, width);
    if (x > 0 && x + wide > width) [x, y] = [0, y + HEIGHT + 4];
    const room = wide - sign - 18;
    // The value gives way before the name does.
    const nameWidth = Math.min(named, Math.max(room - 5 - Math.min(valued, 40), 20));
    const chip = { x, y, width: wide, height: HEIGHT };
    nodes.push(
      rect(chip, { edge: context.theme.edge, radius: 11 }),
      kind === "filter"
        ? icon("filterControl", x + 9, y + 5.5, 13, context.theme.faint)
        : line("$", { x: x + 10, y, width: 12, height: HEIGHT }, faint(context)),
      line(name, { x: x + 9 + sign, y, width: nameWidth, height: HEIGHT }, style),
      line(
        shown,
        { x: x + 14 + sign + nameWidth, y, width: wide - sign - 23 - nameWidth, height: HEIGHT },
        faint(context, FONT_SIZE, value ? {} : { style: "italic" }),
      ),
    );
    x += wide + GAP;
  }
  return {
    height: filters.length === 0 ? 0 : y + HEIGHT,
    nodes: nodes.filter((node) => node !== undefined),
  };
}
