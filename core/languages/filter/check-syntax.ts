import { filterFinding, inQuotes, insertFix, removeFix, replaceFix } from "../kit/findings";
import type { LanguageFinding } from "../language";
import type { FilterTree, ProblemKind, SyntaxProblem, TextRange } from "./ast";
import {
  closeFix,
  commentHint,
  type Explanation,
  explainLiteral,
  explainOddValue,
  explainOperator,
  explainValueList,
  parenthesesFix,
  strayFix,
  unexpectedAdvice,
} from "./explain";
import { nearestObject } from "./nearest-object";
import { quoteValue, selectorNamed, unquoteValue } from "./vocabulary";

/** The service's message for syntax errors. */
function syntaxAt(text: string, range: TextRange): string {
  const before = text.slice(0, range.offset);
  const line = before.split("\n").length;
  const column = range.offset - before.lastIndexOf("\n");
  return `Could not parse filter: syntax error at line ${line}, column ${column}, token '${text.slice(range.offset, range.end)}'.`;
}

/** Kinds without a recorded response of the service, so they are warnings. */
const doubtful = new Set<ProblemKind>([
  "keyword-case",
  "single-quotes",
  "value-list",
  "unclosed-placeholder",
  "spaced-variable",
]);

/** The findings for what the parser could not make sense of. */
export function checkSyntax(tree: FilterTree): LanguageFinding[] {
  return tree.problems.map((problem) => {
    const { message, fixes = [] } = explain(tree, problem);
    return doubtful.has(problem.kind)
      ? filterFinding("filter-doubtful-syntax", "warning", problem, message, ...fixes)
      : filterFinding("filter-syntax", "error", problem, message, ...fixes);
  });
}

function explain(tree: FilterTree, problem: SyntaxProblem): Explanation {
  const { text } = tree;
  const token = text.slice(problem.offset, problem.end);
  const refused = syntaxAt(text, problem);
  const owner = problem.comparison;
  switch (problem.kind) {
    case "wrong-operator":
      return explainOperator(text, problem, token, refused);
    case "missing-value":
      return {
        message: `${refused} A value is missing: write a string in double quotes, or a function such as 'one_of("a", "b")'.`,
      };
    case "missing-operator":
      if (selectorNamed(token)) {
        return {
          message: `${refused} The arguments of ${inQuotes(token)} must be in parentheses: '${token}("…")'.`,
        };
      }
      return {
        message: `${refused} An operator and a value must follow ${inQuotes(token)}, such as '="…"'.`,
        fixes: [owner?.value && insertFix("Insert =", problem.end, "=")],
      };
    case "missing-object":
      return { message: `${refused} Write what to compare before the operator, such as "metric.type".` };
    case "literal-object":
      return explainLiteral(text, problem, token, refused);
    case "bare-word": {
      const comment = commentHint(token);
      if (comment)
        return { message: `${refused} ${comment}`, fixes: [removeFix("Remove it", text, problem)] };
      const meant = /\s/.test(token) ? undefined : nearestObject(token);
      const advice = meant
        ? `Did you mean ${inQuotes(meant)}?`
        : "A filter consists of comparisons such as 'metric.type=\"…\"'. It has no free-text search.";
      return {
        message: `${refused} ${advice}`,
        fixes: [meant ? replaceFix(`Change to ${meant}`, problem, meant) : undefined],
      };
    }
    case "unexpected":
      return { message: `${refused} ${unexpectedAdvice(token)}`, fixes: [strayFix(text, problem, token)] };
    case "unclosed-group":
      return {
        message: 'This parenthesis is not closed. Add the missing ")".',
        fixes: [closeFix(tree, problem)],
      };
    case "unopened-group":
      return {
        message: `${refused} Unmatched ")". Remove it, or add the missing "(".`,
        fixes: [removeFix("Remove )", text, problem)],
      };
    case "empty-group":
      return {
        message: `${refused} Parentheses must contain at least one comparison.`,
        fixes: [removeFix("Remove the empty parentheses", text, problem)],
      };
    case "dangling-keyword":
      return {
        message: `${refused} A comparison must follow ${inQuotes(token)}.`,
        fixes: [removeFix(`Remove ${token}`, text, problem)],
      };
    case "leading-keyword":
      return {
        message: `${refused} ${inQuotes(token)} needs a comparison before it.`,
        fixes: [removeFix(`Remove ${token}`, text, problem)],
      };
    case "keyword-case":
      return {
        message: `Write keywords in upper case: ${token.toUpperCase()} instead of ${inQuotes(token)}.`,
        fixes: [replaceFix(`Change to ${token.toUpperCase()}`, problem, token.toUpperCase())],
      };
    case "logic-operator": {
      const word = token === "&&" ? "AND" : token === "||" ? "OR" : "NOT";
      const padded = /\s/.test(text[problem.end] ?? " ") ? word : `${word} `;
      return {
        message: `${refused} Write ${word} instead of ${inQuotes(token)}.`,
        fixes: [replaceFix(`Change to ${word}`, problem, padded)],
      };
    }
    case "unclosed-string":
      return {
        message: "The closing quote of this string is missing. Add it.",
        fixes: [insertFix("Close the string", problem.end, token[0] === "'" ? "'" : '"')],
      };
    case "single-quotes":
      return {
        message: "Put strings in double quotes.",
        fixes: [
          replaceFix(
            "Change to double quotes",
            problem,
            quoteValue(unquoteValue(token.slice(1, -1).replace(/\\'/g, "'"))),
          ),
        ],
      };
    case "escaped-quotes":
      return {
        message: `${refused} The quotes are escaped twice: in the file, write a quote of the filter as \\", with one backslash.`,
        fixes: [
          {
            title: "Remove the extra backslashes",
            offset: 0,
            length: text.length,
            text: text.replace(/\\"/g, '"'),
          },
        ],
      };
    case "empty-variable":
      return { message: `${refused} Add the name of a template variable, such as "\${cluster}".` };
    case "unclosed-variable":
      return {
        message: `${refused} The variable is not closed. Add the missing "}".`,
        fixes: [insertFix("Close the variable", problem.end, "}")],
      };
    case "unclosed-placeholder":
      return { message: 'This placeholder is not closed. Add the missing "}}".' };
    case "unclosed-call":
      return {
        message: `The arguments of ${inQuotes(token.replace(/\($/, ""))} are not closed. Add the missing ")".`,
        fixes: [closeFix(tree, problem)],
      };
    case "unopened-call": {
      const closed = problem.call?.closed ?? false;
      const example = `${token}(${closed ? "…" : '"…"'})`;
      return {
        message: `${refused} Put the arguments of a function in parentheses: ${inQuotes(example)}.`,
        fixes: [
          closed
            ? insertFix("Open the parenthesis", problem.end, "(")
            : parenthesesFix(text, problem.end, problem.call!),
        ],
      };
    }
    case "missing-comma":
      return {
        message: `${refused} Separate arguments with commas.`,
        fixes: [
          problem.meant
            ? replaceFix("Change to a comma", { offset: problem.fixAt!, end: problem.end }, problem.meant)
            : insertFix("Insert a comma", problem.fixAt ?? problem.offset, ","),
        ],
      };
    case "empty-argument":
      return {
        message: `${refused} An argument is missing next to this comma.`,
        fixes: [removeFix("Remove the comma", text, problem)],
      };
    case "value-list":
    case "loose-list":
      return explainValueList(problem, token, problem.kind === "loose-list" ? `${refused} ` : "");
    case "bracketed-list":
      return {
        message: `${refused} Put the arguments in parentheses, without brackets.`,
        fixes: [replaceFix("Remove the brackets", problem, problem.meant!)],
      };
    case "bracketed-key":
      return {
        message: `${refused} Put a dot before the label name: ${inQuotes(owner!.object.text.replace(token, problem.meant!))}.`,
        fixes: [replaceFix("Change to a dot", problem, problem.meant!)],
      };
    case "named-argument":
      return {
        message: `${refused} Arguments are positional. Remove the name.`,
        fixes: [replaceFix("Remove the name", problem, "")],
      };
    case "double-dot":
      return {
        message: `${refused} Use one dot between the parts of a name: ${inQuotes(problem.meant!)}.`,
        fixes: [replaceFix("Change to one dot", problem, ".")],
      };
    case "spaced-name":
      return {
        message: `${refused} Write ${inQuotes(problem.meant!)} without a space.`,
        fixes: [replaceFix(`Change to ${problem.meant!}`, problem, problem.meant!)],
      };
    case "spaced-variable":
      return {
        message: `Write the name without spaces: ${inQuotes(problem.meant!)}.`,
        fixes: [replaceFix("Remove the spaces", problem, problem.meant!)],
      };
    case "curly-quotes":
      return {
        message: `${refused} Put strings in straight double quotes.`,
        fixes: [replaceFix("Change to straight quotes", problem, quoteValue(token.slice(1, -1)))],
      };
    case "unopened-string":
      return {
        message: `${refused} The opening quote of this string is missing. Add it.`,
        fixes: [insertFix("Open the string", problem.offset, '"')],
      };
    case "odd-value":
      return explainOddValue(text, problem, token, refused);
    case "too-deep":
      return { message: "The parentheses are nested too deeply to check. Simplify the filter." };
  }
}
