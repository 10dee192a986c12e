/** An error of RE2 in a regular expression. Offsets are relative to the expression. */
export interface RegexProblem {
  readonly offset: number;
  readonly end: number;
  readonly message: string;
}

/** Escapes that stand for a character or class of their own; punctuation may always be escaped. */
const letterEscape = /[aftnrvAbBzdDsSwWCQE]/;

/** The first error of RE2 in `source`, or undefined. Pieces in `${…}` and `{{…}}` are skipped. */
export function checkRe2(source: string): RegexProblem | undefined {
  const open: number[] = [];
  /** Whether there is something before the cursor that a repetition can apply to. */
  let repeatable = false;
  let at = 0;
  const problem = (end: number, message: string): RegexProblem => ({ offset: at, end, message });
  while (at < source.length) {
    const c = source[at]!;
    const hole =
      (c === "$" || c === "{") &&
      /^(?:\$\{[^}]{0,200}\}|\{\{[^}]{0,200}\}\})/.exec(source.slice(at, at + 210));
    if (hole) {
      at += hole[0].length;
      repeatable = true;
    } else if (c === "\\") {
      if (source.startsWith("\\Q", at)) {
        const end = source.indexOf("\\E", at);
        if (end < 0) return undefined;
        at = end + 2;
      } else {
        const end = escapeEnd(source, at);
        if (typeof end === "string") return problem(Math.min(at + 2, source.length), end);
        at = end;
      }
      repeatable = true;
    } else if (c === "[") {
      const end = classEnd(source, at);
      if (end < 0) return problem(source.length, 'The bracket "[" is not closed.');
      const range = backwardRange(source.slice(at + 1, end - 1));
      if (range) return problem(end, `The range ${range} is in reverse order.`);
      at = end;
      repeatable = true;
    } else if (c === "(") {
      const group = /^\(\?(?:P?<[A-Za-z_]\w*>|[imsU]*(?:-[imsU]+)?:)?/.exec(source.slice(at));
      if (source.startsWith("(?", at)) {
        const flags = /^\(\?[imsU]*(?:-[imsU]+)?\)/.exec(source.slice(at));
        if (flags) {
          at += flags[0].length;
          continue;
        }
        const message = refusedGroup(source.slice(at));
        if (message) return problem(at + message.length, message.text);
      }
      open.push(at);
      at += Math.max(1, group?.[0].length ?? 1);
      repeatable = false;
    } else if (c === ")") {
      if (open.length === 0) return problem(at + 1, 'This ")" has no matching "(".');
      open.pop();
      at++;
      repeatable = true;
    } else {
      const repetition = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at))?.[0];
      if (!repetition) {
        repeatable = c !== "|";
        at++;
        continue;
      }
      if (!repeatable)
        return problem(at + repetition.length, `There is nothing for "${repetition}" to repeat.`);
      const counts = [...repetition.matchAll(/\d+/g)].map(Number);
      if (counts.some((n) => n > 1000))
        return problem(at + repetition.length, "A repetition count must be at most 1000.");
      if (counts.length > 1 && counts[0]! > counts[1]!) {
        return problem(at + repetition.length, "The first count is larger than the second.");
      }
      at += repetition.length;
      // RE2 rejects a repetition of a repetition, such as the possessive `a++`.
      if (/^(?:[*+?]|\{\d+(?:,\d*)?\})/.test(source.slice(at))) {
        return {
          offset: at,
          end: at + 1,
          message: "A repetition cannot be repeated. RE2 has no possessive quantifiers.",
        };
      }
      repeatable = true;
    }
  }
  const unclosed = open.pop();
  if (unclosed === undefined) return undefined;
  return { offset: unclosed, end: unclosed + 1, message: 'The parenthesis "(" is not closed.' };
}

/** Why RE2 rejects a group that begins with `(?`, and how long its opening is. */
function refusedGroup(rest: string): { readonly length: number; readonly text: string } | undefined {
  const look = /^\(\?<?[=!]/.exec(rest)?.[0];
  if (look) return { length: look.length, text: "RE2 has no lookahead and no lookbehind." };
  if (rest.startsWith("(?>")) return { length: 3, text: "RE2 has no atomic groups." };
  if (rest.startsWith("(?#")) return { length: 3, text: "RE2 has no comments." };
  if (/^\(\?(?:P?<[A-Za-z_]\w*>|[imsU]*(?:-[imsU]+)?:)/.test(rest)) return undefined;
  return { length: Math.min(3, rest.length), text: "RE2 does not support this kind of group." };
}

/** End of the escape at `at`, or why RE2 rejects it. */
function escapeEnd(source: string, at: number): number | string {
  const c = source[at + 1];
  if (c === undefined) return "A backslash at the end has nothing to escape.";
  if (/[1-9]/.test(c) || c === "k") return "RE2 has no backreferences.";
  if (c === "x") {
    const hex = /^\\x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,6}\})/.exec(source.slice(at));
    return hex ? at + hex[0].length : '"\\x" needs two hexadecimal digits, or hexadecimal digits in braces.';
  }
  if (c === "p" || c === "P") {
    const name = /^\\[pP](?:[A-Z]|\{\^?\w+\})/.exec(source.slice(at));
    return name ? at + name[0].length : '"\\p" needs the name of a Unicode class.';
  }
  if (c === "0") return at + /^\\[0-7]{1,3}/.exec(source.slice(at))![0].length;
  if (/[A-Za-z]/.test(c) && !letterEscape.test(c)) return `RE2 does not support the escape "\\${c}".`;
  return at + 2;
}

/** End of the character class that opens at `at`, or -1. */
function classEnd(source: string, at: number): number {
  let i = at + 1;
  if (source[i] === "^") i++;
  if (source[i] === "]") i++;
  for (; i < source.length; i++) {
    if (source[i] === "\\") i++;
    else if (source.startsWith("[:", i)) {
      const end = source.indexOf(":]", i + 2);
      if (end > 0) i = end + 1;
    } else if (source[i] === "]") return i + 1;
  }
  return -1;
}

/** A range between two plain characters whose first is after its second. */
function backwardRange(content: string): string | undefined {
  const plain = content.replace(/\\[\s\S]|\[:\^?\w+:\]/g, "");
  const range = [...plain.matchAll(/([A-Za-z0-9])-([A-Za-z0-9])/g)].find((match) => match[1]! > match[2]!);
  return range && `"${range[0]}"`;
}
