import type { HttpClient } from "../http";
import { segment } from "../segment";
import { UsageServiceError } from "./errors";
import { type DayInterval, wireInterval } from "./interval";
import { filters, type Grouping, type UsageFilter, type UsageQuery } from "./query";
import { readRecord, type UsageRecord } from "./records";
import { type JobPage, readState, type UsageSource } from "./source";

/** Maximum page size; the default of 100 needs ten times as many calls. */
const PAGE_SIZE = 1000;

/** Names of groupings in requests. Answers name a client only when they are grouped by its name as well. */
const WIRE_GROUPINGS: Readonly<Record<Grouping, readonly string[]>> = {
  Client: ["OauthClientId", "OauthClientName"],
  User: ["UserId"],
  Organization: ["OrganizationId"],
  Template: ["TemplateUri"],
  Method: ["HttpMethod"],
  Platform: ["Platform"],
};

const WIRE_FILTERS: Readonly<Record<keyof UsageFilter, string>> = {
  clientIds: "oauthClientIds",
  userIds: "userIds",
  organizationIds: "organizationIds",
  templateUris: "templateUris",
  httpMethods: "httpMethods",
  platforms: "platforms",
};

/**
 * The job endpoints, for all clients of an organization (permission `usage:organization:view`) and for one of them
 * (`usage:client:view`). The service has no call that ends a job.
 */
export class UsageJobs implements UsageSource {
  readonly wholeIntervals = false;

  constructor(
    private readonly http: HttpClient,
    private readonly endpoint: string,
    private readonly pageSize = PAGE_SIZE,
  ) {}

  async start(query: UsageQuery, interval: DayInterval, signal?: AbortSignal): Promise<string> {
    const path = jobsPath(query);
    // At worst, a retried start leaves a second job, which only reads.
    const answer = await this.http.request({
      method: "POST",
      path,
      body: jobBody(query, interval),
      idempotent: true,
      signal,
    });
    const id = firstText(answer, ["id", "jobId", "executionId"]);
    if (id === undefined)
      throw new UsageServiceError("unexpected", "The service started a job but returned no id.");
    return id;
  }

  async read(query: UsageQuery, id: string, uri: string | undefined, signal?: AbortSignal): Promise<JobPage> {
    const answer = await this.http.request({
      method: "GET",
      ...(uri === undefined
        ? { path: `${jobsPath(query)}/${segment(id)}`, query: { pageSize: this.pageSize } }
        : { path: pathOnService(uri, this.endpoint) }),
      signal,
    });
    return readPage(answer, query);
  }
}

/** The path under which the jobs of a query are. */
function jobsPath({ clientId }: UsageQuery): string {
  if (clientId === undefined) return "/api/v2/usage/aggregates/query/jobs";
  return `/api/v2/usage/client/${segment(clientId)}/aggregates/query/jobs`;
}

/** The body that starts a job. Mosaic sorts, because the names of the service's sort columns are not published. */
export function jobBody(query: UsageQuery, interval: DayInterval): Record<string, unknown> {
  const groupings = query.groupBy.filter((by) => by !== "Client" || query.clientId === undefined);
  // Without grouping, the service returns its finest rows, which are not needed.
  const fallback: Grouping = query.clientId === undefined ? "Client" : "Organization";
  const asked = groupings.length > 0 ? groupings : [fallback];
  return {
    interval: wireInterval(interval),
    ...(query.granularity && { granularity: query.granularity }),
    groupBy: [...new Set(asked)].flatMap((by) => WIRE_GROUPINGS[by]),
    ...(query.metrics && { metrics: [...query.metrics] }),
    ...Object.fromEntries(filters(query).map(({ member, values }) => [WIRE_FILTERS[member], values])),
  };
}

/** Reads an answer of either generation. */
export function readPage(answer: unknown, query: UsageQuery): JobPage {
  const members = (answer ?? {}) as Record<string, unknown>;
  if (typeof members["queryStatus"] !== "string") {
    throw new UsageServiceError("unexpected", "The response of the service has no job state.");
  }
  const rows = members["entities"] ?? members["results"] ?? [];
  const nextUri = firstText(answer, ["nextUri"]);
  const reason = firstText(members["errorBody"], ["message", "code"]);
  const known = query.clientId === undefined ? {} : { clientId: query.clientId };
  return {
    state: readState(members["queryStatus"]),
    records: (Array.isArray(rows) ? rows : []).flatMap((row): UsageRecord[] => {
      const record = readRecord(row, known);
      return record ? [record] : [];
    }),
    ...(nextUri === undefined ? {} : { nextUri }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The first of these members that is text and not empty. */
export function firstText(value: unknown, names: readonly string[]): string | undefined {
  const members = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return names.map((name) => members[name]).find((v): v is string => typeof v === "string" && v !== "");
}

/**
 * The path and query of an address that the service gave.
 * @throws UsageServiceError for an address on another host, since the access token goes along
 */
export function pathOnService(uri: string, endpoint: string): string {
  const url = URL.canParse(uri, endpoint) ? new URL(uri, endpoint) : undefined;
  // A path with two leading slashes would be parsed as a host.
  if (url && url.origin === new URL(endpoint).origin && url.pathname.startsWith("/api/"))
    return url.pathname + url.search;
  throw new UsageServiceError("unexpected", `The next page is on another host (${shorten(uri)}).`, {
    situation: "paging",
    action: "Mosaic does not send the access token there. Report this to the operator of the service.",
  });
}

function shorten(uri: string): string {
  return uri.length > 80 ? `${uri.slice(0, 80)}…` : uri;
}
