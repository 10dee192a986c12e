/** How much longer property tests run than in `npm test`: `MOSAIC_RUNS=10 npx vitest run --project property`. */
const FACTOR = Number(process.env["MOSAIC_RUNS"] ?? 1);

/** The number of generated cases of a property. */
export function runs(count: number): number {
  return Math.max(1, Math.ceil(count * FACTOR));
}
