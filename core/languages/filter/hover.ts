import { type Catalog, shippedCatalog } from "../../catalog/catalog";
import { functionMarkdown, metricMarkdown, resourceMarkdown } from "../kit/markdown";
import { variableMarkdown } from "../kit/variable-text";
import type { LanguageContext, LanguageHover } from "../language";
import { type Comparison, literalOf, type TextRange } from "./ast";
import type { Token } from "./lexer";
import { parseFilter } from "./parser";
import { type FilterSubject, resourceLabels, subjectOf } from "./subject";
import { filterOperators, functionNamed, type ObjectName, objectInfo, selectorNamed } from "./vocabulary";

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
  const catalog = context.catalog ?? shippedCatalog();
  const subject = subjectOf(tree, catalog);
  switch (use.role) {
    case "keyword":
      return hover(token, keywords[token.text.toUpperCase() as keyof typeof keywords]);
    case "operator":
      return hover(token, filterOperators.find((operator) => operator.text === token.text)?.description);
    case "function": {
      const info = functionNamed(token.text) ?? selectorNamed(token.text);
      return hover(token, info && functionMarkdown(info));
    }
    case "object":
      return use.comparison && objectHover(use.comparison, offset, subject, catalog);
    case "value":
      return use.comparison && valueHover(use.comparison, catalog);
    default:
      return undefined;
  }
}

function hover(range: TextRange, markdown: string | undefined): LanguageHover | undefined {
  return markdown ? { offset: range.offset, length: range.end - range.offset, markdown } : undefined;
}

/** The `${…}` around an offset, as a token of its own or inside a string. */
function variableAt(
  token: Token,
  offset: number,
): { readonly range: TextRange; readonly name: string } | undefined {
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
  subject: FilterSubject,
  catalog: Catalog,
): LanguageHover | undefined {
  if (!object.name) return undefined;
  const info = objectInfo(object.name);
  if (!object.key || offset < object.key.offset) {
    const end = object.key ? object.key.offset - 1 : object.end;
    return hover({ offset: object.offset, end }, `\`${object.name}\`\n\n${info.description}`);
  }
  return hover(object.key, labelMarkdown(object.name, object.key.text, subject, catalog));
}

/** What is known of a label of the metric, the resource or its metadata. */
export function labelMarkdown(
  object: ObjectName,
  key: string,
  subject: FilterSubject,
  catalog: Catalog,
): string {
  const lines = [`\`${object}.${key}\``];
  if (object === "metric.labels" && subject.metric) {
    const known = subject.metric.labels.includes(key);
    if (known) lines.push(`Label of the metric \`${subject.metric.type}\`.`);
    const values = catalog.labelValues(subject.metric.type, key);
    if (values) lines.push(`Values: ${values.map((value) => `\`${value || '""'}\``).join(", ")}`);
  } else if (object === "resource.labels" && resourceLabels(subject, catalog).labels.includes(key)) {
    const types = subject.resourceType ? [subject.resourceType] : (subject.metric?.resources ?? []);
    const owners = types.filter((type) => catalog.resource(type)?.labels.includes(key));
    lines.push(`Label of the monitored resource ${owners.map((type) => `\`${type}\``).join(", ")}.`);
  }
  if (lines.length === 1) lines.push(objectInfo(object).description);
  return lines.join("\n\n");
}

function valueHover({ object, value }: Comparison, catalog: Catalog): LanguageHover | undefined {
  const text = literalOf(value);
  if (!text || value?.kind !== "string") return undefined;
  if (object.name === "metric.type") {
    const metric = catalog.metric(text);
    return hover(value.content, metric && metricMarkdown(metric, catalog));
  }
  if (object.name !== "resource.type") return undefined;
  const resource = catalog.resource(text);
  return hover(value.content, resource && resourceMarkdown(resource, catalog));
}
