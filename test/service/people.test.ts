import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noCredentials } from "../../api/credentials/none";
import { DashboardsClient } from "../../api/dashboards";
import { HttpClient } from "../../api/http";
import type { Profile } from "../../core/config/config";
import { readDocument } from "../../core/document/reader";
import { baseFromState } from "../../core/sync/base";
import { baseFromHistory, type GitHistory } from "../../core/sync/history";
import { merge3 } from "../../core/sync/merge";
import { type PullOutcome, pull } from "../../core/sync/pull";
import { type PushOutcome, push } from "../../core/sync/push";
import { type DashboardResource, isServiceFailure } from "../../core/sync/service";
import { type StateStore, stateStore, type TextFiles } from "../../core/sync/state";
import { equalValues } from "../../core/sync/version";
import type { Fault } from "../../emulator/faults";
import { type Emulator, startEmulator } from "../../emulator/server";
import { typedDestination } from "../support/destinations";
import { memoryFiles } from "../support/memory-service";

/**
 * Several people and one dashboard. Every text in it is there once, so each edit can be followed: it may go only when
 * somebody who has seen it takes it away, or who has typed that it may be lost.
 */

const PATH = "web.dashboard.json";
const runs = Number(process.env["PEOPLE_RUNS"] ?? 150);

interface Tile {
  xPos?: number;
  yPos?: number;
  width: number;
  height: number;
  widget: { title: string; text: { content: string } };
}
interface Board {
  displayName: string;
  labels?: Record<string, string>;
  mosaicLayout: { columns: number; tiles: Tile[] };
}

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

let counter = 0;
const unique = (who: string) => `${who}-${++counter}`;

/** All strings of a dashboard that a user wrote. */
function textsOf(value: unknown): Set<string> {
  const { displayName, labels, mosaicLayout } = value as Partial<Board>;
  const tiles = mosaicLayout?.tiles ?? [];
  const all = [
    displayName,
    ...Object.values(labels ?? {}),
    ...tiles.flatMap(({ widget }) => [widget.title, widget.text.content]),
  ];
  return new Set(all.filter((text) => text !== undefined));
}
const minus = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((text) => !b.has(text));

/** One edit of a dashboard; what it does is chosen by two numbers. */
function edited(board: Board, who: string, [kind, where]: readonly [number, number]): Board {
  const out = structuredClone(board);
  out.mosaicLayout.tiles ??= [];
  const { tiles } = out.mosaicLayout;
  const tile = tiles[where % Math.max(1, tiles.length)];
  const fresh = unique(who);
  if (kind === 0) out.displayName = fresh;
  else if (kind === 1) out.labels = { ...out.labels, [`key${where % 3}`]: fresh };
  else if (kind === 2 && tile) tile.widget.title = fresh;
  else if (kind === 3 && tile) tile.widget.text.content = fresh;
  else if (kind === 4 && tiles.length > 1) tiles.splice(where % tiles.length, 1);
  else if (kind === 5 && tile) tile.yPos = 100 * ++counter;
  else {
    const widget = { title: fresh, text: { content: unique(who) } };
    // Two people may choose the same place.
    tiles.push({ width: 4, height: 4, xPos: 4 * (where % 3), yPos: 8 + 4 * (where % 2), widget });
  }
  return out;
}

/** A repository that people push to and pull from. The versions are the file's, oldest first. */
interface Repository {
  versions: string[];
}

function historyOf(repository: Repository): GitHistory {
  return {
    async *versions() {
      for (let i = repository.versions.length - 1; i >= 0; i--) {
        yield { text: repository.versions[i]!, label: `c${i}` };
      }
    },
    gap: async () => undefined,
  };
}

class Person {
  readonly repository: Repository = { versions: [] };
  files: TextFiles = memoryFiles();
  state: StateStore;
  text = "";
  /** Every text that was in this file once. */
  readonly seen = new Set<string>();
  /** Every text that this machine has received from the service. */
  readonly received = new Set<string>();
  /** Texts that this person took away, which the service still has. */
  readonly removed = new Set<string>();

  constructor(
    readonly who: string,
    private readonly world: World,
  ) {
    this.state = stateStore(this.files, world.profile);
  }

  private get bases() {
    return [baseFromState(this.state), baseFromHistory(historyOf(this.repository))];
  }

  private take(text: string): void {
    this.text = text;
    this.see(text);
  }

  private see(...versions: readonly string[]): void {
    for (const text of versions) for (const one of textsOf(JSON.parse(text))) this.seen.add(one);
  }

  /** A fresh checkout: the file and its history, and nothing that was received. */
  clone(): void {
    this.repository.versions = [...this.world.origin.versions];
    this.files = memoryFiles();
    this.state = stateStore(this.files, this.world.profile);
    this.removed.clear();
    this.received.clear();
    this.see(...this.repository.versions);
    this.take(this.repository.versions.at(-1)!);
  }

  private async remember(): Promise<void> {
    const record = await this.state.read(this.world.id);
    for (const text of textsOf(record?.files[0]?.value ?? {})) this.received.add(text);
  }

  edit(what: readonly [number, number]): void {
    const before = textsOf(JSON.parse(this.text));
    const after = edited(JSON.parse(this.text) as Board, this.who, what);
    this.take(JSON.stringify(after, null, 2));
    for (const text of minus(before, textsOf(after))) this.removed.add(text);
  }

  commit(): void {
    if (this.repository.versions.at(-1) !== this.text) this.repository.versions.push(this.text);
  }

  gitPush(): void {
    const { origin } = this.world;
    const mine = this.repository.versions;
    if (origin.versions.every((text, i) => mine[i] === text)) origin.versions = [...mine];
  }

  /** As git does: nothing over what is not committed; what went apart is merged or left. */
  gitPull(): void {
    const mine = this.repository.versions;
    if (mine.at(-1) !== this.text) return;
    const theirs = this.world.origin.versions;
    let common = 0;
    while (common < mine.length && mine[common] === theirs[common]) common++;
    if (common === theirs.length) return;
    if (common === mine.length) {
      this.repository.versions = [...theirs];
    } else {
      const merged = merge3(
        JSON.parse(mine[common - 1]!),
        readDocument(this.text),
        JSON.parse(theirs.at(-1)!),
      );
      if (!merged.ok) return;
      this.repository.versions = [...theirs, ...mine.slice(common), merged.text];
    }
    // What a version is made of was seen by whoever made it.
    this.see(...this.repository.versions);
    this.take(this.repository.versions.at(-1)!);
  }

  async pull(answer: "merge" | "replace" | "cancel", meanwhile: () => Promise<void>): Promise<PullOutcome> {
    const { world } = this;
    const before = textsOf(JSON.parse(this.text));
    let consent = false;
    const outcome = await pull(
      { path: PATH, document: readDocument(this.text), unsaved: false, profile: world.profile },
      {
        service: world.service,
        state: this.state,
        bases: this.bases,
        replace: async () => {
          await meanwhile();
          consent = answer === "replace";
          return answer;
        },
        write: async (plan) => {
          expect(plan.before).toBe(this.text);
          this.take(plan.after);
          return true;
        },
      },
    );
    const after = textsOf(JSON.parse(this.text));
    if (!consent) this.doesNotBringBack(minus(after, before));
    await this.remember();
    if (consent) {
      this.removed.clear();
      return outcome;
    }
    // Only what somebody took away on the service goes; what only this file has stays.
    for (const lost of minus(before, after)) {
      expect([outcome.kind, lost, world.everThere.has(lost)]).toEqual([outcome.kind, lost, true]);
      expect(world.now.has(lost) && !this.removed.has(lost)).toBe(false);
    }
    return outcome;
  }

  /**
   * What was taken away here does not come back with a merge. What this machine has never received from the service, since a
   * pipeline brought it there, is an addition to it: it is shown as one, and nothing here can tell.
   */
  private doesNotBringBack(texts: readonly string[]): void {
    for (const text of texts) {
      const was = this.removed.has(text) && this.received.has(text);
      expect([this.who, "gets back", text, was]).toEqual([this.who, "gets back", text, false]);
    }
  }

  /**
   * As the merge editor: what the service has is shown beside the file, the file is made to say what it should, and then
   * what was shown counts as received.
   *
   * @param takes whether the text of the service is taken over before the file is edited
   */
  async resolve(
    takes: boolean,
    what: readonly [number, number],
    meanwhile: () => Promise<void>,
  ): Promise<void> {
    const { world } = this;
    const remote = await world.service.get(world.id);
    if (!remote) return;
    this.see(JSON.stringify(remote));
    const { etag: _, ...value } = remote;
    if (takes) this.take(JSON.stringify(value, null, 2));
    this.edit(what);
    await meanwhile();
    await this.state.write({ id: world.id, path: PATH, value: remote });
    await this.remember();
    // What the file has although others took it away is there on purpose.
    for (const text of textsOf(JSON.parse(this.text))) world.gone.delete(text);
    this.removed.clear();
    for (const text of minus(textsOf(remote), textsOf(JSON.parse(this.text)))) this.removed.add(text);
  }

  async push(answer: "merge" | "overwrite" | "cancel", meanwhile: () => Promise<void>): Promise<PushOutcome> {
    const { world } = this;
    /** What was shown when this person typed that it may be lost; nothing that came after it. */
    let given: ReadonlySet<string> | undefined;
    let shown: ReadonlySet<string> = new Set();
    const outcome = await push(
      { path: PATH, document: readDocument(this.text), profile: world.profile, findings: [] },
      {
        service: world.service,
        state: this.state,
        bases: this.bases,
        claimants: async () => [],
        file: {
          write: async ({ before, after }) => {
            if (before !== this.text) return false;
            const had = textsOf(JSON.parse(before));
            this.take(after);
            const has = textsOf(JSON.parse(after));
            for (const lost of minus(had, has))
              expect([lost, world.everThere.has(lost)]).toEqual([lost, true]);
            this.doesNotBringBack(minus(has, had));
            return true;
          },
          findings: async () => [],
        },
        dialogs: {
          errors: async () => expect.unreachable("there are no errors"),
          otherProject: async () => true,
          conflict: async ({ remote }) => {
            shown = textsOf(remote ?? {});
            await meanwhile();
            return answer;
          },
          confirm: async () => {
            await meanwhile();
            return true;
          },
          typeName: async (_, id) => {
            given = new Set([...(given ?? []), ...shown]);
            return id;
          },
        },
      },
    );
    await world.observe(this, given);
    await this.remember();
    if (outcome.kind === "created" || outcome.kind === "updated" || outcome.kind === "unchanged") {
      expect(textsOf(JSON.parse(this.text))).toEqual(textsOf(outcome.resource));
      this.removed.clear();
    }
    return outcome;
  }
}

class World {
  readonly id = unique("board");
  readonly profile: Profile;
  readonly service: DashboardsClient;
  readonly origin: Repository = { versions: [] };
  readonly people: Person[] = [];
  /** The texts on the service as they were last looked at, and all that ever were there. */
  now = new Set<string>();
  private value: DashboardResource | undefined;
  readonly everThere = new Set<string>();
  /** Texts that somebody took away from the service. */
  readonly gone = new Set<string>();
  /** Saves that others make while a question of somebody is open, noted before that one's own save is looked at. */
  readonly kinds = new Map<string, number>();

  constructor() {
    const project = this.id;
    this.profile = { name: "people", project, endpoint: emulator.url, credentials: "none", protected: false };
    const destination = typedDestination(this.profile);
    const http = new HttpClient({ destination, signIn: noCredentials, sleep: async () => {} });
    this.service = new DashboardsClient(http, project);
  }

  async begin(): Promise<void> {
    const tile = (i: number): Tile => ({
      width: 4,
      height: 4,
      xPos: 4 * i,
      widget: { title: unique("title"), text: { content: unique("content") } },
    });
    const board: Board = {
      displayName: unique("name"),
      mosaicLayout: { columns: 12, tiles: [tile(0), tile(1), tile(2)] },
    };
    const text = JSON.stringify({ ...board, name: `projects/${this.id}/dashboards/${this.id}` }, null, 2);
    this.origin.versions.push(text);
    for (const who of ["ann", "bob"]) {
      const person = new Person(who, this);
      person.clone();
      this.people.push(person);
    }
    expect(await this.people[0]!.push("cancel", async () => {})).toMatchObject({ kind: "created" });
  }

  /**
   * Looks at what the service has after somebody's push, and judges what has happened to everybody's edits.
   *
   * @param by undefined for the console, whose edits are what they are
   * @param given the texts that this one has typed may be lost, if anything was typed
   */
  async observe(by: Person | undefined, given?: ReadonlySet<string>): Promise<void> {
    const value = await this.look();
    const after = textsOf(value ?? {});
    if (by) {
      for (const lost of minus(this.now, after)) {
        const mayGo = by.seen.has(lost) || given?.has(lost) === true;
        expect([by.who, "took away", lost, mayGo]).toEqual([by.who, "took away", lost, true]);
      }
    }
    // Over a version that stands in one's own git history the file is what counts, as with git itself.
    const isCommitted = (text: string) =>
      equalValues({ ...JSON.parse(text), name: "" }, { ...this.value, name: "" });
    if (by && !given && !by.repository.versions.some(isCommitted)) {
      // What came by git alone, and was on the service and gone again before this machine looked, is an addition to
      // this machine: it is shown as one, and nothing here can tell.
      for (const back of minus(after, this.now).filter((text) => by.received.has(text))) {
        expect([by.who, "brought back", back, this.gone.has(back)]).toEqual([
          by.who,
          "brought back",
          back,
          false,
        ]);
      }
    }
    // Who overwrites agrees to lose what others took away, too; and what goes by it may come again by way of git.
    if (by && given) this.gone.clear();
    else for (const text of minus(this.now, after)) this.gone.add(text);
    for (const text of after) {
      this.gone.delete(text);
      this.everThere.add(text);
    }
    // What left the service is not waiting to be taken away any more.
    for (const person of this.people) {
      for (const text of person.removed) if (!after.has(text)) person.removed.delete(text);
    }
    this.now = after;
    this.value = value;
  }

  /** What the service has; looks again where a fault that nobody has met yet gets in between. */
  private async look() {
    for (;;) {
      try {
        return await this.service.get(this.id);
      } catch (failure) {
        expect(isServiceFailure(failure)).toBe(true);
      }
    }
  }

  /** Somebody edits the dashboard in the console, as carefully as the console does. */
  async console(what: readonly [number, number]): Promise<void> {
    const remote = await this.look();
    if (!remote) return;
    const value = edited(remote as unknown as Board, "console", what);
    try {
      await this.service.patch(this.id, { ...value, etag: remote.etag! });
    } catch {
      // Refused: a tile on another one. The console would not let it be saved either.
    }
    await this.observe(undefined);
  }

  /** Somebody deletes the dashboard in the console. */
  async delete(): Promise<void> {
    if (await this.look()) await this.service.delete(this.id);
    await this.observe(undefined);
  }

  /** A pipeline: a fresh checkout pushes, and nobody is there to be asked. */
  async pipeline(meanwhile: () => Promise<void>): Promise<PushOutcome> {
    const machine = new Person("ci", this);
    machine.clone();
    return machine.push("cancel", meanwhile);
  }
}

const numbers = fc.tuple(fc.nat(6), fc.nat(5));
const fault = fc.constantFrom<Fault | undefined>(
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  { close: "before" },
  { close: "after" },
  { truncate: true },
  { late: 0 },
  { status: 503 },
  { status: 500 },
  { status: 429 },
);
const faults = fc.array(fault, { maxLength: 3 });
const who = fc.nat(1);
/** What may happen while a question is open: nothing most of the time. */
const inner = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "nothing" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("console" as const), what: numbers }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("other" as const), what: numbers }) },
);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("edit" as const), who, what: numbers }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("push" as const),
      who,
      answer: fc.constantFrom("merge" as const, "merge" as const, "cancel" as const, "overwrite" as const),
      inner,
      faults,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("pull" as const),
      who,
      answer: fc.constantFrom("merge" as const, "merge" as const, "cancel" as const, "replace" as const),
      inner,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("console" as const), what: numbers }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("release" as const), who, what: numbers, inner }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("commit" as const, "share" as const, "git pull" as const),
      who,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pipeline" as const), inner, faults }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("resolve" as const),
      who,
      takes: fc.boolean(),
      what: numbers,
      inner,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clone" as const), who }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Inner = typeof inner extends fc.Arbitrary<infer T> ? T : never;

const happened = new Map<string, number>();
const note = (what: string) => void happened.set(what, (happened.get(what) ?? 0) + 1);

/** What others do while a question is open; once for each push or pull. */
function whileAsked(world: World, me: Person | undefined, inner: Inner): () => Promise<void> {
  let done = false;
  return async () => {
    if (done || inner.kind === "nothing") return;
    done = true;
    note(`${inner.kind} while a question was open`);
    if (inner.kind === "console") return world.console(inner.what);
    const other = world.people.find((person) => person !== me)!;
    other.edit(inner.what);
    await other.push("merge", async () => {});
  };
}

/** Uses up the faults that nobody has met. */
async function calm(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await fetch(`${emulator.url}/v1/projects/calm/dashboards`)
      .then((answer) => answer.text())
      .catch(() => undefined);
  }
}

async function take(world: World, step: Step): Promise<void> {
  const person = "who" in step ? world.people[step.who]! : undefined;
  const meanwhile = "inner" in step ? whileAsked(world, person, step.inner) : async () => {};
  const trouble = "faults" in step ? step.faults.map((one) => one ?? {}) : [];
  switch (step.kind) {
    case "edit":
      return person!.edit(step.what);
    case "push":
      emulator.inject(...trouble);
      return note(`push: ${(await person!.push(step.answer, meanwhile)).kind}`);
    case "pull":
      return note(`pull: ${(await person!.pull(step.answer, meanwhile)).kind}`);
    case "console":
      return world.console(step.what);
    case "resolve":
      return person!.resolve(step.takes, step.what, meanwhile);
    case "delete":
      return world.delete();
    case "pipeline":
      emulator.inject(...trouble);
      return note(`pipeline: ${(await world.pipeline(meanwhile)).kind}`);
    case "commit":
      return person!.commit();
    case "share":
      person!.commit();
      person!.gitPull();
      return person!.gitPush();
    case "git pull":
      return person!.gitPull();
    case "release":
      // As it should be: take what there is, edit, share, and let the pipeline do the rest.
      await person!.pull("merge", async () => {});
      person!.commit();
      person!.gitPull();
      person!.edit(step.what);
      person!.commit();
      person!.gitPush();
      return note(`pipeline: ${(await world.pipeline(meanwhile)).kind}`);
    case "clone":
      return person!.clone();
  }
}

test("no edit is lost without a typed consent, whatever people do in whatever order", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), async (steps) => {
      const world = new World();
      await world.begin();
      for (const one of steps) {
        await take(world, one);
        if ("faults" in one) await calm(one.faults.length);
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 500_000, markInterruptAsFailure: true },
  );
  if (process.env["PEOPLE_RUNS"]) console.info([...happened].map(([k, v]) => `${k} ${v}`).join(", "));
  // All of these belong to the story; a run without them would show little.
  for (const what of [
    "push: updated",
    "push: unchanged",
    "push: conflict",
    "pull: updated",
    "pull: merged",
    "pull: conflict",
    "pipeline: updated",
    "pipeline: conflict",
    "console while a question was open",
    "other while a question was open",
  ]) {
    expect([what, happened.get(what) ?? 0]).not.toEqual([what, 0]);
  }
});
