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
 * fit ends in an ellipsis where the style of its element, or of one around it, says so. `widthOf` measures a text in pixels.
 */
export function linesOf(
  node: Text,
  parent: HTMLElement,
  widthOf: (text: string) => number,
  before = "",
): TextLine[] {
  const all = node.data.slice(0, MOST);
  if (all.trim() === "") return [];
  const bounds = parent.getBoundingClientRect();
  const room = roomAround(parent);
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
  const [first] = lines;
  if (room && first) {
    // One line, of which the page may tell no more than it shows.
    const start = Math.max(first.left - widthOf(before), room.left);
    if (start > room.right) return [];
    const shown = cut(before + all.replace(/\s+/g, " ").trimStart(), room.right - start, widthOf);
    return [
      { text: shown, left: start, top: first.top, width: widthOf(shown), height: first.bottom - first.top },
    ];
  }
  return lines.map(({ text, left, top, right, bottom }, at) => {
    // At the beginning of a line the page leaves a space out.
    const words = widthOf(text.trimEnd()) > right - left + 2 ? text.trimStart() : text;
    const whole = at === 0 ? before + words : words;
    const start = at === 0 ? left - widthOf(before) : left;
    return { text: whole, left: start, top, width: right - start, height: bottom - top };
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

/** Between which pixels a text has to end in an ellipsis: the content of the nearest element that says so. */
function roomAround(element: HTMLElement): { readonly left: number; readonly right: number } | undefined {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.textOverflow === "ellipsis" && style.overflowX !== "visible") {
      const { left, right } = at.getBoundingClientRect();
      const inset = (side: "Left" | "Right") =>
        (Number.parseFloat(style[`padding${side}`]) || 0) +
        (Number.parseFloat(style[`border${side}Width`]) || 0);
      return { left: left + inset("Left"), right: right - inset("Right") };
    }
    // Beyond it is another line.
    if (style.display === "block" || style.display === "flex") return undefined;
  }
  return undefined;
}

/** As much as fits, and an ellipsis. */
function cut(text: string, room: number, widthOf: (text: string) => number): string {
  const words = text.trimEnd();
  // What has fitted on the screen has been measured a little differently there.
  if (widthOf(words) <= room + 1) return text;
  const letters = [...words];
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (widthOf(`${letters.slice(0, middle).join("")}…`) <= room) least = middle;
    else most = middle - 1;
  }
  return `${letters.slice(0, least).join("").trimEnd()}…`;
}
