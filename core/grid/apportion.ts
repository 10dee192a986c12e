/** Finest grid that weights are rounded to; small enough to draw, fine enough that no one sees the rounding. */
const FINEST = 240;

/**
 * Integer sizes in proportion to `weights` (each at least 1): exact where the sum of the weights, divided by their
 * common factor, stays small; else rounded so that the edges are off by half a block at most. No size is below 1.
 */
export function apportion(weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const factor = weights.reduce(greatestDivisor);
  const exact = weights.map((weight) => weight / factor);
  const total = exact.reduce((sum, weight) => sum + weight, 0);
  if (total <= FINEST) return exact;
  const sizes: number[] = [];
  let weightSoFar = 0;
  let edge = 0;
  for (const weight of exact) {
    weightSoFar += weight;
    const next = Math.max(edge + 1, Math.round((weightSoFar / total) * FINEST));
    sizes.push(next - edge);
    edge = next;
  }
  return sizes;
}

/** Greatest common divisor of two whole numbers of at least 1. */
export function greatestDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
