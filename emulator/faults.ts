import { JOB_OUTCOMES, type JobOutcome } from "./usage/jobs";
import type { Random } from "./wire/random";

/** What goes wrong with one request. */
export interface Fault {
  /** Answer with this HTTP status instead of carrying the request out. */
  readonly status?: number;
  /** Seconds, sent with a status of 429 or 503. */
  readonly retryAfter?: number;
  /** Close the connection: before the request is carried out, or after it without a response. */
  readonly close?: "before" | "after";
  /** Answer 504, and still carry the request out: before the response, or this many milliseconds after it. */
  readonly late?: number;
  /** Carry the request out, announce the whole answer, send half of it and close the connection. */
  readonly truncate?: boolean;
  /** Milliseconds over which the body is sent. */
  readonly slow?: number;
  /** Milliseconds to wait before anything else happens. */
  readonly delay?: number;
}

/** Probability of each fault, from 0 to 1. */
export interface FaultPlan {
  /** Milliseconds, a range. */
  readonly latency?: readonly [number, number];
  readonly statuses: readonly (readonly [status: number, probability: number])[];
  readonly drop: number;
  readonly lost: number;
  readonly late: number;
  readonly truncate: number;
  readonly slow: number;
  /** Milliseconds that a slow body takes, a range; a second by default. */
  readonly slowTime?: readonly [number, number];
  /** Seconds. */
  readonly retryAfter?: number;
  /** Fraction of the 429 and 503 responses with `retry-after`; all by default. */
  readonly retryAfterShare?: number;
  /** How often usage jobs do not succeed. */
  readonly jobs?: readonly (readonly [outcome: JobOutcome, probability: number])[];
}

/** Short enough for a client that reads once, long enough that its next request comes first. */
const LATENESS_MS = [1, 100] as const;

export const noFaults: FaultPlan = { statuses: [], drop: 0, lost: 0, late: 0, truncate: 0, slow: 0 };

/**
 * Reads fault specifications such as `latency=200,429=0.1,retry-after=1`; later ones replace earlier ones.
 * @throws Error with a message for the user.
 */
export function parseFaults(specs: readonly string[]): FaultPlan {
  const plan = { ...noFaults, statuses: new Map<number, number>() } as {
    -readonly [K in keyof FaultPlan]: FaultPlan[K];
  } & { statuses: Map<number, number> };
  const jobs = new Map<JobOutcome, number>();
  for (const part of specs.flatMap((spec) => spec.split(",")).map((spec) => spec.trim())) {
    if (part === "") continue;
    const [name = "", value = ""] = part.split(/=(.*)/s);
    if (name === "latency") plan.latency = readRange(name, value);
    else if (name === "slow-time") plan.slowTime = readRange(name, value);
    else if (name === "retry-after") plan.retryAfter = readNumber(part, value, 86_400);
    else if (name === "retry-after-share") plan.retryAfterShare = readNumber(part, value, 1);
    else if (name === "drop" || name === "lost" || name === "late" || name === "truncate" || name === "slow")
      plan[name] = readNumber(part, value, 1);
    else if (jobOutcome(name)) jobs.set(jobOutcome(name)!, readNumber(part, value, 1));
    else if (/^[45][0-9]{2}$/.test(name)) plan.statuses.set(Number(name), readNumber(part, value, 1));
    else {
      throw new Error(
        `unknown fault "${part}"; known faults are latency, retry-after, retry-after-share, drop, lost, late, truncate, slow, ` +
          "slow-time, an HTTP status, and job-failed, job-cancelled, job-stuck and job-gone",
      );
    }
  }
  return { ...plan, statuses: [...plan.statuses], ...(jobs.size > 0 && { jobs: [...jobs] }) };
}

/** The outcome that `job-failed` and so on stand for. */
function jobOutcome(name: string): JobOutcome | undefined {
  return JOB_OUTCOMES.find((outcome) => outcome !== "succeeded" && name === `job-${outcome}`);
}

function readRange(name: string, value: string): [number, number] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(value);
  if (!match) throw new Error(`bad fault "${name}=${value}"; write milliseconds, such as 200 or 100-300`);
  const low = Number(match[1]);
  return [low, Math.max(low, Number(match[2] ?? low))];
}

function readNumber(part: string, value: string, most: number): number {
  const number = value === "" ? Number.NaN : Number(value);
  if (!(number >= 0 && number <= most))
    throw new Error(`bad fault "${part}"; write a number from 0 to ${most}`);
  return number;
}

/** Decides for each request what goes wrong with it. The same seed and the same order of requests give the same faults. */
export class FaultSource {
  private readonly queue: Fault[] = [];

  constructor(
    private readonly plan: FaultPlan,
    private readonly random: Random,
  ) {}

  /** Makes `fault` happen to the next request that has none waiting, before chance is asked again. */
  inject(...faults: Fault[]): void {
    this.queue.push(...faults);
  }

  next(isWrite: boolean): Fault {
    const waiting = this.queue.shift();
    if (waiting) return waiting;
    const { latency, statuses, retryAfter, slowTime = [1000, 1000] } = this.plan;
    // Draw every random number for every request, so that one fault does not shift the following ones.
    const delay = latency ? this.within(latency) : undefined;
    const struck = statuses.map(([status, probability]) => (this.random() < probability ? status : 0));
    const drop = this.random() < this.plan.drop;
    const lost = this.random() < this.plan.lost;
    const late = this.random() < this.plan.late;
    const lateness = this.random() < 0.5 ? 0 : this.within(LATENESS_MS);
    const truncate = this.random() < this.plan.truncate;
    const slow = this.random() < this.plan.slow;
    const duration = this.within(slowTime);
    const tellsWhen = this.random() < (this.plan.retryAfterShare ?? 1);
    // A conflict can only come from a write.
    const status = struck.find((code) => code !== 0 && (code !== 409 || isWrite));
    return {
      delay,
      ...(drop
        ? { close: "before" as const }
        : status !== undefined
          ? { status, retryAfter: retryAfter !== undefined && tellsWhen ? retryAfter : undefined }
          : lost
            ? { close: "after" as const }
            : late
              ? { late: lateness }
              : truncate
                ? { truncate }
                : slow && { slow: duration }),
    };
  }

  private within([low, high]: readonly [number, number]): number {
    return low + this.random() * (high - low);
  }
}
