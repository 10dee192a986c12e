import { describe, expect, it } from "vitest";
import { Failure, MemoryService, memoryFiles } from "../../test/support/memory-service";
import type { Profile } from "../config/config";
import { readDocument } from "../document/reader";
import type { Finding } from "../finding";
import { baseFromState } from "./base";
import { type PushConflict, type PushPorts, type PushRequest, push } from "./push";
import { fileOf, stateStore } from "./state";

const profile: Profile = {
  name: "test",
  project: "proj",
  endpoint: "https://x.test",
  credentials: "none",
  protected: false,
};
const PATH = "ops/web.dashboard.json";
const board = (displayName: string, more: object = {}) => ({ displayName, gridLayout: {}, ...more });

function setUp(answers: Partial<PushPorts["dialogs"]> = {}, target = profile, more: Partial<PushPorts> = {}) {
  const service = new MemoryService();
  const files = memoryFiles();
  const state = stateStore(files, target);
  const asked: string[] = [];
  const conflicts: PushConflict[] = [];
  const note = <T>(what: string, answer: T): T => {
    asked.push(what);
    return answer;
  };
  const ports: PushPorts = {
    service,
    state,
    bases: [baseFromState(state)],
    claimants: async () => [],
    dialogs: {
      errors: async () => note("errors", "cancel"),
      otherProject: async () => note("otherProject", true),
      conflict: async (conflict) => {
        conflicts.push(conflict);
        return note("conflict", "cancel");
      },
      confirm: async () => note("confirm", true),
      typeName: async (why) => note(why, undefined),
      ...answers,
    },
    ...more,
  };
  const run = (value: object, more: Partial<PushRequest> = {}) => {
    const document = readDocument(JSON.stringify(value));
    return push({ path: PATH, document, profile: target, findings: [], ...more }, ports);
  };
  return { service, files, state, ports, asked, conflicts, run };
}

const error: Finding = { offset: 0, length: 1, code: "x", severity: "error", message: "wrong" };

describe("push", () => {
  it("creates what does not exist, under the base name, and remembers it outside of git", async () => {
    const { service, files, run, asked } = setUp();
    expect(await run(board("A", { etag: "old" }))).toMatchObject({ kind: "created", id: "web", altered: [] });
    expect(service.stored.get("web")).toMatchObject({ displayName: "A" });
    expect(asked).toEqual(["confirm"]);
    expect(files.texts.get(".mosaic/state/.gitignore")).toContain("\n*\n");
    expect(JSON.parse(files.texts.get(".mosaic/state/test/web.json")!)).toMatchObject({
      id: "web",
      files: [{ path: PATH, linked: true, etag: "e1" }],
    });
  });

  it("reports a save with a lost response that someone has edited since", async () => {
    const { service, state, run, conflicts } = setUp();
    await state.write({ id: "web", path: PATH, value: service.set("web", board("A")) });
    service.after = () => {
      service.set("web", board("B", { labels: { theirs: "1" } }));
      throw new Failure("unreachable", true);
    };
    expect(await run(board("B"))).toMatchObject({ kind: "conflict", conflict: { merged: { ok: true } } });
    expect(conflicts[0]!.base).toMatchObject({
      origin: "this push saved it, although the response was lost",
      value: board("B"),
    });
    expect(conflicts[0]!.undone.map(({ text }) => text)).toEqual([expect.stringContaining("labels")]);
  });

  it("does not say so of a save that others have edited away, nor of one that never arrived", async () => {
    for (const value of [board("C"), board("A", { labels: { theirs: "1" } })]) {
      const { service, state, run, conflicts } = setUp();
      await state.write({ id: "web", path: PATH, value: service.set("web", board("A")) });
      service.before = () => {
        service.set("web", value);
        throw new Failure("unreachable", true);
      };
      expect(await run(board("B"))).toMatchObject({ kind: "conflict" });
      expect(conflicts[0]).toMatchObject({ unanswered: true });
    }
  });

  it("refuses a number that would arrive as null, whatever the checks say", async () => {
    const { service, ports } = setUp({ errors: async () => "ask-service" });
    const document = readDocument('{ "displayName": "A",\n "gridLayout": { "columns": 1e400 } }');
    expect(await push({ path: PATH, document, profile, findings: [error] }, ports)).toMatchObject({
      kind: "impossible",
      message: expect.stringContaining("Line 2, column 29: 1e400"),
    });
    expect(service.calls).toEqual([]);
  });

  it("sends a file with a byte order mark, without the mark", async () => {
    const { service, ports } = setUp();
    const document = readDocument(`\ufeff${JSON.stringify(board("A"))}`);
    expect(await push({ path: PATH, document, profile, findings: [] }, ports)).toMatchObject({
      kind: "created",
    });
    expect(service.stored.get("web")).toMatchObject({ displayName: "A" });
  });

  it("updates with the etag of the read, then says unchanged", async () => {
    const { service, run } = setUp();
    await run(board("A"));
    const updated = await run(board("B"));
    expect(updated).toMatchObject({ kind: "updated", changes: [{ text: 'displayName "A" → "B"' }] });
    expect(await run(board("B"))).toMatchObject({ kind: "unchanged" });
    expect(service.calls.slice(-1)).toEqual(["get"]);
  });

  it("finds the dashboard of a file without a name again after its id was chosen elsewhere", async () => {
    const { service, state, run } = setUp();
    await state.write({ id: "abc-1", path: PATH, value: service.set("abc-1", board("A")) });
    expect(await run(board("B"))).toMatchObject({ kind: "updated", id: "abc-1" });
  });

  describe("conflicts", () => {
    it("does not overwrite unseen edits, and loses nothing", async () => {
      const { service, run, conflicts } = setUp();
      await run(board("A"));
      service.set("web", board("A", { labels: { team: "x" } }));
      expect(await run(board("B"))).toMatchObject({ kind: "conflict", conflict: { reason: "changed" } });
      expect(conflicts[0]!.changes.map((d) => d.text)).toEqual(['displayName "A" → "B"', "labels removed"]);
      expect(conflicts[0]!.undone.map((d) => d.text)).toEqual(["labels removed"]);
      expect(service.stored.get("web")).toMatchObject({ displayName: "A", labels: { team: "x" } });
    });

    it("refuses an unknown dashboard with the same id", async () => {
      const { service, run, conflicts } = setUp();
      service.set("web", board("theirs"));
      expect(await run(board("B"))).toMatchObject({
        kind: "conflict",
        conflict: { reason: "unknown-remote" },
      });
      expect(conflicts[0]!.undone.map((d) => d.text)).toEqual(['displayName "theirs" → "B"']);
      expect(service.stored.get("web")).toMatchObject({ displayName: "theirs" });
    });

    it("takes an unknown dashboard that is the same as the file", async () => {
      const { service, state, run } = setUp();
      service.set("web", board("B"));
      expect(await run(board("B"))).toMatchObject({ kind: "unchanged" });
      expect(await state.read("web")).toMatchObject({ files: [{ path: PATH }] });
    });

    it("remembers from a comparison that both were the same, and nothing else from one", async () => {
      const { service, state, run, conflicts } = setUp();
      service.set("web", board("B"));
      expect(await run(board("C"), { dryRun: true })).toMatchObject({ kind: "conflict" });
      expect(await state.read("web")).toBeUndefined();
      expect(await run(board("B"), { dryRun: true })).toMatchObject({ kind: "unchanged" });
      expect(await run(board("C"))).toMatchObject({ kind: "updated" });
      service.set("web", board("theirs"));
      expect(await run(board("D"))).toMatchObject({ kind: "conflict" });
      expect(conflicts.at(-1)).toMatchObject({ reason: "changed" });
    });

    it("does not bring a deleted dashboard back by itself", async () => {
      const { service, run } = setUp();
      await run(board("A"));
      service.stored.clear();
      expect(await run(board("B"))).toMatchObject({ kind: "conflict", conflict: { reason: "deleted" } });
      expect(service.stored.size).toBe(0);
    });

    it("overwrites only after the id is typed", async () => {
      for (const [typed, kind] of [
        ["web", "updated"],
        ["wbe", "conflict"],
        [undefined, "conflict"],
      ] as const) {
        const { service, run } = setUp({ conflict: async () => "overwrite", typeName: async () => typed });
        service.set("web", board("theirs"));
        expect(await run(board("B"))).toMatchObject({ kind });
      }
    });

    it("asks again when the remote changes after overwriting was agreed to", async () => {
      const seen: string[] = [];
      const { service, run } = setUp({
        conflict: async (c) => {
          seen.push(String(c.remote!.displayName));
          return seen.length < 2 ? "overwrite" : "cancel";
        },
        typeName: async () => "web",
      });
      service.set("web", board("theirs"));
      service.before = (id) => service.set(id, board("theirs, newer"));
      expect(await run(board("B"))).toMatchObject({ kind: "conflict" });
      expect(seen).toEqual(["theirs", "theirs, newer"]);
      expect(service.stored.get("web")).toMatchObject({ displayName: "theirs, newer" });
    });

    it("does not count a base that was received from another project", async () => {
      const { service, files, run } = setUp();
      await run(board("A"));
      const other = { ...profile, project: "other" };
      const state = stateStore(files, other);
      const bases = [baseFromState(state)];
      const dialogs = setUp().ports.dialogs;
      const outcome = await push(
        { path: PATH, document: readDocument(JSON.stringify(board("B"))), profile: other, findings: [] },
        { service, state, bases, dialogs, claimants: async () => [] },
      );
      expect(outcome).toMatchObject({ kind: "conflict", conflict: { reason: "unknown-remote" } });
    });
  });

  describe("merging", () => {
    const merging = (answer: "merge" | "cancel", write = true) => {
      const written: string[] = [];
      const checked: string[] = [];
      const parts = setUp(
        {
          conflict: async (conflict) => {
            parts.conflicts.push(conflict);
            return answer;
          },
        },
        profile,
        {
          file: {
            write: async ({ after }) => {
              written.push(after);
              return write;
            },
            findings: async (document) => {
              checked.push(document.text);
              return document.text.includes("wrong") ? [error] : [];
            },
          },
        },
      );
      return { ...parts, written, checked };
    };
    const start = async (parts: ReturnType<typeof setUp>, theirs: object) => {
      await parts.run(board("A"));
      parts.service.set("web", theirs);
      parts.service.calls.length = 0;
    };

    it("puts the service's edits into the file and pushes both", async () => {
      const parts = merging("merge");
      await start(parts, board("A", { labels: { team: "x" } }));
      const outcome = await parts.run(board("B"));
      expect(outcome).toMatchObject({ kind: "updated", changes: [{ text: 'displayName "A" → "B"' }] });
      expect(parts.service.stored.get("web")).toMatchObject({ displayName: "B", labels: { team: "x" } });
      expect(parts.written.map((text) => JSON.parse(text))).toEqual([board("B", { labels: { team: "x" } })]);
      expect(parts.checked).toEqual(parts.written);
      expect(parts.service.calls).toEqual(["get", "get", "patch"]);
    });

    it("keeps the merged file when the push is then declined, and counts the service's edits as seen", async () => {
      const parts = merging("merge");
      await start(parts, board("A", { labels: { team: "x" } }));
      parts.ports.dialogs.confirm = async () => false;
      expect(await parts.run(board("B"))).toEqual({ kind: "cancelled" });
      expect((await parts.state.read("web"))!.files[0]!.value).toMatchObject({ labels: { team: "x" } });
      expect(parts.service.stored.get("web")).toMatchObject({ displayName: "A" });
    });

    it("checks what the merge has made", async () => {
      const parts = merging("merge");
      await start(parts, board("A", { labels: { team: "wrong" } }));
      expect(await parts.run(board("B"))).toMatchObject({ kind: "errors", errors: [error] });
    });

    it("cannot merge what overlaps", async () => {
      const parts = merging("merge");
      await start(parts, board("theirs"));
      expect(await parts.run(board("B"))).toMatchObject({
        kind: "conflict",
        conflict: {
          merged: {
            ok: false,
            conflicts: [{ text: 'displayName "A" → "B" locally, "A" → "theirs" remotely' }],
          },
        },
      });
      expect(parts.written).toEqual([]);
    });

    it("leaves a file alone that was edited while the question was open", async () => {
      const parts = merging("merge", false);
      await start(parts, board("A", { labels: { team: "x" } }));
      expect(await parts.run(board("B"))).toMatchObject({ kind: "impossible" });
      expect(parts.service.calls).toEqual(["get"]);
      expect((await parts.state.read("web"))!.files[0]!.value).not.toHaveProperty("labels");
    });

    it("is not needed when the file has all the service's edits already", async () => {
      const parts = merging("cancel");
      await start(parts, board("A", { labels: { team: "x" } }));
      expect(await parts.run(board("B", { labels: { team: "x" } }))).toMatchObject({ kind: "updated" });
      expect(parts.conflicts).toEqual([]);
    });
  });

  describe("races", () => {
    it("reads and compares again on a stale etag, and stops after a remote edit", async () => {
      const { service, run } = setUp();
      await run(board("A"));
      service.before = (id) => service.set(id, board("theirs"));
      expect(await run(board("B"))).toMatchObject({ kind: "conflict", conflict: { reason: "changed" } });
      expect(service.stored.get("web")).toMatchObject({ displayName: "theirs" });
    });

    it("goes on without a second question when only the etag is new", async () => {
      const { service, run, asked } = setUp();
      await run(board("A"));
      service.before = (id) => service.set(id, board("A"));
      expect(await run(board("B"))).toMatchObject({ kind: "updated" });
      expect(asked).toEqual(["confirm", "confirm"]);
    });

    it("takes a lost answer for a success when the dashboard is there", async () => {
      const { service, run } = setUp();
      service.after = () => {
        throw new Failure("unreachable", true);
      };
      expect(await run(board("A"))).toMatchObject({ kind: "created" });
      service.after = () => {
        throw new Failure("unavailable", true);
      };
      expect(await run(board("B"))).toMatchObject({ kind: "updated", changes: [{ kind: "changed" }] });
      expect(service.calls).toEqual(["get", "create", "get", "get", "patch", "get"]);
    });

    it("sends a save again that had neither an answer nor an effect, and fails when that goes on", async () => {
      const { service, run, asked } = setUp();
      await run(board("A"));
      const fail = () => {
        throw new Failure("unreachable", true);
      };
      service.before = fail;
      expect(await run(board("B"))).toMatchObject({ kind: "updated" });
      expect(asked).toEqual(["confirm", "confirm"]);
      const patch = service.patch.bind(service);
      service.patch = async (...args) => {
        service.before = fail;
        return patch(...args);
      };
      service.calls.length = 0;
      expect(await run(board("C"))).toMatchObject({ kind: "failed", failure: { kind: "unreachable" } });
      expect(service.calls.filter((c) => c === "patch")).toHaveLength(3);
    });

    it("knows its own save when that takes effect after the next look", async () => {
      const { service, run } = setUp();
      await run(board("A"));
      const patch = service.patch.bind(service);
      let sent = 0;
      service.patch = async (id, value, options) => {
        if (++sent === 1) throw new Failure("unreachable", true);
        // The first one arrives just before the second, whose etag is out of date by that.
        if (sent === 2) service.set(id, value);
        return patch(id, value, options);
      };
      expect(await run(board("B"))).toMatchObject({ kind: "updated", changes: [{ kind: "changed" }] });
    });

    it("does not forget a save without an answer when the user stops the next", async () => {
      const { service, run } = setUp();
      await run(board("A"));
      let sent = 0;
      service.patch = async () => {
        throw ++sent === 1 ? new Failure("unreachable", true) : new Failure("cancelled");
      };
      expect(await run(board("B"))).toMatchObject({ kind: "failed", failure: { outcomeUnknown: true } });
      service.patch = async () => {
        service.get = () => Promise.reject(new Failure("cancelled"));
        throw new Failure("unreachable", true);
      };
      expect(await run(board("B"))).toMatchObject({ kind: "failed", failure: { outcomeUnknown: true } });
    });

    it("does not forget a save without an answer over another failure", async () => {
      const { service, run } = setUp();
      await run(board("A"));
      let sent = 0;
      service.patch = async () => {
        throw ++sent === 1 ? new Failure("unreachable", true) : new Failure("busy");
      };
      expect(await run(board("B"))).toMatchObject({ kind: "failed", failure: { outcomeUnknown: true } });
    });

    it("does not hide that a save may have had an effect when it cannot look", async () => {
      const { service, run } = setUp();
      const get = service.get.bind(service);
      let reads = 0;
      service.get = async (id) => {
        if (++reads > 1) throw new Failure("unavailable");
        return get(id);
      };
      service.after = () => {
        throw new Failure("unreachable", true);
      };
      expect(await run(board("A"))).toMatchObject({
        kind: "failed",
        failure: { kind: "unreachable", outcomeUnknown: true },
      });
    });

    it("shows what someone else created at the same time", async () => {
      const { service, run } = setUp();
      service.before = (id) => service.set(id, board("theirs"));
      expect(await run(board("A"))).toMatchObject({
        kind: "conflict",
        conflict: { reason: "unknown-remote" },
      });
    });

    it("gives up after a few rounds", async () => {
      const { service, run } = setUp();
      await run(board("A"));
      const patch = service.patch.bind(service);
      service.patch = async (...args) => {
        service.set("web", board("A"));
        return patch(...args);
      };
      expect(await run(board("B"))).toMatchObject({ kind: "failed", failure: { kind: "changed" } });
    });

    it("stops when the user stops it", async () => {
      const { service, run } = setUp();
      service.before = () => {
        throw new Failure("cancelled", true);
      };
      expect(await run(board("A"))).toMatchObject({ kind: "cancelled", failure: { outcomeUnknown: true } });
    });
  });

  describe("findings", () => {
    it("stops at errors before any call", async () => {
      const { service, run } = setUp();
      expect(await run(board("A"), { findings: [error] })).toMatchObject({ kind: "errors", show: false });
      expect(service.calls).toEqual([]);
    });

    it("lets the service have the last word, and says so", async () => {
      const { service, run } = setUp({ errors: async () => "ask-service" });
      expect(await run(board("A"), { findings: [error] })).toMatchObject({
        kind: "created",
        falseAlarms: [error],
      });
      expect(service.calls).toEqual(["get", "create?", "create"]);
      expect(await run(board("bad"), { findings: [error] })).toMatchObject({ kind: "refused" });
      expect(service.stored.get("web")).toMatchObject({ displayName: "A" });
    });

    it("does not mind warnings", async () => {
      const { run } = setUp();
      expect(await run(board("A"), { findings: [{ ...error, severity: "warning" }] })).toMatchObject({
        kind: "created",
      });
    });
  });

  describe("questions", () => {
    it("saves nothing without consent", async () => {
      const { service, run } = setUp({ confirm: async () => false });
      expect(await run(board("A"))).toEqual({ kind: "cancelled" });
      expect(service.stored.size).toBe(0);
    });

    it("wants the name of a protected profile typed", async () => {
      const guarded = { ...profile, protected: true };
      expect(await setUp({ typeName: async () => "tset" }, guarded).run(board("A"))).toEqual({
        kind: "cancelled",
      });
      expect(await setUp({ typeName: async () => "test" }, guarded).run(board("A"))).toMatchObject({
        kind: "created",
      });
    });

    it("asks once about the name of another project", async () => {
      const { run, asked } = setUp();
      const named = board("A", { name: "projects/elsewhere/dashboards/abc" });
      expect(await run(named)).toMatchObject({ kind: "created", id: "abc" });
      await run({ ...named, displayName: "B" });
      expect(asked.filter((a) => a === "otherProject")).toHaveLength(1);
    });
  });

  it("plans without saving", async () => {
    const { service, files, run } = setUp();
    service.set("web", board("A"));
    expect(await run(board("B"), { dryRun: true })).toMatchObject({ kind: "conflict" });
    service.stored.clear();
    expect(await run(board("B"), { dryRun: true })).toMatchObject({
      kind: "planned",
      plan: { action: "create" },
    });
    expect(service.calls).toEqual(["get", "get"]);
    expect(files.texts.size).toBe(0);
  });

  it("refuses two files with one id before any call", async () => {
    const { service, ports, run } = setUp();
    const outcome = await push(
      { path: PATH, document: readDocument(JSON.stringify(board("A"))), profile, findings: [] },
      { ...ports, claimants: async (id: string) => (id === "web" ? [PATH, "b.json"] : []) },
    );
    expect(outcome).toMatchObject({ kind: "impossible", message: 'b.json also has the dashboard id "web".' });
    expect(await run(board("A", { name: "projects/p/dashboards/" }))).toMatchObject({ kind: "impossible" });
    expect(service.calls).toEqual([]);
  });

  it("reports a state that cannot be written without hiding the success", async () => {
    const { ports } = setUp();
    const state = { ...ports.state, write: () => Promise.reject(new Error("read-only")) };
    const outcome = await push(
      { path: PATH, document: readDocument(JSON.stringify(board("A"))), profile, findings: [] },
      { ...ports, state },
    );
    expect(outcome).toMatchObject({ kind: "created", stateProblem: "read-only" });
  });
});

it("keeps one id for a file in the state", async () => {
  const state = stateStore(memoryFiles(), profile);
  await state.write({ id: "a", path: PATH, value: {} });
  await state.write({ id: "b/..", path: PATH, value: {} });
  expect((await state.list()).records.map((r) => [r.id, fileOf(r)]).sort()).toEqual([
    ["a", undefined],
    ["b/..", PATH],
  ]);
  // What the file has received of the one before stays: a name in the file can bring it back.
  expect((await state.read("a"))!.files).toMatchObject([{ path: PATH, linked: false }]);
  expect(await state.read("b/..")).toMatchObject({ id: "b/.." });
});
