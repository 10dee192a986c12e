import { setFlagsFromString } from "node:v8";

/**
 * Three times V8's default. A server runs most code of its first seconds only a few times, and optimizing that code takes as
 * long as checking a hundred dashboards. Functions that run at every keystroke still get optimized soon.
 */
const BUDGET = "--interrupt-budget=200000";

/** Node versions whose V8 is known to have this flag. V8 prints an error for an unknown flag. */
const KNOWN_ENGINES = { from: 20, to: 24 };

/** Makes V8 optimize functions later than by default. */
export function optimizeLater(): void {
  const major = Number.parseInt(process.versions.node, 10);
  if (major >= KNOWN_ENGINES.from && major <= KNOWN_ENGINES.to) setFlagsFromString(BUDGET);
}
