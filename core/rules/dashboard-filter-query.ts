import { keySpan, type ObjectNode } from "../document/node";
import { memberOf } from "../schema/canonical";
import { messageType } from "../schema/messages";
import { withFilter } from "./example";
import { setMembersOf } from "./one-of";
import type { Rule } from "./rule";

export const dashboardFilterQuery: Rule = {
  id: "dashboard-filter-query",
  severity: "warning",
  message: "DashboardFilter",
  evidence: "documented",
  summary: "The values of a dashboard filter come from a query that is not SQL.",
  check(node, { report }) {
    const query = memberOf(node, "timeSeriesQuery");
    if (query?.kind !== "object") return;
    const type = messageType("TimeSeriesQuery");
    for (const source of setMembersOf(query as ObjectNode, type, type.oneofs[0]!)) {
      if (type.field(source.key)?.name === "opsAnalyticsQuery") continue;
      report({
        ...keySpan(source),
        message: `The values of a filter can be queried only with SQL. Use "opsAnalyticsQuery" instead of "${source.key}".`,
      });
    }
  },
  bad: withFilter({
    filterType: "VALUE_ONLY",
    timeSeriesQuery: { prometheusQuery: "group by (service) (up)" },
  }),
  good: withFilter({
    filterType: "VALUE_ONLY",
    timeSeriesQuery: { opsAnalyticsQuery: { sql: "SELECT DISTINCT service FROM requests" } },
  }),
};
