import { Worker } from "node:worker_threads";

/** A case takes milliseconds, one of the server seconds. */
const PATIENCE_SECONDS = 120;

/**
 * Ends the process when a case does not end, and says which one it was. A thread of its own looks, because an endless loop leaves
 * this one no time.
 *
 * @returns to be called at the start of each case with its target's index, or with -1 after the last one
 */
export function watchForHangs(names: readonly string[]): (target: number, seed: number) => void {
  const shared = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(
    `const { workerData: { shared, names, seconds } } = require("node:worker_threads");
    let last = -1, since = Date.now();
    setInterval(() => {
      const [count, target, seed] = shared;
      if (count !== last || target < 0) { last = count; since = Date.now(); return; }
      if (Date.now() - since < seconds * 1000) return;
      require("node:fs").writeSync(2, "npm run fuzz -- --target " + names[target] + " --seed " + seed + "\\nThis case does not end.\\n");
      process.kill(process.pid, "SIGKILL");
    }, 1000);`,
    { eval: true, workerData: { shared, names, seconds: PATIENCE_SECONDS } },
  );
  worker.unref();
  return (target, seed) => {
    shared[1] = target;
    shared[2] = seed;
    Atomics.add(shared, 0, 1);
  };
}
