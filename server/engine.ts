import { setFlagsFromString } from "node:v8";

/**
 * Three times V8's default. A server runs most code of its first seconds only a few times, and optimizing that code takes as
 * long as checking a hundred dashboards. Functions that run at every keystroke still get optimized soon.
 */
const LATER = { bytes: 200_000, calls: 9_000 };

/**
 * Makes V8 optimize functions later than by default. The flag has another name in each generation of V8, and V8 prints an
 * error for a flag that it does not have.
 */
export function optimizeLater(): void {
  const flag = laterFlag(Number.parseInt(process.versions.v8, 10));
  if (flag) setFlagsFromString(flag);
}

/** Undefined for a version that is not known to have the flag. */
function laterFlag(major: number): string | undefined {
  if (major === 11) return `--interrupt-budget=${LATER.bytes}`;
  return major === 12 || major === 13 ? `--invocation-count-for-turbofan=${LATER.calls}` : undefined;
}
