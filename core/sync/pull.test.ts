import { expect, it } from "vitest";
import { memoryFiles } from "../../test/support/memory-service";
import type { Profile } from "../config/config";
import { readDocument } from "../document/reader";
import { baseFromState } from "./base";
import { type PullPorts, type PullRequest, pull } from "./pull";
import type { DashboardResource } from "./service";
import { stateStore } from "./state";

const profile: Profile = {
  name: "test",
  project: "proj",
  endpoint: "https://x.test",
  credentials: "none",
  protected: false,
};
const PATH = "web.dashboard.json";
const REMOTE = {
  name: "projects/99/dashboards/web",
  etag: "e2",
  displayName: "New",
  gridLayout: { columns: "2" },
};
const BASE = { ...REMOTE, etag: "e1", displayName: "Old" };

async function setUp(
  remote: DashboardResource | undefined,
  base?: DashboardResource,
  answer: "replace" | "merge" | "cancel" = "cancel",
) {
  const state = stateStore(memoryFiles(), profile);
  if (base) await state.write({ id: "web", path: PATH, value: base });
  const received = async (path = PATH) =>
    (await state.read("web"))?.files.find((file) => file.path === path)?.value;
  const written: string[] = [];
  const asked: string[] = [];
  const ports: PullPorts = {
    service: {
      get: async (id) => (id === "web" ? remote : undefined),
      create: () => Promise.reject(new Error("not here")),
      patch: () => Promise.reject(new Error("not here")),
      delete: () => Promise.reject(new Error("not here")),
      async *list() {},
    },
    state,
    bases: [baseFromState(state)],
    replace: async (plan) => {
      asked.push(plan.reason!);
      return answer;
    },
    write: async (plan) => {
      written.push(plan.after);
      return true;
    },
  };
  const run = (text: string | undefined, more: Partial<PullRequest> = {}) =>
    pull(
      {
        path: PATH,
        document: text === undefined ? undefined : readDocument(text),
        unsaved: false,
        profile,
        ...more,
      },
      ports,
    );
  return { run, ports, written, asked, state, received };
}

const OLD = '{ "displayName": "Old",\n  "gridLayout": { "columns": 2 } }\n';
const NEW = '{ "displayName": "New",\n  "gridLayout": { "columns": 2 } }\n';

it("edits a file that holds nothing unseen without a question", async () => {
  const { run, written, asked, received } = await setUp(REMOTE, BASE);
  expect(await run(OLD)).toMatchObject({
    kind: "updated",
    plan: { changes: [{ text: 'displayName "Old" → "New"' }] },
  });
  expect(written).toEqual([NEW]);
  expect(asked).toEqual([]);
  expect(await received()).toEqual(REMOTE);
});

it("keeps a name and its project as they are written", async () => {
  const { run, written } = await setUp(REMOTE, BASE);
  await run('{"name": "projects/other/dashboards/web", "displayName": "Old", "gridLayout": {"columns": 2}}');
  expect(written).toEqual([
    '{"name": "projects/other/dashboards/web", "displayName": "New", "gridLayout": {"columns": 2}}',
  ]);
});

it("shows what would be lost before it replaces anything", async () => {
  for (const [text, base, more, reason] of [
    ['{"displayName": "Mine", "gridLayout": {}}', BASE, {}, "diverged"],
    [OLD, undefined, {}, "diverged"],
    [OLD, BASE, { unsaved: true }, "unsaved"],
    ['{"displayName": ', BASE, {}, "unreadable"],
  ] as const) {
    const no = await setUp(REMOTE, base);
    expect(await no.run(text, more)).toMatchObject({ kind: "conflict", plan: { reason } });
    expect(no.asked).toEqual([reason]);
    expect(no.written).toEqual([]);
    expect(await no.received()).toEqual(base);
    const yes = await setUp(REMOTE, base, "replace");
    expect(await yes.run(text, more)).toMatchObject({ kind: "updated" });
    expect(JSON.parse(yes.written[0]!)).toMatchObject({ displayName: "New" });
  }
});

it("leaves a file alone that says the same, and remembers what was received", async () => {
  const { run, written, received } = await setUp(REMOTE);
  expect(await run(NEW, { unsaved: true })).toMatchObject({ kind: "unchanged" });
  expect(written).toEqual([]);
  expect(await received()).toEqual(REMOTE);
});

it("writes a new file with the project's id and without the etag", async () => {
  const { run, written } = await setUp(REMOTE);
  expect(await run(undefined, { id: "web" })).toMatchObject({ kind: "created" });
  expect(JSON.parse(written[0]!)).toEqual({
    name: "projects/proj/dashboards/web",
    displayName: "New",
    gridLayout: { columns: "2" },
  });
  expect(written[0]!.endsWith("}\n")).toBe(true);
});

it("does not remember what it could not write", async () => {
  const { run, ports, received } = await setUp(REMOTE, BASE);
  ports.write = async () => false;
  expect(await run(OLD)).toMatchObject({ kind: "edited-meanwhile" });
  expect(await received()).toEqual(BASE);
});

it("plans without writing", async () => {
  const { run, written, asked } = await setUp(REMOTE, BASE);
  expect(await run(OLD, { dryRun: true, unsaved: true })).toMatchObject({ kind: "planned" });
  expect([...written, ...asked]).toEqual([]);
});

it("says that there is nothing to pull", async () => {
  expect(await (await setUp(undefined)).run(OLD)).toEqual({ kind: "missing", id: "web" });
});

const MINE = '{ "displayName": "Old",\n  "gridLayout": { "columns": 3 } }\n';

it("merges what the service has changed into a file with edits of its own", async () => {
  const { run, written, asked, received } = await setUp(REMOTE, BASE, "merge");
  expect(await run(MINE)).toMatchObject({
    kind: "merged",
    plan: { changes: [{ text: 'displayName "Old" → "New"' }] },
  });
  expect(asked).toEqual(["diverged"]);
  expect(written).toEqual([MINE.replace("Old", "New")]);
  expect(await received()).toEqual(REMOTE);
});

it("does not merge what cannot be merged, nor without knowing where both began", async () => {
  const other = '{ "displayName": "Mine", "gridLayout": { "columns": 2 } }';
  const both = await setUp(REMOTE, BASE, "merge");
  expect(await both.run(other)).toMatchObject({
    kind: "conflict",
    plan: {
      merged: {
        ok: false,
        conflicts: [{ text: 'displayName "Old" → "Mine" locally, "Old" → "New" remotely' }],
      },
    },
  });
  const unknown = await setUp(REMOTE, undefined, "merge");
  const outcome = await unknown.run(other);
  expect(outcome).toMatchObject({ kind: "conflict" });
  expect("plan" in outcome && outcome.plan.merged).toBe(undefined);
  expect([...both.written, ...unknown.written]).toEqual([]);
});

it("takes an etag out of the file without a question", async () => {
  const { run, written, asked } = await setUp(REMOTE);
  expect(await run(NEW.replace("{ ", '{ "etag": "e1", '))).toMatchObject({
    kind: "updated",
    plan: { changes: [] },
  });
  expect(written).toEqual([NEW]);
  expect(asked).toEqual([]);
});
