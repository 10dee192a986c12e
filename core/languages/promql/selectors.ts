import { functionNamed, promqlKeywords } from "./functions";
import type { BracketFrame, PromqlToken } from "./scan";
import type { PromqlSource } from "./source";

/** A metric with the labels it is restricted to, such as `up{job="a"}`. */
export interface Selector {
  /** The name as one token: a word, or a string that holds the name. */
  readonly nameToken: PromqlToken | undefined;
  /** The name without quotes; undefined when none is written or a variable is part of it. */
  readonly name: string | undefined;
  readonly braces: BracketFrame | undefined;
  readonly matchers: readonly Matcher[];
}

export interface Matcher {
  readonly label: string;
  readonly labelToken: PromqlToken;
  readonly operator: PromqlToken | undefined;
  readonly value: PromqlToken | undefined;
}

const reserved = new Set(["inf", "nan", "start", "end"]);

/** Every selector of a query, in order. */
export function selectorsOf({ tokens: all }: PromqlSource): Selector[] {
  const tokens = all.filter((token) => token.kind !== "comment");
  const out: Selector[] = [];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const after = tokens[i + 1];
    if (token.kind === "open" && token.text === "{") {
      const named = before && isName(before, tokens[i - 2], token) ? before : undefined;
      out.push(selector(named, token.frame!, tokens.slice(i + 1)));
    } else if (isName(token, before, after) && after?.text !== "{") {
      out.push({ nameToken: token, name: plainName(token, before, after), braces: undefined, matchers: [] });
    }
  });
  return out;
}

/** Whether a word stands for a metric rather than for a function, keyword, label or number. */
function isName(
  token: PromqlToken,
  before: PromqlToken | undefined,
  after: PromqlToken | undefined,
): boolean {
  if (token.kind !== "word") return false;
  const { bracket, grouping } = token.frame ?? {};
  if (bracket === "{" || bracket === "[" || grouping) return false;
  const lower = token.text.toLowerCase();
  if (reserved.has(lower) || lower in promqlKeywords) return false;
  if (after?.text === "(" || (functionNamed(token.text) && /^(?:by|without)$/i.test(after?.text ?? "")))
    return false;
  return before?.kind !== "number" || before.end !== token.offset;
}

/** The name, unless a variable is glued to it. */
function plainName(
  token: PromqlToken,
  before: PromqlToken | undefined,
  after: PromqlToken | undefined,
): string | undefined {
  const glued = (other: PromqlToken | undefined, at: number): boolean =>
    other?.kind === "hole" && (other.end === at || other.offset === at);
  return glued(before, token.offset) || glued(after, token.end) ? undefined : token.text;
}

function selector(
  named: PromqlToken | undefined,
  braces: BracketFrame,
  rest: readonly PromqlToken[],
): Selector {
  const matchers: Matcher[] = [];
  let quoted: PromqlToken | undefined;
  const inside = rest.slice(
    0,
    rest.findIndex((token) => token.kind === "close" && token.frame === braces) >>> 0,
  );
  inside.forEach((token, i) => {
    const first = i === 0 || inside[i - 1]!.kind === "comma";
    if (!first || token.frame !== braces || (token.kind !== "word" && token.kind !== "string")) return;
    const next = inside[i + 1];
    const operator = next?.kind === "operator" ? next : undefined;
    if (!operator && token.kind === "string") quoted = token;
    const value = operator && inside[i + 2]?.kind === "string" ? inside[i + 2] : undefined;
    matchers.push({ label: unquoteToken(token), labelToken: token, operator, value });
  });
  const byLabel = matchers.find(
    ({ label, operator }) => label === "__name__" && operator?.text === "=",
  )?.value;
  const nameToken = named ?? quoted ?? byLabel;
  const name = nameToken && unquoteToken(nameToken);
  return {
    nameToken,
    name: name?.includes("${") ? undefined : name,
    braces,
    matchers: matchers.filter(({ labelToken }) => labelToken !== quoted),
  };
}

/** What a word or a quoted text says; escapes are left as they are, names have none. */
export function unquoteToken(token: PromqlToken): string {
  return token.kind === "string" ? token.text.replace(/^["'`]|["'`]$/g, "") : token.text;
}

/** The selector that an offset in braces belongs to. */
export function selectorAt(source: PromqlSource, frame: BracketFrame): Selector | undefined {
  return selectorsOf(source).find(({ braces }) => braces === frame);
}
