import { functionNamed, groupingKeywords, promqlAggregations } from "./functions";

export type TokenKind =
  | "word"
  | "number"
  | "string"
  | "operator"
  | "open"
  | "close"
  | "comma"
  | "hole"
  | "comment"
  | "other";

/** A token of PromQL as it stands in a dashboard: `${…}` and `{{…}}` outside of strings are tokens, too. */
export interface PromqlToken {
  readonly kind: TokenKind;
  readonly offset: number;
  readonly end: number;
  readonly text: string;
  /** The innermost bracket around it; for a bracket itself, the one it opens or closes. */
  readonly frame: BracketFrame | undefined;
}

/** A pair of brackets. */
export interface BracketFrame {
  readonly bracket: "(" | "[" | "{";
  /** Where the opening bracket is. */
  readonly offset: number;
  /** Where the closing bracket is; undefined when there is none. */
  close: number | undefined;
  /** Function or aggregation whose arguments are inside. */
  readonly call: PromqlToken | undefined;
  /** The keyword whose labels are inside, such as `by`. */
  readonly grouping: string | undefined;
  readonly parent: BracketFrame | undefined;
}

export interface ScanProblem {
  readonly kind: "unclosed" | "stray" | "mismatch" | "open-string";
  readonly token: PromqlToken;
  /** Where the missing bracket would have to stand. */
  readonly insertAt: number;
}

export interface PromqlScan {
  readonly tokens: readonly PromqlToken[];
  readonly problems: readonly ScanProblem[];
}

const closing = { "(": ")", "[": "]", "{": "}" } as const;
const opening: Readonly<Record<string, BracketFrame["bracket"]>> = { ")": "(", "]": "[", "}": "{" };

/** The closing bracket that belongs to a frame. */
export const closingBrackets = (frame: BracketFrame): string => closing[frame.bracket];

const patterns = {
  space: /\s+/y,
  comment: /#[^\n]*/y,
  // Terraform writes `$${` for a `${` that it must not replace itself.
  hole: /\$?\$\{[^{}]*\}|\{\{[^{}]*\}\}/y,
  number: /(?:0[xX][\da-fA-F_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\w*/y,
  word: /[A-Za-z_:][\w:]*/y,
  wordInRange: /[A-Za-z_]\w*/y,
  operator: /=~|!~|==|!=|>=|<=|>\/|<\/|[-+*/%^<>=@:]/y,
};

/** How far to look for the end of a list of labels. */
const LOOK_AHEAD = 2000;

/** What may hold brackets that count for nothing. */
const noise = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|\$\{[^{}]*\}|\{\{[^{}]*\}\}|#[^\n]*/g;

/** Splits a query into tokens and pairs its brackets. Never fails; what is unknown becomes a token of its own. */
export function scanPromql(text: string): PromqlScan {
  const scan = new Scanner(text, false).run();
  // An odd quote turns everything after it inside out; then texts are taken to end before the next label.
  const isOdd = scan.problems.some(({ kind }) => kind === "open-string");
  return isOdd ? new Scanner(text, true).run() : scan;
}

/** Inside what looks like a text: a comma and a label up to the very next quote. */
const labelTail = /,\s*[\w.]+\s*(?:=~|!~|!=|=)\s*$/;

class Scanner {
  private readonly tokens: PromqlToken[] = [];
  private readonly problems: ScanProblem[] = [];
  private readonly opened = new Map<BracketFrame, PromqlToken>();
  private frame: BracketFrame | undefined;
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly endBeforeLabel: boolean,
  ) {}

  run(): PromqlScan {
    const { text } = this;
    while (this.at < text.length) {
      const c = text[this.at]!;
      if (this.matches(patterns.space)) this.at = patterns.space.lastIndex;
      else if (c === '"' || c === "'" || c === "`") this.string(c);
      else if (this.take(patterns.hole, "hole") || this.take(patterns.comment, "comment")) continue;
      else if (c === "(" || c === "[" || c === "{") this.open(c);
      else if (c === ")" || c === "]" || c === "}") this.close(c);
      else if (c === ",") this.push("comma", this.at + 1);
      else if (this.take(patterns.number, "number")) continue;
      else if (this.take(this.frame?.bracket === "[" ? patterns.wordInRange : patterns.word, "word"))
        continue;
      else if (!this.take(patterns.operator, "operator")) this.push("other", this.at + 1);
    }
    const end = text.trimEnd().length;
    for (let frame = this.frame; frame; frame = frame.parent)
      this.unclosed(frame, this.endOfArguments(frame) ?? end);
    return { tokens: this.tokens, problems: this.problems };
  }

  private matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  private take(pattern: RegExp, kind: TokenKind): boolean {
    if (!this.matches(pattern)) return false;
    this.push(kind, pattern.lastIndex);
    return true;
  }

  private push(kind: TokenKind, end: number, frame = this.frame): PromqlToken {
    const token = { kind, offset: this.at, end, text: this.text.slice(this.at, end), frame };
    this.tokens.push(token);
    this.at = end;
    return token;
  }

  /** Quoted texts have escapes and end with their line; those in backquotes have neither. */
  private string(quote: string): void {
    let end = this.at + 1;
    for (; end < this.text.length && this.text[end] !== quote; end++) {
      if (quote === "`") continue;
      if (this.text[end] === "\n") break;
      if (this.text[end] === "\\") end++;
    }
    let isClosed = end < this.text.length && this.text[end] === quote;
    if (isClosed && this.endBeforeLabel && this.frame?.bracket === "{") {
      const label = labelTail.exec(this.text.slice(this.at + 1, end));
      if (label) {
        isClosed = false;
        end = this.at + 1 + label.index;
      }
    }
    const token = this.push("string", Math.min(isClosed ? end + 1 : end, this.text.length));
    if (!isClosed) this.problems.push({ kind: "open-string", token, insertAt: this.stringEnd(token) });
  }

  /** Where a text without its closing quote was probably meant to end: among labels, before the next sign between them. */
  private stringEnd({ offset, end, text }: PromqlToken): number {
    const inList = this.frame?.bracket === "{" || this.frame?.grouping;
    if (!inList) return end;
    const sign = /[,})]/.exec(text.replace(/\$\{[^{}]*\}/g, (hole) => " ".repeat(hole.length)));
    return sign ? offset + sign.index : end;
  }

  private open(bracket: BracketFrame["bracket"]): void {
    this.endBefore(bracket);
    const frame: BracketFrame = {
      bracket,
      offset: this.at,
      close: undefined,
      call: bracket === "(" ? this.callBefore() : undefined,
      grouping: bracket === "(" ? this.groupingBefore() : undefined,
      parent: this.frame,
    };
    this.opened.set(frame, this.push("open", this.at + 1, frame));
    this.frame = frame;
  }

  /** Lists of labels hold no brackets: one that opens there tells that the list was not closed before. */
  private endBefore(bracket: BracketFrame["bracket"]): void {
    const { frame } = this;
    const isList = frame?.bracket === "{" ? bracket !== "{" : frame?.grouping && bracket === "(";
    if (!frame || !isList) return;
    const rest = this.text.slice(this.at, this.at + LOOK_AHEAD).replace(noise, "");
    if (frame.bracket === "{" ? /^[^{]*\}/.test(rest) : /^\([^()]*\)\s*\(/.test(rest)) return;
    const last = this.tokens.at(-1)!;
    frame.close = last.end;
    this.unclosed(frame, last.end);
    this.frame = frame.parent;
  }

  private groupingBefore(): string | undefined {
    const last = this.tokens.at(-1);
    const word = last?.kind === "word" ? last.text.toLowerCase() : "";
    return groupingKeywords.has(word) ? word : undefined;
  }

  /** `rate(`, `sum(`, and `sum by (a) (`. */
  private callBefore(): PromqlToken | undefined {
    const last = this.tokens.at(-1);
    if (last?.kind === "word") return functionNamed(last.text) ? last : undefined;
    const { grouping, offset } = last?.kind === "close" && last.frame ? last.frame : {};
    if (grouping !== "by" && grouping !== "without") return undefined;
    const open = this.tokens.findLastIndex((token) => token.offset === offset);
    const word = this.tokens[open - 2];
    return word?.kind === "word" && promqlAggregations.has(word.text.toLowerCase()) ? word : undefined;
  }

  private close(bracket: string): void {
    const wanted = opening[bracket];
    let match = this.frame;
    while (match && match.bracket !== wanted) match = match.parent;
    if (!match) {
      // A wrong closing bracket still closes the open one, to avoid errors after it.
      const { frame } = this;
      if (frame) frame.close = this.at;
      const token = this.push("close", this.at + 1);
      this.problems.push({ kind: frame ? "mismatch" : "stray", token, insertAt: token.offset });
      this.frame = frame?.parent;
      return;
    }
    for (let inner = this.frame; inner && inner !== match; inner = inner.parent)
      this.unclosed(inner, this.at);
    match.close = this.at;
    this.frame = match.parent;
    this.push("close", this.at + 1, match);
  }

  /** Where the arguments of an aggregation end that `by` or `without` follows, although nothing closes them. */
  private endOfArguments(frame: BracketFrame): number | undefined {
    if (!frame.call || !promqlAggregations.has(frame.call.text.toLowerCase())) return undefined;
    const i = this.tokens.findIndex(
      ({ kind, text, frame: around }, at) =>
        around === frame &&
        kind === "word" &&
        /^(?:by|without)$/i.test(text) &&
        !/^(?:open|comma)$/.test(this.tokens[at - 1]!.kind) &&
        !promqlAggregations.has(this.tokens[at - 1]!.text.toLowerCase()),
    );
    return i > 0 ? this.tokens[i - 1]!.end : undefined;
  }

  private unclosed(frame: BracketFrame, insertAt: number): void {
    this.problems.push({ kind: "unclosed", token: this.opened.get(frame)!, insertAt });
  }
}
