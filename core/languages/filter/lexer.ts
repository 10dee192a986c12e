/** A piece of a filter. Offsets count UTF-16 code units of the decoded filter. */
export interface Token {
  readonly kind: TokenKind;
  readonly offset: number;
  readonly end: number;
  readonly text: string;
  /** False for a string, variable or placeholder whose end is missing. */
  readonly closed: boolean;
}

/**
 * - `word`: letters, digits, `_`, `-`, `.` and `/`: dotted names, keywords, function names, bare values, numbers
 * - `string`: with quotes, double, single or curly
 * - `escaped`: a string whose quotes are written `\\"`, left over from escaping twice
 * - `variable`: `${…}`
 * - `placeholder`: `{{…}}`, or `<…>` in place of a value, which is to be filled before the service sees it
 * - `operator`: comparison operators, wrong ones such as `=~` included
 * - `logic`: `&&`, `||`, `!` and `-` before a name
 * - `unknown`: anything else: one character, or `$name`
 */
export type TokenKind =
  | "word"
  | "string"
  | "escaped"
  | "variable"
  | "placeholder"
  | "operator"
  | "logic"
  | "("
  | ")"
  | ","
  | "unknown";

const space = /\s/;
const word = /[\p{L}\p{N}_\-./]+/uy;
/** Typographic quotes, and placeholders for a value. */
const curly = /[“”„‟‘’‚‛][^“”„‟‘’‚‛"'\n]*[“”‟‘’‛]/uy;
const angled = /<[A-Za-z][\w -]*>/y;
const dollarName = /\$[A-Za-z_]\w*/y;
const operators = ["!=~", "=~", "!~", "==", "!=", "<=", ">=", "<>", "=", "<", ">", ":"];

/** Splits a filter into tokens; every character that is not white space belongs to exactly one of them. */
export function tokenize(text: string): Token[] {
  const tokens = scan(text, false);
  // An unbalanced quote inverts all later strings; then strings end before the next clause.
  const last = tokens.at(-1);
  return last?.kind === "string" && !last.closed ? scan(text, true) : tokens;
}

function scan(text: string, endBeforeClause: boolean): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const add = (kind: TokenKind, end: number, closed = true): void => {
    tokens.push({ kind, offset: at, end, text: text.slice(at, end), closed });
    at = end;
  };
  while (at < text.length) {
    const c = text[at]!;
    if (c === " ") at++;
    else if (isPlain(text.charCodeAt(at)) && c !== "-") add("word", endOfWord());
    else if (space.test(c)) at++;
    else if (c === '"' || c === "'") addString(c);
    else if (text.startsWith('\\"', at)) addEscaped();
    else if (text.startsWith("${", at)) addBraced("variable", "}");
    else if (text.startsWith("{{", at)) addBraced("placeholder", "}}");
    else if (c === "(" || c === ")" || c === ",") add(c, at + 1);
    else if (text.startsWith("&&", at) || text.startsWith("||", at)) add("logic", at + 2);
    else {
      const operator = operators.find((o) => text.startsWith(o, at));
      if (c === "<" && wantsValue(tokens.at(-1)) && matches(angled)) add("placeholder", angled.lastIndex);
      else if (operator) add("operator", at + operator.length);
      else if (matches(curly)) add("string", curly.lastIndex);
      else if (matches(dollarName)) add("unknown", dollarName.lastIndex);
      else if (c === "!" || (c === "-" && /\p{L}/u.test(text[at + 1] ?? ""))) add("logic", at + 1);
      else if (matches(word)) add("word", word.lastIndex);
      else add("unknown", at + (text.codePointAt(at)! > 0xffff ? 2 : 1));
    }
  }
  return tokens;

  /** Nearly all words are ASCII; the expression for all others takes several times as long. */
  function endOfWord(): number {
    let end = at + 1;
    while (isPlain(text.charCodeAt(end))) end++;
    if (!(text.charCodeAt(end) > 0x7f)) return end;
    matches(word);
    return word.lastIndex;
  }

  /** Whether a sticky expression matches here; its `lastIndex` is the end then. */
  function matches(expression: RegExp): boolean {
    expression.lastIndex = at;
    return expression.test(text);
  }

  function addString(quote: string): void {
    let end = at + 1;
    while (end < text.length && text[end] !== quote) end += text[end] === "\\" ? 2 : 1;
    const closed = end < text.length;
    end = Math.min(closed ? end + 1 : end, text.length);
    const clause = endBeforeClause ? clauseInside(text, at, end, closed) : -1;
    if (clause < 0) add("string", end, closed);
    else add("string", clause, false);
  }

  function addEscaped(): void {
    const close = text.indexOf('\\"', at + 2);
    add("escaped", close < 0 ? text.length : close + 2, close >= 0);
  }

  function addBraced(kind: "variable" | "placeholder", close: string): void {
    // The name ends where nothing of a name can stand, so that an unclosed one does not eat the rest.
    const spaced = /^\$\{[ \t]*[\w.]+[ \t]*(?=\})/.exec(text.slice(at, at + 200));
    let end = spaced ? at + spaced[0].length : at + 2;
    while (end < text.length && !/[\s"'(){}=,$]/.test(text[end]!)) end++;
    if (kind === "placeholder") {
      const found = text.indexOf(close, at);
      const line = text.indexOf("\n", at);
      if (found > 0 && (line < 0 || found < line)) end = found;
    }
    const closed = text.startsWith(close, end);
    add(kind, closed ? end + close.length : end, closed);
  }
}

/** Whether a code unit is one of `A-Z a-z 0-9 _ - . /`; false for NaN. */
function isPlain(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2d && code <= 0x39) ||
    code === 0x5f
  );
}

/** Whether what stands after the token can only be a value. */
const wantsValue = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:operator|\(|,)$/.test(token.kind);

/** Where, inside a string from `start` to `end`, white space is followed by a clause up to the very next quote. */
const clauseTail =
  /\s+(?:(?:AND|OR|NOT)\s+|\()*(?:(?:metric|resource|metadata|group)\.[\w.]*|project)\s*(?:!=|<=|>=|[=<>:])?\s*(?:[\w.]+\(\s*)?$/;

function clauseInside(text: string, start: number, end: number, closed: boolean): number {
  const content = text.slice(start + 1, closed ? end - 1 : end);
  const tail = clauseTail.exec(content);
  if (tail) return start + 1 + tail.index;
  if (closed) return -1;
  // The last string of the filter: what follows white space and is a clause of its own is not part of it.
  const clause = /\s+(?:AND|OR|NOT|\(|\$\{\w|(?:metric|resource|metadata|group)\.\w+|project\s*=)/.exec(
    content,
  );
  return clause ? start + 1 + clause.index : -1;
}
