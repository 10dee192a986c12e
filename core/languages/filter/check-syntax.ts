import type { LanguageFinding, LanguageFix } from "../language";
import type { Comparison, FilterTree, Problem, ProblemKind, Range } from "./ast";
import { finding, insertFix, removeFix, replaceFix, shown } from "./findings";
import { nearestObject } from "./nearest-object";
import { quote, unquote } from "./vocabulary";

/** What the service says about everything that its grammar does not take. */
function syntaxAt(text: string, range: Range): string {
  const before = text.slice(0, range.offset);
  const line = before.split("\n").length;
  const column = range.offset - before.lastIndexOf("\n");
  return `Could not parse filter: syntax error at line ${line}, column ${column}, token '${text.slice(range.offset, range.end)}'.`;
}

/** Kinds that are doubtful rather than surely refused: nothing recorded shows what the service makes of them. */
const doubtful = new Set<ProblemKind>([
  "keyword-case",
  "single-quotes",
  "value-list",
  "unclosed-placeholder",
]);

/** The findings for what the parser could not make sense of. */
export function checkSyntax(tree: FilterTree): LanguageFinding[] {
  return tree.problems.map((problem) => {
    const { message, fixes = [] } = explain(tree.text, problem);
    return doubtful.has(problem.kind)
      ? finding("filter-doubtful-syntax", "warning", problem, message, ...fixes)
      : finding("filter-syntax", "error", problem, message, ...fixes);
  });
}

interface Explanation {
  readonly message: string;
  readonly fixes?: readonly (LanguageFix | undefined)[];
}

function explain(text: string, problem: Problem): Explanation {
  const token = text.slice(problem.offset, problem.end);
  const refused = syntaxAt(text, problem);
  const owner = problem.comparison;
  switch (problem.kind) {
    case "wrong-operator":
      return explainOperator(text, problem, token, refused);
    case "missing-value":
      return {
        message: `${refused} A value is missing: write a string in double quotes, or a function such as \`one_of("a", "b")\`.`,
      };
    case "missing-operator":
      return {
        message: `${refused} An operator and a value must follow ${shown(token)}, such as \`="…"\`.`,
        fixes: [owner?.value && insertFix("Insert =", problem.end, "=")],
      };
    case "missing-object":
      return { message: `${refused} Write what to compare before the operator, such as \`metric.type\`.` };
    case "literal-object":
      return {
        message: `${refused} The object comes first, then the operator, then the value.`,
        fixes: [swap(text, owner)],
      };
    case "bare-word": {
      const meant = nearestObject(token);
      const advice = meant
        ? `Did you mean ${shown(meant)}?`
        : 'A filter is made of comparisons such as `metric.type="…"`; it has no free text search.';
      return {
        message: `${refused} ${advice}`,
        fixes: [meant ? replaceFix(`Change to ${meant}`, problem, meant) : undefined],
      };
    }
    case "unexpected":
      return { message: `${refused} ${unexpectedAdvice(token)}`, fixes: [dollarFix(text, problem)] };
    case "unclosed-group":
      return {
        message: "This parenthesis is not closed. Add the missing `)`.",
        fixes: [insertFix("Close the parenthesis", problem.fixAt ?? text.length, ")")],
      };
    case "unopened-group":
      return {
        message: `${refused} No parenthesis is open here. Remove this one, or add the missing \`(\`.`,
        fixes: [removeFix("Remove )", text, problem)],
      };
    case "empty-group":
      return {
        message: `${refused} Parentheses must hold at least one comparison.`,
        fixes: [removeFix("Remove the empty parentheses", text, problem)],
      };
    case "dangling-keyword":
      return {
        message: `${refused} A comparison must follow ${shown(token)}.`,
        fixes: [removeFix(`Remove ${token}`, text, problem)],
      };
    case "leading-keyword":
      return {
        message: `${refused} ${shown(token)} needs a comparison before it.`,
        fixes: [removeFix(`Remove ${token}`, text, problem)],
      };
    case "keyword-case":
      return {
        message: `Keywords are written in capitals: ${token.toUpperCase()} instead of ${shown(token)}.`,
        fixes: [replaceFix(`Change to ${token.toUpperCase()}`, problem, token.toUpperCase())],
      };
    case "logic-operator": {
      const word = token === "&&" ? "AND" : token === "||" ? "OR" : "NOT";
      const padded = /\s/.test(text[problem.end] ?? " ") ? word : `${word} `;
      return {
        message: `${refused} Write ${word} instead of ${shown(token)}.`,
        fixes: [replaceFix(`Change to ${word}`, problem, padded)],
      };
    }
    case "unclosed-string":
      return {
        message: "This string is not closed. Add the missing quote.",
        fixes: [insertFix("Close the string", problem.end, token[0] === "'" ? "'" : '"')],
      };
    case "single-quotes":
      return {
        message: "Strings are written in double quotes.",
        fixes: [
          replaceFix(
            "Change to double quotes",
            problem,
            quote(unquote(token.slice(1, -1).replace(/\\'/g, "'"))),
          ),
        ],
      };
    case "escaped-quotes":
      return {
        message: `${refused} The quotes are escaped twice: in the file, a quote of the filter is written \\" with one backslash.`,
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
      return { message: `${refused} Name a template variable between the braces, such as \`\${cluster}\`.` };
    case "unclosed-variable":
      return {
        message: `${refused} The variable is not closed. Add the missing \`}\`.`,
        fixes: [insertFix("Close the variable", problem.end, "}")],
      };
    case "unclosed-placeholder":
      return { message: "This placeholder is not closed. Add the missing `}}`." };
    case "unclosed-call":
      return {
        message: `The arguments of ${shown(token.replace(/\($/, ""))} are not closed. Add the missing \`)\`.`,
        fixes: [insertFix("Close the parenthesis", problem.fixAt ?? text.length, ")")],
      };
    case "missing-comma":
      return {
        message: `${refused} Separate arguments with commas.`,
        fixes: [insertFix("Insert a comma", problem.fixAt ?? problem.offset, ",")],
      };
    case "empty-argument":
      return {
        message: `${refused} An argument is missing at this comma.`,
        fixes: [removeFix("Remove the comma", text, problem)],
      };
    case "value-list":
      return explainValueList(problem, token);
    case "too-deep":
      return { message: "Parentheses are nested too deeply to be checked. Write the filter with fewer." };
  }
}

function explainOperator(text: string, problem: Problem, token: string, refused: string): Explanation {
  const value = problem.comparison?.value;
  if (token === "==") {
    return {
      message: `${refused} Equality is a single \`=\`.`,
      fixes: [replaceFix("Change to =", problem, "=")],
    };
  }
  if (token === "<>") {
    return {
      message: `${refused} Inequality is \`!=\`.`,
      fixes: [replaceFix("Change to !=", problem, "!=")],
    };
  }
  const operator = token === "=~" ? "=" : "!=";
  const literal = value?.kind === "string" ? text.slice(value.offset, value.end) : undefined;
  const call = `${operator}monitoring.regex.full_match(${literal ?? '"…"'})`;
  const fix =
    value && literal
      ? replaceFix(
          `Change to ${operator}monitoring.regex.full_match(…)`,
          { offset: problem.offset, end: value.end },
          call,
        )
      : undefined;
  return {
    message: `${refused} Regular expressions are matched with a function: ${shown(call)}. It must match the whole value.`,
    fixes: [fix],
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

function unexpectedAdvice(token: string): string {
  if (token === "$") return "A template variable is written `${name}`.";
  if (token === ",") return "Comparisons are joined by AND, not by commas.";
  if (/^["'\\]/.test(token)) return 'A string can only follow an operator, as in `metric.type="…"`.';
  if (token === "|") return "Write OR to join comparisons.";
  return "Remove it, or put it in double quotes if it is part of a value.";
}

/** `$name` that was meant as `${name}`. */
function dollarFix(text: string, problem: Problem): LanguageFix | undefined {
  const name = /^\$([A-Za-z_]\w*)/.exec(text.slice(problem.offset))?.[1];
  if (!name) return undefined;
  return replaceFix(
    `Change to \${${name}}`,
    { offset: problem.offset, end: problem.offset + name.length + 1 },
    `\${${name}}`,
  );
}

function explainValueList(problem: Problem, token: string): Explanation {
  const strings = token.match(/"(?:[^"\\]|\\.)*"/g);
  const plain = strings && /^[\s()]*(?:OR[\s()]*)*$/.test(token.replace(/"(?:[^"\\]|\\.)*"/g, ""));
  const only = strings?.length === 1;
  // A metric type is one string and no function.
  const single = problem.comparison?.object.name === "metric.type";
  const text = plain && only ? strings[0] : plain && !single ? `one_of(${strings.join(", ")})` : undefined;
  const title = only ? "Remove the parentheses" : "Change to one_of(…)";
  return {
    message: `A value is not put in parentheses; a list of values is written ${shown(text && !only ? text : 'one_of("a", "b")')}.`,
    fixes: [text ? replaceFix(title, problem, text) : undefined],
  };
}
