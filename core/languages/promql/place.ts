import { promqlAggregations, promqlKeywords } from "./functions";
import type { BracketFrame, PromqlToken } from "./scan";
import type { PromqlSource } from "./source";

interface Range {
  readonly offset: number;
  readonly end: number;
}

/** What can be written at an offset; `replace` is what accepting a suggestion takes away. */
export type PromqlPosition = { readonly replace: Range } & (
  | { readonly at: "expression"; readonly behindOperator: boolean; readonly frame: BracketFrame | undefined }
  /** Behind an operand. */
  | { readonly at: "operator"; readonly behindAggregation: boolean }
  | { readonly at: "label"; readonly frame: BracketFrame }
  | { readonly at: "match-operator"; readonly frame: BracketFrame }
  | {
      readonly at: "label-value";
      readonly frame: BracketFrame;
      readonly label: string;
      readonly string: PromqlToken | undefined;
    }
  /** A quoted text in braces that may be a metric's name. */
  | { readonly at: "quoted-name"; readonly string: PromqlToken }
  | { readonly at: "duration" }
  | { readonly at: "grouping"; readonly string: PromqlToken | undefined }
  | {
      readonly at: "variable";
      readonly inString: boolean;
      readonly closed: boolean;
      readonly frame: BracketFrame | undefined;
    }
);

/** Works out the place at `offset`; undefined where nothing can be suggested, as in comments and plain texts. */
export function promqlPositionAt(source: PromqlSource, offset: number): PromqlPosition | undefined {
  const variable = variablePlace(source, offset);
  if (variable) return variable;
  const tokens = source.tokens;
  const inside = tokens.find((token) => token.offset < offset && offset < token.end);
  if (inside?.kind === "comment") return undefined;
  const touching = inside ?? tokens.find((token) => token.end === offset && token.kind !== "comment");
  const comment = tokens.findLast((token) => token.kind === "comment" && token.end === offset);
  if (comment) return undefined;
  const string = stringAt(source, touching, offset);
  const word =
    touching && /^(?:word|number)$/.test(touching.kind) && touching.offset < offset ? touching : undefined;
  const replace = word ?? { offset, end: offset };
  const before = tokens.filter((t) => t.kind !== "comment" && t.end <= (string ?? replace).offset);
  const last = before.at(-1);
  const frame = frameAt(last);
  if (string) return stringPlace(string, last, before, frame, offset);
  if (frame?.bracket === "[") return { at: "duration", replace };
  if (frame?.bracket === "{") return bracePlace(frame, last, before, replace);
  if (frame?.grouping) {
    return last?.kind === "open" || last?.kind === "comma"
      ? { at: "grouping", string: undefined, replace }
      : undefined;
  }
  const search = word && searchWords(before, word);
  if (search) {
    const first = before.slice(0, before.length - search.count);
    const place = expressionPlace(first, first.at(-1), frame, { offset: search.offset, end: replace.end });
    if (place?.at === "expression") return place;
  }
  return expressionPlace(before, last, frame, replace);
}

/** Words that can go on with an expression, so that one being typed is no part of a search. */
const GOES_ON = [...Object.keys(promqlKeywords), "start", "end"];

/** The bare words right before a word, which together with it are a search for a metric, such as `run lat`. */
function searchWords(
  before: readonly PromqlToken[],
  word: PromqlToken,
): { readonly offset: number; readonly count: number } | undefined {
  if (word.kind !== "word" || GOES_ON.some((keyword) => keyword.startsWith(word.text.toLowerCase())))
    return undefined;
  let count = 0;
  let { offset } = word;
  for (let token = before.at(-1); token && isSearchWord(token); token = before.at(-1 - count)) {
    offset = token.offset;
    count++;
  }
  return count > 0 ? { offset, count } : undefined;
}

const isSearchWord = ({ kind, text }: PromqlToken): boolean =>
  kind === "word" && /^[a-z]+$/i.test(text) && !(text.toLowerCase() in promqlKeywords);

/** The innermost bracket that is open behind a token. */
function frameAt(last: PromqlToken | undefined): BracketFrame | undefined {
  if (last?.kind === "open") return last.frame;
  if (last?.kind === "close") return last.frame?.close === last.offset ? last.frame.parent : last.frame;
  return last?.frame;
}

/** Behind `${`, closed or not. */
function variablePlace({ text, tokens }: PromqlSource, offset: number): PromqlPosition | undefined {
  const start = /\$\{[^{}\s"']*$/.exec(text.slice(0, offset));
  if (!start) return undefined;
  const token = tokens.find((candidate) => candidate.offset < offset && offset <= candidate.end);
  const inString = token?.kind === "string";
  const rest = /^[^{}\s"',)\]]*/.exec(text.slice(offset))![0];
  const closed = text[offset + rest.length] === "}";
  const before = tokens.filter((candidate) => candidate.end <= start.index);
  return {
    at: "variable",
    inString,
    closed,
    frame: frameAt(before.at(-1)),
    replace: { offset: start.index + 2, end: offset + rest.length },
  };
}

function stringAt(
  { problems }: PromqlSource,
  token: PromqlToken | undefined,
  offset: number,
): PromqlToken | undefined {
  if (token?.kind !== "string" || offset === token.offset) return undefined;
  const open = problems.some((problem) => problem.kind === "open-string" && problem.token === token);
  return offset < token.end || open ? token : undefined;
}

function stringPlace(
  string: PromqlToken,
  last: PromqlToken | undefined,
  before: readonly PromqlToken[],
  frame: BracketFrame | undefined,
  offset: number,
): PromqlPosition | undefined {
  const quote = string.text[0]!;
  const closed = string.text.length > 1 && string.text.endsWith(quote);
  const content = {
    offset: string.offset + 1,
    end: closed ? string.end - 1 : Math.max(offset, string.offset + 1),
  };
  if (frame?.grouping) return { at: "grouping", string, replace: content };
  if (frame?.bracket !== "{") return undefined;
  if (last?.kind === "open" || last?.kind === "comma") return { at: "quoted-name", string, replace: content };
  const label = before.at(-2);
  if (last?.kind !== "operator" || !label) return undefined;
  const whole = closed ? { offset: content.offset, end: string.end } : content;
  return { at: "label-value", frame, label: label.text.replace(/["'`]/g, ""), string, replace: whole };
}

function bracePlace(
  frame: BracketFrame,
  last: PromqlToken | undefined,
  before: readonly PromqlToken[],
  replace: Range,
): PromqlPosition | undefined {
  if (last?.kind === "open" || last?.kind === "comma") return { at: "label", frame, replace };
  if (last?.kind === "operator") {
    const label = before.at(-2)?.text.replace(/["'`]/g, "") ?? "";
    return { at: "label-value", frame, label, string: undefined, replace };
  }
  const first = before.at(-2);
  if (last?.kind === "word" && (first?.kind === "open" || first?.kind === "comma"))
    return { at: "match-operator", frame, replace };
  return undefined;
}

function expressionPlace(
  before: readonly PromqlToken[],
  last: PromqlToken | undefined,
  frame: BracketFrame | undefined,
  replace: Range,
): PromqlPosition | undefined {
  const word = last?.kind === "word" ? last.text.toLowerCase() : "";
  const isSign = last?.kind === "operator" && /^[-+]$/.test(last.text);
  if (word === "offset" || (isSign && before.at(-2)?.text.toLowerCase() === "offset"))
    return { at: "duration", replace };
  const grouping = last?.kind === "close" ? last.frame?.grouping : undefined;
  if (grouping === "by" || grouping === "without") {
    const opening = before.findLastIndex((token) => token.offset === last!.frame!.offset);
    // `sum by (a)` still waits for its arguments; `sum(…) by (a)` is complete.
    if (before[opening - 2]?.kind !== "close") return undefined;
    return { at: "operator", behindAggregation: false, replace };
  }
  const isOperand =
    last?.kind === "number" ||
    last?.kind === "string" ||
    last?.kind === "hole" ||
    (last?.kind === "close" && !grouping) ||
    (last?.kind === "word" && !(word in promqlKeywords));
  if (isOperand) {
    const call = last?.kind === "close" ? last.frame?.call : last;
    const behindAggregation = call !== undefined && promqlAggregations.has(call.text.toLowerCase());
    return { at: "operator", behindAggregation, replace };
  }
  const behindOperator =
    (last?.kind === "operator" && !isSignAlone(before)) || /^(?:and|or|unless|atan2)$/.test(word);
  return { at: "expression", behindOperator, frame, replace };
}

/** A sign in front of an operand rather than between two. */
function isSignAlone(before: readonly PromqlToken[]): boolean {
  const left = before.at(-2);
  return !left || left.kind === "open" || left.kind === "comma" || left.kind === "operator";
}
