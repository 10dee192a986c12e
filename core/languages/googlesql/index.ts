import { type Candidate, rankCandidates } from "../kit/completion-rank";
import { filterFinding } from "../kit/findings";
import {
  bracketRules,
  checkPairs,
  type LexerRules,
  tokenAt,
  tokenizePlain,
  toLanguageTokens,
  variableRules,
} from "../kit/lexer";
import { variableItems } from "../kit/variable-items";
import { variableMarkdown } from "../kit/variable-text";
import type {
  EmbeddedLanguage,
  LanguageCompletions,
  LanguageContext,
  LanguageFinding,
  LanguageHover,
} from "../language";
import { googlesqlRules } from "./rules";
import { sqlFunctions, sqlKeywords, suggestedKeywords } from "./vocabulary";

const rules: LexerRules = [
  ["space", /\s+/y],
  ["comment", /(?:--|#)[^\n]*|\/\*[\s\S]*?\*\//y],
  ["string", /[rRbB]{0,2}(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?''')/y],
  ["string", /[rRbB]{0,2}(?:"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|`(?:[^`\\\n]|\\[\s\S])*`/y],
  ["open-string", /["'`][\s\S]*/y],
  ...variableRules,
  ...bracketRules,
  ["number", /0[xX][\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/y],
  ["variable", /@@?[A-Za-z_]\w*/y],
  ["word", /[A-Za-z_]\w*/y],
  ["operator", /\|>|<=|>=|<>|!=|<<|>>|\|\||=>|[-+*/%<>=!|&^~;,.:?@]/y],
];

const tokensOf = (text: string) => tokenizePlain(text, rules);

/**
 * GoogleSQL over logs and traces: what `opsAnalyticsQuery.sql` is written in. Tokens only, because open parsers for
 * BigQuery's dialect reject valid queries.
 */
export const googlesql: EmbeddedLanguage = {
  id: "googlesql",
  check,
  complete,
  hover,
  tokens: (text) => {
    const tokens = tokensOf(text);
    return toLanguageTokens(tokens, text, ({ kind, text: word }, i) => {
      if (kind === "string" && word.startsWith("`")) return "type";
      if (kind !== "word" || tokens[i - 1]?.text === ".") return undefined;
      if (tokens[i + 1]?.text === "(" && Object.hasOwn(sqlFunctions, word.toUpperCase())) return "function";
      if (sqlKeywords.has(word.toUpperCase())) return "keyword";
      return tokens[i + 1]?.text === "(" ? "function" : undefined;
    });
  },
  rules: googlesqlRules,
};

function check(text: string): LanguageFinding[] {
  const tokens = tokensOf(text);
  if (tokens.every(({ kind }) => kind === "comment")) {
    return [
      filterFinding("sql-empty", "warning", { offset: 0, end: text.length }, "The statement is empty."),
    ];
  }
  // Whether the service reads SQL on saving is not known, so nothing is an error.
  return checkPairs(tokens, text, { bracket: "sql-bracket", string: "sql-string" }, "warning");
}

function complete(text: string, offset: number, context: LanguageContext): LanguageCompletions {
  const tokens = tokensOf(text);
  const token = tokens.find(
    (t) => t.offset < offset && (offset < t.end || (offset === t.end && t.kind !== "string")),
  );
  const inText = token && /^(?:comment|string|open-string)$/.test(token.kind);
  const parameter = /@\w*$/.exec(text.slice(0, offset));
  // `@__project_id` stands in quoted names of tables, too.
  if (parameter && (!inText || token.text.startsWith("`"))) {
    const end = offset + /^\w*/.exec(text.slice(offset))![0].length;
    const project: Candidate = {
      label: "@__project_id",
      insertText: "@__project_id",
      kind: "variable",
      detail: "project of the dashboard",
    };
    const items = [...variableItems(context, ({ name }) => `@${name}`), project];
    return answer(items, text, offset, parameter.index, end);
  }
  if (inText) return { items: [], incomplete: false };
  const start = offset - /\w*$/.exec(text.slice(0, offset))![0].length;
  const before = tokens.findLast((t) => t.end <= start);
  if (before?.text === ".") return { items: [], incomplete: false };
  const words = suggestedKeywords.map(
    (word): Candidate => ({ label: word, insertText: `${word} `, kind: "keyword" }),
  );
  const calls = Object.entries(sqlFunctions).map(
    ([name, documentation]): Candidate => ({
      label: name,
      insertText: `${name}()`,
      caret: name.length + 1,
      kind: "function",
      documentation,
    }),
  );
  const own = variableItems(context, ({ name }) => `@${name}`);
  return answer([...words, ...calls, ...own], text, offset, start, offset);
}

function answer(items: readonly Candidate[], text: string, offset: number, start: number, end: number) {
  const ranked = rankCandidates(items, [], text.slice(start, offset), { offset: start, end });
  return { items: ranked, incomplete: ranked.length > 0 };
}

function hover(text: string, offset: number, context: LanguageContext): LanguageHover | undefined {
  const token = tokenAt(tokensOf(text), offset);
  const say = (markdown: string | undefined): LanguageHover | undefined =>
    token && markdown ? { offset: token.offset, length: token.end - token.offset, markdown } : undefined;
  if (token?.kind === "variable" && token.text.startsWith("@")) {
    const name = token.text.replace(/^@+/, "");
    if (name === "__project_id") return say("`@__project_id`\n\nThe project of the dashboard.");
    if (token.text.startsWith("@@")) return undefined;
    return say(variableMarkdown(name, "Expands to the selected value, as a query parameter.", context));
  }
  if (token?.kind !== "word") return undefined;
  const name = token.text.toUpperCase();
  const about = Object.hasOwn(sqlFunctions, name) ? sqlFunctions[name] : undefined;
  return say(about && `\`${name}\`\n\n${about}`);
}
