/** A line of a text as it is laid out: its words, and its place in the window in pixels. */
export interface TextLine {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Longer texts are cut off, because so many lines are never visible. */
const MOST = 6000;

/**
 * The lines of a text node, broken where the page has broken them, without what its element hides. A line that does not
 * fit its element ends in an ellipsis where the style says so.
 */
export function linesOf(node: Text, parent: HTMLElement, style: CSSStyleDeclaration): TextLine[] {
  const all = node.data.slice(0, MOST);
  if (all.trim() === "") return [];
  const bounds = parent.getBoundingClientRect();
  const range = document.createRange();
  const lines: { text: string; left: number; top: number; right: number; bottom: number }[] = [];
  for (const { from, to } of pieces(all)) {
    range.setStart(node, from);
    range.setEnd(node, to);
    const rect = range.getClientRects()[0];
    if (!rect || rect.height === 0) continue;
    if (rect.top > bounds.bottom) break;
    const text = all.slice(from, to).replace(/\s/g, " ");
    const line = lines.at(-1);
    // The same line: the next piece begins about as high up as the last one.
    if (line && Math.abs(rect.top - line.top) < rect.height / 2) {
      line.text += text;
      line.left = Math.min(line.left, rect.left);
      line.right = Math.max(line.right, rect.right);
    } else lines.push({ text, left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom });
  }
  return lines.map(({ text, left, top, right, bottom }) => {
    const isCut = style.textOverflow === "ellipsis" && parent.scrollWidth > parent.clientWidth + 1;
    const shown = isCut ? cut(text, right - left, bounds.right - left) : text;
    return { text: shown, left, top, width: Math.min(right, bounds.right) - left, height: bottom - top };
  });
}

/** Words with the space behind them; a word that is broken inside is taken letter by letter. */
function pieces(text: string): { from: number; to: number }[] {
  const out: { from: number; to: number }[] = [];
  for (const match of text.matchAll(/\s*\S+\s*/gu)) {
    const from = match.index;
    if (match[0].length <= 24) out.push({ from, to: from + match[0].length });
    else {
      let at = from;
      for (const letter of match[0]) {
        out.push({ from: at, to: at + letter.length });
        at += letter.length;
      }
    }
  }
  return out;
}

/** As much as fits, by the share of the width, and an ellipsis. */
function cut(text: string, width: number, room: number): string {
  if (width <= room) return text;
  const letters = [...text];
  const fitting = Math.max(1, Math.floor((letters.length * room) / width) - 1);
  return `${letters.slice(0, fitting).join("").trimEnd()}…`;
}
