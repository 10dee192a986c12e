import { expect, it } from "vitest";
import { Failure, MemoryService, memoryFiles } from "../../test/support/memory-service";
import type { Profile } from "../config/config";
import { baseFromState } from "./base";
import { deleteDashboard, keptTexts, restoreDashboard } from "./delete";
import type { PushDialogs } from "./push";
import { stateStore } from "./state";

const profile: Profile = {
  name: "prod",
  project: "proj",
  endpoint: "https://x.test",
  credentials: "none",
  protected: false,
};
const BOARD = { displayName: "A", gridLayout: {}, labels: { team: "x" } };
const KEPT = /^\.mosaic\/state\/prod\/deleted\/web~\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?\.json$/;
const keptIn = (files: { readonly texts: ReadonlyMap<string, string> }) =>
  [...files.texts].filter(([path]) => KEPT.test(path)).map(([, text]) => JSON.parse(text) as object);

function setUp(target = profile) {
  const service = new MemoryService();
  service.set("web", BOARD);
  const files = memoryFiles();
  const state = stateStore(files, target);
  const asked: { displayName: unknown; unseen: boolean }[] = [];
  let answer = () => true;
  const ports = {
    service,
    state,
    files,
    bases: [baseFromState(state)],
    confirm: async ({ displayName }: { displayName?: string }, unseen: boolean) => {
      asked.push({ displayName, unseen });
      return answer();
    },
    typeName: async (): Promise<string | undefined> => "prod",
  };
  const dialogs: PushDialogs = {
    errors: async () => "cancel",
    otherProject: async () => true,
    conflict: async () => "cancel",
    confirm: async () => true,
    typeName: async (_, expected) => expected,
  };
  return {
    ...ports,
    ports,
    asked,
    decide: (next: () => boolean) => (answer = next),
    run: (id = "web") => deleteDashboard({ id, profile: target }, ports),
    restore: (kept?: string) => restoreDashboard({ id: "web", profile: target }, { ...ports, dialogs }, kept),
  };
}

it("deletes what was shown, keeps its last text, and can bring it back", async () => {
  const { service, files, state, asked, run, restore } = setUp();
  await state.write({ id: "web", path: "web.dashboard.json", value: service.stored.get("web")! });
  expect(await run()).toEqual({ kind: "deleted", kept: expect.stringMatching(KEPT) });
  expect(asked).toEqual([{ displayName: "A", unseen: false }]);
  expect(service.stored.size).toBe(0);
  expect(keptIn(files)[0]).toEqual({ ...BOARD, name: "projects/proj/dashboards/web" });
  expect(files.texts.get(".mosaic/state/.gitignore")).toContain("\n*\n");
  expect(await restore()).toMatchObject({ kind: "created", id: "web" });
  expect(service.stored.get("web")).toMatchObject(BOARD);
  expect(await state.read("web")).toMatchObject({ files: [{ path: "web.dashboard.json" }] });
});

it("keeps the text of every deletion, and restores the last one or the one that is asked for", async () => {
  const { service, files, run, restore } = setUp();
  for (const displayName of ["A", "B", "C"]) {
    service.set("web", { ...BOARD, displayName });
    expect(await run()).toMatchObject({ kind: "deleted" });
  }
  expect(keptIn(files)).toMatchObject([{ displayName: "A" }, { displayName: "B" }, { displayName: "C" }]);
  files.texts.set(".mosaic/state/prod/deleted/web.json", JSON.stringify({ ...BOARD, displayName: "old" }));
  const kept = await keptTexts(files, profile);
  expect(kept.map(({ id, time }) => [id, time === ""])).toEqual([
    ["web", false],
    ["web", false],
    ["web", false],
    ["web", true],
  ]);
  expect(await restore()).toMatchObject({ kind: "created" });
  expect(service.stored.get("web")).toMatchObject({ displayName: "C" });
  service.stored.clear();
  expect(await restore(kept[2]!.path)).toMatchObject({ kind: "created" });
  expect(service.stored.get("web")).toMatchObject({ displayName: "A" });
});

it("does not count what is restored as received by the file", async () => {
  const { service, state, run, restore } = setUp();
  await state.write({ id: "web", path: "web.dashboard.json", value: service.stored.get("web")! });
  service.set("web", { ...BOARD, displayName: "edited since" });
  await run();
  expect(await restore()).toMatchObject({ kind: "created" });
  expect((await state.read("web"))!.files[0]!.value).toMatchObject({ displayName: "A" });
});

it("does not restore over another dashboard, nor without a backup", async () => {
  const { service, run, restore } = setUp();
  expect(await restore()).toBe(undefined);
  await run();
  service.set("web", { ...BOARD, displayName: "theirs" });
  expect(await restore()).toMatchObject({ kind: "conflict" });
});

it("reports unseen edits of the dashboard", async () => {
  const { asked, run } = setUp();
  await run();
  expect(asked).toEqual([{ displayName: "A", unseen: true }]);
});

it("asks again about what was saved while the question was open", async () => {
  const { service, files, asked, decide, run } = setUp();
  decide(() => {
    if (asked.length === 1) service.set("web", { ...BOARD, displayName: "B" });
    return true;
  });
  expect(await run()).toMatchObject({ kind: "deleted" });
  expect(asked.map((a) => a.displayName)).toEqual(["A", "B"]);
  expect(keptIn(files)[0]).toMatchObject({ displayName: "B" });
});

it("deletes nothing without consent, and nothing whose text could not be kept", async () => {
  const no = setUp();
  no.decide(() => false);
  expect(await no.run()).toEqual({ kind: "cancelled" });
  const guarded = setUp({ ...profile, protected: true });
  guarded.ports.typeName = async () => "dorp";
  expect(await guarded.run()).toEqual({ kind: "cancelled" });
  const full = setUp();
  full.files.write = () => Promise.reject(new Error("disk full"));
  await expect(full.run()).rejects.toThrow("disk full");
  for (const { service } of [no, guarded, full]) expect(service.stored.size).toBe(1);
});

it("settles a lost answer by looking", async () => {
  const done = setUp();
  done.service.after = () => {
    throw new Failure("unreachable", true);
  };
  expect(await done.run()).toMatchObject({ kind: "deleted" });
  const not = setUp();
  not.service.before = () => {
    throw new Failure("unavailable", true);
  };
  expect(await not.run()).toMatchObject({ kind: "deleted" });
  expect(not.service.stored.size).toBe(0);
  const blind = setUp();
  blind.service.after = () => {
    blind.service.get = async () => {
      throw new Failure("unavailable");
    };
    throw new Failure("unreachable", true);
  };
  expect(await blind.run()).toMatchObject({
    kind: "failed",
    failure: { kind: "unreachable", outcomeUnknown: true },
  });
  const denied = setUp();
  denied.service.before = () => {
    throw new Failure("permission");
  };
  expect(await denied.run()).toMatchObject({ kind: "failed", failure: { kind: "permission" } });
  expect(await denied.run("other")).toEqual({ kind: "missing" });
});
