import { Parser } from "@prometheus-io/codemirror-promql/dist/esm/parser/parser.js";
import { filterFinding, inQuotes, insertFix } from "../kit/findings";
import type { LanguageFinding, LanguageFix } from "../language";
import type { VariableHole } from "./holes";
import { SEVERITY } from "./severity";
import type { PromqlSource } from "./source";

type State = ConstructorParameters<typeof Parser>[0];
type Diagnostic = ReturnType<Parser["getDiagnostics"]>[number];

/** Findings of Prometheus's own analyzer about types and arguments, reworded. Only for text without syntax errors. */
export function checkTypes(source: PromqlSource): LanguageFinding[] {
  const parser = new Parser(stateOf(source));
  parser.analyze();
  const diagnostics = parser.getDiagnostics().filter(({ severity }) => severity === "error");
  if (diagnostics.length === 0) return [];
  const doubtful = source.holes.filter((hole) => hole.open).map((hole) => rangeOf(hole, source));
  const matchers = source.holes.filter((hole) => hole.role === "matcher").map(({ token }) => token);
  const seen = new Set<string>();
  return diagnostics.flatMap((diagnostic) => {
    const { from, to, message } = diagnostic;
    if (message.endsWith("got none")) return [];
    // Prometheus lets `__name__` be compared as often as one likes, where the name stands nowhere else.
    if (message.includes("set twice") && !namesMetric(source, from, to)) return [];
    const within = (range: Range, a: number, b: number): boolean => range.offset >= a && range.end <= b;
    if (
      doubtful.some(
        (range) => within(range, from, to) || within({ offset: from, end: to }, range.offset, range.end),
      )
    )
      return [];
    if (message.includes("non-empty matcher") && matchers.some((token) => within(token, from, to))) return [];
    const found = explain(diagnostic, source);
    // A selector is looked at once for each call around it, and two rules can say the same.
    const key = `${from} ${to} ${found.message}`;
    return seen.has(key) || !seen.add(key) ? [] : [found];
  });
}

/** Whether a selector has the metric's name before its braces, or in quotes in them. */
function namesMetric({ text, tokens }: PromqlSource, from: number, to: number): boolean {
  return (
    text[from] !== "{" ||
    tokens.some(
      (token, i) =>
        token.kind === "string" &&
        token.offset > from &&
        token.end < to &&
        tokens[i - 1]?.kind !== "operator" &&
        tokens[i + 1]?.kind !== "operator",
    )
  );
}

interface Range {
  readonly offset: number;
  readonly end: number;
}

/** What a variable decides about: itself, and all arguments when it names the function. */
function rangeOf({ token, role }: VariableHole, { tokens }: PromqlSource): Range {
  if (role !== "call") return token;
  const next = tokens[tokens.indexOf(token) + 1];
  const close = next?.kind === "open" ? next.frame?.close : undefined;
  return { offset: token.offset, end: close === undefined ? token.end : close + 1 };
}

/**
 * The analyzer uses only two parts of an editor state: the tree, through `syntaxTree`, and the text. A real state would
 * bundle all of CodeMirror; scripts/build.mjs replaces that module by `syntax-tree.ts`.
 */
function stateOf({ tree, filled }: PromqlSource): State {
  const state = {
    tree,
    field: () => ({ tree }),
    sliceDoc: (from: number, to: number) => filled.slice(from, to),
  };
  return state as unknown as State;
}

const types: Readonly<Record<string, string>> = {
  vector: "an instant vector",
  matrix: "a range of samples",
  scalar: "a number",
  string: "a string",
};

function explain({ from, to, message }: Diagnostic, source: PromqlSource): LanguageFinding {
  const range = { offset: from, end: to };
  const say = (code: string, text: string, fix?: LanguageFix) =>
    filterFinding(code, SEVERITY, range, text, fix);
  const text = source.text.slice(from, to);
  const type = /^expected type (\w+) in (.+), got (\w+)$/.exec(message);
  if (type) {
    const [, wanted = "", place = "", got = ""] = type;
    const name = /"(.+)"$/.exec(place)?.[1];
    const who = name
      ? `"${name}"`
      : place === "aggregation parameter"
        ? "The parameter of an aggregation"
        : "An aggregation";
    const base = `${who} takes ${types[wanted] ?? wanted}, but this is ${types[got] ?? got}.`;
    if (wanted === "matrix" && got === "vector") {
      if (!isSelector(from, to, source))
        return say(
          "promql-type",
          `${base} For the range of an expression, use a subquery such as "(…)[1h:1m]".`,
        );
      const fix = insertFix("Add [${__interval}]", to, "[${__interval}]");
      return say("promql-type", `${base} Add one, such as "[\${__interval}]".`, fix);
    }
    if (wanted === "vector" && got === "matrix")
      return say("promql-type", `${base} Apply a function such as "rate(…)".`);
    if (wanted === "scalar" && got === "vector")
      return say("promql-type", `${base} "scalar(…)" turns a vector with one series into a number.`);
    return say("promql-type", base);
  }
  const count = /^expected (at least |at most )?(\d+) argument\(s\) in call to "(.+)", got (\d+)$/.exec(
    message,
  );
  if (count) {
    const [, bound = "", number = "", name = "", got = ""] = count;
    const noun = number === "1" ? "argument" : "arguments";
    return say("promql-arguments", `"${name}" takes ${bound}${number} ${noun}, but ${counted(got)} given.`);
  }
  const known = sayings.find(([start]) => message.startsWith(start));
  return say(
    message.startsWith("unable to find") ? "promql-arguments" : "promql-type",
    known ? known[1] : `${message[0]!.toUpperCase()}${message.slice(1)}: ${inQuotes(text)}.`,
  );
}

const counted = (got: string): string => (got === "0" ? "none is" : got === "1" ? "1 is" : `${got} are`);

function isSelector(from: number, to: number, { tree }: PromqlSource): boolean {
  let node = tree.resolve(from, 1);
  while (node.parent && node.parent.from === from && node.parent.to <= to) node = node.parent;
  return node.name === "VectorSelector" && node.to === to;
}

const sayings: readonly (readonly [string, string])[] = [
  [
    "vector selector must contain",
    "Every matcher accepts an empty label, so the query would read all metrics. Add a metric name or a label that is not empty.",
  ],
  ["metric name must not be set twice", "The metric name is specified twice. Remove one."],
  [
    "binary expression must contain",
    'Operators take numbers and instant vectors only. Apply a function such as "rate(…)" to the range.',
  ],
  ["comparisons between scalars", 'To compare two numbers, add "bool": "1 == bool 2".'],
  ["bool modifier can only", '"bool" is allowed only after a comparison such as ">" or "==".'],
  ["set operator not allowed", '"and", "or" and "unless" take vectors. Use "vector(…)" to convert a number.'],
  ["vector matching only allowed", '"on" and "ignoring" need two vectors, but one side is a number.'],
  ["no grouping allowed", '"and", "or" and "unless" do not allow "group_left" or "group_right".'],
  ["set operations must always", '"and", "or" and "unless" do not allow "group_left" or "group_right".'],
  ["unary expression only", "A sign is allowed only before numbers and instant vectors."],
  ["subquery is only allowed", "A subquery needs an instant vector."],
  ['label "', 'A label cannot be in both "on (…)" and "group_left (…)".'],
  ["unable to find the parameter", "The aggregation has no argument."],
  ["offset requires", '"offset" must be followed by a duration such as "1h".'],
];
