import { describe, expect, it } from "vitest";
import { MemoryService, memoryFiles } from "../../test/support/memory-service";
import type { Profile } from "../config/config";
import { readDocument } from "../document/reader";
import { type BaseSource, baseFromState, findBase } from "./base";
import { baseFromHistory } from "./history";
import { type PullRequest, pull } from "./pull";
import { type PushOutcome, push } from "./push";
import { fileOf, StateProblem, stateStore } from "./state";

const profile: Profile = {
  name: "prod",
  project: "proj",
  endpoint: "https://x.test",
  credentials: "none",
  protected: false,
};
const WEB = "web.dashboard.json";
const RECORD = ".mosaic/state/prod/x.json";
const board = (displayName: string, more: object = {}) => ({ displayName, gridLayout: {}, ...more });

/** One person with some files, and a service that others use too. */
function setUp(texts: Record<string, object> = {}) {
  const service = new MemoryService();
  const files = memoryFiles();
  for (const [path, value] of Object.entries(texts)) files.texts.set(path, JSON.stringify(value));
  const state = stateStore(files, profile);
  const bases: BaseSource[] = [baseFromState(state)];
  const documentOf = (path: string) => {
    const text = files.texts.get(path);
    return text === undefined ? undefined : readDocument(text);
  };
  return {
    service,
    files,
    state,
    bases,
    push: (path = WEB, yes = true): Promise<PushOutcome> =>
      push(
        { path, document: documentOf(path)!, profile, findings: [] },
        {
          service,
          state,
          bases,
          claimants: async () => [],
          dialogs: {
            errors: async () => "cancel",
            otherProject: async () => true,
            conflict: async () => "cancel",
            confirm: async () => yes,
            typeName: async () => undefined,
          },
        },
      ),
    pull: (path = WEB, more: Partial<PullRequest> = {}, answer: "replace" | "merge" = "merge") =>
      pull(
        { path, document: documentOf(path), unsaved: false, profile, ...more },
        {
          service,
          state,
          bases,
          replace: async () => answer,
          write: async (plan) => {
            files.texts.set(path, plan.after);
            return true;
          },
        },
      ),
  };
}

describe("a base belongs to the file that received it", () => {
  it("is not what another file has pulled", async () => {
    const { service, pull: pulls, push: pushes, files } = setUp({ [WEB]: board("mine") });
    files.texts.set(WEB, JSON.stringify({ ...board("mine"), name: "projects/proj/dashboards/x" }));
    expect(await pushes()).toMatchObject({ kind: "created" });
    service.set("x", board("edited on the console"));
    expect(await pulls("look.json", { id: "x" })).toMatchObject({ kind: "created" });
    expect(await pushes()).toMatchObject({ kind: "conflict", conflict: { reason: "changed" } });
    expect(service.stored.get("x")).toMatchObject({ displayName: "edited on the console" });
  });

  it("does not take the link from the file that had it first", async () => {
    const { service, state, files, pull: pulls, push: pushes } = setUp();
    service.set("x", board("A"));
    await pulls(WEB, { id: "x" });
    // A file without a name is the dashboard that the state says.
    files.texts.set(WEB, JSON.stringify(board("A")));
    await pulls("look.json", { id: "x" });
    const list = await state.list();
    expect(list.paths.map((path) => [path, list.idOf(path)])).toEqual([
      [WEB, "x"],
      ["look.json", "x"],
    ]);
    expect(fileOf((await state.read("x"))!)).toBe(WEB);
    files.texts.set(WEB, JSON.stringify(board("B")));
    expect(await pushes()).toMatchObject({ kind: "updated", id: "x" });
    expect([...service.stored.keys()]).toEqual(["x"]);
  });

  it("is found for a renamed file as long as that holds what was received", async () => {
    const { service, bases, pull: pulls, files } = setUp();
    service.set("x", board("A"));
    await pulls(WEB, { id: "x" });
    files.texts.set("new.json", files.texts.get(WEB)!);
    files.texts.delete(WEB);
    const remote = service.set("x", board("B"));
    const local = readDocument(files.texts.get("new.json")!);
    const found = await findBase(bases, { id: "x", path: "new.json", local, remote });
    expect(found?.value).toMatchObject({ displayName: "A" });
    const edited = readDocument(JSON.stringify(board("C")));
    expect(await findBase(bases, { id: "x", path: "new.json", local: edited, remote })).toBe(undefined);
    expect(await pulls("new.json")).toMatchObject({ kind: "updated" });
  });

  it("reads what the first version has written, for the file that it names and no other", async () => {
    const { files, state } = setUp();
    const value = { ...board("A"), etag: "e1" };
    const first = { version: 1, project: "proj", endpoint: "https://x.test", etag: "e1", value };
    files.texts.set(RECORD, JSON.stringify({ ...first, id: "x", path: WEB }));
    files.texts.set(".mosaic/state/prod/y.json", JSON.stringify({ ...first, id: "y", path: "" }));
    expect((await state.read("x"))!.files).toEqual([
      { path: WEB, value, linked: true, steps: [], cut: false },
    ]);
    expect((await state.read("y"))!.files).toEqual([]);
    await state.write({ id: "x", path: "other.json", value });
    expect(JSON.parse(files.texts.get(RECORD)!)).toMatchObject({ version: 2, files: [{ path: WEB }, {}] });
  });
});

describe("a file that no longer holds what was pulled", () => {
  const added = (text: string) => board("A", { labels: { console: text } });

  /** Pulled on a branch, then another branch is checked out. */
  async function switched(edit: object = {}) {
    const all = setUp({ [WEB]: { ...board("A"), name: "projects/proj/dashboards/x" } });
    await all.push();
    all.service.set("x", added("theirs"));
    const before = all.files.texts.get(WEB)!;
    expect(await all.pull()).toMatchObject({ kind: "updated" });
    all.files.texts.set(WEB, JSON.stringify({ ...JSON.parse(before), ...edit }));
    return all;
  }

  it.each([
    ["as it was before", {}],
    ["with edits of its own", { description: "mine", displayName: "Mine" }],
  ])("does not push over it: %s", async (_, edit) => {
    const { push: pushes, pull: pulls, service, files } = await switched(edit);
    expect(await pushes()).toMatchObject({
      kind: "conflict",
      conflict: { reason: "changed", undone: [{ kind: "removed" }], merged: { ok: true } },
    });
    // A pull brings it again, and then the push is as any other.
    expect(["updated", "merged"]).toContain((await pulls()).kind);
    expect(JSON.parse(files.texts.get(WEB)!)).toMatchObject({ labels: { console: "theirs" }, ...edit });
    expect(["updated", "unchanged"]).toContain((await pushes()).kind);
    expect(service.stored.get("x")).toMatchObject({ labels: { console: "theirs" }, ...edit });
  });

  it("counts what came in several pulls", async () => {
    const { service, files, pull: pulls, push: pushes } = await switched();
    const before = files.texts.get(WEB)!;
    await pulls();
    service.set("x", { ...added("theirs"), description: "more" });
    await pulls();
    files.texts.set(WEB, before);
    const outcome = await pushes();
    expect(outcome).toMatchObject({ kind: "conflict" });
    expect(outcome.kind === "conflict" && outcome.conflict.undone.length).toBe(2);
  });

  it("does not ask about own edits that are taken back", async () => {
    const { service, files, push: pushes } = setUp({ [WEB]: board("A") });
    await pushes();
    files.texts.set(WEB, JSON.stringify(board("B")));
    expect(await pushes()).toMatchObject({ kind: "updated" });
    files.texts.set(WEB, JSON.stringify(board("A")));
    expect(await pushes()).toMatchObject({ kind: "updated" });
    expect(service.stored.get("web")).toMatchObject({ displayName: "A" });
  });

  it("does not ask when a part of what came is kept", async () => {
    const { files, pull: pulls, push: pushes, service } = await switched();
    service.set("x", { ...added("theirs"), displayName: "Theirs" });
    await pulls();
    const value = JSON.parse(files.texts.get(WEB)!);
    files.texts.set(WEB, JSON.stringify({ ...value, displayName: "Mine" }));
    expect(await pushes()).toMatchObject({ kind: "updated" });
  });

  it.each([
    ["its text", { widget: { title: "New", text: { content: "mine" } } }],
    ["its title", { widget: { title: "Mine", text: { content: "theirs" } } }],
    ["its text and its place", { yPos: 20, widget: { title: "New", text: { content: "mine" } } }],
  ])("does not ask about a tile that came and was edited: %s", async (_, edit) => {
    const tile = (title: string, xPos: number) => ({
      xPos,
      width: 6,
      height: 4,
      widget: { title, text: { content: "theirs" } },
    });
    const tiles = (...all: object[]) => ({ displayName: "A", mosaicLayout: { columns: 12, tiles: all } });
    const { service, files, pull: pulls, push: pushes } = setUp({ [WEB]: tiles(tile("Old", 0)) });
    await pushes();
    service.set("web", tiles(tile("Old", 0), tile("New", 6)));
    await pulls();
    files.texts.set(WEB, JSON.stringify(tiles(tile("Old", 0), { ...tile("New", 6), ...edit })));
    expect(await pushes()).toMatchObject({ kind: "updated" });
    // Without the tile it is another branch.
    files.texts.set(WEB, JSON.stringify(tiles(tile("Old", 0))));
    service.set("web", tiles(tile("Old", 0), { ...tile("New", 6), ...edit }, tile("More", 12)));
    await pulls();
    files.texts.set(WEB, JSON.stringify(tiles(tile("Old", 0))));
    expect(await pushes()).toMatchObject({ kind: "conflict" });
  });
});

describe("a file that comes from somewhere else than what was received", () => {
  const widgets = (...titles: string[]) => ({ gridLayout: { widgets: titles.map((title) => ({ title })) } });

  it("is not pushed over it: another branch has a dashboard of its own", async () => {
    const { service, files, pull: pulls, push: pushes } = setUp();
    service.set("web", board("Theirs", widgets("one", "two")));
    await pulls(WEB, { id: "web" });
    files.texts.set(WEB, JSON.stringify(board("Mine", widgets("three"))));
    expect(await pushes()).toMatchObject({ kind: "conflict", conflict: { reason: "unknown-remote" } });
    // Neither after more was pulled on the branch that has it.
    service.set("web", board("Theirs", widgets("one", "two", "four")));
    files.texts.set(WEB, JSON.stringify(board("Theirs", widgets("one", "two"))));
    expect(await pulls()).toMatchObject({ kind: "updated" });
    files.texts.set(WEB, JSON.stringify(board("Mine", widgets("three"))));
    expect(await pushes()).toMatchObject({ kind: "conflict", conflict: { reason: "unknown-remote" } });
    expect(service.stored.get("web")).toMatchObject({ displayName: "Theirs" });
  });

  it("is pushed after it was pulled over, with a part of that removed", async () => {
    const tiles = (displayName: string, ...titles: string[]) => {
      const tile = (title: string, i: number) => ({ xPos: 6 * i, width: 6, height: 4, widget: { title } });
      return { displayName, mosaicLayout: { columns: 48, tiles: titles.map(tile) } };
    };
    const { service, files, pull: pulls, push: pushes } = setUp();
    service.set("web", tiles("Theirs", "one", "two"));
    files.texts.set(WEB, JSON.stringify(tiles("Mine", "three", "four")));
    expect(await pulls(WEB, {}, "replace")).toMatchObject({ kind: "updated" });
    files.texts.set(WEB, JSON.stringify(tiles("Theirs", "one")));
    expect(await pushes()).toMatchObject({ kind: "updated" });
    // Going back to what the file was is another thing.
    files.texts.set(WEB, JSON.stringify(tiles("Mine", "three", "four")));
    service.set("web", tiles("Theirs", "one", "five"));
    expect(await pushes()).toMatchObject({ kind: "conflict" });
  });

  it("is pushed when it is an edit of it", async () => {
    const { service, files, pull: pulls, push: pushes } = setUp();
    service.set("web", board("Theirs", widgets("one", "two")));
    await pulls(WEB, { id: "web" });
    files.texts.set(WEB, JSON.stringify(board("Theirs", widgets("five", "six", "seven"))));
    expect(await pushes()).toMatchObject({ kind: "updated" });
  });
});

describe("a record that cannot be read", () => {
  const deep = `{"version":2,"project":"proj","endpoint":"https://x.test","id":"x","files":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  it.each([
    ["cut off", '{ "version": 2, "project": "pr', "is not valid JSON and may be truncated"],
    ["empty", "", "is empty"],
    ["another thing", "[]", "is not a sync state file"],
    ["nested without end", deep, "is nested deeper than 200 levels"],
    ["from the future", '{"version": 9}', "was written by a newer version"],
    [
      "without files",
      '{"version":2,"project":"proj","endpoint":"https://x.test","id":"x"}',
      "is not a sync state",
    ],
  ])("blocks and is named: %s", async (_, text, words) => {
    const { files, service, state, push: pushes, pull: pulls } = setUp({ [WEB]: board("mine") });
    files.texts.set(WEB, JSON.stringify({ ...board("mine"), name: "projects/proj/dashboards/x" }));
    service.set("x", board("theirs"));
    files.texts.set(RECORD, text);
    const named = { kind: "impossible", message: expect.stringContaining(`${RECORD} ${words}`) };
    expect(await pushes()).toMatchObject({ ...named, action: expect.stringContaining(`Delete ${RECORD}`) });
    expect(await pulls()).toMatchObject(named);
    expect(service.stored.get("x")).toMatchObject({ displayName: "theirs" });
    await expect(state.read("x")).rejects.toThrow(StateProblem);
    // Others go on, except those for which it may say which dashboard they are.
    files.texts.set("b.json", JSON.stringify({ ...board("b"), name: "projects/proj/dashboards/b" }));
    expect(await pushes("b.json")).toMatchObject({ kind: "created" });
    files.texts.set("c.json", JSON.stringify(board("c")));
    expect(await pushes("c.json")).toMatchObject({ ...named, action: expect.stringContaining('"name"') });
    files.texts.delete(RECORD);
    expect(await pushes()).toMatchObject({ kind: "conflict", conflict: { reason: "unknown-remote" } });
  });

  it("is not replaced by a push that has nothing to save", async () => {
    const { files, service, push: pushes } = setUp();
    files.texts.set(WEB, JSON.stringify({ ...board("A"), name: "projects/proj/dashboards/x" }));
    service.set("x", board("A"));
    files.texts.set(RECORD, "{");
    expect(await pushes()).toMatchObject({
      kind: "impossible",
      message: expect.stringContaining(RECORD),
      action: expect.stringContaining(`Delete ${RECORD}`),
    });
    expect(files.texts.get(RECORD)).toBe("{");
    files.texts.delete(RECORD);
    expect(await pushes()).toMatchObject({ kind: "unchanged" });
    expect(files.texts.get(RECORD)).toContain('"A"');
  });

  it("does not use a version in git instead: someone may have reverted the service to it", async () => {
    const { files, service, state, bases, push: pushes } = setUp({ [WEB]: board("mine") });
    const texts = [board("B"), board("A")].map((value) => JSON.stringify(value));
    const git = baseFromHistory({
      async *versions() {
        for (const text of texts) yield { text, label: "c" };
      },
      gap: async () => undefined,
    });
    bases.push(git);
    await state.write({ id: "web", path: WEB, value: service.set("web", board("B")) });
    service.set("web", board("A"));
    expect(await pushes()).toMatchObject({ kind: "conflict", conflict: { reason: "changed" } });
    const record = ".mosaic/state/prod/web.json";
    files.texts.set(record, files.texts.get(record)!.slice(0, 40));
    expect(await pushes()).toMatchObject({ kind: "impossible" });
    expect(service.stored.get("web")).toMatchObject({ displayName: "A" });
  });

  it("is one of another project when the profile has been changed since", async () => {
    const { files, state } = setUp();
    files.texts.set(
      RECORD,
      '{"version":2,"project":"other","endpoint":"https://x.test","id":"x","files":[]}',
    );
    expect(await state.read("x")).toBe(undefined);
    expect(await state.list()).toMatchObject({ records: [], broken: [] });
  });
});

it("says which file of the state could not be written, and does the rest", async () => {
  const { files, service, pull: pulls, push: pushes } = setUp({ [WEB]: board("A") });
  service.set("web", board("A"));
  const { write } = files;
  files.write = async (path, text) => {
    if (path.includes("/state/")) throw new Error("EROFS");
    await write(path, text);
  };
  const stateProblem = ".mosaic/state/prod/web.json cannot be written: EROFS.";
  expect(await pulls()).toMatchObject({ kind: "unchanged", stateProblem });
  expect(await pushes()).toMatchObject({ kind: "unchanged", stateProblem });
});
