import type { Picture } from "../../core/grid/picture";
import { Board } from "../board";
import { dashboardPart, MARGIN, page } from "../page";
import { mergedThemes } from "../svg/both";
import { Ids } from "../svg/draw";
import { escaped, serialize } from "../svg/node";
import { THEMES } from "../theme";
import type { HtmlOptions } from "./page";

/** One dashboard in an HTML file that loads nothing and runs nothing. */
export function renderPage(picture: Picture, { theme, width, sha256 }: HtmlOptions): string {
  const room = width - 2 * MARGIN;
  const draw = (name: "light" | "dark") => {
    const context = { theme: THEMES[name], ids: new Ids() };
    const part = dashboardPart(picture, new Board(picture, room), room, context);
    return page(picture.title || "Dashboard", "", part, THEMES[name]);
  };
  const { node, css } =
    theme === "both" ? mergedThemes(draw("light"), draw("dark")) : { node: draw(theme), css: "" };
  const grounds =
    theme === "both"
      ? `body{background:${THEMES.light.ground}}@media (prefers-color-scheme:dark){body{background:${THEMES.dark.ground}}}`
      : `body{background:${THEMES[theme].ground}}`;
  const style = `body{margin:0}svg{display:block;max-width:100%;height:auto;margin:0 auto}${grounds}${css}`;
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(picture.title || "Dashboard")}</title>
<style>${style}</style>
</head>
<body>
${serialize(node)}
</body>
</html>
`;
}
