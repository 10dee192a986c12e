import { Scanner, Token } from "../document/scanner";
import { MAX_SIZE } from "./candidates";

/** Kind of a JSON file: a dashboard; invalid JSON with the members of a dashboard; or anything else. */
export type Recognized = "dashboard" | "unreadable" | "other";

/** Names of the four layouts, in both spellings, without what `LAYOUT_END` covers. */
const LAYOUT_HEADS = ["mosaicL", "gridL", "rowL", "columnL", "mosaic_l", "grid_l", "row_l", "column_l"];
const LAYOUTS: ReadonlySet<string> = new Set(LAYOUT_HEADS.map((head) => `${head}ayout`));
const DISPLAY_NAMES: ReadonlySet<string> = new Set(["displayName", "display_name"]);

const LAYOUT_END = pattern('ayout"');
const NAME_START = pattern('"display');
const NAME_ENDS = ['Name"', '_name"'].map(bytesOf);
const HEADS = LAYOUT_HEADS.map((head) => bytesOf(`"${head}`));

/**
 * Whether UTF-8 bytes contain the names of a layout and of the display name. A cheap test that excludes nearly all JSON
 * files without decoding or parsing.
 */
export function mayBeDashboard(bytes: Uint8Array): boolean {
  return hasLayout(bytes) && hasDisplayName(bytes);
}

function hasLayout(bytes: Uint8Array): boolean {
  for (let at = find(bytes, LAYOUT_END, 0); at >= 0; at = find(bytes, LAYOUT_END, at + 1)) {
    if (HEADS.some((head) => equalAt(bytes, head, at - head.length))) return true;
  }
  return false;
}

function hasDisplayName(bytes: Uint8Array): boolean {
  for (let at = find(bytes, NAME_START, 0); at >= 0; at = find(bytes, NAME_START, at + 1)) {
    if (NAME_ENDS.some((end) => equalAt(bytes, end, at + NAME_START.bytes.length))) return true;
  }
  return false;
}

interface Pattern {
  readonly bytes: Uint8Array;
  /** How far the search may go on when a byte stands under the last one of the pattern. */
  readonly shift: Uint8Array;
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function pattern(text: string): Pattern {
  const bytes = bytesOf(text);
  const shift = new Uint8Array(256).fill(bytes.length);
  for (let i = 0; i < bytes.length - 1; i++) shift[bytes[i]!] = bytes.length - 1 - i;
  return { bytes, shift };
}

/** Horspool's search: it looks at about one byte in `bytes.length`. */
function find(text: Uint8Array, { bytes, shift }: Pattern, from: number): number {
  const last = bytes.length - 1;
  const lastByte = bytes[last]!;
  for (let at = from + last; at < text.length; ) {
    const byte = text[at]!;
    if (byte === lastByte && equalAt(text, bytes, at - last)) return at - last;
    at += shift[byte]!;
  }
  return -1;
}

function equalAt(text: Uint8Array, bytes: Uint8Array, at: number): boolean {
  if (at < 0 || at + bytes.length > text.length) return false;
  for (let i = 0; i < bytes.length; i++) if (text[at + i] !== bytes[i]) return false;
  return true;
}

/** As `mayBeDashboard`, for a text that is decoded already. */
export function mayBeDashboardText(text: string): boolean {
  return text.length <= MAX_SIZE && /_?[lL]ayout"/.test(text) && /"display(?:N|_n)ame"/.test(text);
}

/**
 * Reads only the root members: a dashboard has a string as display name and an object as layout. Ignores comments,
 * trailing commas and a byte order mark, because the checks report them. Linear in the length of the text, whatever its
 * depth.
 */
export function recognize(text: string): Recognized {
  if (!mayBeDashboardText(text)) return "other";
  const scanner = new Scanner(text);
  if (text.charCodeAt(0) === 0xfeff) scanner.moveTo(1);
  if (next(scanner, text) !== Token.OpenBrace) return "other";
  let depth = 1;
  let key: string | undefined;
  let isValue = false;
  let hasName = false;
  let hasLayout = false;
  let strange = 0;
  for (let token = next(scanner, text); depth > 0 && token !== Token.End; token = next(scanner, text)) {
    if (depth === 1) {
      if (token === Token.Colon) {
        isValue = key !== undefined;
        continue;
      }
      if (isValue && key !== undefined) {
        if (token === Token.String && DISPLAY_NAMES.has(key)) hasName = true;
        if (token === Token.OpenBrace && LAYOUTS.has(key)) hasLayout = true;
      }
      key = token === Token.String && !isValue ? scanner.value : undefined;
      isValue = false;
    }
    if (token === Token.OpenBrace || token === Token.OpenBracket) depth++;
    else if (token === Token.CloseBrace || token === Token.CloseBracket) depth--;
    else if (token === Token.Unknown && ++strange > MAX_STRANGE) return "unreadable";
  }
  if (hasName && hasLayout) return "dashboard";
  return strange > 0 ? "unreadable" : "other";
}

/** More tokens than these that JSON does not have, and the text is written in something else. */
const MAX_STRANGE = 20;

/** The next token that is not a comment, those that start with `#` included. */
function next(scanner: Scanner, text: string): Token {
  for (let token = scanner.scan(); ; token = scanner.scan()) {
    if (token === Token.Unknown && text[scanner.start] === "#") {
      const end = text.indexOf("\n", scanner.start);
      scanner.moveTo(end < 0 ? text.length : end);
    } else if (token !== Token.Comment) return token;
  }
}
