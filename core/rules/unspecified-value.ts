import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { messageType } from "../schema/messages";
import { spanOfNode } from "../schema/structure";
import { replaceFix, valueAt } from "./fix-builders";
import type { Rule } from "./rule";

/** Members that have to say something: their documentation excludes the value that stands for none. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  PickTimeSeriesFilter: ["rankingMethod", "direction"],
  SparkChartView: ["sparkChartType"],
  PieChart: ["chartType"],
  DashboardFilter: ["filterType"],
  TraceQuery: ["spanDataValue"],
};

export const unspecifiedValue: Rule = {
  id: "unspecified-value",
  severity: "warning",
  message: Object.keys(MEMBERS),
  evidence: "documented",
  summary: "A required enum member is set to its UNSPECIFIED value.",
  details:
    "For the service, a value such as `DIRECTION_UNSPECIFIED` is the same as an unset member. Most members allow this, but a value is required for the ranking of series, the kind of a pie or spark chart, the type of a dashboard filter, and the data of a trace query.",
  check(node, { type, value, report }) {
    for (const name of MEMBERS[type.name]!) {
      const written = value[name];
      if (typeof written !== "string" || !written.endsWith("_UNSPECIFIED")) continue;
      const property = memberProperty(node, name)!;
      const choices = valuesOf(type.name, name);
      report({
        ...(property.value ? spanOfNode(property.value) : keySpan(property)),
        message: `"${property.key}" is required, but ${written} means that it is not set. Use ${listed(choices)}.`,
      });
    }
  },
  fixes(dashboard, finding) {
    const node = valueAt(dashboard, finding);
    const owner = node?.property?.parent;
    const type = owner && dashboard.canonical.messageOf(owner);
    const field = node && dashboard.canonical.fieldOf(node);
    if (!type || !field) return [];
    return valuesOf(type.name, field.name).flatMap((choice) => replaceFix(dashboard, finding, choice, false));
  },
  bad: {
    widget: {
      pieChart: {
        chartType: "PIE_CHART_TYPE_UNSPECIFIED",
        dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }],
      },
    },
  },
  good: {
    widget: {
      pieChart: { chartType: "DONUT", dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }] },
    },
  },
};

/** Names of the values that can be chosen. */
function valuesOf(message: string, member: string): string[] {
  const values = messageType(message).field(member)!.enum!.values;
  return values
    .filter(({ name, undocumented }) => !name.endsWith("_UNSPECIFIED") && !undocumented)
    .map(({ name }) => name);
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
