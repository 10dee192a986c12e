import { randomUUID } from "node:crypto";
import { failureBody, invalidValue, notFound, UsageHttpError } from "./error";
import type { ResultRow, UsageJobs } from "./jobs";
import { answerQuery, type QueryRules } from "./query";
import { isUsageClient } from "./records";
import type { UsageCall, UsageRoute } from "./service";

const ORGANIZATION = "/api/v2/usage/aggregates/query/jobs";
const CLIENT = "/api/v2/usage/client/{clientId}/aggregates/query/jobs";
const DEFAULT_PAGE_SIZE = 100;
const MOST_PAGE_SIZE = 1000;

const COMMON = {
  groupings: { HttpMethod: ["httpMethod"], TemplateUri: ["templateUri"], Platform: ["platform"] },
  filters: { templateUris: "templateUri", httpMethods: "httpMethod", platforms: "platform" },
  rawByDay: true,
  strictInterval: true,
} as const;
const ORGANIZATION_RULES: QueryRules = {
  ...COMMON,
  groupings: {
    ...COMMON.groupings,
    OauthClientName: ["clientName"],
    OauthClientId: ["clientId"],
    UserId: ["userId"],
  },
  filters: { ...COMMON.filters, oauthClientIds: "clientId", userIds: "userId" },
  ungrouped: ["clientId", "clientName", "userId", "httpMethod", "templateUri", "platform"],
};
const CLIENT_RULES: QueryRules = {
  ...COMMON,
  groupings: { ...COMMON.groupings, OrganizationId: ["organizationId"] },
  filters: { ...COMMON.filters, organizationIds: "organizationId" },
  ungrouped: ["organizationId", "httpMethod", "templateUri", "platform"],
};

/** The four methods that start and read jobs. `now` is in milliseconds. */
export function usageRoutes(jobs: UsageJobs, now: () => number): UsageRoute[] {
  return [
    {
      method: "POST",
      path: ORGANIZATION,
      permissions: ["usage:organization:view"],
      handle: ({ body }) =>
        started(
          ORGANIZATION,
          jobs.start(
            ORGANIZATION,
            answerQuery(body, ORGANIZATION_RULES, now(), () => true),
          ),
        ),
    },
    {
      method: "GET",
      path: `${ORGANIZATION}/{jobId}`,
      permissions: ["usage:organization:view"],
      handle: (call) => results(jobs, ORGANIZATION, call, organizationRow),
    },
    {
      method: "POST",
      path: CLIENT,
      permissions: ["usage:client:view"],
      handle: (call) => {
        const { clientId, path } = clientOf(call);
        const rows = answerQuery(call.body, CLIENT_RULES, now(), (row) => row.clientId === clientId);
        return started(path, jobs.start(path, rows));
      },
    },
    {
      method: "GET",
      path: `${CLIENT}/{jobId}`,
      permissions: ["usage:client:view"],
      handle: (call) => results(jobs, clientOf(call).path, call, clientRow),
    },
  ];
}

function clientOf(call: UsageCall): { clientId: string; path: string } {
  const clientId = call.path["clientId"]!;
  if (!isUsageClient(clientId)) throw notFound(`the OAuth client ${clientId}`);
  return { clientId, path: CLIENT.replace("{clientId}", encodeURIComponent(clientId)) };
}

function started(path: string, id: string): Record<string, string> {
  const uri = `${path}/${id}`;
  return { id, resultsUri: uri, selfUri: uri };
}

function results(
  jobs: UsageJobs,
  path: string,
  call: UsageCall,
  shape: (row: ResultRow) => Record<string, unknown>,
): Record<string, unknown> {
  const id = call.path["jobId"]!;
  const pageSize = readPageSize(call.query.get("pageSize"));
  const first = readCursor(call.query.get("after"));
  const { state, rows } = jobs.read(path, id);
  const selfUri = `${path}/${id}`;
  if (state === "Failed") {
    const failure = new UsageHttpError(500, "internal.server.error", "The query could not be completed.");
    return { queryStatus: state, errorBody: failureBody(failure, randomUUID()), selfUri };
  }
  if (state !== "Succeeded") return { queryStatus: state, selfUri };
  const last = first + pageSize;
  return {
    queryStatus: state,
    entities: rows.slice(first, last).map(shape),
    ...(last < rows.length && { nextUri: `${selfUri}?pageSize=${pageSize}&after=${writeCursor(last)}` }),
    selfUri,
  };
}

function readPageSize(text: string | null): number {
  if (text === null) return DEFAULT_PAGE_SIZE;
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= MOST_PAGE_SIZE) return size;
  throw invalidValue(`The value [${text}] is not valid for pageSize; it goes from 1 to ${MOST_PAGE_SIZE}.`);
}

function writeCursor(row: number): string {
  return Buffer.from(`row ${row}`).toString("base64url");
}

function readCursor(text: string | null): number {
  if (text === null) return 0;
  const row = /^row (\d+)$/.exec(Buffer.from(text, "base64url").toString("utf8"))?.[1];
  if (row === undefined) throw invalidValue(`The value [${text}] is not valid for after.`);
  return Number(row);
}

function organizationRow(row: ResultRow): Record<string, unknown> {
  const { clientId, clientName, userId } = row;
  return {
    ...commonRow(row),
    ...((clientId !== undefined || clientName !== undefined) && {
      oauthClient: {
        ...(clientId !== undefined && { id: clientId }),
        ...(clientName !== undefined && { name: clientName }),
        ...(clientId !== undefined && { selfUri: `/api/v2/oauth/clients/${clientId}` }),
      },
    }),
    ...(userId !== undefined && { user: { id: userId, selfUri: `/api/v2/users/${userId}` } }),
  };
}

function clientRow(row: ResultRow): Record<string, unknown> {
  const { organizationId } = row;
  return { ...commonRow(row), ...(organizationId !== undefined && { organizationId }) };
}

function commonRow(row: ResultRow): Record<string, unknown> {
  const { day, requests, clientId: _, clientName: __, userId: ___, organizationId: ____, ...same } = row;
  return {
    ...(day !== undefined && { date: day }),
    ...same,
    ...(requests !== undefined && { requestCount: requests }),
  };
}
