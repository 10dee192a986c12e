import { describe, expect, it } from "vitest";
import type { Profile } from "../config/config";
import { readDocument } from "../document/reader";
import type { Finding } from "../finding";
import { type Conflict, type PushPorts, type PushRequest, push } from "./push";
import type { DashboardResource, DashboardService, FailureKind, ServiceFailure } from "./service";
import { baseFromState, stateStore, type TextFiles } from "./state";

const profile: Profile = {
  name: "test",
  project: "proj",
  endpoint: "https://x.test",
  credentials: "none",
  protected: false,
};
const PATH = "ops/web.dashboard.json";
const board = (displayName: string, more: object = {}) => ({ displayName, gridLayout: {}, ...more });

class Failure extends Error implements ServiceFailure {
  readonly action = "do something";
  readonly complaints = [];
  readonly status = undefined;
  constructor(
    readonly kind: FailureKind,
    readonly maybeDone = false,
  ) {
    super(kind);
  }
}

/** A service in memory that behaves as section 5 of the API reference says, and fails when told to. */
class MemoryService implements DashboardService {
  readonly stored = new Map<string, DashboardResource>();
  readonly calls: string[] = [];
  /** Runs before the next save; may throw. */
  before: ((id: string) => void) | undefined;
  /** Runs after the next save; may throw. */
  after: (() => void) | undefined;
  private version = 0;

  set(id: string, value: object): DashboardResource {
    const saved = { ...value, name: `projects/99/dashboards/${id}`, etag: `e${++this.version}` };
    this.stored.set(id, saved);
    return saved;
  }
  async get(id: string) {
    this.calls.push("get");
    return this.stored.get(id);
  }
  async create(value: DashboardResource, options = {}) {
    return this.save(value.name!.split("/").pop()!, value, "create", options);
  }
  async patch(id: string, value: DashboardResource, options = {}) {
    return this.save(id, value, "patch", options);
  }
  async *list() {
    yield* this.stored.values();
  }
  private save(id: string, value: DashboardResource, how: string, options: { validateOnly?: boolean }) {
    this.calls.push(options.validateOnly ? `${how}?` : how);
    const { before, after } = this;
    this.before = undefined;
    before?.(id);
    const old = this.stored.get(id);
    if (how === "create" && old) throw new Failure("exists");
    if (how === "patch" && !old) throw new Failure("not-found");
    if (how === "patch" && value.etag !== old!.etag) throw new Failure("changed");
    if (value["displayName"] === "bad") throw new Failure("refused");
    if (options.validateOnly) return value;
    this.after = undefined;
    const saved = this.set(id, value);
    after?.();
    return saved;
  }
}

function memoryFiles(): TextFiles & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: async (path) => texts.get(path),
    write: async (path, text) => void texts.set(path, text),
    list: async (folder) =>
      [...texts.keys()].filter((p) => p.startsWith(`${folder}/`)).map((p) => p.slice(folder.length + 1)),
  };
}

function setUp(answers: Partial<PushPorts["questions"]> = {}, target = profile) {
  const service = new MemoryService();
  const files = memoryFiles();
  const state = stateStore(files, target);
  const asked: string[] = [];
  const conflicts: Conflict[] = [];
  const note = <T>(what: string, answer: T): T => {
    asked.push(what);
    return answer;
  };
  const ports: PushPorts = {
    service,
    state,
    bases: [baseFromState(state)],
    otherFiles: async () => [],
    questions: {
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
      path: PATH,
      etag: "e1",
    });
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
    it("refuses to overwrite what nobody here has seen, and loses nothing", async () => {
      const { service, run, conflicts } = setUp();
      await run(board("A"));
      service.set("web", board("A", { labels: { team: "x" } }));
      expect(await run(board("B"))).toMatchObject({ kind: "conflict", conflict: { reason: "changed" } });
      expect(conflicts[0]!.unseen.map((d) => d.text)).toEqual(["labels added"]);
      expect(service.stored.get("web")).toMatchObject({ displayName: "A", labels: { team: "x" } });
    });

    it("refuses an unknown dashboard with the same id", async () => {
      const { service, run } = setUp();
      service.set("web", board("theirs"));
      expect(await run(board("B"))).toMatchObject({
        kind: "conflict",
        conflict: { reason: "unknown-remote" },
      });
      expect(service.stored.get("web")).toMatchObject({ displayName: "theirs" });
    });

    it("takes an unknown dashboard that is the same as the file", async () => {
      const { service, state, run } = setUp();
      service.set("web", board("B"));
      expect(await run(board("B"))).toMatchObject({ kind: "unchanged" });
      expect(await state.read("web")).toMatchObject({ path: PATH });
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
      const questions = setUp().ports.questions;
      const outcome = await push(
        { path: PATH, document: readDocument(JSON.stringify(board("B"))), profile: other, findings: [] },
        { service, state, bases, questions, otherFiles: async () => [] },
      );
      expect(outcome).toMatchObject({ kind: "conflict", conflict: { reason: "unknown-remote" } });
    });
  });

  describe("races", () => {
    it("reads and compares again on a stale etag, and stops when somebody changed it", async () => {
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

    it("reports a failure when a save without an answer had no effect", async () => {
      const { service, run } = setUp();
      await run(board("A"));
      service.before = () => {
        throw new Failure("unreachable", true);
      };
      expect(await run(board("B"))).toMatchObject({ kind: "failed", failure: { kind: "unreachable" } });
      expect(service.calls.filter((c) => c === "patch")).toHaveLength(1);
    });

    it("shows what somebody else created at the same time", async () => {
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
      expect(await run(board("A"))).toMatchObject({ kind: "cancelled", failure: { maybeDone: true } });
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
    expect(await run(board("A"), { dryRun: true })).toMatchObject({ kind: "unchanged" });
    expect(await run(board("B"), { dryRun: true })).toMatchObject({ kind: "conflict" });
    service.stored.clear();
    expect(await run(board("B"), { dryRun: true })).toMatchObject({
      kind: "planned",
      plan: { action: "create" },
    });
    expect(service.calls).toEqual(["get", "get", "get"]);
    expect(files.texts.size).toBe(0);
  });

  it("refuses two files with one id before any call", async () => {
    const { service, ports, run } = setUp();
    const other = { path: "b.json", document: readDocument('{"name": "projects/p/dashboards/web"}') };
    const outcome = await push(
      { path: PATH, document: readDocument(JSON.stringify(board("A"))), profile, findings: [] },
      { ...ports, otherFiles: async () => [other] },
    );
    expect(outcome).toMatchObject({ kind: "impossible", message: 'b.json is the dashboard "web" too.' });
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
  expect((await state.list()).map((r) => [r.id, r.path]).sort()).toEqual([
    ["a", ""],
    ["b/..", PATH],
  ]);
  expect(await state.read("b/..")).toMatchObject({ id: "b/.." });
});
