import type { Call, Comparison, FilterTree, TextRange } from "./ast";
import type { Token } from "./lexer";

/** What can be written at an offset, and which range it replaces. */
export type CompletionPosition =
  | TermPlace
  | KeyPlace
  | OperatorPlace
  | ValuePlace
  | ArgumentPlace
  | VariablePlace;

/** A comparison, keyword, variable or selector. */
export interface TermPlace {
  readonly at: "term";
  readonly replace: TextRange;
  /** A whole term stands before, so that AND may follow. */
  readonly afterTerm: boolean;
  /** An operator follows already: only the object is to be written. */
  readonly objectOnly: boolean;
  /** White space to put before what is inserted, because something touches the offset. */
  readonly space: "" | " ";
}

/** A label key behind `metric.labels.` and its like. */
export interface KeyPlace {
  readonly at: "key";
  readonly replace: TextRange;
  readonly comparison: Comparison;
  /** An operator follows already. */
  readonly keyOnly: boolean;
}

export interface OperatorPlace {
  readonly at: "operator";
  readonly replace: TextRange;
  readonly comparison: Comparison;
}

/** The right side of a comparison. */
export interface ValuePlace {
  readonly at: "value";
  readonly replace: TextRange;
  readonly comparison: Comparison;
  readonly string: StringPlace | undefined;
}

/** An argument of a function or selector. */
export interface ArgumentPlace {
  readonly at: "argument";
  readonly replace: TextRange;
  readonly call: Call;
  readonly comparison: Comparison | undefined;
  readonly string: StringPlace | undefined;
}

/** The name in `${…}`. */
export interface VariablePlace {
  readonly at: "variable";
  readonly replace: TextRange;
  /** Inside a string, where the bare value is wanted. */
  readonly inString: boolean;
  readonly closed: boolean;
}

/** The offset is between quotes; `close` is the quote to add when it is missing. */
export interface StringPlace {
  readonly close: string;
}

/** Determines what the author is writing at `offset`. */
export function completionPositionAt(tree: FilterTree, offset: number): CompletionPosition | undefined {
  const { tokens, uses } = tree;
  const i = tokens.findIndex((token) => touches(token, offset));
  const token = tokens[i];
  const use = uses[i];
  if (token && use) {
    if (token.kind === "variable") return offset < token.offset + 2 ? undefined : variableInToken(token);
    if (isString(token)) return stringPlace(tree, i, offset);
    if (token.kind === "placeholder") return undefined;
    if (token.kind === "word") return wordPlace(tree, i, offset);
  }
  return gapPlace(tree, offset);
}

/** Whether the offset is inside a token, or at the end of one that more letters would continue. */
function touches(token: Token, offset: number): boolean {
  if (offset <= token.offset || offset > token.end) return token.kind === "word" && offset === token.offset;
  if (offset < token.end) return true;
  return token.kind === "word" || !token.closed;
}

const isString = (token: Token): boolean => token.kind === "string" || token.kind === "escaped";

function variableInToken(token: Token): VariablePlace {
  const start = token.offset + 2;
  const end = token.closed ? token.end - 1 : token.end;
  return { at: "variable", replace: { offset: start, end }, inString: false, closed: token.closed };
}

function stringPlace(tree: FilterTree, i: number, offset: number): CompletionPosition | undefined {
  const token = tree.tokens[i]!;
  const use = tree.uses[i]!;
  const quote = token.kind === "escaped" ? '\\"' : token.text[0]!;
  const content = {
    offset: token.offset + quote.length,
    end: token.closed ? token.end - quote.length : token.end,
  };
  if (offset < content.offset) return undefined;
  const inner = variableAround(tree.text, content, offset);
  if (inner) return inner;
  // Text behind the caret on another line belongs to what follows, not to a string that is still open.
  const replace = token.closed ? content : { offset: content.offset, end: Math.max(offset, content.end) };
  const string = { close: token.closed ? "" : quote };
  // The quote that closes a label's value is written again, so that the caret comes to stand behind it.
  const withQuote = token.closed ? { offset: content.offset, end: token.end } : replace;
  const whole = { close: quote };
  const { comparison, call } = use;
  if (use.role === "argument" && call)
    return { at: "argument", replace: withQuote, call, comparison, string: whole };
  if (use.role === "object" && comparison?.object.key) {
    const whole = { offset: token.offset, end: token.end };
    return { at: "key", replace: whole, comparison, keyOnly: comparison.operator !== undefined };
  }
  if (use.role === "value" && comparison?.object.key)
    return { at: "value", replace: withQuote, comparison, string: whole };
  if (use.role === "value" && comparison) return { at: "value", replace, comparison, string };
  return undefined;
}

/** `${` before the offset within a string, not closed before it. */
function variableAround(text: string, content: TextRange, offset: number): VariablePlace | undefined {
  const open = text.lastIndexOf("${", offset - 1);
  if (open < content.offset || open + 2 > offset) return undefined;
  const before = text.slice(open + 2, offset);
  if (/[^\w.-]/.test(before)) return undefined;
  const rest = /^[\w.-]*(\}?)/.exec(text.slice(offset, content.end))!;
  const end = offset + rest[0].length - rest[1]!.length;
  return { at: "variable", replace: { offset: open + 2, end }, inString: true, closed: rest[1] === "}" };
}

function wordPlace(tree: FilterTree, i: number, offset: number): CompletionPosition | undefined {
  const token = tree.tokens[i]!;
  const { role, comparison, call } = tree.uses[i]!;
  if (role === "argument" && call) {
    return { at: "argument", replace: token, call, comparison, string: undefined };
  }
  if ((role === "value" || role === "function") && comparison && comparison.object.text !== "") {
    const value = comparison.value;
    const replace = value?.kind === "bare" ? value : token;
    return { at: "value", replace, comparison, string: undefined };
  }
  if (role === "object" && comparison) {
    const { object } = comparison;
    const keyed = object.name?.includes("labels") || object.name === "resource.metadata";
    const lastDot = tree.text.lastIndexOf(".", offset - 1);
    const keyStart = object.key?.offset ?? (keyed && token.text.endsWith(".") ? token.end : -1);
    if (keyed && keyStart >= 0 && offset >= keyStart && lastDot >= token.offset) {
      const replace = { offset: keyStart, end: object.end };
      return { at: "key", replace, comparison, keyOnly: comparison.operator !== undefined };
    }
  }
  return termPlace(tree, i, offset);
}

/** A term that is being written: the word at hand and the bare words right before it, which are a search. */
function termPlace(tree: FilterTree, i: number, offset: number): TermPlace {
  const { tokens, uses } = tree;
  const objectOnly = uses[i]?.role === "object" && uses[i]?.comparison?.operator !== undefined;
  let first = i;
  if (!objectOnly) while (first > 0 && isSearchWord(tree, first - 1)) first--;
  const replace = {
    offset: tokens[first]!.offset,
    end: objectOnly ? tokens[i]!.end : Math.max(offset, tokens[i]!.end),
  };
  const before = tokens[first - 1];
  const space = before && before.end === replace.offset && before.kind !== "(" ? " " : "";
  return { at: "term", replace, afterTerm: endsTerm(tree, first - 1), objectOnly, space };
}

/** A word that stands alone and is neither a keyword nor an object of the language. */
function isSearchWord(tree: FilterTree, i: number): boolean {
  const use = tree.uses[i];
  const token = tree.tokens[i];
  if (token?.kind !== "word" || use?.role !== "object" || !use.comparison) return false;
  return (
    use.comparison.operator === undefined && use.comparison.value === undefined && !use.comparison.object.name
  );
}

/** No token is at the offset: what the token before it asks for. */
function gapPlace(tree: FilterTree, offset: number): CompletionPosition | undefined {
  const { tokens, uses } = tree;
  const i = tokens.findLastIndex((token) => token.end <= offset);
  const before = tokens[i];
  const use = uses[i];
  const here = { offset, end: offset };
  if (!before || !use) return { at: "term", replace: here, afterTerm: false, objectOnly: false, space: "" };
  const { comparison, call } = use;
  if (use.role === "operator" && comparison && before.end === comparison.operator?.end) {
    return { at: "value", replace: here, comparison, string: undefined };
  }
  if (call && (before.kind === "(" || before.kind === ",") && offset <= callEnd(call, offset)) {
    return { at: "argument", replace: here, call, comparison, string: undefined };
  }
  if (use.role === "object" && comparison && !comparison.operator && comparison.object.name) {
    const touching = before.end === offset;
    if (!touching || before.kind === "string") return { at: "operator", replace: here, comparison };
  }
  if (isSearchWord(tree, i)) {
    const place = termPlace(tree, i, offset);
    return { ...place, replace: { offset: place.replace.offset, end: offset } };
  }
  if (call && !call.closed && use.role === "argument") return undefined;
  const space = before.end === offset && before.kind !== "(" ? " " : "";
  return { at: "term", replace: here, afterTerm: endsTerm(tree, i), objectOnly: false, space };
}

const callEnd = (call: Call, offset: number): number =>
  call.closed ? call.inside.end : Math.max(offset, call.end);

/** Whether the token is the last of a whole term. */
function endsTerm(tree: FilterTree, i: number): boolean {
  const token = tree.tokens[i];
  const role = tree.uses[i]?.role;
  if (!token) return false;
  return role === "value" || role === "term" || token.kind === ")";
}
