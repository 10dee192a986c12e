import { nearestName } from "../../spelling";
import { filterFinding, inQuotes, insertFix, removeFix, replaceFix } from "../kit/findings";
import type { LanguageFinding, LanguageFix } from "../language";
import { functionNamed, promqlAggregations, promqlFunctions, promqlKeywords } from "./functions";
import { promqlName } from "./names";
import { type BracketFrame, closingBrackets, type PromqlToken } from "./scan";
import { SEVERITY } from "./severity";
import type { PromqlSource } from "./source";

/** Brackets and quotes, worked out from the tokens alone: here the grammar's own errors say little. */
export function checkBrackets({ problems, text, tokens }: PromqlSource): LanguageFinding[] {
  // A text that is not closed swallows the brackets behind it.
  const strings = problems.filter(({ kind }) => kind === "open-string");
  return (strings.length > 0 ? strings.slice(0, 1) : problems).map(({ kind, token, insertAt }) => {
    if (kind === "open-string") {
      const value = unopened(tokens, token);
      if (value) {
        const range = { offset: value.offset, end: token.offset + 1 };
        const fix = insertFix(`Add ${token.text[0]}`, value.offset, token.text[0]!);
        return filterFinding(
          "promql-string",
          SEVERITY,
          range,
          "The opening quote of this string is missing.",
          fix,
        );
      }
      const message = "The closing quote of this string is missing.";
      const fix = insertFix(`Add ${token.text[0]}`, insertAt, token.text[0]!);
      return filterFinding("promql-string", SEVERITY, token, message, fix);
    }
    if (kind === "unclosed") {
      const missing = closingBrackets(token.frame as BracketFrame);
      const fix = insertFix(`Add ${missing}`, insertAt, missing);
      return filterFinding(
        "promql-bracket",
        SEVERITY,
        token,
        `The bracket "${token.text}" is not closed.`,
        fix,
      );
    }
    if (kind === "mismatch") {
      const { bracket } = token.frame as BracketFrame;
      const wanted = closingBrackets(token.frame as BracketFrame);
      const message = `"${bracket}" is closed with "${wanted}", not with "${token.text}".`;
      return filterFinding(
        "promql-bracket",
        SEVERITY,
        token,
        message,
        replaceFix(`Change to ${wanted}`, token, wanted),
      );
    }
    const message = `No bracket is open that "${token.text}" could close.`;
    return filterFinding("promql-bracket", SEVERITY, token, message, removeFix("Remove it", text, token));
  });
}

/** The value of a label right before a quote that closes nothing: its own is missing. */
function unopened(tokens: readonly PromqlToken[], quote: PromqlToken): PromqlToken | undefined {
  const i = tokens.indexOf(quote);
  const value = tokens[i - 1];
  const follows = value?.end === quote.offset && /^(?:word|number)$/.test(value.kind);
  const before = tokens[i - 2]?.kind ?? "";
  const isValue = quote.frame?.bracket === "{" && before === "operator";
  const isLabel = quote.frame?.grouping !== undefined && /^(?:open|comma)$/.test(before);
  return follows && (isValue || isLabel) ? value : undefined;
}

/** The first syntax error; later ones mostly follow from it. */
export function checkGrammar(source: PromqlSource): LanguageFinding[] {
  const at = firstError(source);
  if (at === undefined) return [];
  const tokens = source.tokens.filter((token) => token.kind !== "comment");
  const i = tokens.findIndex((token) => token.end > at);
  const [before, token, after] = i < 0 ? [tokens.at(-1)] : [tokens[i - 1], tokens[i], tokens[i + 1]];
  if (dependsOnVariable(source, before, token)) return [];
  return [explain({ source, before, token, after })];
}

interface Place {
  readonly source: PromqlSource;
  readonly before: PromqlToken | undefined;
  /** The token that does not fit; undefined at the end. */
  readonly token: PromqlToken | undefined;
  readonly after: PromqlToken | undefined;
}

/** Offset of the first place that the grammar has no rule for. */
export function firstError({ tree }: PromqlSource): number | undefined {
  const cursor = tree.cursor();
  do {
    if (cursor.type.isError) return cursor.from;
  } while (cursor.next());
  return undefined;
}

/** A variable whose value could make the text right stands at the place. */
function dependsOnVariable({ holes }: PromqlSource, ...around: (PromqlToken | undefined)[]): boolean {
  return holes.some((hole) => hole.open && around.includes(hole.token));
}

function explain(place: Place): LanguageFinding {
  for (const say of [metricType, unknownFunction, foreignSign, wrongSign, inBraces, inRange, misplacedWord]) {
    const found = say(place);
    if (found) return found;
  }
  const { source, before, token } = place;
  const problem = (range: { offset: number; end: number }, message: string, fix?: LanguageFix) =>
    filterFinding("promql-syntax", SEVERITY, range, message, fix);
  if (!token || token.kind === "close") {
    if (before?.kind === "comma") {
      const message = "An argument is missing after the comma.";
      return problem(before, message, removeFix("Remove the comma", source.text, before));
    }
    const range = before ?? { offset: 0, end: source.text.length };
    return problem(range, `An expression is missing after ${inQuotes(before?.text ?? "")}.`);
  }
  if (before && isOperand(before) && isOperand(token)) {
    return problem(
      token,
      `An operator is missing between ${inQuotes(before.text)} and ${inQuotes(token.text)}.`,
    );
  }
  return problem(token, `${inQuotes(token.text)} is unexpected here.`);
}

const isOperand = ({ kind, text }: PromqlToken): boolean =>
  kind === "number" ||
  kind === "string" ||
  kind === "close" ||
  (kind === "word" && !(text.toLowerCase() in promqlKeywords));

/** `compute.googleapis.com/instance/cpu/utilization` as a bare name. */
function metricType({ source, token, before }: Place): LanguageFinding | undefined {
  const at = before?.offset ?? token?.offset ?? 0;
  for (const match of source.text.matchAll(/[a-z][\w-]*(?:\.[\w-]+)+\/[\w./-]*[\w]/g)) {
    const range = { offset: match.index, end: match.index + match[0].length };
    if (at < range.offset || at >= range.end) continue;
    const name = promqlName(match[0]);
    const message = `In PromQL, write the metric ${inQuotes(match[0])} as ${inQuotes(name)}, or with quotes: '{"${match[0]}"}'.`;
    return filterFinding(
      "promql-metric-name",
      SEVERITY,
      range,
      message,
      replaceFix(`Change to ${name}`, range, name),
    );
  }
  return undefined;
}

/** What other languages call it. */
const elsewhere: Readonly<Record<string, string>> = {
  mean: "avg",
  average: "avg",
  percentile: "quantile",
  derivative: "deriv",
};

function unknownFunction({ token, before }: Place): LanguageFinding | undefined {
  if (token?.text !== "(" || before?.kind !== "word" || functionNamed(before.text)) return undefined;
  const known = [...promqlFunctions.keys(), ...promqlAggregations.keys()];
  const meant = elsewhere[before.text.toLowerCase()] ?? nearestName(before.text, known);
  const message = `Unknown PromQL function ${inQuotes(before.text)}.${meant ? ` Did you mean "${meant}"?` : ""}`;
  const fix = meant ? replaceFix(`Change to ${meant}`, before, meant) : undefined;
  return filterFinding("promql-unknown-function", SEVERITY, before, message, fix);
}

/** Typographic quotes, and variables as Grafana writes them. */
function foreignSign({ source, token }: Place): LanguageFinding | undefined {
  if (token?.kind !== "other") return undefined;
  if (/[“”„«»‘’]/.test(token.text)) {
    const message = "Put strings in straight quotes, not typographic quotes.";
    const whole = /^.([^“”„«»‘’"\n]*)[“”„«»‘’]/.exec(source.text.slice(token.offset));
    const range = { offset: token.offset, end: token.offset + (whole?.[0].length ?? 1) };
    const straight = whole ? `"${whole[1]}"` : '"';
    return filterFinding(
      "promql-syntax",
      SEVERITY,
      range,
      message,
      replaceFix("Change to straight quotes", range, straight),
    );
  }
  const name = token.text === "$" ? /^\$(\w+)/.exec(source.text.slice(token.offset))?.[1] : undefined;
  if (!name) return undefined;
  const written = `\${${name === "__rate_interval" ? "__interval" : name}}`;
  const range = { offset: token.offset, end: token.offset + name.length + 1 };
  const message = `Put template variables in braces: ${inQuotes(written)}.`;
  return filterFinding(
    "promql-syntax",
    SEVERITY,
    range,
    message,
    replaceFix(`Change to ${written}`, range, written),
  );
}

const words: Readonly<Record<string, string>> = {
  "&&": "and",
  "||": "or",
  "&": "and",
  "|": "or",
  "<>": "!=",
  "**": "^",
};

/** Signs of other languages. */
function wrongSign({ source, before, token, after }: Place): LanguageFinding | undefined {
  if (!token || token.frame?.bracket === "{") return undefined;
  if (/^(?:=|=~|!~)$/.test(token.text)) {
    if (token.text !== "=") {
      const message = `${inQuotes(token.text)} matches labels and is allowed only in braces.`;
      return filterFinding("promql-syntax", SEVERITY, token, message);
    }
    if (after?.text === ">" && after.offset === token.end) {
      const range = { offset: token.offset, end: after.end };
      return filterFinding(
        "promql-syntax",
        SEVERITY,
        range,
        'Use ">=" in PromQL.',
        replaceFix("Change to >=", range, ">="),
      );
    }
    const message = 'Compare values with "==". "=" matches labels in braces.';
    return filterFinding("promql-syntax", SEVERITY, token, message, replaceFix("Change to ==", token, "=="));
  }
  const left = before?.end === token.offset && words[before.text + token.text] ? before : token;
  const right = after?.offset === token.end && words[token.text + after.text] ? after : token;
  const range = { offset: left.offset, end: right.end };
  const word = words[source.text.slice(range.offset, range.end)];
  if (!word) return undefined;
  const message = `Use "${word}" in PromQL.`;
  return filterFinding(
    "promql-syntax",
    SEVERITY,
    range,
    message,
    replaceFix(`Change to ${word}`, range, word),
  );
}

function inBraces({ token, before }: Place): LanguageFinding | undefined {
  if (token?.frame?.bracket !== "{") return undefined;
  if (token.text === "==") {
    const message = 'Match labels with "=". "==" compares values.';
    return filterFinding("promql-syntax", SEVERITY, token, message, replaceFix("Change to =", token, "="));
  }
  if ((token.kind === "word" || token.kind === "number") && before?.kind === "operator") {
    const quoted = `"${token.text}"`;
    const message = `Put the label value in quotes: '${quoted}'.`;
    return filterFinding(
      "promql-syntax",
      SEVERITY,
      token,
      message,
      replaceFix(`Change to ${quoted}`, token, quoted),
    );
  }
  if (before?.kind === "string" && /^(?:and|or)$/i.test(token.text)) {
    const message = "Separate label matchers with commas. To match one of several values, write '=~\"a|b\"'.";
    return filterFinding("promql-syntax", SEVERITY, token, message);
  }
  if (
    before?.kind === "string" &&
    (token.kind === "word" || token.kind === "string" || token.kind === "hole")
  ) {
    const message = "A comma is missing between two labels.";
    return filterFinding(
      "promql-syntax",
      SEVERITY,
      token,
      message,
      insertFix("Add a comma", before.end, ","),
    );
  }
  if ((token.kind === "close" || token.kind === "comma") && before?.kind === "word") {
    const message = `${inQuotes(before.text)} has no value to match. Write '${before.text}="…"'.`;
    return filterFinding("promql-syntax", SEVERITY, before, message);
  }
  return undefined;
}

const units: Readonly<Record<string, string>> = {
  sec: "s",
  min: "m",
  hr: "h",
  hour: "h",
  day: "d",
  week: "w",
};

function inRange({ source, token, before }: Place): LanguageFinding | undefined {
  const inOffset = before?.kind === "word" && before.text.toLowerCase() === "offset";
  const number = [token, before].find((candidate) => candidate?.kind === "number");
  const bracket = (token ?? before)?.frame?.bracket;
  if (bracket !== "[" && !inOffset) return undefined;
  if (!number) {
    const range = token ?? before!;
    const empty = token?.text === "]" && before?.text === "[";
    const message = 'Expected a duration such as "5m", "1h30m" or "${__interval}".';
    const fix = empty ? insertFix("Add ${__interval}", range.offset, "${__interval}") : undefined;
    return filterFinding("promql-duration", SEVERITY, range, message, fix);
  }
  const match = /^(\d+)(sec|min|hr|hour|day|week)[a-z]*$/i.exec(source.text.slice(number.offset, number.end));
  const meant = match && match[1]! + units[match[2]!.toLowerCase()]!;
  const message = `${inQuotes(number.text)} is not a duration. Use integers with the units "y w d h m s ms", largest first.`;
  const fix = meant ? replaceFix(`Change to ${meant}`, number, meant) : undefined;
  return filterFinding("promql-duration", SEVERITY, number, message, fix);
}

function misplacedWord({ token, before }: Place): LanguageFinding | undefined {
  const grouping = [before, token].find(
    (t) => t?.kind === "word" && /^(?:by|without|on|ignoring)$/i.test(t.text),
  );
  if (grouping && grouping === before && token && token.text !== "(") {
    const fix =
      token.kind === "word" ? replaceFix(`Change to (${token.text})`, token, `(${token.text})`) : undefined;
    const message = `The labels after "${grouping.text}" must be in parentheses: "${grouping.text} (a, b)".`;
    return filterFinding("promql-syntax", SEVERITY, token, message, fix);
  }
  if (grouping && /^(?:by|without)$/i.test(grouping.text) && grouping === token) {
    const message = `"${token.text}" is allowed only in an aggregation: "sum ${token.text} (label) (…)".`;
    return filterFinding("promql-syntax", SEVERITY, token, message);
  }
  return undefined;
}
