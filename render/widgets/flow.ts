import { type Font, widthOf } from "../fonts";
import type { Run } from "./markdown";

/** A piece of a line: a run or a part of one, with its place in pixels. */
export interface Piece {
  readonly run: Run;
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly font: Font;
}

export interface FlowLine {
  readonly pieces: readonly Piece[];
  readonly width: number;
}

/** How a run is set. */
export function fontOf(run: Run, size: number): Font {
  if (run.code) return { style: "mono", size: size * 0.92 };
  return { style: run.bold ? "bold" : run.italic ? "italic" : "regular", size };
}

/**
 * Breaks runs into lines of at most `width` pixels: between words, and inside of words that are longer than a line.
 *
 * @param keep spaces at the beginning of lines and in sequence stay
 * @param most more lines are not made
 */
export function flow(
  runs: readonly Run[],
  width: number,
  size: number,
  keep: boolean,
  most: number,
): FlowLine[] {
  const lines: FlowLine[] = [];
  let pieces: Piece[] = [];
  let x = 0;
  const end = () => {
    lines.push({
      pieces,
      width: pieces.reduce((right, piece) => Math.max(right, piece.x + trimmed(piece)), 0),
    });
    pieces = [];
    x = 0;
  };
  const put = (run: Run, text: string, font: Font) => {
    const wide = widthOf(text, font);
    const last = pieces.at(-1);
    // Words of one run are one text.
    if (last && last.run === run)
      pieces[pieces.length - 1] = { ...last, text: last.text + text, width: last.width + wide };
    else pieces.push({ run, text, x, width: wide, font });
    x += wide;
  };
  for (const run of runs) {
    const font = fontOf(run, size);
    for (const word of run.text.match(/\n|[^\S\n]+|[^\s]+/gu) ?? []) {
      if (lines.length >= most) return lines;
      if (word === "\n") {
        end();
        continue;
      }
      const isSpace = word.trim() === "";
      if (isSpace && !keep) {
        if (x > 0) put(run, " ", font);
        continue;
      }
      if (x > 0 && !isSpace && x + widthOf(word, font) > width + 0.5) end();
      if (widthOf(word, font) <= width + 0.5) {
        put(run, word, font);
        continue;
      }
      for (const letter of word) {
        if (lines.length >= most) return lines;
        if (x > 0 && x + widthOf(letter, font) > width) end();
        put(run, letter, font);
      }
    }
  }
  if (pieces.length > 0 && lines.length < most) end();
  return lines;
}

function trimmed({ text, width, font }: Piece): number {
  const words = text.trimEnd();
  return words.length === text.length ? width : widthOf(words, font);
}
