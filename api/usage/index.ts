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

/** Asks for API usage. Every method rejects with a `UsageServiceError` and with nothing else. */
export class UsageClient {
  constructor(
    private readonly source: UsageSource,
    private readonly clock: Clock,
  ) {}

  /** The jobs that a query needs, none of them started. Throws a `UsageServiceError` when it cannot be asked. */
  plan(query: UsageQuery): UsageRun {
    return planRun(query, this.source, this.clock.now());
  }

  /** Asks a query, in as many jobs as its interval needs, and waits for the whole answer. */
  async ask(query: UsageQuery, options?: RunOptions): Promise<UsageResult> {
    return executeRun(this.plan(query), this.source, this.clock, options);
  }

  /** Goes on with a run that was broken off, or opens one again: jobs with an id are read and not started. */
  async resume(run: UsageRun, options?: RunOptions): Promise<UsageResult> {
    return executeRun(run, this.source, this.clock, options);
  }
}

/**
 * The client for a destination of the usage service. Nothing is loaded or sent before the first call.
 *
 * The older query is used only where `legacy` says so; its results say so too (`UsageResult.legacy`).
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
