import { expect, it } from "vitest";
import { changingTargets } from "../fuzz/changing";
import { emulatorTarget } from "../fuzz/emulator";
import { languageTargets } from "../fuzz/languages";
import { readingTargets } from "../fuzz/reading";

/** `npm run fuzz` runs as many cases as there is time for. */
const CASES = 25;
const SEED = 1000 * Number(process.env["MOSAIC_SEED"] ?? 1);

/** Cases that have failed once, by target. */
const KNOWN: Readonly<Record<string, readonly number[]>> = {
  yaml: [7, 17, 31],
};

// Those have tests of their own with as many cases.
const tested = new Set(["incremental", ...languageTargets.map(({ name }) => name)]);
const targets = [...readingTargets, ...changingTargets, emulatorTarget].filter(
  ({ name }) => !tested.has(name),
);

it.each(targets.map((target) => [target.name, target] as const))(
  "%s holds random input",
  async (name, target) => {
    const seeds = [...(KNOWN[name] ?? []), ...Array.from({ length: CASES }, (_, i) => SEED + i)];
    for (const seed of seeds) {
      try {
        expect(await target.run(seed)).toBeGreaterThan(0);
      } catch (error) {
        throw new Error(`npm run fuzz -- --target ${name} --seed ${seed}`, { cause: error });
      }
    }
  },
);
