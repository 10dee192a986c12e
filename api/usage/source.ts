import type { DayInterval } from "./interval";
import type { UsageQuery } from "./query";
import type { UsageRecord } from "./records";

/** States of a job. The service may learn others; those count as not ended. */
export type JobState = "Queued" | "Running" | "Succeeded" | "Failed" | "Cancelled";

/** What one reading of a job gave. */
export interface JobPage {
  readonly state: JobState;
  /** Empty before the job has succeeded. */
  readonly records: readonly UsageRecord[];
  /** Where the next page is, as the service wrote it; absent on the last one. */
  readonly nextUri?: string;
  /** Why it failed, as far as the service says. */
  readonly reason?: string;
}

/** A usage API: start a job, read its state until it has ended, then read page by page. */
export interface UsageSource {
  /** Whether one job can cover an interval of any length and age. */
  readonly wholeIntervals: boolean;
  /** Starts a job for a part of the query's interval and gives its id. Rejects with a `RpcError`. */
  start(query: UsageQuery, interval: DayInterval, signal?: AbortSignal): Promise<string>;
  /** Reads a job: its first page, or the one at `uri`. Rejects with a `RpcError`. */
  read(query: UsageQuery, id: string, uri: string | undefined, signal?: AbortSignal): Promise<JobPage>;
}

/** A state as the service or the legacy usage query writes it; unknown ones count as running. */
export function readState(value: unknown): JobState {
  switch (typeof value === "string" ? value.toLowerCase() : "") {
    case "queued":
      return "Queued";
    case "succeeded":
    case "complete":
    case "completed":
      return "Succeeded";
    case "failed":
      return "Failed";
    case "cancelled":
    case "canceled":
      return "Cancelled";
    default:
      return "Running";
  }
}
