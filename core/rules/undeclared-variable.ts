import type { Span, StringNode } from "../document/node";
import { StringMap } from "../document/string-map";
import { member } from "../schema/canonical";
import { nearest } from "../spelling";
import type { Rule, RuleContext } from "./rule";

/** The members that may name template variables, and how. (Monitoring filters look after theirs themselves.) */
const PLACES: Readonly<Record<string, Readonly<Record<string, (text: string) => Iterable<Use>>>>> = {
  TimeSeriesQuery: { prometheusQuery: inBraces, timeSeriesQueryLanguage: inBraces },
  LogsPanel: { filter: inBraces },
  OpsAnalyticsQuery: { sql: asParameters },
  TemplateVariableCondition: { templateVariable: bareName },
  FilterControl: { templateVariable: bareName },
};

/** A name in a decoded text. */
interface Use extends Span {
  readonly name: string;
}

export const undeclaredVariable: Rule = {
  id: "undeclared-variable",
  severity: "warning",
  message: Object.keys(PLACES),
  evidence: "recorded",
  summary: "A template variable is used that the dashboard does not declare.",
  details:
    "Variables are declared by the `templateVariable` of a dashboard filter. Queries write them as `${name}` or `${name.value}`, SQL as `@name`, conditions and filter controls as the bare name. Names that start with two underscores, such as `${__interval}`, are built in. The service stores a dashboard with an undeclared variable, but nothing ever takes its place.",
  check(node, context) {
    for (const [name, read] of Object.entries(PLACES[context.type.name]!)) {
      const text = member(node, name);
      if (text?.kind === "string") reportUses(text, read(text.value), context);
    }
  },
  bad: {
    query: { prometheusQuery: "sum(rate(http_requests_total{${cluster}}[5m]))" },
  },
  good: {
    dashboard: {
      displayName: "Orders",
      dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "cluster", templateVariable: "cluster" }],
      gridLayout: {
        widgets: [
          {
            scorecard: {
              timeSeriesQuery: { prometheusQuery: "sum(rate(http_requests_total{${cluster}}[5m]))" },
            },
          },
        ],
      },
    },
  },
};

function reportUses(
  text: StringNode,
  uses: Iterable<Use>,
  { document, variables, report }: RuleContext,
): void {
  let map: StringMap | undefined;
  for (const { name, offset, length } of uses) {
    if (variables.has(name) || name.startsWith("__")) continue;
    map ??= new StringMap(document.text, text);
    const start = map.toSource(offset);
    const suggestion = nearest(name, variables);
    const hint = suggestion
      ? `Did you mean "${suggestion}"?`
      : 'Declare it as the "templateVariable" of a dashboard filter.';
    const span = { offset: start, length: map.toSource(offset + length) - start };
    report({
      ...span,
      message: `The dashboard declares no template variable "${name}". ${hint}`,
      data: {
        name,
        ...(suggestion && { fixes: [{ title: `Replace with "${suggestion}"`, text: suggestion, ...span }] }),
      },
    });
  }
}

/** `${name}` and `${name.value}`; `${1}` is a group of a regular expression. */
function* inBraces(text: string): Generator<Use> {
  for (const match of text.matchAll(/\$\{([A-Za-z_][\w-]*)(?:\.\w+)?\}/g)) {
    // A named group of a regular expression is meant by its own braces.
    if (text.includes(`(?P<${match[1]}>`)) continue;
    yield { name: match[1]!, offset: match.index + 2, length: match[1]!.length };
  }
}

/** `@name` outside of texts, quoted names and comments; `@@name` is a system variable. */
function* asParameters(sql: string): Generator<Use> {
  const token =
    /("""|''')[\s\S]*?\1|(["'`])(?:\\[\s\S]|(?!\2)[^\\])*\2|(?:--|#).*|\/\*[\s\S]*?\*\/|@@\w+|@(?<name>[A-Za-z_]\w*)/g;
  for (const match of sql.matchAll(token)) {
    const name = match.groups?.["name"];
    if (name) yield { name, offset: match.index + 1, length: name.length };
  }
}

function* bareName(text: string): Generator<Use> {
  if (text.trim()) yield { name: text, offset: 0, length: text.length };
}
