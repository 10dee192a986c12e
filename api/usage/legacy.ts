import type { HttpClient } from "../http";
import { segment } from "../segment";
import { UsageServiceError } from "./errors";
import { wireInterval } from "./interval";
import { firstText, readPage } from "./jobs";
import { FILTERED, filters, GROUPED, type Grouping, type UsageQuery } from "./query";
import type { UsageRecord } from "./records";
import type { UsageSource } from "./source";

const PATH = "/api/v2/usage/query";

/** Names of groupings in requests; not quite those of the jobs. Platforms are not known here. */
const WIRE_GROUPINGS: Readonly<Partial<Record<Grouping, string>>> = {
  Client: "OAuthClientId",
  User: "UserId",
  Organization: "OrganizationId",
  Template: "TemplateUri",
  Method: "HttpMethod",
};

/**
 * The query that the jobs replace (permission `usage:organization:view` or `oauth:client:view`). It takes intervals of
 * any length and age, but no filters: those are applied here, and a query for one client is a filter as well. It does not
 * count the service's own clients, so its totals are lower than those of the jobs.
 *
 * @deprecated The vendor plans to retire it. Only for profiles with `legacy`.
 */
export function legacyUsage(http: HttpClient): UsageSource {
  return {
    wholeIntervals: true,
    async start(query, interval, signal) {
      const answer = await http.request({
        method: "POST",
        path: PATH,
        body: {
          interval: wireInterval(interval),
          ...(query.granularity && { granularity: query.granularity }),
          groupBy: groupings(query).flatMap((by) => WIRE_GROUPINGS[by] ?? []),
          ...(query.metrics && { metrics: [...query.metrics] }),
        },
        idempotent: true,
        signal,
      });
      const id = firstText(answer, ["executionId", "id"]);
      if (id === undefined)
        throw new UsageServiceError("unexpected", "The service started a query but returned no id.");
      return id;
    },
    async read(query, id, _uri, signal) {
      const path = `${PATH}/${segment(id)}/results`;
      const answer = await http.request({ method: "GET", path, signal });
      // The client is in the rows and not in the path.
      const { clientId: _, ...rest } = query;
      const { nextUri: __, ...page } = readPage(answer, rest);
      return { ...page, records: page.records.filter((record) => keeps(query, record)) };
    },
  };
}

/** What to group by, so that the rows can be filtered afterwards. */
function groupings(query: UsageQuery): Grouping[] {
  const all = new Set<Grouping>(query.groupBy);
  for (const { by } of filters(query)) all.add(by);
  if (query.clientId !== undefined) all.add("Client");
  return all.size > 0 ? [...all] : ["Client"];
}

function keeps(query: UsageQuery, record: UsageRecord): boolean {
  if (query.clientId !== undefined && record.clientId !== query.clientId) return false;
  return filters(query).every(({ member, values }) => values.includes(record[GROUPED[FILTERED[member]]]));
}
