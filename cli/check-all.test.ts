import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAll, type Found } from "./check-all";
import { Checker, type Outcome } from "./checker";

/** More than stay in one thread. */
const COUNT = 130;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mosaic-check-all-"));
  for (let i = 0; i < COUNT; i++) await writeFile(path.join(folder, `${i}.json`), `{"displayName": ${i}}`);
  await writeFile(path.join(folder, "ends.cjs"), "process.exit(3);");
  await writeFile(path.join(folder, "fails.cjs"), 'throw new Error("not today");');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function* files(): AsyncGenerator<Found> {
  for (let i = 0; i < COUNT; i++) yield { name: `${i}.json`, path: path.join(folder, `${i}.json`) };
}

function checker(): Checker {
  return new Checker({ cwd: folder, env: {}, err() {} }, { fix: false, quiet: false, details: "none" });
}

async function collect(outcomes: AsyncIterable<Outcome>): Promise<Outcome[]> {
  const out: Outcome[] = [];
  for await (const outcome of outcomes) out.push(outcome);
  return out;
}

test.each(["ends.cjs", "fails.cjs", "missing.cjs"])(
  "what a thread that fails (%s) leaves is checked all the same, in order",
  async (program) => {
    const alone = await collect(checkAll(files(), checker()));
    expect(alone).toHaveLength(COUNT);
    expect(alone.map((outcome) => outcome.failed ?? outcome.reports[0]!.file)).toEqual(
      Array.from({ length: COUNT }, (_, i) => `${i}.json`),
    );
    expect(
      await collect(checkAll(files(), checker(), { program: path.join(folder, program), count: 3 })),
    ).toEqual(alone);
  },
);

test("an error of the search comes after the outcomes before it", async () => {
  async function* broken(): AsyncGenerator<Found> {
    yield* files();
    throw new Error("the disk is gone");
  }
  const seen: Outcome[] = [];
  const run = async () => {
    for await (const outcome of checkAll(broken(), checker(), {
      program: path.join(folder, "ends.cjs"),
      count: 2,
    })) {
      seen.push(outcome);
    }
  };
  await expect(run()).rejects.toThrow("the disk is gone");
  expect(seen.length).toBeGreaterThanOrEqual(100);
});
