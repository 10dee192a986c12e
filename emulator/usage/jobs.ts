import { randomUUID } from "node:crypto";
import type { Random } from "../wire/random";
import { notFound } from "./error";
import type { UsageRow } from "./records";

/** Outcome of a job: success, failure, never, or unknown to the service. */
export type JobOutcome = "succeeded" | "failed" | "cancelled" | "stuck" | "gone";
export const JOB_OUTCOMES: readonly JobOutcome[] = ["succeeded", "failed", "cancelled", "stuck", "gone"];

export interface JobOptions {
  /** Milliseconds. */
  readonly now: () => number;
  /** How long jobs wait and how long they run, in milliseconds; by default a moment, longer for more rows. */
  readonly queuedMs?: number | undefined;
  readonly runningMs?: number | undefined;
  /** Probability of each other outcome, from 0 to 1. */
  readonly chances: readonly (readonly [outcome: JobOutcome, probability: number])[];
  readonly random: Random;
}

/** Rows with the values and counts that the query asked for. */
export type ResultRow = Partial<UsageRow>;

export interface JobReading {
  readonly state: "Queued" | "Running" | "Succeeded" | "Failed" | "Cancelled";
  readonly rows: readonly ResultRow[];
}

interface Job {
  /** The collection that the job belongs to. */
  readonly scope: string;
  readonly started: number;
  readonly queuedMs: number;
  readonly runningMs: number;
  readonly outcome: JobOutcome;
  readonly rows: readonly ResultRow[];
}

const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_JOBS = 200;

/** Jobs and their results, kept for a day. */
export class UsageJobs {
  private readonly jobs = new Map<string, Job>();
  private readonly coming: JobOutcome[] = [];

  constructor(private readonly options: JobOptions) {}

  /** Queues outcomes of the next jobs, before random ones. */
  next(...outcomes: JobOutcome[]): void {
    this.coming.push(...outcomes);
  }

  /** Starts a job with the result that it will have, and gives its id. */
  start(scope: string, rows: readonly ResultRow[]): string {
    const { now, queuedMs = 400, runningMs = Math.min(600 + rows.length, 4000) } = this.options;
    const id = randomUUID();
    this.jobs.set(id, { scope, started: now(), queuedMs, runningMs, outcome: this.outcome(), rows });
    const [oldest] = this.jobs.keys();
    if (this.jobs.size > MOST_JOBS) this.jobs.delete(oldest!);
    return id;
  }

  /** @throws UsageHttpError 404 for an unknown or expired job. */
  read(scope: string, id: string): JobReading {
    const job = this.jobs.get(id);
    const age = job ? this.options.now() - job.started : 0;
    if (!job || job.scope !== scope || age > KEPT_MS) throw notFound(`the job ${id}`);
    if (age < job.queuedMs) return { state: "Queued", rows: [] };
    if (job.outcome === "gone") throw notFound(`the job ${id}`);
    if (job.outcome === "stuck" || age < job.queuedMs + job.runningMs) return { state: "Running", rows: [] };
    if (job.outcome === "failed") return { state: "Failed", rows: [] };
    if (job.outcome === "cancelled") return { state: "Cancelled", rows: [] };
    return { state: "Succeeded", rows: job.rows };
  }

  private outcome(): JobOutcome {
    const next = this.coming.shift();
    // Draw every random number, so that one outcome does not shift the following ones.
    const struck = this.options.chances.filter(([, probability]) => this.options.random() < probability);
    return next ?? struck[0]?.[0] ?? "succeeded";
  }
}
