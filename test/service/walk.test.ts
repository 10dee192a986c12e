import { expect, test } from "vitest";
import { RandomWalk } from "../support/random-walk";

/** More of it: `npm run soak`. */
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1 + 1000 * Number(process.env["MOSAIC_SEED"] ?? 1));
const STEPS = 150;

test("nobody's edit is lost on a random walk, and what is said is true", async () => {
  const met: Record<string, number> = {};
  for (const seed of SEEDS) {
    const walk = await RandomWalk.start(seed);
    await walk.run(STEPS);
    for (const [kind, count] of Object.entries(walk.met)) met[kind] = (met[kind] ?? 0) + count;
  }
  // A walk that meets nothing shows nothing.
  for (const kind of ["created", "updated", "unchanged", "conflict"])
    expect(met).toHaveProperty([`push: ${kind}`]);
  for (const kind of ["updated", "merged", "unchanged"]) expect(met).toHaveProperty([`pull: ${kind}`]);
});
