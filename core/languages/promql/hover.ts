import { shippedCatalog } from "../../catalog/catalog";
import { metricMarkdown, resourceMarkdown } from "../kit/markdown";
import { variableMarkdown } from "../kit/variable-text";
import type { LanguageContext, LanguageHover } from "../language";
import { functionMarkdown } from "./complete";
import { functionLabel, functionNamed, matchOperators, promqlKeywords, promqlOperators } from "./functions";
import { holeName } from "./holes";
import { labelOrigins, labelsOf } from "./labels";
import { distributionSuffixes, promqlNames } from "./names";
import type { PromqlToken } from "./scan";
import { selectorsOf, unquoteToken } from "./selectors";
import { type PromqlSource, sourceOf } from "./source";

interface Range {
  readonly offset: number;
  readonly end: number;
}

const hover = ({ offset, end }: Range, markdown: string | undefined): LanguageHover | undefined =>
  markdown ? { offset, length: end - offset, markdown } : undefined;

/** What is known of the thing at `offset`, or undefined. */
export function hoverPromql(
  text: string,
  offset: number,
  context: LanguageContext,
): LanguageHover | undefined {
  const source = sourceOf(text);
  const i = source.tokens.findIndex((token) => token.offset <= offset && offset < token.end);
  const token = source.tokens[i];
  if (!token || token.kind === "comment") return undefined;
  return (
    variableHover(token, offset, context) ??
    selectorHover(source, token, context) ??
    (token.kind === "operator" ? operatorHover(token) : wordHover(token, source.tokens[i + 1]))
  );
}

function variableHover(
  token: PromqlToken,
  offset: number,
  context: LanguageContext,
): LanguageHover | undefined {
  if (token.kind !== "hole" && token.kind !== "string") return undefined;
  for (const match of token.text.matchAll(/\$\{([^{}]+)\}/g)) {
    const start = token.offset + match.index;
    const range = { offset: start, end: start + match[0].length };
    if (offset < range.offset || offset >= range.end) continue;
    const name = holeName(match[0]);
    if (name === "__interval")
      return hover(
        range,
        "`${__interval}`\n\nThe interval between the points of the chart, which depends on the time range.",
      );
    const whole = "Expands to a label matcher with the selected value. Use it between the braces.";
    return hover(range, variableMarkdown(name, whole, context));
  }
  return undefined;
}

function selectorHover(
  source: PromqlSource,
  token: PromqlToken,
  context: LanguageContext,
): LanguageHover | undefined {
  const catalog = context.catalog ?? shippedCatalog();
  for (const selector of selectorsOf(source)) {
    if (selector.nameToken === token && selector.name) {
      const metric = promqlNames(catalog).metric(selector.name);
      if (!metric) return undefined;
      const suffix = distributionSuffixes.find(
        (end) => selector.name!.endsWith(end) && !metric.type.endsWith(end),
      );
      const notes = {
        _bucket: "The bucket counts of the distribution, with the label `le`.",
        _count: "Number of observations in the distribution.",
        _sum: "Sum of the observations in the distribution.",
      };
      return hover(token, metricMarkdown(metric, catalog) + (suffix ? `\n\n${notes[suffix]}` : ""));
    }
    for (const matcher of selector.matchers) {
      if (matcher.labelToken === token) {
        const info = labelsOf(selector, catalog).find(({ name }) => name === matcher.label);
        return info && hover(token, `\`${matcher.label}\`: ${labelOrigins[info.origin]}`);
      }
      if (matcher.value === token && matcher.label === "monitored_resource") {
        const resource = catalog.resource(unquoteToken(token));
        return resource && hover(token, resourceMarkdown(resource, catalog));
      }
    }
  }
  return undefined;
}

function operatorHover(token: PromqlToken): LanguageHover | undefined {
  const list = token.frame?.bracket === "{" ? matchOperators : promqlOperators;
  return hover(token, list.find(({ text }) => text === token.text)?.about);
}

function wordHover(token: PromqlToken, next: PromqlToken | undefined): LanguageHover | undefined {
  if (token.kind !== "word" || token.frame?.grouping) return undefined;
  const info = functionNamed(token.text);
  const isCall = next?.text === "(" || /^(?:by|without)$/i.test(next?.text ?? "");
  if (info && isCall) return hover(token, `\`${functionLabel(info)}\`\n\n${functionMarkdown(info)}`);
  return hover(token, promqlKeywords[token.text.toLowerCase()]);
}
