import { type Catalogue, catalogue as shippedCatalogue } from "../../catalogue/catalogue";
import type { LanguageContext, LanguageHover } from "../language";
import { variableMarkdown } from "../variable-text";
import { type Comparison, literalOf, type Range } from "./ast";
import type { Token } from "./lexer";
import { functionMarkdown, metricMarkdown, resourceMarkdown } from "./markdown";
import { parseFilter } from "./parser";
import { resourceLabels, type Subject, subjectOf } from "./subject";
import { functionNamed, objectInfo, operators, selectorNamed } from "./vocabulary";

const keywords = {
  AND: "Matches if both sides match. Adjacent comparisons are also combined with AND.",
  OR: "Matches if either side matches. Use parentheses when mixing with AND.",
  NOT: "Negates a comparison. Prefer `!=`.",
};

/** What is known of the thing at `offset`, or undefined. */
export function hoverFilter(
  text: string,
  offset: number,
  context: LanguageContext,
): LanguageHover | undefined {
  const tree = parseFilter(text);
  const i = tree.tokens.findIndex((token) => offset >= token.offset && offset < token.end);
  const token = tree.tokens[i];
  const use = tree.uses[i];
  if (!token || !use) return undefined;
  const variable = variableAt(token, offset);
  if (variable) return hover(variable.range, variableMarkdown(variable.name, WHOLE, context));
  const catalogue = context.catalogue ?? shippedCatalogue();
  const subject = subjectOf(tree, catalogue);
  switch (use.role) {
    case "keyword":
      return hover(token, keywords[token.text.toUpperCase() as keyof typeof keywords]);
    case "operator":
      return hover(token, operators.find((operator) => operator.text === token.text)?.about);
    case "function": {
      const info = functionNamed(token.text) ?? selectorNamed(token.text);
      return hover(token, info && functionMarkdown(info));
    }
    case "object":
      return use.comparison && objectHover(use.comparison, offset, subject, catalogue);
    case "value":
      return use.comparison && valueHover(use.comparison, catalogue);
    default:
      return undefined;
  }
}

function hover(range: Range, markdown: string | undefined): LanguageHover | undefined {
  return markdown ? { offset: range.offset, length: range.end - range.offset, markdown } : undefined;
}

/** The `${…}` around an offset, as a token of its own or inside a string. */
function variableAt(
  token: Token,
  offset: number,
): { readonly range: Range; readonly name: string } | undefined {
  if (token.kind !== "variable" && token.kind !== "string") return undefined;
  for (const match of token.text.matchAll(/\$\{([^{}]+)\}/g)) {
    const start = token.offset + match.index;
    const range = { offset: start, end: start + match[0].length };
    if (offset >= range.offset && offset < range.end) return { range, name: match[1]! };
  }
  return undefined;
}

const WHOLE = "Expands to a comparison with the selected value, or to nothing if no value is selected.";

function objectHover(
  { object }: Comparison,
  offset: number,
  subject: Subject,
  catalogue: Catalogue,
): LanguageHover | undefined {
  if (!object.name) return undefined;
  const info = objectInfo(object.name);
  if (!object.key || offset < object.key.offset) {
    const end = object.key ? object.key.offset - 1 : object.end;
    return hover({ offset: object.offset, end }, `\`${object.name}\`\n\n${info.about}`);
  }
  const lines = [`\`${object.name}.${object.key.text}\``];
  const key = object.key.text;
  if (object.name === "metric.labels" && subject.metric) {
    const known = subject.metric.labels.includes(key);
    if (known) lines.push(`Label of the metric \`${subject.metric.type}\`.`);
    const values = catalogue.labelValues(subject.metric.type, key);
    if (values) lines.push(`Values: ${values.map((value) => `\`${value || '""'}\``).join(", ")}`);
  } else if (object.name === "resource.labels" && resourceLabels(subject, catalogue).labels.includes(key)) {
    const types = subject.resourceType ? [subject.resourceType] : (subject.metric?.resources ?? []);
    const owners = types.filter((type) => catalogue.resource(type)?.labels.includes(key));
    lines.push(`Label of the monitored resource ${owners.map((type) => `\`${type}\``).join(", ")}.`);
  }
  if (lines.length === 1) lines.push(info.about);
  return hover(object.key, lines.join("\n\n"));
}

function valueHover({ object, value }: Comparison, catalogue: Catalogue): LanguageHover | undefined {
  const text = literalOf(value);
  if (!text || value?.kind !== "string") return undefined;
  if (object.name === "metric.type") {
    const metric = catalogue.metric(text);
    return hover(value.content, metric && metricMarkdown(metric, catalogue));
  }
  if (object.name !== "resource.type") return undefined;
  const resource = catalogue.resource(text);
  return hover(value.content, resource && resourceMarkdown(resource, catalogue));
}
