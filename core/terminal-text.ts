import { RULE_PAGES } from "./rule-address";

/**
 * Characters that control a terminal or mislead the reader: control characters except line break and tab, direction
 * controls, line separators, invisible characters and tags, lone surrogates. Joiners of emoji and Persian stay.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu;

/** The colors that Mosaic itself writes, and its links to the pages of rules. */
const OWN = new RegExp(
  `(\\u001b\\[(?:0|31|32|33|36|90)m|\\u001b\\]8;;(?:${RULE_PAGES.replaceAll(".", "\\.")}[\\w-]+\\.md)?\\u001b\\\\)`,
);

/**
 * Makes untrusted text (an id, a title, a message, a file name) safe for one line of a terminal: escapes control
 * characters as `\u001b` and so on.
 */
export function visible(text: string): string {
  return text.replace(/[\n\t]/g, escaped).replace(UNSAFE, escaped);
}

/**
 * A whole output for a terminal. Lines stay lines; in JSON the text stays the same value, since such characters stand in strings only.
 *
 * @param color whether the colors and links that Mosaic writes are kept
 */
export function inertOutput(text: string, color: boolean): string {
  if (!color) return text.replace(UNSAFE, escaped);
  return text
    .split(OWN)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(UNSAFE, escaped)))
    .join("");
}

function escaped(character: string): string {
  let out = "";
  for (let i = 0; i < character.length; i++)
    out += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  return out;
}
