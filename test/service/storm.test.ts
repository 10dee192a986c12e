import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { noCredentials } from "../../api/credentials/none";
import { DashboardsClient } from "../../api/dashboards";
import { HttpClient } from "../../api/http";
import { runPush } from "../../cli/deploy/push";
import type { Io } from "../../cli/io";
import type { Profile } from "../../core/config/config";
import { readDocument } from "../../core/document/reader";
import { baseFromState } from "../../core/sync/base";
import { summarize, type Tally, tallyOf } from "../../core/sync/batch";
import type { PushDialogs } from "../../core/sync/push";
import { pushAll } from "../../core/sync/push-all";
import { stateStore } from "../../core/sync/state";
import { equalValues } from "../../core/sync/version";
import { parseFaults } from "../../emulator/faults";
import { startEmulator } from "../../emulator/server";
import { seededRandom } from "../../emulator/wire/random";
import { typedDestination } from "../support/destinations";
import { memoryFiles } from "../support/memory-service";

const COUNT = 100;
/** 30 % of all calls, in every way that a call can fail; half of the slow bodies are slower than the client waits. */
const STORM = [
  "latency=0-10,drop=0.02,lost=0.03,late=0.04,truncate=0.04,slow=0.03,slow-time=10-590,429=0.06,409=0.05",
  "500=0.03,502=0.02,503=0.04,504=0.01,401=0.003,retry-after=0,retry-after-share=0.5",
];
const TIMEOUT_MS = 300;

const ids = Array.from({ length: COUNT }, (_, i) => `board-${i}`);
/** Somebody else has made these, and nobody here has seen them. */
const STRANGERS = ["board-13", "board-57"];

const board = (id: string, version: number | string) => ({
  displayName: `${id}, version ${version}`,
  mosaicLayout: {
    columns: 12,
    tiles: [
      { width: 6, height: 4, widget: { title: `Tile of ${id}`, text: { content: `text ${version}` } } },
    ],
  },
});

/** What a run says about each dashboard. */
interface Said {
  of(id: string): { readonly kind: Tally /** It is said that nobody knows. */; readonly maybe: boolean };
}

/** Pushes all that is wanted, once. */
type PushThem = (wanted: ReadonlyMap<string, object>) => Promise<Said>;

/**
 * Sees a hundred dashboards through a storm, twice: they are made, and most of them changed. After each run what it said
 * is held against what is there.
 */
async function weather(seed: number, connect: (url: string, folder: string) => Promise<PushThem>) {
  const folder = await mkdtemp(path.join(tmpdir(), "mosaic-storm-"));
  const data = path.join(folder, "data");
  /** Works with what is on the service through a second emulator on its folder, where no fault can get in between. */
  const calmly = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
    const calm = await startEmulator({ data });
    try {
      return await work(calm.url);
    } finally {
      await calm.close();
    }
  };
  await calmly(async (url) => {
    for (const id of STRANGERS) await create(url, id, board(id, "of somebody else"));
  });
  const calls = { all: 0, failed: 0 };
  const log = (line: string) => {
    calls.all++;
    if (!/ 200 \d+ ms$| 404 \d+ ms$/.test(line)) calls.failed++;
  };
  const emulator = await startEmulator({ data, faults: parseFaults(STORM), seed, log });
  try {
    const pushThem = await connect(emulator.url, folder);
    for (const version of [1, 2]) {
      // In the second round every tenth file stays as it was.
      const wanted = new Map(
        ids.map((id, i) => [id, { ...board(id, i % 10 === 0 ? 1 : version), name: `x/${id}` }]),
      );
      let before = await calmly(stored);
      for (let run = 1; ; run++) {
        expect(run).toBeLessThan(8);
        const said = await pushThem(wanted);
        // What is late has arrived by then.
        await new Promise((resolve) => setTimeout(resolve, 150));
        const after = await calmly(stored);
        expect([...after.keys()].filter((id) => !wanted.has(id))).toEqual([]);
        for (const id of ids) judge(id, said.of(id), wanted.get(id), before.get(id), after.get(id));
        before = after;
        if (ids.every((id) => said.of(id).kind !== "failed")) break;
      }
      expect([...before.keys()].sort()).toEqual([...ids].sort());
      for (const [id, value] of wanted) {
        expect([id, equalValues(value, before.get(id))]).toEqual([id, !STRANGERS.includes(id)]);
      }
    }
    // The storm was one.
    expect(calls.failed / calls.all).toBeGreaterThan(0.25);
    expect(calls.all).toBeGreaterThan(2.5 * COUNT);
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true });
  }
}

/** Fails unless what was said of a dashboard is what happened to it. */
function judge(id: string, said: ReturnType<Said["of"]>, wanted: unknown, before: unknown, after: unknown) {
  const { kind, maybe } = said;
  const untouched = equalValues(before ?? null, after ?? null);
  const isThere = equalValues(wanted, after ?? null);
  const was = before === undefined ? "nothing" : equalValues(wanted, before) ? "this" : "another";
  const is = isThere ? "this" : untouched ? "as before" : "neither";
  switch (kind) {
    case "created":
      return expect([id, kind, was, is]).toEqual([id, kind, "nothing", "this"]);
    case "updated":
      return expect([id, kind, was, is]).toEqual([id, kind, "another", "this"]);
    case "unchanged":
      return expect([id, kind, was, is]).toEqual([id, kind, "this", "this"]);
    case "conflicted":
      expect([id, kind, STRANGERS.includes(id)]).toEqual([id, kind, true]);
      return expect([id, kind, is]).toEqual([id, kind, "as before"]);
    case "failed":
      // One that failed is as it was, unless it is said that nobody knows.
      return expect([id, kind, maybe || untouched]).toEqual([id, kind, true]);
    default:
      expect.unreachable(`${id} is ${kind}`);
  }
}

async function create(url: string, id: string, value: object): Promise<void> {
  const response = await fetch(`${url}/v1/projects/demo/dashboards`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...value, name: `projects/demo/dashboards/${id}` }),
  });
  expect(response.status, await response.text()).toBe(200);
}

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

/** The engine that editor and terminal share, with its waits left out. */
async function connectEngine(url: string): Promise<PushThem> {
  const profile: Profile = {
    name: "storm",
    project: "demo",
    endpoint: url,
    credentials: "none",
    protected: false,
  };
  const http = new HttpClient({
    destination: typedDestination(profile),
    signIn: noCredentials,
    timeoutMs: TIMEOUT_MS,
    random: seededRandom(1),
    sleep: async () => {},
  });
  const service = new DashboardsClient(http, profile.project);
  const state = stateStore(memoryFiles(), profile);
  const questions: PushDialogs = {
    errors: async () => expect.unreachable("there are no errors"),
    otherProject: async () => true,
    conflict: async () => "cancel",
    confirm: async () => true,
    typeName: async () => expect.unreachable("nothing is overwritten"),
  };
  const ports = {
    service,
    state,
    bases: [baseFromState(state)],
    dialogs: questions,
    claimants: async () => [],
  };
  return async (wanted) => {
    const items = [...wanted].map(([id, value]) => {
      const document = readDocument(JSON.stringify({ ...value, name: `projects/demo/dashboards/${id}` }));
      const request = async () => ({ path: `${id}.dashboard.json`, document, profile, findings: [] });
      return { id, request, ports };
    });
    const settled: string[] = [];
    const outcomes = await pushAll(items, { settled: ({ id }) => void settled.push(id) });
    expect(settled.sort()).toEqual([...wanted.keys()].sort());
    const summary = summarize(outcomes);
    expect(Object.values(summary).reduce((a, b) => a + b)).toBe(COUNT);
    const byId = new Map(items.map(({ id }, i) => [id, outcomes[i]]));
    const of: Said["of"] = (id) => {
      const outcome = byId.get(id);
      return { kind: tallyOf(outcome), maybe: outcome?.kind === "failed" && outcome.failure.outcomeUnknown };
    };
    for (const tally of ["created", "updated", "unchanged", "conflicted", "failed"] as const) {
      expect([tally, ids.filter((id) => of(id).kind === tally).length]).toEqual([tally, summary[tally]]);
    }
    return { of };
  };
}

/** `mosaic push`, with the waits that it has. */
async function connectCommand(url: string, folder: string): Promise<PushThem> {
  const files = path.join(folder, "work");
  await mkdir(path.join(files, ".mosaic"), { recursive: true });
  const config = { profiles: { storm: { project: "demo", endpoint: url } } };
  await writeFile(path.join(files, ".mosaic/config.json"), JSON.stringify(config));
  return async (wanted) => {
    for (const [id, { name: _, ...value }] of wanted as ReadonlyMap<string, { name: string }>) {
      await writeFile(path.join(files, `${id}.dashboard.json`), JSON.stringify(value, null, 2));
    }
    return pushFolder(files);
  };
}

test.each([1, 2, 3, 4, 5])(
  "a hundred dashboards arrive exactly once, and every summary on the way is true (seed %i)",
  { timeout: 60_000 },
  (seed) => weather(seed, connectEngine),
);

test("what the terminal says of such a storm is true", { timeout: 180_000 }, () =>
  weather(7, connectCommand),
);

/** Runs `mosaic push` over a folder and reads what it says, which must add up. */
async function pushFolder(cwd: string): Promise<Said & { count(kind: string): number }> {
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
  const kinds = new Map<string, Tally>();
  for (const [, id, kind] of out.matchAll(/^(board-\d+)\.dashboard\.json: (created|updated|unchanged)\b/gm)) {
    expect(kinds.has(id!)).toBe(false);
    kinds.set(id!, kind as Tally);
  }
  for (const [, id] of err.matchAll(/^(board-\d+)\.dashboard\.json: not pushed; .*--overwrite \1$/gm)) {
    expect(kinds.has(id!)).toBe(false);
    kinds.set(id!, "conflicted");
  }
  const count = (kind: string) => Number(counts.get(kind) ?? 0);
  expect(Number(summary[1])).toBe(COUNT);
  for (const kind of ["created", "updated", "unchanged", "conflicted"]) {
    expect([kind, count(kind)]).toEqual([kind, [...kinds.values()].filter((k) => k === kind).length]);
  }
  expect(count("failed") + kinds.size).toBe(COUNT);
  expect(code).toBe(count("failed") > 0 ? 2 : count("conflicted") > 0 ? 3 : 0);
  return {
    count,
    of: (id: string) => ({
      kind: kinds.get(id) ?? "failed",
      maybe: err.includes(`${id}.dashboard.json: it may have been saved anyway`),
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
    for (const id of ids) {
      await writeFile(path.join(folder, `${id}.dashboard.json`), JSON.stringify(board(id, 1)));
    }
    expect((await pushFolder(folder)).count("created")).toBe(COUNT);
    expect((await pushFolder(folder)).count("unchanged")).toBe(COUNT);
    const state = JSON.parse(await readFile(path.join(folder, ".mosaic/state/calm/board-7.json"), "utf8"));
    const remote = await (await fetch(`${emulator.url}/v1/projects/demo/dashboards/board-7`)).json();
    expect(state.files[0].value).toEqual(remote);
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true });
  }
});
