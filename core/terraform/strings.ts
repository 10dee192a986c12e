import type { Hole } from "../document/holes";
import { BACKSLASH, expressionEnd, type Heredoc, isMark, OPEN_BRACE } from "./cursor";

/** A string as Terraform reads it, with its expressions left as they stand. */
export interface Decoded {
  /** Quotes, backslashes and line breaks of expressions are underscores, so that they end nothing around them. */
  readonly value: string;
  /** For `StringNode`; undefined when every character stands for itself, from the one behind the quote. */
  readonly runs: readonly number[] | undefined;
  /** Where backslashes stand that start no escape which Terraform knows. */
  readonly badEscapes?: readonly number[];
}

/** What is between the quotes of a string: escapes with a backslash, `$${` and `%%{`. Expressions are added to `holes`. */
export function decodeQuoted(text: string, start: number, end: number, holes: Hole[]): Decoded {
  const raw = text.slice(start, end);
  if (!/[\\$%]/.test(raw)) return { value: raw, runs: undefined };
  const decoder = new Decoder(text, holes);
  decoder.add(start, end, true);
  return decoder.result();
}

/** The text of a heredoc, where only `$${`, `%%{` and expressions mean something. */
export function decodeHeredoc(text: string, heredoc: Heredoc, holes: Hole[]): Decoded {
  const { bodyStart, bodyEnd, indented } = heredoc;
  const decoder = new Decoder(text, holes);
  const indent = indented ? smallestIndent(text, bodyStart, bodyEnd) : 0;
  if (indent === 0) decoder.add(bodyStart, bodyEnd, false);
  else {
    for (let line = bodyStart; line < bodyEnd; ) {
      const next = text.indexOf("\n", line) + 1 || bodyEnd;
      let from = line;
      while (from < line + indent && isSpace(text.charCodeAt(from))) from++;
      line = decoder.add(from, Math.min(next, bodyEnd), false, bodyEnd);
    }
  }
  return decoder.result();
}

/** A string of JSON in a heredoc: both kinds of escapes. */
export function decodeJson(text: string, start: number, end: number): Decoded {
  const decoder = new Decoder(text, []);
  decoder.add(start, end, true);
  return decoder.result();
}

class Decoder {
  private readonly parts: string[] = [];
  private readonly runs: number[] = [];
  private length = 0;
  /** End of the last directive; what stands between two of them comes or goes. */
  private directive = -1;
  private readonly badEscapes: number[] = [];

  constructor(
    private readonly text: string,
    private readonly holes: Hole[],
  ) {}

  /**
   * @param limit how far an expression may reach that starts before `end`
   * @returns where it stopped, which is behind `end` after such an expression
   */
  add(start: number, end: number, escapes: boolean, limit = end): number {
    const { text } = this;
    let from = start;
    let at = start;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH && escapes) {
        this.copy(from, at);
        const { length, decoded, isKnown } = escapeAt(text, at, end);
        if (!isKnown) this.badEscapes.push(at);
        this.put(decoded, at);
        from = at += length;
      } else if (isMark(code) && text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === OPEN_BRACE) {
        this.copy(from, at);
        this.put(text[at]!, at);
        from = at += 2;
      } else if (isMark(code) && text.charCodeAt(at + 1) === OPEN_BRACE) {
        const close = expressionEnd(text, at + 1);
        if (close < 0 || close > limit) at += 2;
        else {
          this.copy(from, at);
          this.expression(at, close, text[at] === "%");
          from = at = close;
        }
      } else at++;
    }
    this.copy(from, at);
    return Math.max(at, end);
  }

  result(): Decoded {
    const { badEscapes, parts, runs } = this;
    return { value: parts.join(""), runs, badEscapes: badEscapes.length > 0 ? badEscapes : undefined };
  }

  private expression(at: number, end: number, isDirective: boolean): void {
    this.put(this.text.slice(at, end).replace(/["\\\r\n]/g, "_"), at);
    const { holes, directive } = this;
    if (!isDirective) {
      holes.push({ kind: "value", offset: at, length: end - at });
      return;
    }
    if (directive >= 0) holes.push({ kind: "directive", offset: directive, length: at - directive });
    holes.push({ kind: "directive", offset: at, length: end - at });
    this.directive = end;
  }

  private copy(from: number, to: number): void {
    if (to > from) this.put(this.text.slice(from, to), from);
  }

  private put(decoded: string, source: number): void {
    this.runs.push(this.length, source);
    this.parts.push(decoded);
    this.length += decoded.length;
  }
}

const SIMPLE: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };
/** Escapes that only JSON has. */
const JSON_ONLY: Readonly<Record<string, string>> = { b: "\b", f: "\f" };

/** The escape at a backslash; one that Terraform does not know is the character behind it. */
function escapeAt(
  text: string,
  at: number,
  end: number,
): { length: number; decoded: string; isKnown: boolean } {
  const letter = text[at + 1] ?? "";
  if (letter === "u" || letter === "U") {
    const digits = text.slice(at + 2, Math.min(at + (letter === "u" ? 6 : 10), end));
    const isWhole = digits.length === (letter === "u" ? 4 : 8) && /^[0-9a-fA-F]+$/.test(digits);
    const code = isWhole ? Number.parseInt(digits, 16) : -1;
    if (code >= 0 && code <= 0x10ffff)
      return { length: 2 + digits.length, decoded: String.fromCodePoint(code), isKnown: true };
  }
  if (at + 1 >= end) return { length: 1, decoded: "", isKnown: true };
  const decoded = SIMPLE[letter];
  return { length: 2, decoded: decoded ?? JSON_ONLY[letter] ?? letter, isKnown: decoded !== undefined };
}

/** Lines that start inside of an expression have no indentation of their own. */
function smallestIndent(text: string, start: number, end: number): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = start; at < end; at++) {
    const line = at;
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    const code = text.charCodeAt(at);
    if (at < end && code !== 0x0a && code !== 0x0d) smallest = Math.min(smallest, at - line);
    while (at < end && text.charCodeAt(at) !== 0x0a) {
      const isExpression = isMark(text.charCodeAt(at)) && text.charCodeAt(at + 1) === OPEN_BRACE;
      const close = isExpression ? expressionEnd(text, at + 1) : -1;
      at = close < 0 ? at + 1 : close;
    }
  }
  return Number.isFinite(smallest) ? smallest : 0;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
