import { inQuotes, insertFix, removeFix, replaceFix } from "../kit/findings";
import type { LanguageFix } from "../language";
import type { Call, Comparison, FilterTree, SyntaxProblem } from "./ast";
import { classifyObject, quoteValue } from "./vocabulary";

/** Message and fixes for a syntax error. */
export interface Explanation {
  readonly message: string;
  readonly fixes?: readonly (LanguageFix | undefined)[];
}

export function explainOperator(
  text: string,
  problem: SyntaxProblem,
  token: string,
  refused: string,
): Explanation {
  const { meant, comparison } = problem;
  const value = comparison?.value;
  const written = value && text.slice(value.offset, value.end);
  if (meant && /^\W+$/.test(meant)) {
    const list = value?.kind === "bare" ? listText(written!, comparison) : undefined;
    const whole = list && value ? { offset: problem.offset, end: value.end } : problem;
    const example = list ? `${meant}${list}` : meant;
    return {
      message: `${refused} Write ${inQuotes(example)}.`,
      fixes: [replaceFix(`Change to ${shortened(example)}`, whole, example)],
    };
  }
  if (token === "==") {
    return {
      message: `${refused} Use a single "=" for equality.`,
      fixes: [replaceFix("Change to =", problem, "=")],
    };
  }
  if (token === "<>") {
    return {
      message: `${refused} Use "!=" for inequality.`,
      fixes: [replaceFix("Change to !=", problem, "!=")],
    };
  }
  if (!meant && !/~$/.test(token)) {
    const advice =
      'Compare with "=", "!=", "<", "<=", ">" or ">="; "has_substring(…)" and "starts_with(…)" match parts.';
    return { message: `${refused} Unknown operator ${inQuotes(token)}. ${advice}` };
  }
  if (comparison?.object.name === "metric.type") {
    const plain = value?.kind === "string" && /^[\w./-]+$/.test(value.text) && token === "=~";
    return {
      message: `${refused} A chart reads exactly one metric: 'metric.type="…"'.`,
      fixes: [plain ? replaceFix("Change to =", problem, "=") : undefined],
    };
  }
  const name = meant ?? `${token === "=~" ? "=" : "!="}monitoring.regex.full_match`;
  const literal = value?.kind === "string" ? written : undefined;
  const call = `${name}(${literal ?? '"…"'})`;
  const fix =
    value && literal
      ? replaceFix(`Change to ${name}(…)`, { offset: problem.offset, end: value.end }, call)
      : undefined;
  const advice = name.endsWith("full_match")
    ? `To match a regular expression, use a function: ${inQuotes(call)}. It must match the whole value.`
    : `To match part of a value, use a function: ${inQuotes(call)}.`;
  return { message: `${refused} ${advice}`, fixes: [fix] };
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** A string where the object should be: the sides are swapped, or the object is in quotes. */
export function explainLiteral(
  text: string,
  problem: SyntaxProblem,
  token: string,
  refused: string,
): Explanation {
  const name = token.slice(1, -1);
  if (!/^"[^"]*"$/.test(token) || !classifyObject(name).name) {
    return {
      message: `${refused} Write the object first, then the operator and the value.`,
      fixes: [swap(text, problem.comparison)],
    };
  }
  return {
    message: `${refused} Write the object of a comparison without quotes: ${inQuotes(name)}.`,
    fixes: [replaceFix("Remove the quotes", problem, name)],
  };
}

/** `"a" = object` the right way round. */
function swap(text: string, comparison: Comparison | undefined): LanguageFix | undefined {
  const { object, operator, value } = comparison ?? {};
  if (!object || operator?.text !== "=" || value?.kind !== "bare") return undefined;
  const literal = text.slice(object.offset, object.end);
  return replaceFix(
    "Put the object first",
    { offset: object.offset, end: value.end },
    `${value.text}=${literal}`,
  );
}

export function unexpectedAdvice(token: string): string {
  const comment = commentHint(token);
  if (comment) return comment;
  if (/^\$|^\{\s*\w+\s*\}$/.test(token)) return 'Write template variables as "${name}".';
  if (token === ",") return "Join comparisons with AND, not with commas.";
  if (token === ";") return "Remove the semicolon.";
  if (/^["'\\]/.test(token)) return "A string can only follow an operator, as in 'metric.type=\"…\"'.";
  if (token === "|") return "Write OR to join comparisons.";
  if (token === "&") return "Write AND to join comparisons.";
  return "Remove it, or put it in double quotes if it is part of a value.";
}

export const commentHint = (token: string): string | undefined =>
  /^(?:#|--|\/\/|\/\*)/.test(token) ? "A filter cannot contain comments." : undefined;

/** `$name` and `{name}` that were meant as `${name}`, and signs that stand in the way. */
export function strayFix(text: string, problem: SyntaxProblem, token: string): LanguageFix | undefined {
  const name = /^(?:\$([A-Za-z_]\w*)|\{\s*([A-Za-z_]\w*)\s*\})$/.exec(token);
  if (name) {
    const variable = `\${${name[1] ?? name[2]}}`;
    return replaceFix(`Change to ${variable}`, problem, variable);
  }
  if (token === "&" || token === "|") {
    const word = token === "&" ? "AND" : "OR";
    return replaceFix(`Change to ${word}`, problem, word);
  }
  return /^[,;]$/.test(token) || commentHint(token) ? removeFix("Remove it", text, problem) : undefined;
}

/** Closes a parenthesis, and the string before it when that is open, too. */
export function closeFix(tree: FilterTree, { fixAt }: SyntaxProblem): LanguageFix {
  const at = fixAt ?? tree.text.length;
  const open = tree.tokens.find((token) => token.kind === "string" && !token.closed && token.end === at);
  if (open) return insertFix("Close the string and the parenthesis", at, `${open.text[0]})`);
  return insertFix("Close the parenthesis", at, ")");
}

/** Puts what follows a function's name into parentheses. */
export function parenthesesFix(text: string, from: number, { end }: Call): LanguageFix {
  const args = text.slice(from, end).trim();
  return replaceFix("Put the arguments in parentheses", { offset: from, end }, `(${args})`);
}

export function explainOddValue(
  text: string,
  problem: SyntaxProblem,
  token: string,
  refused: string,
): Explanation {
  const variable = /^\$[A-Za-z_]\w*$/.test(token);
  return variable
    ? { message: `${refused} ${unexpectedAdvice(token)}`, fixes: [strayFix(text, problem, token)] }
    : {
        message: `${refused} Put string values in double quotes: ${inQuotes(quoteValue(token))}.`,
        fixes: [replaceFix("Quote the value", problem, quoteValue(token))],
      };
}

export function explainValueList(problem: SyntaxProblem, token: string, refused: string): Explanation {
  const text = listText(token, problem.comparison);
  const only = text?.startsWith('"');
  const title = only ? "Remove the parentheses" : "Change to one_of(…)";
  const example = text && !only ? text : 'one_of("a", "b")';
  return {
    message: `${refused} Do not put values in parentheses. For a list of values, use ${inQuotes(example)}.`,
    fixes: [text ? replaceFix(title, problem, text) : undefined],
  };
}

/** A list of strings, in whatever brackets, as the language writes it. */
function listText(token: string, comparison: Comparison | undefined): string | undefined {
  const strings = token.match(/"(?:[^"\\]|\\.)*"/g);
  const between = token.replace(/"(?:[^"\\]|\\.)*"/g, "");
  if (!strings || !/^(?:[\s()[\],]|OR)*$/.test(between)) return undefined;
  if (strings.length === 1) return strings[0];
  // A metric type is one string and no function.
  return comparison?.object.name === "metric.type" ? undefined : `one_of(${strings.join(", ")})`;
}
