import { truncateText } from "./shorten";

/** A piece of a text widget, with the Markdown signs taken off. */
export interface TextBlock {
  readonly kind: "heading" | "paragraph" | "bullet" | "code";
  readonly text: string;
}

/** How much of a text is read, and how much of it is kept: a tile shows no more. */
const READ = 4000;
const KEEP = 900;
const MAX_BLOCKS = 16;

/** The beginning of a Markdown or raw text as plain blocks. */
export function textBlocks(content: string, format: "markdown" | "raw"): TextBlock[] {
  const lines = content.slice(0, READ).split(/\r\n|\r|\n/);
  return within(format === "raw" ? rawBlocks(lines) : markdownBlocks(lines), content.length > READ);
}

function rawBlocks(lines: readonly string[]): TextBlock[] {
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => ({ kind: "paragraph" as const, text: line.trim() }));
}

function markdownBlocks(lines: readonly string[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let paragraph: string[] = [];
  let fence: string | undefined;
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", text: inline(paragraph.join(" ")) });
    paragraph = [];
  };
  for (const line of lines) {
    const text = line.trim();
    const mark = /^(```|~~~)/.exec(text)?.[1];
    if (fence !== undefined || mark !== undefined) {
      flush();
      if (mark === undefined || (fence !== undefined && mark !== fence)) {
        blocks.push({ kind: "code", text: line });
      } else fence = fence === undefined ? mark : undefined;
      continue;
    }
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text);
    const bullet = /^(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(text);
    if (text === "" || /^([-*_])(\s*\1){2,}$/.test(text) || /^\|?[\s:|-]+\|[\s:|-]*$/.test(text)) flush();
    else if (heading) {
      flush();
      blocks.push({ kind: "heading", text: inline(heading[1]!) });
    } else if (bullet) {
      flush();
      blocks.push({ kind: "bullet", text: inline(bullet[1]!) });
    } else if (text.startsWith("|")) {
      flush();
      const cells = text.split("|").map((cell) => inline(cell.trim()));
      blocks.push({ kind: "paragraph", text: cells.filter(Boolean).join(" · ") });
    } else paragraph.push(text.replace(/^>\s?/, ""));
  }
  flush();
  return blocks.filter((block) => block.text.trim() !== "");
}

/** Takes emphasis, code and link signs off a line; the words stay. */
function inline(text: string): string {
  return text
    .replace(/!?\[([^\]]{0,300})\]\([^)]{0,600}\)/g, "$1")
    .replace(/`([^`]{1,600})`/g, "$1")
    .replace(/(\*\*|__)(?=\S)(.{1,600}?)\1/g, "$2")
    .replace(/(^|\W)[*_](?=\S)([^*_]{1,600})[*_](?=\W|$)/g, "$1$2")
    .replace(/\\([\\`*_{}[\]()#+\-.!|])/g, "$1")
    .trim();
}

function within(blocks: readonly TextBlock[], cut: boolean): TextBlock[] {
  const out: TextBlock[] = [];
  let left = KEEP;
  for (const block of blocks) {
    if (out.length === MAX_BLOCKS || left <= 0) return [...out, { kind: "paragraph", text: "…" }];
    out.push({ kind: block.kind, text: truncateText(block.text, Math.max(left, 20)) });
    left -= block.text.length;
  }
  return cut ? [...out, { kind: "paragraph", text: "…" }] : out;
}
