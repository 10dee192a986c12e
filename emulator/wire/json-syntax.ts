/** How deep objects and lists may lie in one another; the front end of the service gives up beyond it. */
const MAX_DEPTH = 100;
const CONTEXT = 20;

/**
 * Reads strict JSON and says why when it cannot, in the words of the service's JSON reader: the reason, the
 * surrounding text, and a caret below the place.
 * @returns the reason, or undefined when `text` is one JSON value that is not too deep.
 */
export function syntaxProblem(text: string): string | undefined {
  try {
    new SyntaxReader(text).read();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxProblem) return error.message;
    throw error;
  }
}

class SyntaxProblem extends Error {}

class SyntaxReader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): void {
    this.space();
    this.value(0, "Expected a value.");
    this.space();
    if (this.at < this.text.length) this.fail("Parsing terminated before end of input.");
  }

  private value(depth: number, reason: string): void {
    const c = this.text[this.at];
    if (c === "{") this.object(depth + 1);
    else if (c === "[") this.array(depth + 1);
    else if (c === '"') this.string();
    else if (c === "-" || (c !== undefined && c >= "0" && c <= "9")) this.number();
    else if (!this.word("true") && !this.word("false") && !this.word("null"))
      this.fail(this.unexpected(reason));
  }

  /** The service distinguishes a misplaced bracket from an unknown token. */
  private unexpected(reason: string): string {
    const c = this.text[this.at];
    return c !== undefined && "]},:".includes(c) ? "Unexpected token." : reason;
  }

  private object(depth: number): void {
    this.enter(depth);
    this.at++;
    this.space();
    if (this.take("}")) return;
    for (;;) {
      if (this.text[this.at] !== '"') this.fail("Expected an object key or }.");
      this.string();
      this.space();
      if (!this.take(":")) this.fail("Expected : between key:value pair.");
      this.space();
      this.value(depth, "Expected a value.");
      this.space();
      if (this.take("}")) return;
      if (!this.take(",")) this.fail("Expected , or } after key:value pair.");
      this.space();
    }
  }

  private array(depth: number): void {
    this.enter(depth);
    this.at++;
    this.space();
    if (this.take("]")) return;
    for (;;) {
      this.value(depth, "Expected a value or ] within an array.");
      this.space();
      if (this.take("]")) return;
      if (!this.take(",")) this.fail("Expected , or ] after array value.");
      this.space();
    }
  }

  private enter(depth: number): void {
    if (depth > MAX_DEPTH) this.fail("Message too deep. Max recursion depth reached.");
  }

  private string(): void {
    const start = this.at;
    this.at++;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code)) {
        this.at = start;
        this.fail("Closing quote expected in string.");
      }
      if (code < 0x20) this.fail("Invalid control character in string.");
      this.at++;
      if (code === 0x22) return;
      if (code === 0x5c) this.escape();
    }
  }

  private escape(): void {
    const c = this.text[this.at] ?? "";
    if (c === "u") {
      if (!/^[0-9a-fA-F]{4}$/.test(this.text.slice(this.at + 1, this.at + 5)))
        this.fail("Illegal hex string.");
      this.at += 5;
    } else if (c !== "" && '"\\/bfnrt'.includes(c)) this.at++;
    else this.fail("Invalid escape sequence.");
  }

  private number(): void {
    const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
    number.lastIndex = this.at;
    const match = number.exec(this.text);
    if (!match || /[0-9.eE+-]/.test(this.text[this.at + match[0].length] ?? ""))
      this.fail("Unable to parse number.");
    this.at += match[0].length;
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    if (/[A-Za-z0-9_]/.test(this.text[this.at + word.length] ?? "")) return false;
    this.at += word.length;
    return true;
  }

  private take(c: string): boolean {
    if (this.text[this.at] !== c) return false;
    this.at++;
    return true;
  }

  private space(): void {
    while (" \t\r\n".includes(this.text[this.at] ?? "x")) this.at++;
  }

  private fail(reason: string): never {
    const begin = Math.max(this.at - CONTEXT, 0);
    const segment = this.text.slice(begin, this.at + CONTEXT);
    const caret = `${" ".repeat(this.at - begin)}^`;
    const cut = this.at >= this.text.length && this.text.trim() !== "" ? "Unexpected end of string. " : "";
    throw new SyntaxProblem(`${cut}${reason}\n${segment}\n${caret}`);
  }
}
