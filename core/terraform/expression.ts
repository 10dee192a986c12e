import { truncate } from "../document/clip";
import { duplicateKeys } from "../document/duplicate-keys";
import type { Hole } from "../document/holes";
import type { ArrayNode, Node, ObjectNode, Property, StringNode } from "../document/node";
import type { Finding } from "../finding";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  Cursor,
  EQUALS,
  heredocAt,
  isClosing,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  quotedEnd,
} from "./cursor";
import { decodeHeredoc, decodeQuoted } from "./strings";

/** A Terraform expression as far as it is written out. */
export interface Expression {
  /** References, calls, conditions and loops are null, and a hole. */
  readonly root: Node | undefined;
  readonly holes: readonly Hole[];
  readonly problems: readonly Finding[];
  /** Where the expression ends. */
  readonly end: number;
}

/** Values that lie deeper in each other are a hole. */
const MAX_NESTING = 150;
const MAX_PROBLEMS = 200;

/**
 * Reads the expression at an offset. Never throws: reports syntax errors, and keeps everything around them. Code that
 * Terraform accepts has no problems; a few errors are not detected.
 *
 * @param lines whether a line break ends the expression, as it does outside of parentheses
 */
export function readExpression(text: string, offset: number, lines: boolean): Expression {
  const reader = new ExpressionReader(text, offset);
  const root = reader.value(undefined, undefined, -1, lines, 0);
  const holes = reader.holes.sort((a, b) => a.offset - b.offset);
  return { root, holes, problems: reader.problems, end: reader.end };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

class ExpressionReader {
  readonly holes: Hole[] = [];
  readonly problems: Finding[] = [];
  private readonly cursor: Cursor;
  /** End of the last thing that was read. */
  end: number;

  constructor(
    private readonly text: string,
    offset: number,
  ) {
    this.cursor = new Cursor(text, offset);
    this.end = offset;
  }

  value(
    parent: ObjectNode | ArrayNode | undefined,
    property: Property | undefined,
    index: number,
    lines: boolean,
    depth: number,
  ): Node | undefined {
    const { cursor } = this;
    cursor.skipBlank(!lines);
    const start = cursor.at;
    const holes = this.holes.length;
    const problems = this.problems.length;
    const node = this.primary({ parent, property, index }, depth);
    const isMore = node ? this.goesOn(lines) : !this.isEnd(lines);
    if (node && !isMore) {
      this.end = cursor.at = node.offset + node.length;
      return node;
    }
    if (!isMore) return undefined;
    // What was read is a part of a larger expression.
    this.holes.length = holes;
    this.problems.length = problems;
    return this.opaque({ parent, property, index }, start, lines);
  }

  private primary(place: Pick<Node, "parent" | "property" | "index">, depth: number): Node | undefined {
    const { cursor, text } = this;
    const { parent, property, index } = place;
    const offset = cursor.at;
    switch (cursor.code) {
      case QUOTE: {
        const end = (cursor.at = quotedEnd(text, offset));
        const closed = end > offset + 1 && text.charCodeAt(end - 1) === QUOTE;
        if (!closed) this.report("The closing double quote of this string is missing.", offset, end - offset);
        const decoded = decodeQuoted(text, offset + 1, closed ? end - 1 : end, this.holes);
        const { value, runs, badEscapes = [] } = decoded;
        for (const at of badEscapes) this.badEscape(at);
        return stringNode(place, offset, end - offset, value, runs);
      }
      case LESS: {
        const heredoc = heredocAt(text, offset);
        if (!heredoc) return undefined;
        cursor.at = heredoc.end;
        if (!heredoc.closed) this.report("The end marker of this heredoc is missing.", offset, 2);
        const { value, runs } = decodeHeredoc(text, heredoc, this.holes);
        return stringNode(place, offset, heredoc.end - offset, value, runs);
      }
      case OPEN_BRACE:
        return depth < MAX_NESTING && !this.isLoop() ? this.object(place, depth) : undefined;
      case OPEN_BRACKET:
        return depth < MAX_NESTING && !this.isLoop() ? this.list(place, depth) : undefined;
    }
    NUMBER.lastIndex = offset;
    const number = mayBeNumber(cursor.code) ? NUMBER.exec(text)?.[0] : undefined;
    if (number !== undefined) {
      cursor.at += number.length;
      return {
        kind: "number",
        offset,
        length: number.length,
        parent,
        property,
        index,
        value: Number(number),
      };
    }
    const word = cursor.word();
    const { length } = word;
    if (word === "true" || word === "false")
      return { kind: "boolean", offset, length, parent, property, index, value: word === "true" };
    if (word === "null") return { kind: "null", offset, length, parent, property, index, value: null };
    cursor.at = offset;
    return undefined;
  }

  /** `[for …]` or `{for …}`. */
  private isLoop(): boolean {
    const inner = new Cursor(this.text, this.cursor.at + 1);
    inner.skipBlank(true);
    if (inner.word() !== "for") return false;
    inner.skipBlank(true);
    return inner.word() !== "";
  }

  /** Whether an operator or an access follows a value. */
  private goesOn(lines: boolean): boolean {
    const { cursor, text } = this;
    cursor.skipBlank(!lines);
    const { code } = cursor;
    if (code === COMMA || isClosing(code) || cursor.isAtEnd) return false;
    if (code === NEWLINE && !this.mayContinue()) return false;
    if (/[-.[(?+*/%=!<>&|]/.test(text.charAt(cursor.at)) && !this.startsEntry()) return true;
    // A condition may be continued on the next line.
    const next = new Cursor(text, cursor.at);
    next.skipBlank(true);
    return text.charAt(next.at) === "?" || /^(?:&&|\|\|)/.test(text.slice(next.at, next.at + 2));
  }

  /** Whether the next line that is not empty may go on with an expression. */
  private mayContinue(): boolean {
    const { text } = this;
    let { at } = this.cursor;
    while (isWhite(text.charCodeAt(at))) at++;
    return /[?&|#/]/.test(text.charAt(at));
  }

  /** A bracket or sign that cannot belong to what stands before it, because a comma is missing there. */
  private startsEntry(): boolean {
    return this.cursor.code === LESS && heredocAt(this.text, this.cursor.at) !== undefined;
  }

  private isEnd(lines: boolean): boolean {
    const { cursor } = this;
    const { code } = cursor;
    return cursor.isAtEnd || code === COMMA || isClosing(code) || (lines && code === NEWLINE);
  }

  /** An expression whose value is not known. */
  private opaque(place: Pick<Node, "parent" | "property" | "index">, offset: number, lines: boolean): Node {
    const { cursor, text } = this;
    cursor.at = offset;
    let end = offset;
    while (!cursor.isAtEnd) {
      const { code, at } = cursor;
      if (code === COMMA || isClosing(code)) break;
      if (code === NEWLINE) {
        if (lines && !isContinued(text, end, at)) break;
        cursor.at++;
        continue;
      }
      cursor.skipBlank(false);
      if (cursor.at !== at) continue;
      cursor.skipUnit();
      end = cursor.at;
    }
    this.end = cursor.at = end;
    const { parent, property, index } = place;
    const length = end - offset;
    this.holes.push({ kind: "value", offset, length });
    return { kind: "null", offset, length, parent, property, index, value: null };
  }

  private object(place: Pick<Node, "parent" | "property" | "index">, depth: number): ObjectNode {
    const { cursor, text } = this;
    const { parent, property, index } = place;
    const offset = cursor.at;
    const properties: Property[] = [];
    const node: Mutable<ObjectNode> = {
      kind: "object",
      offset,
      length: 1,
      parent,
      property,
      index,
      properties,
    };
    this.end = ++cursor.at;
    /** Where the last thing stands that is no key; only the first one of a line is reported. */
    let stray = -1;
    for (;;) {
      cursor.skipBlank(true);
      const { code, at } = cursor;
      if (code === CLOSE_BRACE) {
        this.end = ++cursor.at;
        break;
      }
      if (cursor.isAtEnd || isClosing(code)) {
        this.unclosed(offset, "object", "}");
        break;
      }
      if (code === COMMA) {
        cursor.at++;
        continue;
      }
      const holes = this.holes.length;
      const key = this.key();
      const isDynamic = this.holes.length > holes;
      if (key === undefined) {
        if (stray < 0 || text.slice(stray, at).includes("\n"))
          this.report(`Expected a key here, not ${truncate(text.slice(at, at + 20))}.`, at, 1);
        stray = at;
        cursor.skipUnit();
        continue;
      }
      this.end = cursor.at;
      const entry: Mutable<Property> = {
        key,
        keyOffset: at,
        keyLength: cursor.at - at,
        colonOffset: -1,
        value: undefined,
        parent: node,
      };
      properties.push(entry);
      this.member(entry, isDynamic, depth);
    }
    node.length = this.end - offset;
    this.problems.push(...duplicateKeys(properties));
    return node;
  }

  /** A key as it is written: bare, in quotes, or computed, which is then left as it stands. */
  private key(): string | undefined {
    const { cursor, text } = this;
    const { at, code } = cursor;
    if (code === QUOTE) {
      const end = (cursor.at = quotedEnd(text, at));
      const closed = end > at + 1 && text.charCodeAt(end - 1) === QUOTE;
      if (!closed) this.report("The closing double quote of this key is missing.", at, end - at);
      return decodeQuoted(text, at + 1, closed ? end - 1 : end, this.holes).value;
    }
    if (code === OPEN_PAREN) return this.computedKey(at);
    const word = cursor.word();
    if (word) return this.isComputed() ? this.computedKey(at) : word;
    const digits = /[0-9]+/y;
    digits.lastIndex = at;
    const number = digits.exec(text)?.[0];
    cursor.at += number?.length ?? 0;
    return number;
  }

  /** A call or an access follows the word that was read. */
  private isComputed(): boolean {
    const { code } = this.cursor;
    return code === OPEN_PAREN || code === OPEN_BRACKET || this.text[this.cursor.at] === ".";
  }

  private computedKey(start: number): string {
    const { cursor, text } = this;
    let end = start;
    while (!cursor.isAtEnd && !/[=:,}\n]/.test(text.charAt(cursor.at))) {
      cursor.skipUnit();
      if (text.slice(end, cursor.at).trim() !== "") end = cursor.at;
    }
    cursor.at = end;
    this.holes.push({ kind: "value", offset: start, length: end - start });
    return text.slice(start, end);
  }

  /** What follows a key. */
  private member(entry: Mutable<Property>, isDynamic: boolean, depth: number): void {
    const { cursor, text } = this;
    const { key, keyOffset, keyLength, parent } = entry;
    cursor.skipBlank(false);
    const { code } = cursor;
    if ((code === EQUALS && text.charCodeAt(cursor.at + 1) !== EQUALS) || code === COLON) {
      entry.colonOffset = cursor.at++;
      if (text[cursor.at] === ">") cursor.at++;
      this.end = cursor.at;
    } else if (code === OPEN_BRACE) {
      this.report(
        `"${truncate(key)}" is written as a block, and this is an object: an equals sign is missing.`,
        keyOffset,
        keyLength,
        { code: "terraform-block", data: { kind: "insert", at: keyOffset + keyLength, text: " =" } },
      );
    } else {
      this.report(`An equals sign and a value are missing after "${truncate(key)}".`, keyOffset, keyLength);
      this.skipLine();
      return;
    }
    const holes = this.holes.length;
    const value = this.value(parent, entry, -1, true, depth + 1);
    if (!value) {
      this.report(`The value of "${truncate(key)}" is missing.`, keyOffset, keyLength);
      return;
    }
    entry.value = value;
    if (isDynamic) {
      // Of which member it is the value is not known.
      this.holes.length = holes;
      this.holes.push({ kind: "value", offset: value.offset, length: value.length });
    }
    this.endOfMember(value);
  }

  private endOfMember(value: Node): void {
    const { cursor, text } = this;
    cursor.skipBlank(false);
    const { code, at } = cursor;
    if (cursor.isAtEnd || code === COMMA || code === NEWLINE || isClosing(code)) return;
    const line = text.slice(at, Math.min(this.lineEnd(at), at + 200));
    if (
      value.kind === "string" &&
      text.charCodeAt(value.offset) === QUOTE &&
      at === value.offset + value.length
    ) {
      this.report('A double quote inside a string is written \\", and this one ends the string.', at - 1, 1, {
        code: "terraform-quote",
      });
      this.skipLine();
    } else if (/^[\p{ID_Start}_"(]/u.test(line)) {
      this.report("A comma or a line break is missing before this.", at, 1, {
        data: { kind: "add-comma", at: this.end },
      });
    } else {
      this.report(`Expected a comma or a line break here, not ${truncate(line.slice(0, 20))}.`, at, 1);
      this.skipLine();
    }
  }

  private list(place: Pick<Node, "parent" | "property" | "index">, depth: number): ArrayNode {
    const { cursor, text } = this;
    const { parent, property, index } = place;
    const offset = cursor.at;
    const items: Node[] = [];
    const node: Mutable<ArrayNode> = { kind: "array", offset, length: 1, parent, property, index, items };
    this.end = ++cursor.at;
    let separated = true;
    for (;;) {
      cursor.skipBlank(true);
      const { code, at } = cursor;
      if (code === CLOSE_BRACKET) {
        this.end = ++cursor.at;
        break;
      }
      if (cursor.isAtEnd || isClosing(code)) {
        this.unclosed(offset, "list", "]");
        break;
      }
      if (code === COMMA) {
        separated = true;
        cursor.at++;
        continue;
      }
      if (!separated)
        this.report("A comma is missing before this.", at, 1, {
          data: { kind: "add-comma", at: this.end },
        });
      const value = this.value(node, undefined, items.length, false, depth + 1);
      if (value) items.push(value);
      else {
        this.report(`Expected a value here, not ${truncate(text.slice(at, at + 20))}.`, at, 1);
        cursor.skipUnit();
      }
      separated = false;
    }
    node.length = this.end - offset;
    return node;
  }

  private badEscape(at: number): void {
    const written = truncate(this.text.slice(at, at + 2));
    this.report(`Terraform has no escape ${written}. A backslash in a string is written \\\\.`, at, 2, {
      code: "terraform-escape",
      data: { kind: "insert", at, text: "\\" },
    });
  }

  private unclosed(offset: number, what: string, bracket: string): void {
    this.report(`A ${bracket} is missing: this ${what} is not closed.`, offset, 1);
  }

  private skipLine(): void {
    this.cursor.at = this.lineEnd(this.cursor.at);
  }

  private lineEnd(at: number): number {
    const end = this.text.indexOf("\n", at);
    return end < 0 ? this.text.length : end;
  }

  private report(message: string, offset: number, length: number, more: Partial<Finding> = {}): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    this.problems.push({ code: "terraform-syntax", severity: "error", message, offset, length, ...more });
  }
}

function isWhite(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === NEWLINE;
}

function mayBeNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\p{ID_Continue}])/uy;

/** Whether an expression goes on behind a line break, as one in parentheses may, and as people expect of conditions. */
function isContinued(text: string, end: number, lineBreak: number): boolean {
  if (/[?:+*/%&|=<>!(]/.test(text.charAt(end - 1))) return true;
  const next = new Cursor(text, lineBreak);
  next.skipBlank(true);
  return /[?:]/.test(text.charAt(next.at)) || /^(?:&&|\|\|)/.test(text.slice(next.at, next.at + 2));
}

function stringNode(
  { parent, property, index }: Pick<Node, "parent" | "property" | "index">,
  offset: number,
  length: number,
  value: string,
  runs: readonly number[] | undefined,
): StringNode {
  return { kind: "string", offset, length, parent, property, index, value, runs };
}
