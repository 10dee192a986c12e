import { readDocument } from "../../core/document/reader";
import { deleteDashboard, keptTexts, restoreDashboard } from "../../core/sync/delete";
import { type PullOutcome, pull } from "../../core/sync/pull";
import { type PushDialogs, type PushOutcome, SAVED_WITHOUT_RESPONSE } from "../../core/sync/push";
import { type PushItem, pushAll } from "../../core/sync/push-all";
import { seededRandom } from "../../emulator/wire/random";
import { type LocalService, localService } from "./emulator-fetch";
import { type Board, editedBoard, isReplaced, minus, newBoard, tokensOf } from "./tokens";
import { Actor, walkProfile } from "./walk-actor";

const IDS = ["a", "b", "c"] as const;
const FILES = IDS.map((id) => `${id}.dashboard.json`);
const SCRATCH = "look.json";

interface Write {
  readonly who: string;
  readonly id: string;
  readonly before: object | undefined;
  readonly after: object | undefined;
}

type Answer = "merge" | "overwrite" | "cancel";

/**
 * A walk of random steps over some dashboards, with two people who push and pull them from checkouts of their own and
 * others who edit them on the console. Connections break, processes are killed, branches are switched, records get lost.
 *
 * Every text is there once. It may go from the service only by somebody whose file had it and has it no more, by somebody
 * who was shown it and typed that it may be lost, or with a dashboard whose last text is kept; and from a file only when the
 * service had it and has it no more, or by consent. What is said to have happened must have happened.
 */
export class RandomWalk {
  private readonly random: () => number;
  private readonly actors: readonly Actor[];
  private readonly trace: string[] = [];
  private tokens = 0;
  private writes: Write[] = [];
  /** Every text that the service has ever had, with who brought it there last. */
  private readonly everThere = new Map<string, { readonly who: string; readonly changes: boolean }>();
  /** An edit that may be lost. */
  private given: ReadonlySet<string> = new Set();
  /** Owner of the file being pushed; the check of a write depends on it. */
  private pushing: ReadonlyMap<string, string> = new Map();
  /** The first edit that was lost in a write. */
  private lost: string | undefined;
  /** How often each kind of outcome was met. */
  readonly met: Record<string, number> = {};

  private constructor(
    readonly seed: number,
    private readonly service: LocalService,
  ) {
    this.random = seededRandom(seed);
    this.actors = ["Ada", "Ben"].map((who) => new Actor(who, service));
    service.onWrite = (who, id, before, after) => this.judgeWrite({ who, id, before, after });
  }

  static async start(seed: number): Promise<RandomWalk> {
    const walk = new RandomWalk(seed, await localService());
    for (const id of IDS) await walk.console(id);
    return walk;
  }

  /** Takes random steps. Throws an error that names the seed and the last steps when an edit was lost or a lie was told. */
  async run(steps: number): Promise<void> {
    try {
      for (let i = 0; i < steps; i++) {
        await this.step();
        if (this.lost !== undefined) throw new Error(this.lost);
      }
    } catch (error) {
      const last = this.trace.slice(-25).map((line) => `  ${line}`);
      const message = error instanceof Error ? error.stack : String(error);
      throw new Error(`seed ${this.seed}, step ${this.trace.length}:\n${last.join("\n")}\n${message}`);
    }
  }

  private pick(count: number): number {
    return Math.floor(this.random() * count);
  }

  private oneOf<T>(list: readonly T[]): T {
    return list[this.pick(list.length)]!;
  }

  private readonly fresh = (): string => `t${++this.tokens}`;

  private note(what: string): void {
    this.trace.push(what);
  }

  private async step(): Promise<void> {
    const actor = this.oneOf(this.actors);
    const path = this.oneOf(FILES);
    const id = this.oneOf(IDS);
    this.writes = [];
    this.given = new Set();
    this.pushing = new Map();
    const kind = this.pick(100);
    if (kind < 22) await this.push(actor, [path]);
    else if (kind < 26) await this.push(actor, FILES);
    else if (kind < 44) await this.pull(actor, path);
    else if (kind < 48) await this.pull(actor, this.random() < 0.7 ? SCRATCH : path, id);
    else if (kind < 62) await this.console(id);
    else if (kind < 76) this.edit(actor, path);
    else if (kind < 80) {
      this.note(`${actor.who} commits ${path}`);
      actor.commit(path);
    } else if (kind < 86) {
      const branch = this.oneOf(["main", "one", "two"]);
      this.note(`${actor.who} checks out ${branch}`);
      actor.checkout(branch, FILES);
    } else if (kind < 88) {
      this.note(`${actor.who} restores ${path}`);
      actor.restore(path);
    } else if (kind < 90) {
      this.note(`${actor.who} restarts`);
      actor.restart();
    } else if (kind < 92) this.breakRecord(actor, id);
    else if (kind < 93) await this.delete(actor, id);
    else if (kind < 95) await this.undelete(actor, id);
    else if (kind < 96) {
      const other = this.actors.find((one) => one !== actor)!;
      this.note(`${actor.who} clones ${other.who}`);
      for (const file of FILES) other.commit(file);
      actor.clone(other);
    } else if (kind < 97) {
      const to = this.oneOf(FILES.filter((file) => file !== path));
      if (actor.read(to) !== undefined) return;
      this.note(`${actor.who} renames ${path} to ${to}`);
      actor.rename(path, to);
    } else if (kind < 98 && actor.read(path) !== undefined) {
      const { name: _, ...rest } = JSON.parse(actor.read(path)!) as Board;
      this.note(`${actor.who} takes the name out of ${path}`);
      actor.put(path, JSON.stringify(rest, null, 2));
    } else {
      this.note(`${actor.who} removes ${SCRATCH}`);
      actor.disk.texts.delete(SCRATCH);
    }
  }

  /** An edit in the console, which replaces the dashboard after reading it. */
  private async console(id: string): Promise<void> {
    const before = (await this.service.get(id)) as Board | undefined;
    const fetch = this.service.fetchAs("console");
    const url = `${walkProfile.endpoint}/v1/projects/demo/dashboards`;
    const body = before
      ? editedBoard(before, this.fresh, (count) => this.pick(count))
      : { ...newBoard(this.fresh), name: `projects/demo/dashboards/${id}` };
    this.note(`console ${before ? "edits" : "creates"} ${id}`);
    const init = { method: before ? "PATCH" : "POST", body: JSON.stringify(body) };
    const response = await fetch(before ? `${url}/${id}` : url, {
      ...init,
      headers: { "content-type": "application/json" },
    });
    if (response.status !== 200) throw new Error(`the console could not save: ${await response.text()}`);
  }

  private edit(actor: Actor, path: string): void {
    const text = actor.read(path);
    const id = path.split(".")[0]!;
    const board: Board = text
      ? editedBoard(JSON.parse(text) as Board, this.fresh, (count) => this.pick(count))
      : { name: `projects/demo/dashboards/${id}`, ...newBoard(this.fresh) };
    this.note(`${actor.who} edits ${path}`);
    for (const token of minus(tokensOf(board), tokensOf(text && JSON.parse(text)))) actor.written.add(token);
    actor.put(path, JSON.stringify(board, null, 2));
  }

  private breakRecord(actor: Actor, id: string): void {
    const path = `.mosaic/state/walk/${id}.json`;
    const text = actor.disk.texts.get(path);
    if (text === undefined) return;
    const cut = this.random() < 0.6;
    this.note(`${actor.who}'s record of ${id} is ${cut ? "cut off" : "gone"}`);
    if (cut) actor.disk.texts.set(path, text.slice(0, this.pick(text.length)));
    else actor.disk.texts.delete(path);
    actor.forget(id);
    actor.restart();
  }

  /** Trouble on the way of the next request that writes, and perhaps the end of the process. */
  private trouble(actor: Actor, id: string): void {
    const chance = this.random();
    const edit = async () => this.console(id);
    if (chance < 0.12) this.service.around.set(actor.who, { before: edit });
    else if (chance < 0.2) this.service.around.set(actor.who, { loss: "request" });
    else if (chance < 0.28) this.service.around.set(actor.who, { loss: "answer" });
    else if (chance < 0.34) this.service.around.set(actor.who, { after: edit, loss: "answer" });
    else if (chance < 0.37) this.service.around.set(actor.who, { before: edit, loss: "request" });
    else if (chance < 0.5) actor.killAfter(1 + this.pick(14));
  }

  private settle(actor: Actor): void {
    this.service.around.delete(actor.who);
    if (actor.isKilled) this.note(`${actor.who} was killed`);
    // What was going to kill the process comes too late.
    actor.restart();
  }

  private async push(actor: Actor, paths: readonly string[]): Promise<void> {
    const there = paths.filter((path) => actor.read(path) !== undefined);
    const answer = this.oneOf<Answer>(["merge", "merge", "cancel", "overwrite"]);
    this.trouble(actor, this.oneOf(IDS));
    const items = there.map((path): PushItem & { readonly path: string } => ({
      path,
      request: async () => ({ path, document: actor.document(path)!, profile: walkProfile, findings: [] }),
      ports: {
        service: actor.service,
        state: actor.state,
        bases: actor.bases,
        dialogs: this.questions(answer),
        claimants: (id) => this.claimants(actor, id),
        file: {
          write: async ({ before, after }) => {
            if (actor.read(path) !== before) return false;
            const had = tokensOf(JSON.parse(before));
            actor.put(path, after);
            this.judgeFile(actor, path, had, false);
            return true;
          },
          findings: async () => [],
        },
      },
    }));
    // The name of the dashboard identifies the file of a write, because it is unique.
    const ids = new Map<string, string>();
    for (const path of there) ids.set(path, this.nameIn(actor, path) ?? (await this.linkOf(actor, path)));
    this.pushing = new Map([...ids].map(([path, id]) => [id, path]));
    this.note(`${actor.who} pushes ${there.join(" ")} (${answer})`);
    const outcomes = await pushAll(items).catch((error: unknown) => {
      if (actor.isKilled) return [];
      throw error;
    });
    const killed = actor.isKilled;
    this.settle(actor);
    if (killed) return;
    for (const [i, outcome] of outcomes.entries()) {
      const { path } = items[i]!;
      await this.judgePush(actor, path, ids.get(path)!, outcome!);
    }
  }

  /** The files that say they are a dashboard. */
  private async claimants(actor: Actor, id: string): Promise<readonly string[]> {
    const out: string[] = [];
    for (const path of FILES) {
      if (actor.read(path) === undefined) continue;
      if ((this.nameIn(actor, path) ?? (await this.linkOf(actor, path))) === id) out.push(path);
    }
    return out;
  }

  private nameIn(actor: Actor, path: string): string | undefined {
    return (JSON.parse(actor.read(path)!) as Board).name?.split("/").pop();
  }

  private async linkOf(actor: Actor, path: string): Promise<string> {
    const { records } = await actor.state.list().catch(() => ({ records: [] }));
    const record = records.find(({ files }) => files.some((file) => file.linked && file.path === path));
    return record?.id ?? path.split(".")[0]!;
  }

  private questions(answer: Answer): PushDialogs {
    let shown: ReadonlySet<string> = new Set();
    return {
      errors: async () => "ask-service",
      otherProject: async () => true,
      conflict: async ({ remote }) => {
        shown = tokensOf(remote);
        return answer;
      },
      confirm: async () => true,
      typeName: async (_, expected) => {
        this.given = new Set([...this.given, ...shown]);
        return expected;
      },
    };
  }

  private judgeWrite(write: Write): void {
    this.writes.push(write);
    const [had, has] = [tokensOf(write.before), tokensOf(write.after)];
    for (const token of minus(has, had)) {
      const changes = isReplaced(token, write.after, write.before);
      this.everThere.set(token, { who: write.who, changes });
    }
    const actor = this.actors.find(({ who }) => who === write.who);
    if (!actor || !write.after) return;
    const path = this.pushing.get(write.id);
    const seen = path === undefined ? new Set<string>() : actor.seenIn(path);
    for (const lost of minus(had, has)) {
      // Who pushes one branch after another replaces what the other had: that is what pushing a branch is for.
      const isOwn = this.everThere.get(lost)?.who === write.who || actor.written.has(lost);
      if (isOwn || seen.has(lost) || this.given.has(lost)) continue;
      // A value that a pull and another branch have both changed looks the same as one that was edited after the pull.
      const both = this.everThere.get(lost)?.changes || isReplaced(lost, write.before, write.after);
      if (actor.switched.has(path ?? "") && both) continue;
      // A record that was begun after the branch was left cannot say what the branch does not have.
      if (path !== undefined && actor.isOlderThanRecord(path, write.id)) continue;
      // Thrown here it would look like a broken connection.
      this.lost ??= `${write.who} has overwritten ${lost} in ${write.id}, which ${path} has never had`;
    }
  }

  private async judgePush(actor: Actor, path: string, id: string, outcome: PushOutcome): Promise<void> {
    this.count(`push: ${outcome.kind}`);
    const local = tokensOf(JSON.parse(actor.read(path)!));
    const own = this.writes.filter((write) => write.who === actor.who && write.id === id);
    const equal = (value: object | undefined) =>
      value !== undefined &&
      minus(tokensOf(value), local).length + minus(local, tokensOf(value)).length === 0;
    const check = (holds: boolean, what: string) => {
      if (!holds) throw new Error(`${path}: "${outcome.kind}", but ${what}`);
    };
    switch (outcome.kind) {
      case "created":
      case "updated":
        check(outcome.id === id, `it is ${outcome.id}, not ${id}`);
        check(equal(outcome.resource), "the service has something else");
        // Someone else made the same edit, and the push had no response.
        if (own.length === 0 && this.writes.some(({ id: one, after }) => one === id && equal(after))) return;
        check(own.length > 0, "it was not saved");
        check(
          (own.at(-1)!.before === undefined) === (outcome.kind === "created"),
          "the dashboard was there or not",
        );
        return;
      case "unchanged":
        check(own.length === 0, "it was saved");
        check(equal(outcome.resource), "the service has something else");
        return;
      case "conflict":
        check(
          own.length === 0 ||
            outcome.conflict.unanswered ||
            outcome.conflict.base?.origin === SAVED_WITHOUT_RESPONSE ||
            outcome.conflict.reason === "deleted",
          "its own save is not told",
        );
        return;
      case "failed":
        check(own.length === 0 || outcome.failure.outcomeUnknown, "it was saved");
        return;
      default:
        check(own.length === 0, "it was saved");
    }
  }

  private async pull(actor: Actor, path: string, id?: string): Promise<void> {
    const answer = this.oneOf(["merge", "merge", "cancel", "replace"] as const);
    this.trouble(actor, this.oneOf(IDS));
    this.note(`${actor.who} pulls ${path}${id === undefined ? "" : ` from ${id}`} (${answer})`);
    const document = actor.document(path);
    if (!document && id === undefined) {
      this.settle(actor);
      return;
    }
    const had = document ? tokensOf(JSON.parse(document.text)) : new Set<string>();
    let consent = false;
    const outcome: PullOutcome | undefined = await pull(
      { path, document, unsaved: false, profile: walkProfile, ...(id === undefined ? {} : { id }) },
      {
        service: actor.service,
        state: actor.state,
        bases: actor.bases,
        replace: async () => {
          consent = answer === "replace";
          return answer;
        },
        write: async (plan) => {
          actor.put(path, plan.after);
          // A merge that started from the wrong version leaves the file what it was.
          const isWhole = minus(tokensOf(plan.remote), tokensOf(JSON.parse(plan.after))).length === 0;
          if (isWhole) actor.switched.delete(path);
          return true;
        },
      },
    ).catch((error: unknown) => {
      if (actor.isKilled) return undefined;
      throw error;
    });
    this.settle(actor);
    this.count(`pull: ${outcome?.kind ?? "killed"}`);
    if (actor.read(path) !== undefined) this.judgeFile(actor, path, had, consent);
  }

  /** What only the file has stays in it. */
  private judgeFile(actor: Actor, path: string, had: ReadonlySet<string>, consent: boolean): void {
    if (consent) return;
    for (const lost of minus(had, tokensOf(JSON.parse(actor.read(path)!)))) {
      if (this.everThere.has(lost)) continue;
      throw new Error(`${path} of ${actor.who} has lost ${lost}, which was nowhere else`);
    }
  }

  private async delete(actor: Actor, id: string): Promise<void> {
    this.note(`${actor.who} deletes ${id}`);
    const before = await this.service.get(id);
    const outcome = await deleteDashboard(
      { id, profile: walkProfile },
      {
        service: actor.service,
        state: actor.state,
        bases: actor.bases,
        files: actor.files,
        confirm: async () => true,
        typeName: async (expected) => expected,
      },
    );
    this.count(`delete: ${outcome.kind}`);
    if (outcome.kind !== "deleted") return;
    const kept = tokensOf(JSON.parse(actor.read(outcome.kept)!));
    const lost = minus(tokensOf(before), kept);
    if (lost.length > 0) throw new Error(`${outcome.kept} does not have ${lost.join(" ")}`);
  }

  private async undelete(actor: Actor, id: string): Promise<void> {
    const kept = (await keptTexts(actor.files, walkProfile)).filter((one) => one.id === id);
    if (kept.length === 0) return;
    this.note(`${actor.who} restores the dashboard ${id}`);
    const outcome = await restoreDashboard(
      { id, profile: walkProfile },
      { service: actor.service, state: actor.state, files: actor.files, dialogs: this.questions("cancel") },
    );
    this.count(`restore: ${outcome?.kind}`);
    const texts = [...actor.disk.texts].filter(([path]) => path.includes("/deleted/"));
    for (const [, text] of texts) readDocument(text);
  }

  private count(what: string): void {
    this.met[what] = (this.met[what] ?? 0) + 1;
  }
}
