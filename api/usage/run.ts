import { ServiceError } from "../errors";
import { toUsageServiceError, UsageServiceError } from "./errors";
import { checkInterval, type DayInterval, splitInterval } from "./interval";
import { joinRecords } from "./join";
import { type Clock, pollUntilDone } from "./poll";
import { queryProblem, type UsageQuery } from "./query";
import type { UsageRecord } from "./records";
import type { JobPage, JobState, UsageSource } from "./source";

/** A running query: plain data, so that it survives a reload. */
export interface UsageRun {
  readonly query: UsageQuery;
  /** The parts of the interval, each with the id of its job once that was started. */
  readonly parts: readonly { readonly interval: DayInterval; readonly jobId?: string }[];
}

export interface UsageResult {
  readonly query: UsageQuery;
  /** The days that were asked for; ends today at the latest. */
  readonly interval: DayInterval;
  readonly records: readonly UsageRecord[];
  /** Parts of the interval whose records are not there, or not all of them. Empty in a complete result. */
  readonly missing: readonly DayInterval[];
  readonly run: UsageRun;
  /** From the legacy usage query. */
  readonly legacy: boolean;
}

export interface UsageProgress {
  readonly phase: "starting" | JobState | "reading";
  /** Number of the part that is worked on, from 1, and how many there are. */
  readonly part: number;
  readonly parts: number;
  readonly jobId: string | undefined;
  /** Rows read so far. */
  readonly rows: number;
  readonly run: UsageRun;
}

export interface RunOptions {
  /** Stops waiting; the jobs themselves cannot be stopped. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: UsageProgress) => void;
  /** How long to wait for the jobs, all in all. 5 minutes by default. */
  readonly limitMs?: number | undefined;
}

/** Maximum number of rows; more means that the list never ends. */
const MOST_ROWS = 500_000;
const MOST_PAGES = 5000;
const DEFAULT_LIMIT_MS = 5 * 60_000;

/**
 * Cuts a query into jobs without starting any.
 * @throws UsageServiceError with situation "query" when the service would reject it
 */
export function planRun(
  query: UsageQuery,
  source: Pick<UsageSource, "wholeIntervals">,
  now: number,
): UsageRun {
  const problem = queryProblem(query, source.wholeIntervals);
  const checked = checkInterval(query.interval, now, !source.wholeIntervals);
  const reason = problem ?? ("reason" in checked ? checked.reason : undefined);
  if (reason !== undefined || "reason" in checked) {
    throw new UsageServiceError("refused", reason!, { situation: "query", action: "Change the query." });
  }
  const { interval } = checked;
  const parts = source.wholeIntervals ? [interval] : splitInterval(interval, query.granularity);
  return { query, parts: parts.map((part) => ({ interval: part })) };
}

/** The run with the ids of jobs that were started before, one for each part and in their order. */
export function withJobs({ query, parts }: UsageRun, jobs: readonly string[]): UsageRun {
  if (jobs.length !== parts.length) throw new RangeError(`${jobs.length} ids for ${parts.length} jobs`);
  return { query, parts: parts.map(({ interval }, i) => ({ interval, jobId: jobs[i]! })) };
}

/**
 * Completes a run: starts the jobs without an id, waits for all, reads all pages, and joins them.
 *
 * Rejects with a `UsageServiceError` whose `run` continues where this one ended, and whose `partial` is what was read.
 */
export async function executeRun(
  start: UsageRun,
  source: UsageSource,
  clock: Clock,
  options: RunOptions = {},
): Promise<UsageResult> {
  return new Carrying(start, source, clock, options).toTheEnd();
}

class Carrying {
  private readonly parts: { readonly interval: DayInterval; jobId?: string; startedAt?: number }[];
  private readonly rows: UsageRecord[] = [];
  private readonly missing: Set<DayInterval>;
  private readonly deadline: number;
  private readonly query: UsageQuery;

  constructor(
    start: UsageRun,
    private readonly source: UsageSource,
    private readonly clock: Clock,
    private readonly options: RunOptions,
  ) {
    this.query = start.query;
    this.parts = start.parts.map((part) => ({ ...part }));
    this.missing = new Set(this.parts.map((part) => part.interval));
    this.deadline = clock.now() + (options.limitMs ?? DEFAULT_LIMIT_MS);
  }

  async toTheEnd(): Promise<UsageResult> {
    const lost: UsageServiceError[] = [];
    let current = 0;
    try {
      // Start all first, so that they run in parallel and an interrupted run knows their ids.
      for (current = 0; current < this.parts.length; current++) await this.startPart(current);
      for (current = 0; current < this.parts.length; current++) {
        await this.readPart(current).catch((error: unknown) => {
          // The failure of one job does not affect the others.
          const end = this.jobEnd(error, current);
          if (!end) throw error;
          lost.push(end);
        });
      }
    } catch (error) {
      throw this.failure(error);
    }
    const [first] = lost;
    if (!first) return this.result();
    const others = lost.length === 1 ? "" : ` ${lost.length} of ${this.parts.length} jobs gave no result.`;
    throw first.with({ message: first.message + others, run: this.state(), partial: this.result() });
  }

  private async startPart(index: number): Promise<void> {
    const part = this.parts[index]!;
    if (part.jobId !== undefined) return;
    this.report("starting", index);
    part.jobId = await this.source.start(this.query, part.interval, this.options.signal);
    part.startedAt = this.clock.now();
  }

  private async readPart(index: number): Promise<void> {
    const part = this.parts[index]!;
    const { signal } = this.options;
    const read = (uri?: string) => this.source.read(this.query, part.jobId!, uri, signal);
    const first = await pollUntilDone(() => read(), {
      clock: this.clock,
      deadline: this.deadline,
      startedAt: part.startedAt,
      signal,
      onState: (state) => this.report(state, index),
    });
    if (first.state !== "Succeeded") throw this.badEnd(first, index);
    this.take(first, index);
    const seen = new Set<string>();
    const before = this.rows.length - first.records.length;
    for (let page = first; page.nextUri !== undefined; ) {
      if (seen.has(page.nextUri)) {
        // It is unknown which of these rows are duplicates.
        this.rows.length = before;
        throw new UsageServiceError("unexpected", "The result pages form a loop.", {
          situation: "paging",
          action: "Run the query again. If the problem persists, narrow the query.",
        });
      }
      seen.add(page.nextUri);
      if (seen.size > MOST_PAGES) throw tooLarge(`The result has more than ${MOST_PAGES} pages.`);
      page = await read(page.nextUri);
      if (page.state !== "Succeeded") throw this.badEnd(page, index);
      this.take(page, index);
    }
    this.missing.delete(part.interval);
  }

  private take(page: JobPage, index: number): void {
    for (const record of page.records) this.rows.push(record);
    this.report("reading", index);
    if (this.rows.length > MOST_ROWS) throw tooLarge(`The result has more than ${MOST_ROWS} rows.`);
  }

  private badEnd(page: JobPage, index: number): UsageServiceError {
    const part = this.parts[index]!;
    const job = this.jobName(part);
    if (page.state === "Failed") {
      return new UsageServiceError("unavailable", `${job} failed${page.reason ? `: ${page.reason}` : "."}`, {
        situation: "job-failed",
        action: "Run the query again to start a new job for these days.",
      });
    }
    if (page.state === "Cancelled") {
      return new UsageServiceError("unavailable", `${job} was cancelled by the service.`, {
        situation: "job-cancelled",
        action: "Run the query again to start a new job for these days.",
      });
    }
    const minutes = Math.round((this.options.limitMs ?? DEFAULT_LIMIT_MS) / 6000) / 10;
    return new UsageServiceError(
      "busy",
      `${job} is still ${page.state.toLowerCase()} after ${minutes} min.`,
      {
        situation: "job-running",
        action: "Reopen the job later by its id.",
      },
    );
  }

  /** The failure of one job that the others need not share; undefined for anything else. */
  private jobEnd(error: unknown, index: number): UsageServiceError | undefined {
    const part = this.parts[index]!;
    if (this.isStopped(error) || !(error instanceof ServiceError)) return undefined;
    let end = toUsageServiceError(error);
    if (end.situation === "call" && end.kind === "not-found") {
      end = end.with({
        message: `${this.jobName(part)} does not exist or has expired.`,
        action: "Run the query again to start a new job for these days.",
        situation: "job-gone",
      });
    }
    if (!end.situation.startsWith("job-")) return undefined;
    // Forget a job without a result, so that continuing starts a new one.
    if (end.situation !== "job-running") delete part.jobId;
    return end;
  }

  private isStopped(error: unknown): boolean {
    return this.options.signal?.aborted || (error instanceof ServiceError && error.kind === "cancelled");
  }

  private failure(error: unknown): UsageServiceError {
    if (this.isStopped(error)) {
      const started = this.parts.some(({ jobId }) => jobId !== undefined);
      return new UsageServiceError("cancelled", "Waiting was canceled.", {
        situation: "stopped",
        action: started ? "The job continues on the service. Reopen it by its id." : "Nothing was started.",
        run: this.state(),
        partial: this.result(),
      });
    }
    return toUsageServiceError(error).with({ run: this.state(), partial: this.result() });
  }

  private jobName({ jobId, interval }: { jobId?: string; interval: DayInterval }): string {
    const what = this.source.wholeIntervals ? "The query" : "The job";
    return `${what} ${jobId} for ${interval.from} to ${interval.to}`;
  }

  private report(phase: UsageProgress["phase"], index: number): void {
    this.options.onProgress?.({
      phase,
      part: index + 1,
      parts: this.parts.length,
      jobId: this.parts[index]!.jobId,
      rows: this.rows.length,
      run: this.state(),
    });
  }

  private state(): UsageRun {
    return {
      query: this.query,
      parts: this.parts.map(({ interval, jobId }) => ({
        interval,
        ...(jobId === undefined ? {} : { jobId }),
      })),
    };
  }

  private result(): UsageResult {
    const from = this.parts[0]?.interval.from ?? this.query.interval.from;
    const to = this.parts.at(-1)?.interval.to ?? this.query.interval.to;
    return {
      query: this.query,
      interval: { from, to },
      records: joinRecords(this.rows, this.query),
      missing: [...this.missing],
      run: this.state(),
      legacy: this.source.wholeIntervals,
    };
  }
}

function tooLarge(message: string): UsageServiceError {
  return new UsageServiceError("refused", message, {
    situation: "paging",
    action: "Use fewer groupings, a coarser granularity, or a shorter interval.",
  });
}
