import { inertText } from "../core/inert-text";

/**
 * Untrusted text as one line of Markdown that shows exactly this text: no formatting, HTML, links, images, mentions or
 * references. It can stand in a cell of a table.
 */
export function markdownText(text: string): string {
  return inertText(text.replace(/\s+/g, " ").trim(), LONGEST)
    .replace(SIGNS, (sign) => ENTITIES[sign] ?? `\\${sign}`)
    .replace(LINKED, (found) => `${found}${BREAK}`);
}

/** In UTF-16 units. */
const LONGEST = 2_000;

/** Every sign of ASCII, except those that mean nothing within a line: quotes, commas, slashes and similar. */
const SIGNS = /[!#$%&()*+\-.:<=>@[\\\]^_`{|}~]/g;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A character without width. Hosts look for links and mentions in the rendered text, where a backslash is no help. */
const BREAK = "&#8203;";

/** What begins a mention, a reference or a link: `@team`, `#1`, `GH-1`, `https://`, `www.`; with backslashes. */
const LINKED = /\\[@#]|\bGH\\-|\\:(?=\/\/)|\bwww(?=\\\.)|\b(?:mailto|xmpp)(?=\\:)/gi;
