import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { CheckThread } from "./check-thread";
import type { Checker, Outcome } from "./checker";
import { type FoundFile, type Input, isUnread, type Unreadable } from "./files";

export type Found = Input | FoundFile | Unreadable;

/** With fewer files, or on fewer cores, starting threads takes longer than it saves: each has to warm up on its own. */
const FILES_FOR_THREADS = 100;
const CORES_FOR_THREADS = 4;
/** More threads bring little: all wait for the main thread. */
const MAX_THREADS = 8;
/** Files per message to a thread. */
const BATCH = 6;
/** Batches in flight per thread, so that a thread does not wait for its next one. */
const BATCHES_AHEAD = 2;

export interface Threads {
  /** Path of the bundle that worker threads run; without it everything stays in this thread. */
  readonly program?: string | undefined;
  /** How many threads check, this one included; by default as many as are worth it. */
  readonly count?: number | undefined;
}

function defaultThreads(): number {
  const cores = availableParallelism();
  return cores < CORES_FOR_THREADS ? 1 : Math.min(cores, MAX_THREADS);
}

/**
 * Checks inputs and yields their outcomes in order. Many files are shared among worker threads; `--fix` and standard input stay in this one.
 *
 * @throws ConfigError where a configuration has mistakes, after the outcomes before it
 */
export async function* checkAll(
  found: AsyncIterator<Found>,
  checker: Checker,
  { program, count = defaultThreads() }: Threads = {},
): AsyncGenerator<Outcome> {
  const isAlone = program === undefined || count < 2 || checker.options.fix;
  const first = isAlone ? [] : await take(found, FILES_FOR_THREADS);
  if (isAlone || first.length < FILES_FOR_THREADS) {
    for (const one of first) yield checker.check(one);
    for (let next = await found.next(); !next.done; next = await found.next())
      yield checker.check(next.value);
    return;
  }
  const threads = Array.from({ length: count - 1 }, () => new CheckThread(program, checker));
  try {
    yield* shareOut(first, found, checker, threads);
  } finally {
    for (const thread of threads) thread.stop();
  }
}

async function* shareOut(
  first: readonly Found[],
  found: AsyncIterator<Found>,
  checker: Checker,
  threads: readonly CheckThread[],
): AsyncGenerator<Outcome> {
  const batches = batchesOf(first, found);
  /** Outcomes by batch number, until all earlier ones have been yielded. */
  const outcomes = new Map<number, readonly Outcome[]>();
  let wake = () => {};
  let failure: { readonly error: unknown } | undefined;
  const checkHere = async (batch: readonly Found[]): Promise<Outcome[]> => {
    const out: Outcome[] = [];
    for (const one of batch) out.push(await checker.check(one));
    // Lets messages of the threads in.
    await setImmediate();
    return out;
  };
  const work = async (check: (batch: readonly Found[]) => Promise<readonly Outcome[]>): Promise<void> => {
    while (!failure) {
      const next = await batches.next();
      if (next.done) return;
      const { number, batch } = next.value;
      // Errors and warnings about a configuration are reported in this thread.
      for (const one of batch) if (isUnread(one)) await checker.configFor(one.path);
      outcomes.set(number, await check(batch));
      wake();
    }
  };
  const workers = [
    ...threads.flatMap((thread) =>
      Array.from({ length: BATCHES_AHEAD }, () =>
        work(async (batch) => (batch.every(isUnread) && (await thread.check(batch))) || checkHere(batch)),
      ),
    ),
    work(checkHere),
  ];
  let active = workers.length;
  for (const worker of workers) {
    worker
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        active--;
        wake();
      });
  }
  for (let number = 0; ; ) {
    const ready = outcomes.get(number);
    if (ready) {
      outcomes.delete(number++);
      yield* ready;
    } else if (active > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    } else if (failure) throw failure.error;
    else return;
  }
}

async function take(found: AsyncIterator<Found>, count: number): Promise<Found[]> {
  const out: Found[] = [];
  while (out.length < count) {
    const next = await found.next();
    if (next.done) break;
    out.push(next.value);
  }
  return out;
}

interface Batch {
  readonly number: number;
  readonly batch: readonly Found[];
}

/** Consumed by several workers; each batch goes to one of them. */
async function* batchesOf(first: readonly Found[], found: AsyncIterator<Found>): AsyncGenerator<Batch> {
  let number = 0;
  for (let i = 0; i < first.length; i += BATCH) yield { number: number++, batch: first.slice(i, i + BATCH) };
  for (;;) {
    const batch = await take(found, BATCH);
    if (batch.length === 0) return;
    yield { number: number++, batch };
  }
}
