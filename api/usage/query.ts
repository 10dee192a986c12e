import type { DayInterval, Granularity } from "./interval";
import type { UsageCounts, UsageRecord } from "./records";

/** Dimensions of usage. */
export const GROUPINGS = ["Client", "User", "Organization", "Template", "Method", "Platform"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export type Metric = "Requests" | "Status200" | "Status300" | "Status400" | "Status429" | "Status500";

/** A usage query; plain data, so that it can be stored and repeated. */
export interface UsageQuery {
  readonly interval: DayInterval;
  /** Size of the buckets; without it there is one total for the whole interval. */
  readonly granularity?: Granularity;
  /** None gives the totals alone. */
  readonly groupBy: readonly Grouping[];
  /** Usage of this client only, which needs another permission and can be grouped by organization. */
  readonly clientId?: string;
  readonly filter?: UsageFilter;
  /** Counts to request, all by default; the others are 0 in the records. */
  readonly metrics?: readonly Metric[];
  readonly sort?: UsageSort;
}

/** Keeps what has one of the values of every list that is there. */
export interface UsageFilter {
  readonly clientIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly organizationIds?: readonly string[];
  readonly templateUris?: readonly string[];
  readonly httpMethods?: readonly string[];
  readonly platforms?: readonly string[];
}

export interface UsageSort {
  readonly by: keyof UsageRecord;
  readonly descending?: boolean;
}

/** The members of a record that a grouping fills. */
export const GROUPED: Readonly<Record<Grouping, keyof Omit<UsageRecord, keyof UsageCounts | "date">>> = {
  Client: "clientId",
  User: "userId",
  Organization: "organizationId",
  Template: "templateUri",
  Method: "httpMethod",
  Platform: "platform",
};

/** The grouping that the values of a filter belong to. */
export const FILTERED: Readonly<Record<keyof UsageFilter, Grouping>> = {
  clientIds: "Client",
  userIds: "User",
  organizationIds: "Organization",
  templateUris: "Template",
  httpMethods: "Method",
  platforms: "Platform",
};

/** The lists of a filter that hold something, with the grouping that each belongs to. */
export function filters(query: UsageQuery): { member: keyof UsageFilter; by: Grouping; values: string[] }[] {
  return (Object.keys(FILTERED) as (keyof UsageFilter)[]).flatMap((member) => {
    const values = query.filter?.[member];
    return values && values.length > 0 ? [{ member, by: FILTERED[member], values: [...values] }] : [];
  });
}

/**
 * Why a query is invalid, checked before anything is sent; undefined if it is valid.
 *
 * @param legacy whether the legacy usage query is used
 */
export function queryProblem(query: UsageQuery, legacy: boolean): string | undefined {
  const wanted = new Set([...query.groupBy, ...filters(query).map(({ by }) => by)]);
  if (legacy) {
    return wanted.has("Platform") ? "The legacy usage query does not support platforms." : undefined;
  }
  if (query.clientId === undefined && wanted.has("Organization")) {
    return "Grouping by organization requires a client. Choose one.";
  }
  if (query.clientId !== undefined && wanted.has("User")) {
    return "Grouping by user requires all clients. Remove the client, or use it as a filter.";
  }
  if (query.clientId !== undefined && filters(query).some(({ by }) => by === "Client")) {
    return "A query for one client cannot have a client filter.";
  }
  return undefined;
}
