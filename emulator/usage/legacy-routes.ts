import { UsageHttpError } from "./error";
import type { ResultRow, UsageJobs } from "./jobs";
import { answerQuery, type QueryRules } from "./query";
import { BUILT_IN_CLIENTS } from "./records";
import type { UsageRoute } from "./service";

const PATH = "/api/v2/usage/query";
const PERMISSIONS = ["oauth:client:view", "usage:organization:view"];

const RULES: QueryRules = {
  groupings: {
    OAuthClientId: ["clientId", "clientName"],
    OrganizationId: ["organizationId"],
    UserId: ["userId"],
    TemplateUri: ["templateUri"],
    HttpMethod: ["httpMethod"],
  },
  filters: {},
  ungrouped: ["clientId", "clientName"],
  rawByDay: false,
  strictInterval: false,
};

/** The legacy usage query: started and read like a job, with other paths. */
export function legacyUsageRoutes(jobs: UsageJobs, now: () => number): UsageRoute[] {
  return [
    {
      method: "POST",
      path: PATH,
      permissions: PERMISSIONS,
      handle: ({ body }) => {
        const rows = answerQuery(body, RULES, now(), (row) => !BUILT_IN_CLIENTS.has(row.clientId));
        const executionId = jobs.start(PATH, rows);
        return { executionId, resultsUri: `${PATH}/${executionId}/results` };
      },
    },
    {
      method: "GET",
      path: `${PATH}/{executionId}/results`,
      permissions: PERMISSIONS,
      handle: ({ path }) => {
        const { state, rows } = jobs.read(PATH, path["executionId"]!);
        if (state === "Succeeded") return { results: rows.map(legacyRow), queryStatus: "Complete" };
        if (state === "Failed") return { queryStatus: "Failed" };
        // The legacy query has no canceled state, so such a query is unknown.
        if (state === "Cancelled") throw new UsageHttpError(404, "not.found", "The query was not found.");
        return { queryStatus: "Running" };
      },
    },
  ];
}

/** All strings are set, empty if not grouped by; the date is a timestamp and comes last. */
function legacyRow({ day, platform: _, ...row }: ResultRow): Record<string, unknown> {
  return {
    clientId: "",
    clientName: "",
    organizationId: "",
    userId: "",
    templateUri: "",
    httpMethod: "",
    ...row,
    ...(day !== undefined && { date: `${day}T00:00:00Z` }),
  };
}
