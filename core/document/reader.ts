import type { Finding } from "../finding";
import { truncate } from "./clip";
import { duplicateKeys } from "./duplicate-keys";
import { type Hole, type HoleMarks, maskHoles } from "./holes";
import type { LineMap } from "./lines";
import type { ArrayNode, Node, ObjectNode, Property, Span, StringNode } from "./node";
import { detectOtherFormat } from "./reader-words";
import { Token, TokenProblem } from "./scanner";
import { OTHER_QUOTES, TokenReader } from "./token-reader";

/** One version of a text, read once and shared by everything that looks at it. */
export interface JsonDocument {
  readonly text: string;
  /** Absent when the text holds no value at all. */
  readonly root: Node | undefined;
  /** Syntax problems. Everything that could be read is in the tree anyway. */
  readonly problems: readonly Finding[];
  readonly lines: LineMap;
  /** Whether a message contains a line number, which changes with lines before it. */
  readonly namesLines: boolean;
  /** Holes, in order. */
  readonly holes?: readonly Hole[];
  /** The template has directives, so little is known about the result. */
  readonly shaped?: boolean;
  /** Holes were replaced before the text was read, because with them it is not JSON. */
  readonly masked?: boolean;
  /** How the dashboard stands in a text of another kind; absent where the whole text is JSON. */
  readonly form?: Form;
}

/** Reads and edits a dashboard that is part of another text. */
export interface Form {
  /** Whether the text is written as JSON where the dashboard stands, so that more than single tokens can change. */
  readonly isJson: boolean;
  /** Reads the same dashboard in another version of the text; undefined when it is not there. */
  read(text: string): JsonDocument | undefined;
  /** Adapts edits that were made for JSON; undefined if one is not possible. */
  write(document: JsonDocument, edits: readonly Replacement[]): readonly Replacement[] | undefined;
  /**
   * Writes new members into an object, where texts that are not JSON can take them; undefined where it cannot be done.
   *
   * @param after the member behind which they come; undefined at the beginning
   */
  insert?(
    document: JsonDocument,
    object: ObjectNode,
    after: Property | undefined,
    members: readonly NewMember[],
  ): Replacement | undefined;
  /** What is written in the place of a string to give it another text; undefined where it cannot be done. */
  literal?(document: JsonDocument, node: StringNode, pieces: readonly Piece[]): string | undefined;
  /** Where the document stands, if it is one of YAML. */
  readonly yaml?: Span;
  /** Makes all edits itself, from changes and options as `core/edit` has them. */
  edit?(document: JsonDocument, changes: readonly object[], options: object): FormEdit;
  /** Leaves out, or says in other words, what does not hold for a text that is not JSON. */
  judge?(document: JsonDocument, findings: readonly Finding[]): readonly Finding[];
  /** What is written for a value that is read as something else than its text, such as `On`. */
  sourceOf?(document: JsonDocument, node: Node): string | undefined;
}

/** What edits come to: all of them against the old text, sorted and disjoint, or the reason why there are none. */
export type FormEdit =
  | { readonly ok: true; readonly edits: readonly Replacement[]; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** A part of a string that is to be written. */
export interface Piece {
  readonly text: string;
  /** It is filled in, and written as it is. */
  readonly isHole: boolean;
}

/** A member with a value that is no list and no object. */
export interface NewMember {
  readonly key: string;
  /** As it is written in JSON. */
  readonly value: string;
}

/** The syntax errors of a text; none where directives decide which of its parts there are. */
export function syntaxErrors({ problems, shaped }: JsonDocument): readonly Finding[] {
  if (shaped) return [];
  return problems.filter(
    ({ code, severity }) => code === "syntax" || (severity === "error" && /^(?:terraform|yaml)-/.test(code)),
  );
}

/** Reads another version of a document's text in the same form. */
export function readAgain({ form }: JsonDocument, text: string): JsonDocument {
  return form?.read(text) ?? readDocument(text);
}

/** A part of a text, and what takes its place. */
export interface Replacement extends Span {
  readonly text: string;
}

/**
 * Reads a text into a tree. Never throws: reports syntax errors, and keeps everything around them.
 *
 * The service reads strict JSON, so comments and trailing commas are errors; a duplicate key is a warning, because the
 * service's behavior is not known.
 *
 * @param marks what stands for holes, in a text that somebody fills in
 */
export function readDocument(text: string, marks?: HoleMarks): JsonDocument {
  if (!marks) return new Reader(text).read();
  const { text: masked, holes, shaped } = maskHoles(text, marks);
  return { ...new Reader(masked).read(), text, holes, shaped, masked: masked !== text };
}

/**
 * Reads the part of a text that is JSON.
 *
 * @param lines those of the whole text, to which offsets belong
 */
export function readRegion(text: string, start: number, end: number, lines: LineMap): JsonDocument {
  return new Reader(text.slice(0, end), start, lines).read();
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Expect = "first" | "item" | "colon" | "value" | "comma";

/** An object or a list that is still open, and what may come next in it. */
interface Frame {
  readonly node: Mutable<ObjectNode> | Mutable<ArrayNode>;
  readonly entries: Property[] | Node[];
  expect: Expect;
  /** Offset of the last comma, for the report on a trailing one. */
  comma: number;
}

class Reader extends TokenReader {
  private readonly stack: Frame[] = [];
  private root: Node | undefined;
  /** Whether there is invalid text before the value; only its first token is reported. */
  private strays = false;
  private namesLines = false;

  read(): JsonDocument {
    if (this.scanner.end === 0 && this.text.charCodeAt(0) === 0xfeff) {
      this.scanner.moveTo(1);
      this.report(
        "byte-order-mark",
        "The file starts with a byte order mark (BOM), which many JSON parsers reject. Save it as UTF-8 without BOM.",
        0,
        1,
        { severity: "warning" },
      );
    }
    for (this.next(); this.token !== Token.End; this.next()) {
      const frame = this.stack[this.stack.length - 1];
      if (frame) this.inside(frame);
      else this.outside();
    }
    this.finish();
    const { text, root, problems, lines, namesLines } = this;
    return { text, root, problems, lines, namesLines };
  }

  private outside(): void {
    if (this.root) {
      this.report(
        "syntax",
        "Unexpected text after the end of the JSON value. Remove it.",
        this.start,
        this.length,
      );
      this.scanner.moveTo(this.text.length);
      return;
    }
    const node = this.value(undefined, undefined, -1);
    if (node) {
      this.root = node;
      return;
    }
    const other = detectOtherFormat(this.text.slice(this.start, this.start + 400));
    if (other) {
      this.report("syntax", other, this.start, this.length);
      this.scanner.moveTo(this.text.length);
    } else if (!this.strays) this.unexpected("a JSON object");
    this.strays = true;
  }

  private inside(frame: Frame): void {
    if (frame.node.kind === "object") this.insideObject(frame);
    else this.insideArray(frame);
  }

  private insideObject(frame: Frame): void {
    const object = frame.node as Mutable<ObjectNode>;
    const properties = frame.entries as Property[];
    const last = properties[properties.length - 1] as Mutable<Property> | undefined;
    if (frame.expect === "colon") {
      if (this.token === Token.Colon) {
        last!.colonOffset = this.start;
        this.use();
        frame.expect = "value";
        return;
      }
      if (this.replacedSign(":")) {
        last!.colonOffset = this.start;
        frame.expect = "value";
        return;
      }
      if (this.startsValue() && !(this.token === Token.String && this.colonFollows())) {
        const value = this.value(object, last, -1);
        if (value) {
          const { key, keyOffset, keyLength } = last!;
          this.report("syntax", `A colon is missing after "${truncate(key)}".`, keyOffset, keyLength, {
            // Behind a string that is not closed it would become a part of it.
            data: this.text[keyOffset + keyLength - 1] === '"' ? { kind: "add-colon" } : undefined,
          });
          last!.value = value;
          frame.expect = "comma";
          return;
        }
      }
      this.report(
        "syntax",
        `A colon and a value are missing after "${truncate(last!.key)}".`,
        last!.keyOffset,
        last!.keyLength,
      );
      frame.expect = "comma";
    } else if (frame.expect === "value") {
      if (!(this.token === Token.String && this.colonFollows())) {
        const value = this.value(object, last, -1);
        if (value) {
          last!.value = value;
          frame.expect = "comma";
          return;
        }
        if (this.token === Token.Unknown) {
          this.unexpected("a value");
          this.use();
          frame.expect = "comma";
          return;
        }
      }
      this.report(
        "syntax",
        `The value of "${truncate(last!.key)}" is missing.`,
        last!.keyOffset,
        last!.keyLength,
      );
      frame.expect = "comma";
    }
    if (this.token === Token.CloseBrace) {
      this.close(frame);
      return;
    }
    if (frame.expect === "comma") {
      if (this.token === Token.Comma) {
        frame.comma = this.start;
        this.use();
        frame.expect = "item";
        return;
      }
      if (this.replacedSign(",")) {
        frame.comma = this.start;
        frame.expect = "item";
        return;
      }
      if (this.token === Token.String) {
        if (last?.value) this.missingComma();
        frame.expect = "item";
      }
    }
    const isWord = this.token === Token.Unknown && /^[A-Za-z_$][\w$]*:?$/.test(this.raw());
    const isQuoted = this.token === Token.Unknown && OTHER_QUOTES.test(this.raw());
    if (this.token === Token.String || ((isWord || isQuoted) && frame.expect !== "comma")) {
      let key = isWord ? this.raw() : isQuoted ? this.raw().slice(1, -1) : this.scanner.key;
      let keyLength = this.length;
      let colonOffset = -1;
      if (isWord) {
        if (key.endsWith(":")) {
          key = key.slice(0, -1);
          keyLength--;
          colonOffset = this.start + keyLength;
        }
        this.report("syntax", `Put the key in double quotes: "${truncate(key)}".`, this.start, keyLength, {
          data: { kind: "quote-key" },
        });
      } else if (isQuoted) {
        this.report("syntax", `Put the key in double quotes: "${truncate(key)}".`, this.start, keyLength, {
          data: { kind: "double-quotes" },
        });
      } else this.stringErrors();
      properties.push({
        key,
        keyOffset: this.start,
        keyLength,
        colonOffset,
        value: undefined,
        parent: object,
      });
      this.use();
      frame.expect = colonOffset < 0 ? "colon" : "value";
      return;
    }
    if (this.closesOuter(frame)) return;
    this.unexpected(frame.expect === "comma" ? "a comma or }" : "a key in double quotes");
  }

  private insideArray(frame: Frame): void {
    const array = frame.node as Mutable<ArrayNode>;
    const items = frame.entries as Node[];
    if (this.token === Token.CloseBracket) {
      this.close(frame);
      return;
    }
    if (frame.expect === "comma") {
      if (this.token === Token.Comma) {
        frame.comma = this.start;
        this.use();
        frame.expect = "item";
        return;
      }
      if (this.replacedSign(",")) {
        frame.comma = this.start;
        frame.expect = "item";
        return;
      }
      if (this.startsValue()) {
        this.missingComma();
        frame.expect = "item";
      }
    }
    if (frame.expect !== "comma") {
      const value = this.value(array, undefined, items.length);
      if (value) {
        items.push(value);
        frame.expect = "comma";
        return;
      }
    }
    if (this.closesOuter(frame)) return;
    if (this.token === Token.Unknown) frame.expect = "comma";
    this.unexpected(frame.expect === "comma" && this.token !== Token.Unknown ? "a comma or ]" : "a value");
  }

  /** Makes a node of the current token when it starts a value; an opening bracket is pushed on the stack. */
  private value(
    parent: ObjectNode | ArrayNode | undefined,
    property: Property | undefined,
    index: number,
  ): Node | undefined {
    const { start: offset, length } = this;
    // Written out: nodes of one kind have one shape, which a spread would not give them.
    switch (this.token) {
      case Token.OpenBrace: {
        const properties: Property[] = [];
        return this.open({ kind: "object", offset, length, parent, property, index, properties }, properties);
      }
      case Token.OpenBracket: {
        const items: Node[] = [];
        return this.open({ kind: "array", offset, length, parent, property, index, items }, items);
      }
      case Token.String:
        this.stringErrors();
        this.use();
        return { kind: "string", offset, length, parent, property, index, value: this.scanner.value };
      case Token.Number: {
        if (this.scanner.problem === TokenProblem.Digits) this.numberError();
        this.use();
        const value = Number.parseFloat(this.scanner.value);
        return { kind: "number", offset, length, parent, property, index, value };
      }
      case Token.True:
      case Token.False: {
        this.use();
        const value = this.token === Token.True;
        return { kind: "boolean", offset, length, parent, property, index, value };
      }
      case Token.Null:
        this.use();
        return { kind: "null", offset, length, parent, property, index, value: null };
      default:
        return undefined;
    }
  }

  private open<T extends ObjectNode | ArrayNode>(node: T, entries: Property[] | Node[]): T {
    this.stack.push({ node, entries, expect: "first", comma: -1 });
    this.use();
    return node;
  }

  private close(frame: Frame): void {
    const { node } = frame;
    if (frame.expect === "item") {
      this.report(
        "trailing-comma",
        "Strict JSON does not allow a comma before a closing bracket. Remove it.",
        frame.comma,
        1,
      );
    }
    this.use();
    node.length = this.end - node.offset;
    this.leave(frame);
  }

  private leave(frame: Frame): void {
    this.stack.pop();
    if (frame.node.kind !== "object") return;
    for (const finding of duplicateKeys(frame.entries as Property[])) this.add(finding);
  }

  /**
   * A closing bracket of the other kind: when a container further out waits for it, everything inside that is
   * taken as unclosed.
   */
  private closesOuter(frame: Frame): boolean {
    const kind =
      this.token === Token.CloseBrace ? "object" : this.token === Token.CloseBracket ? "array" : undefined;
    if (!kind || !this.stack.some((f) => f.node.kind === kind)) return false;
    for (
      let top: Frame | undefined = frame;
      top && top.node.kind !== kind;
      top = this.stack[this.stack.length - 1]
    ) {
      this.unclosed(top);
    }
    this.close(this.stack[this.stack.length - 1]!);
    return true;
  }

  /** @param around how many containers around this one are not closed either; only this one is reported */
  private unclosed(frame: Frame, around = 0): void {
    const { node } = frame;
    const line = this.lines.positionAt(node.offset).line + 1;
    this.namesLines = true;
    const [what, bracket] = node.kind === "object" ? ["object", "}"] : ["list", "]"];
    const others =
      around > 0 ? `, and neither ${around === 1 ? "is the one" : `are the ${around}`} around it` : "";
    this.report(
      "syntax",
      `A ${bracket} is missing: the ${what} that starts on line ${line} is not closed${others}.`,
      Math.max(this.end - 1, node.offset),
      1,
    );
    this.takeAsClosed(frame);
  }

  private takeAsClosed(frame: Frame): void {
    const { node } = frame;
    node.length = this.end - node.offset;
    this.leave(frame);
  }

  private finish(): void {
    const innermost = this.stack[this.stack.length - 1];
    if (innermost) {
      const last = innermost.entries[innermost.entries.length - 1];
      if (innermost.expect === "colon" || innermost.expect === "value") {
        const { key, keyOffset, keyLength } = last as Property;
        this.report("syntax", `The value of "${truncate(key)}" is missing.`, keyOffset, keyLength);
      }
      this.unclosed(innermost, this.stack.length - 1);
      while (this.stack.length > 0) this.takeAsClosed(this.stack[this.stack.length - 1]!);
    }
    if (!this.root && this.problems.length === 0) {
      this.report(
        "syntax",
        "The file is empty. A dashboard is a JSON object with a displayName and one layout.",
        0,
        0,
      );
    }
  }
}
