import { type Candidate, rankCandidates } from "../kit/completion-rank";
import {
  checkPairs,
  type LexerRules,
  tokenAt,
  tokenizePlain,
  toLanguageTokens,
  variableRules,
} from "../kit/lexer";
import { openVariable, variableItems } from "../kit/variable-items";
import { variableMarkdown } from "../kit/variable-text";
import type {
  EmbeddedLanguage,
  LanguageCompletions,
  LanguageContext,
  LanguageFinding,
  LanguageHover,
} from "../language";
import { checkOperands } from "./order";
import { loggingQueryRules } from "./rules";
import { logFields, loggingFunctions, loggingOperators, logSeverities } from "./vocabulary";

const rules: LexerRules = [
  ["space", /\s+/y],
  ["comment", /--[^\n]*/y],
  ["string", /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)*'(?![\w'])/y],
  ["open-string", /"[\s\S]*/y],
  ...variableRules,
  ["open", /\(/y],
  ["close", /\)/y],
  ["number", /-?\d+(?:\.\d+)?(?![\w.-])/y],
  ["operator", /=~|!~|!=|<=|>=|[=<>:,]/y],
  ["word", /[^\s"()=<>:,!${}]+/y],
];

const tokensOf = (text: string) => tokenizePlain(text, rules);

/** The Logging query language: what `logsPanel.filter` is written in. */
export const loggingQuery: EmbeddedLanguage = {
  id: "logging-query",
  check,
  complete,
  hover,
  tokens: (text) => {
    const tokens = tokensOf(text);
    return toLanguageTokens(tokens, text, ({ kind, text: word }, i) => {
      if (kind !== "word") return undefined;
      if (/^(?:AND|OR|NOT)$/.test(word)) return "keyword";
      const next = tokens[i + 1];
      if (next?.text === "(" && Object.hasOwn(loggingFunctions, word)) return "function";
      return next?.kind === "operator" && next.text !== "," ? "property" : "string";
    });
  },
  rules: loggingQueryRules,
};

function check(text: string): LanguageFinding[] {
  // Whether the service reads the query on saving is not known, so nothing is an error.
  const codes = { bracket: "logging-query-bracket", string: "logging-query-string" };
  const tokens = tokensOf(text).filter(({ kind }) => kind !== "comment");
  const pairs = checkPairs(tokens, text, codes, "warning");
  return pairs.length > 0 ? pairs : checkOperands(tokens);
}

function complete(text: string, offset: number, context: LanguageContext): LanguageCompletions {
  const tokens = tokensOf(text);
  const answer = (items: readonly Candidate[], start: number, end: number): LanguageCompletions => {
    const ranked = rankCandidates(items, [], text.slice(start, offset), { offset: start, end });
    return { items: ranked, incomplete: ranked.length > 0 };
  };
  const variable = openVariable(text, offset);
  if (variable) {
    const end = variable.closed ? "" : "}";
    const items = variableItems(context, ({ name }) => name);
    return answer(
      items.map((item) => ({ ...item, insertText: item.insertText + end })),
      variable.offset,
      variable.end,
    );
  }
  const token = tokens.find((t) => t.offset < offset && offset <= t.end);
  if (token && (token.kind === "comment" || (token.kind === "string" && offset < token.end)))
    return { items: [], incomplete: false };
  const word = token?.kind === "word" ? token : undefined;
  const start = word?.offset ?? offset;
  const end = word?.end ?? offset;
  const before = tokens.filter((t) => t.end <= start);
  const last = before.at(-1);
  if (last?.kind === "operator") {
    const field = before.at(-2)?.text.toLowerCase();
    const values = field === "severity" ? logSeverities : [];
    const quoted: Candidate = { label: '""', insertText: '""', caret: 1, kind: "value" };
    return answer(
      [...values.map((value): Candidate => ({ label: value, insertText: value, kind: "value" })), quoted],
      start,
      end,
    );
  }
  const behindField = last?.kind === "word" && !/^(?:AND|OR|NOT)$/.test(last.text);
  const items: Candidate[] = [
    ...(behindField
      ? loggingOperators.map((text): Candidate => ({ label: text, insertText: text, kind: "operator" }))
      : []),
    ...Object.entries(logFields).map(
      ([name, documentation]): Candidate => ({
        label: name,
        insertText: name === "severity" ? "severity>=" : `${name}=""`,
        caret: name !== "severity" ? name.length + 2 : undefined,
        kind: "object",
        documentation,
        retrigger: true,
      }),
    ),
    ...Object.entries(loggingFunctions).map(
      ([name, documentation]): Candidate => ({
        label: name,
        insertText: `${name}("")`,
        caret: name.length + 2,
        kind: "function",
        documentation,
      }),
    ),
    ...(last ? ["AND", "OR"] : [])
      .concat("NOT")
      .map((text): Candidate => ({ label: text, insertText: `${text} `, kind: "keyword" })),
    ...variableItems(context, ({ name }) => `\${${name}}`),
  ];
  return answer(items, start, end);
}

function hover(text: string, offset: number, context: LanguageContext): LanguageHover | undefined {
  const token = tokenAt(tokensOf(text), offset);
  if (!token) return undefined;
  const say = (markdown: string | undefined): LanguageHover | undefined =>
    markdown ? { offset: token.offset, length: token.end - token.offset, markdown } : undefined;
  if (token.kind === "variable" && token.text.startsWith("${")) {
    const whole = "Expands to a comparison of its label with the selected value.";
    return say(variableMarkdown(token.text.slice(2, -1), whole, context));
  }
  if (token.kind !== "word") return undefined;
  const about = Object.hasOwn(loggingFunctions, token.text)
    ? loggingFunctions[token.text]
    : Object.hasOwn(logFields, token.text)
      ? logFields[token.text]
      : undefined;
  return say(about && `\`${token.text}\`\n\n${about}`);
}
