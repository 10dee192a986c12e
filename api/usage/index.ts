import { HttpClient, sleep } from "../http";
import type { Destination } from "../trust/destination";
import { usageDialect } from "./errors";
import { UsageJobs } from "./jobs";
import { legacyUsage } from "./legacy";
import { type UsageEnvironment, usageCredentials } from "./oauth";
import type { Clock } from "./poll";
import type { UsageQuery } from "./query";
import { executeRun, planRun, type RunOptions, type UsageResult, type UsageRun } from "./run";
import type { UsageSource } from "./source";

export { UsageServiceError } from "./errors";
export type { UsageEnvironment, UsageSecret, UsageSecretStore } from "./oauth";
export type { UsageQuery } from "./query";
export type { UsageRecord } from "./records";
export type { RunOptions, UsageProgress, UsageResult, UsageRun } from "./run";
export { planRun, withJobs } from "./run";

/** Reads API usage. Methods only reject with a `UsageServiceError`. */
export class UsageClient {
  constructor(
    private readonly source: UsageSource,
    private readonly clock: Clock,
  ) {}

  /** The jobs that a query needs, none of them started. Throws a `UsageServiceError` if the query is invalid. */
  plan(query: UsageQuery): UsageRun {
    return planRun(query, this.source, this.clock.now());
  }

  /** Runs a query in as many jobs as its interval needs, and waits for the whole result. */
  async ask(query: UsageQuery, options?: RunOptions): Promise<UsageResult> {
    return executeRun(this.plan(query), this.source, this.clock, options);
  }

  /** Continues or reopens a run: jobs with an id are read, not started. */
  async resume(run: UsageRun, options?: RunOptions): Promise<UsageResult> {
    return executeRun(run, this.source, this.clock, options);
  }
}

/**
 * The client for a destination of the usage service. Nothing is loaded or sent before the first call.
 *
 * Uses the legacy usage query only if `legacy` is set; its results are marked (`UsageResult.legacy`).
 */
export function usageOf(
  destination: Destination,
  surroundings: UsageEnvironment & { readonly legacy?: boolean; readonly pageSize?: number },
): UsageClient {
  const { environment: _, secrets: __, now = Date.now, legacy = false, pageSize, ...http } = surroundings;
  const client = new HttpClient({
    ...http,
    destination,
    signIn: (to) => usageCredentials(to, surroundings),
    dialect: usageDialect,
  });
  const source = legacy ? legacyUsage(client) : new UsageJobs(client, destination.endpoint, pageSize);
  return new UsageClient(source, { now, sleep: surroundings.sleep ?? sleep });
}
