import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram } from "../support/build-program";
import { KillWalk } from "../support/kill-walk";

/** More of it: `npm run soak -- --processes`. */
const SEED = Number(process.env["MOSAIC_SEED"] ?? 1);
const STEPS = 12;
/** Some twenty processes, on a machine that may be busy. */
const TIMEOUT_MS = 240_000;

let folder: string;
const bundle = (name: string) => path.join(folder, `${name}.js`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mosaic-kills-"));
  await Promise.all(["cli", "emulator"].map((name) => buildProgram(`${name}/main.ts`, bundle(name))));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(process.platform === "win32")(
  "programs that are killed lose no edit, leave no half of a file, and work the next time",
  async () => {
    const place = path.join(folder, "walk");
    await mkdir(place);
    const programs = { cli: bundle("cli"), emulator: bundle("emulator") };
    const walk = await KillWalk.start(SEED, programs, place);
    try {
      await walk.run(STEPS);
    } finally {
      await walk.close();
    }
    // A walk on which nothing was killed shows nothing.
    expect(Object.keys(walk.met).filter((kind) => kind.endsWith(": killed"))).not.toEqual([]);
  },
  TIMEOUT_MS,
);
