import type { Finding } from "../finding";
import { truncate } from "./clip";
import { LineMap } from "./lines";
import { STRING_ERRORS } from "./reader-words";
import { Scanner, Token, TokenProblem } from "./scanner";

/** Maximum number of problems to report. */
export const MAX_PROBLEMS = 200;

/** The tokens of a text one by one, and what is wrong with each of them: with its own form, or in the place where it stands. */
export class TokenReader {
  protected readonly scanner: Scanner;
  protected readonly problems: Finding[] = [];
  protected readonly lines: LineMap;
  protected token = Token.End;
  protected start = 0;
  protected length = 0;
  /** End of the last token that was used, where a missing one is reported. */
  protected end = 0;
  /** End of the last string that is not closed and has a comma at its end; -1 when there is none. */
  private swallowed = -1;

  /** @param start where reading starts */
  constructor(
    protected readonly text: string,
    start = 0,
    lines = new LineMap(text),
  ) {
    this.scanner = new Scanner(text);
    this.scanner.moveTo(start);
    this.end = start;
    this.lines = lines;
  }

  /** Goes to the next token; reports comments on the way. */
  protected next(): void {
    const { scanner } = this;
    for (scanner.scan(); scanner.token === Token.Comment || this.isHash(); scanner.scan()) {
      const { start } = scanner;
      const end = scanner.token === Token.Comment ? scanner.end : this.lineEnd(start);
      this.report("comment", "Strict JSON does not allow comments. Remove this comment.", start, end - start);
      scanner.moveTo(end);
    }
    this.token = scanner.token;
    this.start = scanner.start;
    this.length = scanner.end - scanner.start;
  }

  /** Whether the token starts a comment as YAML has them, which `gcloud` lets pass. */
  protected isHash(): boolean {
    return this.scanner.token === Token.Unknown && this.text[this.scanner.start] === "#";
  }

  protected lineEnd(offset: number): number {
    const end = /[\r\n]/g;
    end.lastIndex = offset;
    return end.exec(this.text)?.index ?? this.text.length;
  }

  protected stringErrors(): void {
    const message = STRING_ERRORS[this.scanner.problem];
    if (!message) return;
    const isOpen = this.scanner.problem === TokenProblem.UnclosedString;
    if (isOpen && /,\s*$/.test(this.raw())) this.swallowed = this.start + this.length;
    this.report("syntax", message, this.start, this.length, isOpen ? { data: { kind: "close-string" } } : {});
  }

  protected numberError(): void {
    const raw = this.raw();
    const message = `${truncate(raw)} is not a valid JSON number: digits are missing at its end.`;
    this.report("syntax", message, this.start, this.length);
  }

  protected missingComma(): void {
    // The comma is there, in the string before that is not closed.
    if (this.end === this.swallowed) return;
    // What stands between has been reported, and a comma would not help.
    if (!BLANK.test(this.text.slice(this.end, this.start))) return;
    this.report("syntax", "Missing comma before this value.", this.start, this.length, {
      data: { kind: "add-comma", at: this.end },
    });
  }

  protected unexpected(wanted: string): void {
    const raw = this.raw();
    const singleQuoted = OTHER_QUOTES.test(raw);
    const hint = /^['‘’“”`]/.test(raw) ? " Put strings in double quotes." : "";
    this.report("syntax", `Expected ${wanted} here, not ${truncate(raw)}.${hint}`, this.start, this.length, {
      data: singleQuoted ? { kind: "double-quotes" } : undefined,
    });
  }

  /** Whether another language's sign stands in the place of a colon or comma; it is reported, and read as what it stands for. */
  protected replacedSign(wanted: ":" | ","): boolean {
    const raw = this.token === Token.Unknown ? this.raw() : "";
    if (!(wanted === ":" ? /^(=|=>|:=)$/ : /^[;，、]$/).test(raw)) return false;
    const what = wanted === ":" ? "Use a colon between a key and its value" : "Separate entries with commas";
    this.report("syntax", `${what}, not ${raw}`, this.start, this.length, {
      data: { kind: "replace-token", by: wanted },
    });
    this.use();
    return true;
  }

  protected startsValue(): boolean {
    switch (this.token) {
      case Token.CloseBrace:
      case Token.CloseBracket:
      case Token.Comma:
      case Token.Colon:
        return false;
      default:
        return true;
    }
  }

  /** Whether a colon stands right after the current token, which then is a key. */
  protected colonFollows(): boolean {
    for (let i = this.start + this.length; i < this.text.length; i++) {
      const c = this.text[i];
      if (c === ":") return true;
      if (c !== " " && c !== "\t" && c !== "\n" && c !== "\r") return false;
    }
    return false;
  }

  protected use(): void {
    this.end = this.start + this.length;
  }

  protected raw(): string {
    return this.text.slice(this.start, this.start + this.length);
  }

  protected report(
    code: string,
    message: string,
    offset: number,
    length: number,
    more: Partial<Finding> = {},
  ): void {
    this.add({ code, severity: "error", message, offset, length, ...more });
  }

  protected add(finding: Finding): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(finding);
  }
}

/** White space and comments. */
const BLANK = /^(?:[ \t\r\n]|\/\/[^\r\n]*(?![^\r\n])|\/\*(?:[^*]|\*(?!\/))*\*\/|#[^\r\n]*(?![^\r\n]))*$/;

/** A word in quotes that JSON does not know. */
export const OTHER_QUOTES = /^['‘’“”`][^'"‘’“”`\\]*['‘’“”`]$/;
