import type { Position } from "../../core/document/lines";
import { visible } from "../../core/terminal-text";
import type { Excerpt } from "../detail";

export interface FramePaint {
  /** Line numbers and the bar beside them. */
  margin(text: string): string;
  /** What points to the range. */
  marks(text: string): string;
}

/** The lines of a finding with a mark below its range, for a terminal; starts with a line break. */
export function frame(
  { first, from, lines }: Excerpt,
  { start, end }: { readonly start: Position; readonly end: Position },
  { margin, marks }: FramePaint,
): string {
  const width = String(first + lines.length).length;
  const out: string[] = [];
  for (const [i, text] of lines.entries()) {
    const number = first + i;
    const isMarked = number === start.line;
    // An empty line around the finding says nothing.
    if (!isMarked && text.trim() === "") continue;
    const cut = from > 0 && text !== "" ? "…" : "";
    out.push(
      `${margin(`${isMarked ? ">" : " "} ${String(number + 1).padStart(width)} |`)} ${cut}${plain(text)}`,
    );
    if (!isMarked) continue;
    const before = text.slice(0, start.character - from);
    const until = end.line === start.line ? end.character - from : text.trimEnd().length;
    const marked = text.slice(start.character - from, Math.max(until, start.character - from));
    const space = " ".repeat(displayWidth(cut + plain(before)));
    out.push(
      `${margin(`  ${" ".repeat(width)} |`)} ${space}${marks("^".repeat(Math.max(1, displayWidth(plain(marked)))))}`,
    );
  }
  return `\n${out.join("\n")}`;
}

/** A tab is as wide as two spaces, so that marks stand below what they mean. */
const plain = (text: string) => visible(text.replaceAll("\t", "  "));

/** Signs of East Asia and emoji take two columns of a terminal, marks on letters none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function displayWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += /\p{M}|\u200d/u.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
  return width;
}
