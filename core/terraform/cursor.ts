/** A cursor in a Terraform file that skips syntax elements in linear time. */
export class Cursor {
  constructor(
    readonly text: string,
    public at = 0,
  ) {}

  get code(): number {
    return this.text.charCodeAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Goes over white space and comments; over line breaks only when asked to. */
  skipBlank(lines: boolean): void {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === SPACE || code === TAB || code === RETURN || code === BOM) this.at++;
      else if (code === NEWLINE && lines) this.at++;
      else if (code === HASH) this.at = lineEnd(text, this.at);
      else if (code === SLASH && text.charCodeAt(this.at + 1) === SLASH) this.at = lineEnd(text, this.at);
      else if (code === SLASH && text.charCodeAt(this.at + 1) === STAR) this.at = commentEnd(text, this.at);
      else return;
    }
  }

  /** The identifier here, which is then left behind; empty where there is none. */
  word(): string {
    const { text, at: start } = this;
    let at = start;
    if (isLetter(text.charCodeAt(at))) while (isWordPart(text.charCodeAt(at))) at++;
    if (!(text.charCodeAt(at) > 0x7f)) {
      this.at = at;
      return text.slice(start, at);
    }
    WORD.lastIndex = start;
    const found = WORD.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** Leaves behind one quoted string, heredoc, comment, bracket with all that is in it, or character. */
  skipUnit(): void {
    const { text, at } = this;
    const code = text.charCodeAt(at);
    if (code === QUOTE) this.at = quotedEnd(text, at);
    else if (isOpening(code)) this.at = closedOrAll(text, bracketEnd(text, at));
    else if (code === LESS) this.at = heredocAt(text, at)?.end ?? at + 1;
    else {
      this.skipBlank(false);
      if (this.at === at) this.at++;
    }
  }
}

/** A heredoc as it is written. Offsets count from the start of the file. */
export interface Heredoc {
  /** `<<-` removes the smallest indentation from every line. */
  readonly indented: boolean;
  /** The lines between the markers, with the last line break. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** Right behind the closing marker. */
  readonly end: number;
  /** The closing marker is there. */
  readonly closed: boolean;
}

const HEREDOC = /<<(-?)([A-Za-z_][\w-]{0,99})[ \t]*\r?\n/y;

/** The heredoc that starts at an offset; without its closing marker it reaches to the end of the file. */
export function heredocAt(text: string, offset: number): Heredoc | undefined {
  if (text.charCodeAt(offset + 1) !== LESS) return undefined;
  HEREDOC.lastIndex = offset;
  const found = HEREDOC.exec(text);
  if (!found) return undefined;
  const { 0: head, 1: dash, 2: marker } = found;
  const bodyStart = offset + head.length;
  for (let line = bodyStart; line < text.length; ) {
    let at = line;
    while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
    const next = text.indexOf("\n", at);
    if (text.startsWith(marker!, at)) {
      const rest = text.slice(at + marker!.length, next < 0 ? text.length : next);
      if (rest.length < 200 && rest.trim() === "") {
        const end = at + marker!.length;
        return { indented: dash === "-", bodyStart, bodyEnd: line, end, closed: true };
      }
    }
    if (next < 0) break;
    line = next + 1;
  }
  const end = text.length;
  return { indented: dash === "-", bodyStart, bodyEnd: end, end, closed: false };
}

/**
 * Right behind the quoted string that starts at an offset. Expressions in it may hold strings of their own. A string that
 * is not closed ends with its line.
 */
export function quotedEnd(text: string, offset: number): number {
  for (let at = offset + 1; at < text.length; ) {
    STRING_SIGNS.lastIndex = at;
    if (!STRING_SIGNS.test(text)) break;
    at = STRING_SIGNS.lastIndex;
    const code = text.charCodeAt(at - 1);
    if (code === QUOTE) return at;
    if (code === NEWLINE) return text.charCodeAt(at - 2) === RETURN ? at - 2 : at - 1;
    if (code === BACKSLASH) at += text.charCodeAt(at) === NEWLINE ? 0 : 1;
    else at = templateEnd(text, at - 1) ?? at;
  }
  return text.length;
}

/** Right behind the `${…}` or `%{…}` that starts at an offset, or the escape `$${`; undefined where none does. */
function templateEnd(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at);
  if (text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === OPEN_BRACE) return at + 3;
  if (text.charCodeAt(at + 1) !== OPEN_BRACE) return undefined;
  const end = bracketEnd(text, at + 1, at + MAX_EXPRESSION);
  return end < 0 ? at + 2 : end;
}

/** Longest expression inside of a string, in UTF-16 code units. */
const MAX_EXPRESSION = 4000;

/** What matters outside of strings, and in them. */
const SIGNS = /["#/<()[\]{}]/g;
const STRING_SIGNS = /["\\\n$%]/g;

/** Stands for a quoted string among the brackets that are open. */
const IN_STRING = 0;

/**
 * Right behind the bracket that closes the one at an offset; -1 without one. A bracket of another kind closes as well: which
 * of the two is wrong cannot be known.
 */
export function bracketEnd(whole: string, offset: number, limit = whole.length): number {
  const text = limit < whole.length ? whole.slice(0, limit) : whole;
  const end = text.length;
  const open: number[] = [];
  for (let at = offset; at < end; ) {
    const inString = open[open.length - 1] === IN_STRING;
    const signs = inString ? STRING_SIGNS : SIGNS;
    signs.lastIndex = at;
    if (!signs.test(text)) break;
    at = signs.lastIndex;
    const code = text.charCodeAt(at - 1);
    if (inString) {
      if (code === QUOTE || code === NEWLINE) open.pop();
      else if (code === BACKSLASH) at += text.charCodeAt(at) === NEWLINE ? 0 : 1;
      else if (text.charCodeAt(at) === code && text.charCodeAt(at + 1) === OPEN_BRACE) at += 2;
      else if (text.charCodeAt(at) === OPEN_BRACE) {
        open.push(CLOSE_BRACE);
        at++;
      }
    } else if (code === QUOTE) open.push(IN_STRING);
    else if (isOpening(code)) open.push(code);
    else if (isClosing(code)) {
      open.pop();
      if (open.length === 0) return at;
    } else if (code === HASH) at = lineEnd(text, at);
    else if (code === LESS) at = heredocAt(text, at - 1)?.end ?? at;
    else if (text.charCodeAt(at) === SLASH) at = lineEnd(text, at);
    else if (text.charCodeAt(at) === STAR) at = commentEnd(text, at - 1);
  }
  return -1;
}

/** Unclosed brackets extend to the end of the text. */
function closedOrAll(text: string, end: number): number {
  return end < 0 ? text.length : end;
}

/** Where a `${…}` or `%{…}` ends whose brace stands at an offset; -1 when it does not within reason. */
export function expressionEnd(text: string, brace: number): number {
  return bracketEnd(text, brace, brace + MAX_EXPRESSION);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function commentEnd(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? text.length : end + 2;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

function isWordPart(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

const WORD = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;

const BOM = 0xfeff;
const TAB = 0x09;
export const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
export const QUOTE = 0x22;
const HASH = 0x23;
const DOLLAR = 0x24;
const PERCENT = 0x25;
export const OPEN_PAREN = 0x28;
const CLOSE_PAREN = 0x29;
const STAR = 0x2a;
export const COMMA = 0x2c;
const SLASH = 0x2f;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const EQUALS = 0x3d;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** `$` and `%`, which start a template. */
export function isMark(code: number): boolean {
  return code === DOLLAR || code === PERCENT;
}

function isOpening(code: number): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET || code === OPEN_PAREN;
}

export function isClosing(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET || code === CLOSE_PAREN;
}
