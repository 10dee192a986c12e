import { summaryOf } from "../core/grid/compare/summary";
import type { Picture } from "../core/grid/picture";
import { Board } from "./board";
import { comparisonPart, sentence, type Versions } from "./comparison";
import { dashboardPart, MARGIN, page } from "./page";
import { mergedThemes } from "./svg/both";
import { Ids } from "./svg/draw";
import { type SvgNode, serialize, textEl } from "./svg/node";
import { THEMES } from "./theme";

export type { Versions } from "./comparison";
export { renderHtml } from "./html/page";
export { renderPage } from "./html/single";
export { PNG_FONTS, type PngAssets, renderPng } from "./png";

/** `both`: the picture follows the color scheme of its viewer. */
export type ThemeChoice = "light" | "dark" | "both";

export interface RenderOptions {
  readonly theme: ThemeChoice;
  /** Of the picture, in pixels. */
  readonly width: number;
}

/** Of one dashboard, and of two beside each other. */
export const DEFAULT_WIDTH = 1200;
export const COMPARISON_WIDTH = 1800;

/** A dashboard with sample data as the text of an SVG file, which loads nothing and contains no script. */
export function renderSvg(picture: Picture, { theme, width }: RenderOptions): string {
  return asFile(theme, (name) => {
    const context = { theme: THEMES[name], ids: new Ids() };
    const room = width - 2 * MARGIN;
    const part = dashboardPart(picture, new Board(picture, room), room, context);
    return page(
      picture.title || "Dashboard",
      `Dashboard with ${counted(picture)} and sample data.`,
      part,
      THEMES[name],
    );
  });
}

/** Both versions beside each other with sample data, changes marked and listed, as the text of an SVG file. */
export function renderComparisonSvg(versions: Versions, { theme, width }: RenderOptions): string {
  return asFile(theme, (name) => {
    const context = { theme: THEMES[name], ids: new Ids() };
    const part = comparisonPart(versions, width - 2 * MARGIN, context);
    const summary = summaryOf(versions.comparison);
    const title = versions.after.title || versions.before.title || "Dashboard";
    return page(
      `Changes of ${title}`,
      summary ? `${sentence(summary)}.` : "No differences.",
      part,
      THEMES[name],
    );
  });
}

/** The text of a file, in one theme or in both. */
function asFile(theme: ThemeChoice, draw: (theme: "light" | "dark") => SvgNode): string {
  if (theme !== "both") return `${serialize(draw(theme))}\n`;
  const { node, css } = mergedThemes(draw("light"), draw("dark"));
  return `${serialize({ ...node, children: [textEl("style", {}, css), ...node.children] })}\n`;
}

function counted({ widgets }: Picture): string {
  return `${widgets} ${widgets === 1 ? "widget" : "widgets"}`;
}
