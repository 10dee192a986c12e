import type { JobPage, JobState } from "./source";

/** Time, so that tests need none. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
const GROWTH = 1.5;

export interface PollOptions {
  readonly clock: Clock;
  /** When to give up, in the clock's milliseconds. */
  readonly deadline: number;
  /** When the job was started; absent for one that may have ended long ago, which is read at once. */
  readonly startedAt?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onState?: (state: JobState) => void;
}

/**
 * Reads a job until it has ended, with waits of 2 s that grow to 30 s; more requests would count towards the
 * organization's own limits.
 *
 * @returns the page with the state that ended it, or the last one when the deadline came first
 */
export async function pollUntilDone(
  read: (signal?: AbortSignal) => Promise<JobPage>,
  { clock, deadline, startedAt, signal, onState }: PollOptions,
): Promise<JobPage> {
  let wait = FIRST_WAIT_MS;
  const elapsed = startedAt === undefined ? Number.POSITIVE_INFINITY : clock.now() - startedAt;
  if (elapsed < wait) await clock.sleep(wait - elapsed, signal);
  for (;;) {
    const page = await read(signal);
    onState?.(page.state);
    if (page.state !== "Queued" && page.state !== "Running") return page;
    const left = deadline - clock.now();
    if (left <= 0) return page;
    // Read once more at the deadline.
    await clock.sleep(Math.min(wait, left), signal);
    wait = Math.min(wait * GROWTH, LONGEST_WAIT_MS);
  }
}
