import type { StringNode } from "../document/node";
import { StringMap } from "../document/string-map";
import { isBuiltInVariable, type VariableUse, variableUses } from "../languages/variable-uses";
import { memberOf } from "../schema/canonical";
import { nearestName } from "../spelling";
import { usedVariable } from "./example";
import type { Rule, RuleContext } from "./rule";

/** The members that may name template variables. (Monitoring filters look after theirs themselves.) */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  TimeSeriesQuery: ["prometheusQuery", "timeSeriesQueryLanguage"],
  LogsPanel: ["filter"],
  OpsAnalyticsQuery: ["sql"],
  TemplateVariableCondition: ["templateVariable"],
  FilterControl: ["templateVariable"],
};

export const undeclaredVariable: Rule = {
  id: "undeclared-variable",
  severity: "warning",
  message: Object.keys(PLACES),
  evidence: "recorded",
  summary: "A template variable is used but not declared.",
  details:
    "Variables are declared by the `templateVariable` of a dashboard filter. Queries write them as `${name}` or `${name.value}`, SQL as `@name`, conditions and filter controls as the bare name. Names that start with two underscores, such as `${__interval}`, are built in. The service saves a dashboard with an undeclared variable, but never expands it.",
  check(node, context) {
    for (const name of PLACES[context.type.name]!) {
      const text = memberOf(node, name);
      if (text?.kind !== "string") continue;
      const language = context.type.field(name)?.language;
      reportUses(text, language ? variableUses(text.value, language) : bareName(text.value), context);
    }
  },
  bad: {
    query: { prometheusQuery: "sum(rate(http_requests_total{${cluster}}[5m]))" },
  },
  good: usedVariable,
};

function reportUses(
  text: StringNode,
  uses: readonly VariableUse[],
  { document, variables, report }: RuleContext,
): void {
  let map: StringMap | undefined;
  for (const { name, offset, length } of uses) {
    if (variables.has(name) || isBuiltInVariable(name)) continue;
    map ??= new StringMap(document.text, text);
    const start = map.toSource(offset);
    const suggestion = nearestName(name, variables);
    const hint = suggestion
      ? `Did you mean "${suggestion}"?`
      : 'Declare it as the "templateVariable" of a dashboard filter.';
    const span = { offset: start, length: map.toSource(offset + length) - start };
    report({
      ...span,
      message: `Undeclared template variable "${name}". ${hint}`,
      data: suggestion
        ? {
            kind: "replacements",
            replacements: [{ title: `Replace with "${suggestion}"`, text: suggestion, ...span }],
          }
        : undefined,
    });
  }
}

/** A member whose whole text is the name. */
function bareName(text: string): VariableUse[] {
  return text.trim() ? [{ name: text, offset: 0, length: text.length }] : [];
}
