import { marksIn, type NumberedChange, numbered } from "../../core/grid/compare/numbered";
import { summaryOf } from "../../core/grid/compare/summary";
import { boardsOf, sentence, type Versions } from "../comparison";
import { drawMarks, placeOf } from "../marks";
import { dashboardPart, MARGIN, page } from "../page";
import { mergedThemes } from "../svg/both";
import { type Box, Ids } from "../svg/draw";
import { el, escaped, round, type SvgNode, serialize } from "../svg/node";
import { THEMES } from "../theme";
import { SCRIPT } from "./script";
import { styleSheet } from "./style";

export interface HtmlOptions {
  readonly theme: "light" | "dark" | "both";
  /** Of each picture, in pixels. */
  readonly width: number;
  /** SHA-256 of a text in UTF-8, in Base64. */
  readonly sha256: (text: string) => string;
}

const SIDES = ["before", "after"] as const;

/**
 * Both versions in one HTML file that loads nothing: a slider between them, changes marked, and a list of them that goes to the
 * places. Its content security policy allows its own script and style sheet by their hashes, and nothing else.
 */
export function renderHtml(versions: Versions, { theme, width, sha256 }: HtmlOptions): string {
  const changes = numbered(versions.comparison);
  const room = width - 2 * MARGIN;
  const boards = boardsOf(versions, room);
  const places = { before: [] as (string | undefined)[], after: [] as (string | undefined)[] };
  const draw = (name: "light" | "dark") =>
    el(
      "g",
      {},
      ...SIDES.map((side) => {
        const context = { theme: THEMES[name], ids: new Ids(side.charAt(0)) };
        const board = boards[side];
        const bare = dashboardPart(versions[side], board, room, context);
        const top = bare.height - board.height - (board.picture.tiles.length === 0 ? 24 : 0);
        places[side] = changes.map((change) => placeText(placeOf(change, side, board), top));
        const part = dashboardPart(versions[side], board, room, context, [
          drawMarks(changes, side, board, context),
        ]);
        return page(
          `${side === "before" ? "Before" : "After"}: ${versions[side].title}`,
          "",
          part,
          THEMES[name],
        );
      }),
    );
  const { node, css } =
    theme === "both" ? mergedThemes(draw("light"), draw("dark")) : { node: draw(theme), css: "" };
  const [before, after] = node.children as [SvgNode, SvgNode];
  const style = styleSheet(theme) + css;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${sha256(style)}'`,
    `script-src 'sha256-${sha256(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const title = versions.after.title || versions.before.title || "Dashboard";
  const summary = sentence(summaryOf(versions.comparison)) || "No differences";
  const pane = (side: "before" | "after", drawn: SvgNode) =>
    `<figure class="pane pane-${side}"><figcaption>${side === "before" ? "Before" : "After"}</figcaption><div class="box">${serialize(drawn)}<div class="hint hint-${side}" hidden></div></div></figure>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(`Changes of ${title}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1 dir="auto">${escaped(title)}</h1>
<span class="summary">${escaped(summary)}</span>
<span class="versions">${escaped(versions.labels.before)} &rarr; ${escaped(versions.labels.after)}</span>
</header>
<div class="tools">
<fieldset><legend>View</legend>
<label><input type="radio" name="view" value="slider"> Slider</label>
<label><input type="radio" name="view" value="both"> Side by side</label>
<label><input type="radio" name="view" value="before"> Before</label>
<label><input type="radio" name="view" value="after"> After</label>
</fieldset>
<label class="slide"><span class="heard">How much of the version before is shown, in percent</span><input class="slider" type="range" min="0" max="100" step="0.1"></label>
<label><input class="marks-toggle" type="checkbox" checked> Marks</label>
<button class="previous" type="button" title="Previous change (P)">Previous</button>
<button class="next" type="button" title="Next change (N)">Next</button>
${legend(changes)}
</div>
<main>
<div class="stage">${pane("before", before)}${pane("after", after)}</div>
<section class="list" aria-label="Changes">
<h2>Changes</h2>
${changes.length === 0 ? "<p>No differences.</p>" : `<ol>${changes.map((change, at) => entry(change, places.before[at], places.after[at])).join("\n")}</ol>`}
</section>
</main>
<footer>Sample data. The pictures show what the files describe, not what the service measures.</footer>
<div class="heard" aria-live="polite"></div>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function legend(changes: readonly NumberedChange[]): string {
  const used = marksIn(changes);
  const items = used.map((mark) => `<li><span class="sign ${mark}"></span>${sentence(mark)}</li>`);
  return `<ul class="colors" aria-label="Legend">${items.join("")}</ul>`;
}

function entry(change: NumberedChange, before: string | undefined, after: string | undefined): string {
  const at = [
    ...(before ? [` data-before="${before}"`] : []),
    ...(after ? [` data-after="${after}"`] : []),
  ].join("");
  const words = change.changes.map(({ text }) => escaped(text)).join("; ");
  return `<li><button class="change" type="button"${at}><span class="number ${change.mark ?? ""}">${change.number}</span><strong dir="auto">${escaped(change.name)}</strong> <span class="kind">${escaped(change.kind)}</span>${words ? ` <span class="words" dir="auto">${words}</span>` : ""}</button></li>`;
}

/** Left, top, width and height in the picture, in pixels. */
function placeText(box: Box | undefined, top: number): string | undefined {
  return box && [box.x + MARGIN, box.y + MARGIN + top, box.width, box.height].map(round).join(" ");
}
