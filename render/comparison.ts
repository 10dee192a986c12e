import type { Comparison } from "../core/grid/compare/model";
import { type NumberedChange, numbered } from "../core/grid/compare/numbered";
import { summaryOf } from "../core/grid/compare/summary";
import type { Picture } from "../core/grid/picture";
import { Board } from "./board";
import { baselineIn } from "./fonts";
import { drawMarks, legendOf, markColor } from "./marks";
import { dashboardPart, type Part } from "./page";
import { line, rect, textAt } from "./svg/draw";
import { el, moved, type SvgNode } from "./svg/node";
import { type Context, faint, words } from "./widgets/context";
import { flow } from "./widgets/flow";

/** Two versions of a dashboard, and what differs. */
export interface Versions {
  readonly before: Picture;
  readonly after: Picture;
  readonly comparison: Comparison;
  /** What the versions are called, such as `HEAD` and `orders.dashboard.json`. */
  readonly labels: { readonly before: string; readonly after: string };
}

const GAP = 24;
/** Longest texts in the list, in lines. */
const MOST_LINES = 6;

/** The boards of both versions, side by side views of groups chosen so that changes are seen. */
export function boardsOf(
  { before, after, comparison }: Versions,
  width: number,
): Record<"before" | "after", Board> {
  const ids = (side: "before" | "after") =>
    new Set(comparison.tiles.flatMap((tile) => (tile[side] ? [tile[side].id] : [])));
  return {
    before: new Board(before, width, ids("before")),
    after: new Board(after, width, ids("after")),
  };
}

/** Both versions beside each other, changes marked and listed in words. */
export function comparisonPart(versions: Versions, width: number, context: Context): Part {
  const changes = numbered(versions.comparison);
  const pane = (width - GAP) / 2;
  const boards = boardsOf(versions, pane);
  const summary = sentence(summaryOf(versions.comparison)) || "No differences";
  const legend = legendOf(changes, context);
  const side = (name: "before" | "after") =>
    dashboardPart(versions[name], boards[name], pane, context, [
      drawMarks(changes, name, boards[name], context),
    ]);
  const [left, right] = [side("before"), side("after")];
  const label = (text: string, note: string, x: number) => [
    line(text, { x, y: 34, width: 60, height: 20 }, words(context, 13, { style: "bold" })),
    line(note, { x: x + 56, y: 34, width: pane - 56, height: 20 }, faint(context)),
  ];
  const top = 62;
  const height = Math.max(left.height, right.height);
  const list = changeList(changes, width, context);
  return {
    width,
    height: top + height + list.height,
    node: el(
      "g",
      {},
      line(
        summary,
        { x: 0, y: 0, width: width - legend.width - 12, height: 24 },
        words(context, 15, { style: "bold" }),
      ),
      moved(width - legend.width + 16, 3, ...legend.nodes),
      ...label("Before", versions.labels.before, 0),
      ...label("After", versions.labels.after, pane + GAP),
      rect({ x: 0, y: 56, width: pane, height: 1 }, { fill: context.theme.edge }),
      rect({ x: pane + GAP, y: 56, width: pane, height: 1 }, { fill: context.theme.edge }),
      moved(0, top + 4, left.node),
      moved(pane + GAP, top + 4, right.node),
      moved(0, top + height, list.node),
    ),
  };
}

function changeList(changes: readonly NumberedChange[], width: number, context: Context): Part {
  const { theme } = context;
  const nodes: (SvgNode | undefined)[] = [];
  if (changes.length === 0) return { width, height: 0, node: el("g") };
  let y = 28;
  nodes.push(line("Changes", { x: 0, y, width, height: 24 }, words(context, 15, { style: "bold" })));
  y += 32;
  for (const change of changes) {
    const color = change.mark ? markColor(theme, change.mark) : theme.faint;
    const badge = { x: 0, y: y + 1, width: 24, height: 17 };
    nodes.push(
      rect(badge, { fill: color, radius: 4 }),
      line(
        String(change.number),
        badge,
        words(context, 11, { style: "bold", color: theme.ground, anchor: "middle" }),
      ),
    );
    const text = change.changes.map(({ text }) => text).join("; ") || change.kind;
    const lines = flow(
      [{ text: change.name, bold: true }, { text: `: ${text}` }],
      width - 36,
      13,
      false,
      MOST_LINES,
    );
    for (const { pieces } of lines) {
      for (const { text: words_, x, font } of pieces)
        nodes.push(
          textAt(words_.trimEnd(), 36 + x, y + baselineIn(19, font), { ...font, color: theme.words }),
        );
      y += 19;
    }
    y += 5;
  }
  return { width, height: y, node: el("g", {}, ...nodes) };
}

/** With a capital. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
