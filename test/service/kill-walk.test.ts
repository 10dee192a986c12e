import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram } from "../support/build-program";
import { KillWalk } from "../support/kill-walk";
import { EmulatorProcess, runProgram } from "../support/killable";

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

test(
  "two programs that push and pull the same files of one workspace at once lose nothing",
  async () => {
    const place = path.join(folder, "two");
    await mkdir(path.join(place, ".mosaic"), { recursive: true });
    const emulator = new EmulatorProcess(bundle("emulator"), path.join(folder, "two-data"));
    await emulator.start([]);
    try {
      const profiles = { emu: { project: "demo", endpoint: emulator.url } };
      const config = JSON.stringify({ profiles, activeProfile: "emu" });
      await writeFile(path.join(place, ".mosaic/config.json"), config);
      const mosaic = async (...args: string[]) => {
        const ended = await runProgram(bundle("cli"), args, { cwd: place, during: () => () => {} });
        expect(ended.err).not.toMatch(/\n\s+at /);
        return ended;
      };
      const ids = ["a", "b"];
      const service = `${emulator.url}/v1/projects/demo/dashboards`;
      for (const id of ids) {
        const name = `projects/demo/dashboards/${id}`;
        const body = JSON.stringify({
          name,
          displayName: "At first",
          gridLayout: { widgets: [{ blank: {} }] },
        });
        const headers = { "content-type": "application/json" };
        expect((await fetch(service, { method: "POST", headers, body })).status).toBe(200);
        expect((await mosaic("pull", "--id", id, `${id}.json`)).code).toBe(0);
      }
      const files = ids.map((id) => `${id}.json`);
      for (const [round, other] of ["push", "pull"].entries()) {
        const title = `Round ${round}`;
        for (const file of files) {
          const value = JSON.parse(await readFile(path.join(place, file), "utf8"));
          await writeFile(path.join(place, file), JSON.stringify({ ...value, displayName: title }, null, 2));
        }
        const second = other === "push" ? ["push", "--yes", ...[...files].reverse()] : ["pull", ...files];
        await Promise.all([mosaic("push", "--yes", ...files), mosaic(...second)]);
        // Whatever one has kept from the other, it works the next time.
        const last = await mosaic("push", "--yes", ...files);
        expect(last.code, last.out + last.err).toBe(0);
        for (const id of ids) {
          expect(JSON.parse(await readFile(path.join(place, `${id}.json`), "utf8")).displayName).toBe(title);
          expect(
            ((await (await fetch(`${service}/${id}`)).json()) as { displayName: string }).displayName,
          ).toBe(title);
        }
      }
      for (const name of await readdir(place, { recursive: true })) {
        expect(name).not.toMatch(/\.tmp$/);
        if (name.endsWith(".json")) JSON.parse(await readFile(path.join(place, name), "utf8"));
      }
    } finally {
      await emulator.kill();
    }
  },
  TIMEOUT_MS,
);
