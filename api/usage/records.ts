/** How often the API was called, by what the query grouped by. Texts are empty where it did not group by them. */
export interface UsageRecord extends UsageCounts {
  /** First day of the bucket, `yyyy-MM-dd` in UTC; absent when the query asked for no buckets. */
  readonly date?: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly organizationId: string;
  readonly userId: string;
  /** Path of the operation with its variables, such as `api/v2/users/{userId}`. */
  readonly templateUri: string;
  readonly httpMethod: string;
  /** Kind of application; only the job endpoints know it. */
  readonly platform: string;
}

/** Answers by class of status. `status429` is part of `status400`, so it must never be added to it. */
export interface UsageCounts {
  readonly requests: number;
  readonly status200: number;
  readonly status300: number;
  readonly status400: number;
  readonly status429: number;
  readonly status500: number;
}

/** The counts of a record, in the order in which they are shown. */
export const COUNTS = ["requests", "status200", "status300", "status400", "status429", "status500"] as const;

/** The texts of a record, in the order in which they are shown. */
export const STRING_FIELDS = [
  "clientId",
  "clientName",
  "organizationId",
  "userId",
  "templateUri",
  "httpMethod",
  "platform",
] as const;

/**
 * Reads one row of an answer. Jobs and the legacy usage query have different names for some members; both are accepted.
 * Absent, null or empty means "not grouped by this".
 *
 * @param row any value
 * @param known texts that the answer need not repeat, such as the client whose usage was asked for
 * @returns the record, or undefined for a value that is no object
 */
export function readRecord(
  row: unknown,
  known: Partial<Pick<UsageRecord, "clientId" | "clientName">> = {},
): UsageRecord | undefined {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return undefined;
  const members = row as Record<string, unknown>;
  const client = (members["oauthClient"] ?? {}) as Record<string, unknown>;
  const user = (members["user"] ?? {}) as Record<string, unknown>;
  const status200 = count(members["status200"]);
  const status300 = count(members["status300"]);
  const status400 = count(members["status400"]);
  const status500 = count(members["status500"]);
  const date = day(members["date"]);
  return {
    ...(date === undefined ? {} : { date }),
    clientId: text(client["id"]) || text(members["clientId"]) || (known.clientId ?? ""),
    clientName: text(client["name"]) || text(members["clientName"]) || (known.clientName ?? ""),
    organizationId: text(members["organizationId"]),
    userId: text(user["id"]) || text(members["userId"]),
    templateUri: text(members["templateUri"]),
    httpMethod: text(members["httpMethod"]).toUpperCase(),
    platform: text(members["platform"]),
    requests: count(members["requestCount"] ?? members["requests"]),
    status200,
    status300,
    status400,
    status429: count(members["status429"]),
    status500,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Numbers may come as text, as 64-bit integers do in many APIs. */
function count(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}

/** The day of a date or a date-time. */
function day(value: unknown): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(text(value))?.[0];
}
