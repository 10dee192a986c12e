import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { runPush } from "../../cli/deploy/push";
import type { Io } from "../../cli/io";
import { same } from "../../core/sync/normal-form";
import { parseFaults } from "../../emulator/faults";
import { startEmulator } from "../../emulator/server";

const COUNT = 100;
/** 30 % of all calls, in every way that a call can fail. */
const STORM = [
  "latency=0-10,drop=0.04,lost=0.06,truncate=0.04,429=0.06,409=0.05,500=0.03,502=0.02,503=0.04,504=0.02,401=0.003",
  "retry-after=0",
];

const name = (i: number) => `board-${i}`;
const board = (i: number, version: number) => ({
  displayName: `Board ${i}, version ${version}`,
  mosaicLayout: {
    columns: 12,
    tiles: [{ width: 6, height: 4, widget: { title: `Tile ${i}`, text: { content: `text ${version}` } } }],
  },
});

/** All dashboards of the project, each of which must be listed once. */
async function stored(url: string): Promise<Map<string, unknown>> {
  const out = new Map<string, unknown>();
  for (let pageToken = ""; ; ) {
    const query = new URLSearchParams({ pageSize: "40", pageToken });
    const page = (await (await fetch(`${url}/v1/projects/demo/dashboards?${query}`)).json()) as {
      dashboards?: { name: string }[];
      nextPageToken?: string;
    };
    for (const dashboard of page.dashboards ?? []) {
      const id = dashboard.name.split("/").pop()!;
      expect(out.has(id)).toBe(false);
      out.set(id, dashboard);
    }
    if (!page.nextPageToken) return out;
    pageToken = page.nextPageToken;
  }
}

test("a hundred dashboards arrive exactly once, and every summary on the way is true", {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mosaic-storm-"));
  const data = path.join(folder, "data");
  const calls = { all: 0, failed: 0 };
  const log = (line: string) => {
    calls.all++;
    if (!/ 200 \d+ ms$| 404 \d+ ms$/.test(line)) calls.failed++;
  };
  const emulator = await startEmulator({ data, faults: parseFaults(STORM), seed: 7, log });
  try {
    const files = path.join(folder, "work");
    await mkdir(path.join(files, ".mosaic"), { recursive: true });
    const config = { profiles: { storm: { project: "demo", endpoint: emulator.url } } };
    await writeFile(path.join(files, ".mosaic/config.json"), JSON.stringify(config));
    /** What is on the service, seen by a second emulator on its folder, where no fault can get in between. */
    const truth = async () => {
      const calm = await startEmulator({ data });
      try {
        return await stored(calm.url);
      } finally {
        await calm.close();
      }
    };
    for (const version of [1, 2]) {
      const wanted = new Map<string, object>();
      for (let i = 0; i < COUNT; i++) {
        // In the second round every tenth file stays as it was.
        const value = board(i, i % 10 === 0 ? 1 : version);
        wanted.set(name(i), value);
        await writeFile(path.join(files, `${name(i)}.dashboard.json`), JSON.stringify(value, null, 2));
      }
      let before = await truth();
      for (let run = 1; ; run++) {
        expect(run).toBeLessThan(8);
        const said = await pushAll(files);
        const after = await truth();
        const isThere = (id: string) => same({ ...wanted.get(id), name: `x/${id}` }, after.get(id));
        for (const [id, value] of wanted) {
          const { kind, maybe } = said.of(id);
          const had = before.get(id);
          if (kind === "created") expect([id, had === undefined, isThere(id)]).toEqual([id, true, true]);
          else if (kind === "updated")
            expect([id, had !== undefined && !same({ ...value, name: `x/${id}` }, had), isThere(id)]).toEqual(
              [id, true, true],
            );
          else if (kind === "unchanged")
            expect([id, same(had, after.get(id)), isThere(id)]).toEqual([id, true, true]);
          // One that failed is as it was, unless it is said that nobody knows.
          else if (!maybe) expect([id, same(had ?? null, after.get(id) ?? null)]).toEqual([id, true]);
        }
        expect([...after.keys()].filter((id) => !wanted.has(id))).toEqual([]);
        before = after;
        if (said.code === 0) break;
        expect(said.count("failed")).toBeGreaterThan(0);
      }
      expect(before.size).toBe(COUNT);
      for (const [id, value] of wanted)
        expect(same({ ...value, name: `x/${id}` }, before.get(id))).toBe(true);
    }
    // The storm was one.
    expect(calls.failed / calls.all).toBeGreaterThan(0.25);
    expect(calls.all).toBeGreaterThan(4 * COUNT);
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true });
  }
});

/** Runs `mosaic push` over a folder and reads what it says, which must add up. */
async function pushAll(cwd: string) {
  let [out, err] = ["", ""];
  const io: Io = {
    cwd,
    env: {},
    color: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => "",
  };
  const nobody = { interactive: false, ask: () => expect.unreachable() };
  const code = await runPush(["--yes", "."], io, nobody);
  const summary = /^(\d+) dashboards: (.*)\n/m.exec(out) ?? expect.unreachable(out + err);
  const counts = new Map(
    summary[2]!.split(", ").map((part) => part.split(" ").reverse() as [string, string]),
  );
  const kinds = new Map<string, string>();
  for (const [, id, kind] of out.matchAll(/^(board-\d+)\.dashboard\.json: (created|updated|unchanged)\b/gm)) {
    expect(kinds.has(id!)).toBe(false);
    kinds.set(id!, kind!);
  }
  const count = (kind: string) => Number(counts.get(kind) ?? 0);
  expect(Number(summary[1])).toBe(COUNT);
  for (const kind of ["created", "updated", "unchanged"]) {
    expect([kind, count(kind)]).toEqual([kind, [...kinds.values()].filter((k) => k === kind).length]);
  }
  expect(count("failed") + kinds.size).toBe(COUNT);
  expect(code).toBe(count("failed") > 0 ? 2 : 0);
  return {
    code,
    count,
    of: (id: string) => ({
      kind: kinds.get(id) ?? "failed",
      maybe: err.includes(`${id}.dashboard.json: it may have been saved all the same`),
    }),
  };
}

test("in calm weather a hundred are done in one go and remembered as the service answered", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mosaic-calm-"));
  const emulator = await startEmulator();
  try {
    await mkdir(path.join(folder, ".mosaic"));
    const config = { profiles: { calm: { project: "demo", endpoint: emulator.url } } };
    await writeFile(path.join(folder, ".mosaic/config.json"), JSON.stringify(config));
    for (let i = 0; i < COUNT; i++) {
      await writeFile(path.join(folder, `${name(i)}.dashboard.json`), JSON.stringify(board(i, 1)));
    }
    expect((await pushAll(folder)).count("created")).toBe(COUNT);
    expect((await pushAll(folder)).count("unchanged")).toBe(COUNT);
    const state = JSON.parse(await readFile(path.join(folder, ".mosaic/state/calm/board-7.json"), "utf8"));
    const remote = await (await fetch(`${emulator.url}/v1/projects/demo/dashboards/board-7`)).json();
    expect(state.value).toEqual(remote);
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true });
  }
});
