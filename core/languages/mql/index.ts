import { shippedCatalog } from "../../catalog/catalog";
import { type Candidate, itemLimit, rankCandidates } from "../kit/completion-rank";
import { tokenAt, toLanguageTokens } from "../kit/lexer";
import { metricDetail, metricMarkdown, metricNotes, resourceMarkdown } from "../kit/markdown";
import { openVariable, variableItems } from "../kit/variable-items";
import { variableMarkdown } from "../kit/variable-text";
import type { EmbeddedLanguage, LanguageCompletions, LanguageContext, LanguageHover } from "../language";
import { checkMql } from "./check";
import { mqlTokens, namesOf } from "./lexer";
import { mqlRules } from "./rules";
import { mqlFunctions, mqlKeywords, mqlOperations } from "./vocabulary";

/** MQL, the older Monitoring Query Language: what `timeSeriesQueryLanguage` is written in. */
export const mql: EmbeddedLanguage = {
  id: "mql",
  check: checkMql,
  complete,
  hover,
  tokens: (text) => {
    const tokens = mqlTokens(text);
    const names = new Set(namesOf(text).map(({ offset }) => offset));
    return toLanguageTokens(tokens, text, ({ kind, text: word, offset }, i) => {
      if (names.has(kind === "string" ? offset + 1 : offset)) return "type";
      if (kind !== "word") return undefined;
      if (/^[$@]/.test(word)) return "variable";
      if (tokens[i - 1]?.text === ".") return "property";
      if (Object.hasOwn(mqlOperations, word) || mqlKeywords.has(word)) return "keyword";
      return tokens[i + 1]?.text === "(" ? "function" : undefined;
    });
  },
  rules: mqlRules,
};

function complete(text: string, offset: number, context: LanguageContext): LanguageCompletions {
  const catalog = context.catalog ?? shippedCatalog();
  const variable = openVariable(text, offset);
  const before = text.slice(0, offset);
  const answer = (
    start: number,
    items: readonly Candidate[],
    found: readonly Candidate[] = [],
    end = offset,
  ) => {
    const ranked = rankCandidates(items, found, text.slice(start, offset), { offset: start, end });
    return { items: ranked, incomplete: ranked.length > 0 };
  };
  if (variable) {
    const end = variable.closed ? "" : "}";
    const items = variableItems(context, ({ name }) => name).map((item) => ({
      ...item,
      insertText: item.insertText + end,
    }));
    return answer(variable.offset, items, [], variable.end);
  }
  const token = mqlTokens(text).find(
    (t) => t.offset < offset && (offset < t.end || (offset === t.end && t.kind !== "string")),
  );
  if (token?.kind === "comment") return answer(offset, []);
  const metric = /\bmetric\s*['"]([^'"\n]*)$/.exec(before) ?? /\bfetch\s+\w+\s*::\s*([\w./-]*)$/.exec(before);
  if (metric) {
    const start = offset - metric[1]!.length;
    const rest = /^[\w./-]*/.exec(text.slice(offset))![0];
    const { metrics } = catalog.searchMetrics(metric[1]!, itemLimit);
    const found = metrics.map((known): Candidate => {
      const detail = metricDetail(known);
      const about = metricNotes(known, catalog, known.type);
      return {
        label: known.type,
        insertText: known.type,
        kind: "metric",
        detail: detail || undefined,
        documentation: about,
      };
    });
    return answer(start, [], found, offset + rest.length);
  }
  if (token?.kind === "string" || token?.kind === "open-string") return answer(offset, []);
  const fetched = /\bfetch\s+(\w*)$/.exec(before);
  if (fetched) {
    const found = catalog.searchResources(fetched[1]!, itemLimit).map(
      (resource): Candidate => ({
        label: resource.type,
        insertText: resource.type,
        kind: "resource",
        documentation: resourceMarkdown(resource, catalog),
      }),
    );
    return answer(offset - fetched[1]!.length, [], found);
  }
  const start = offset - /\w*$/.exec(before)![0].length;
  const isStage = /(?:^|[|;{=])\s*$/.test(text.slice(0, start));
  const list: Candidate[] = isStage
    ? [...named(mqlOperations, "keyword"), ...variableItems(context, ({ name }) => `\${${name}}`)]
    : named(mqlFunctions, "function");
  return answer(start, list);
}

function named(list: Readonly<Record<string, string>>, kind: Candidate["kind"]): Candidate[] {
  return Object.entries(list).map(([name, about]) => ({
    label: name,
    insertText: kind === "function" ? `${name}()` : `${name} `,
    caret: kind === "function" ? name.length + 1 : undefined,
    kind,
    documentation: about,
  }));
}

function hover(text: string, offset: number, context: LanguageContext): LanguageHover | undefined {
  const catalog = context.catalog ?? shippedCatalog();
  const say = (
    range: { offset: number; end: number },
    markdown: string | undefined,
  ): LanguageHover | undefined =>
    markdown ? { offset: range.offset, length: range.end - range.offset, markdown } : undefined;
  const name = namesOf(text).find((found) => found.offset <= offset && offset < found.end);
  if (name) {
    const metric = name.kind === "metric" ? catalog.metric(name.name) : undefined;
    const resource = name.kind === "resource" ? catalog.resource(name.name) : undefined;
    return say(
      name,
      metric ? metricMarkdown(metric, catalog) : resource && resourceMarkdown(resource, catalog),
    );
  }
  const token = tokenAt(mqlTokens(text), offset);
  if (token?.kind === "variable") {
    const written = token.text.replace(/^\$?\$?\{+|\}+$/g, "");
    const whole = "Expands to a filter operation with the selected value: `| ${name}`.";
    return token.text.startsWith("{{") ? undefined : say(token, variableMarkdown(written, whole, context));
  }
  if (token?.kind !== "word") return undefined;
  const list = Object.hasOwn(mqlOperations, token.text)
    ? mqlOperations
    : Object.hasOwn(mqlFunctions, token.text)
      ? mqlFunctions
      : {};
  const about = list[token.text];
  return say(token, about && `\`${token.text}\`\n\n${about}`);
}
