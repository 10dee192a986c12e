import { noCredentials } from "../../api/credentials/none";
import { DashboardsClient } from "../../api/dashboards";
import { HttpClient } from "../../api/http";
import type { Profile } from "../../core/config/config";
import { readDocument } from "../../core/document/reader";
import { baseFromState } from "../../core/sync/base";
import { baseFromHistory, type GitHistory } from "../../core/sync/history";
import type { DashboardService } from "../../core/sync/service";
import { type StateStore, stateStore, type TextFiles } from "../../core/sync/state";
import { seededRandom } from "../../emulator/wire/random";
import { typedDestination } from "./destinations";
import type { LocalService } from "./emulator-fetch";
import { memoryFiles } from "./memory-service";
import { tokensOf } from "./tokens";

/** A text of a file, with every token that was in it or in what it was made of. */
export interface FileVersion {
  readonly text: string;
  readonly seen: ReadonlySet<string>;
  /** When it was committed, on the actor's clock. */
  readonly at: number;
}

type Branch = Map<string, readonly FileVersion[]>;

export const walkProfile: Profile = {
  name: "walk",
  project: "demo",
  endpoint: "http://127.0.0.1:1",
  credentials: "none",
  protected: false,
};

/** The process was killed: nothing that it does has an effect any more. */
class Killed extends Error {}

/** A user with a checkout: files, branches, and sync state. */
export class Actor {
  readonly disk = memoryFiles();
  readonly files: TextFiles;
  readonly service: DashboardService;
  state!: StateStore;
  branch = "main";
  readonly branches = new Map<string, Branch>([["main", new Map()]]);
  private readonly seen = new Map<string, ReadonlySet<string>>();
  /** Files that were put in place by git since they last received something. */
  readonly switched = new Set<string>();
  /** Every text that this person has written. */
  readonly written = new Set<string>();
  private clock = 0;
  /** When the record of a dashboard was lost last. */
  private readonly forgotten = new Map<string, number>();
  /** When the version of a file that git put in place was committed. */
  private readonly restored = new Map<string, number>();
  /** Calls until the process is killed. */
  private left = Number.POSITIVE_INFINITY;

  constructor(
    readonly who: string,
    service: LocalService,
  ) {
    const through = service.fetchAs(who);
    const http = new HttpClient({
      destination: typedDestination(walkProfile),
      signIn: noCredentials,
      timeoutMs: 60_000,
      random: seededRandom(1),
      sleep: async () => {},
      fetch: async (input, init) => {
        this.tick();
        const response = await through(input, init);
        this.tick();
        return response;
      },
    });
    this.service = new DashboardsClient(http, walkProfile.project);
    this.files = {
      read: async (path) => this.tick(() => this.disk.read(path)),
      write: async (path, text) => this.tick(() => this.disk.write(path, text)),
      list: async (folder) => this.tick(() => this.disk.list(folder)),
    };
    this.restart();
  }

  /** A new process: what was in memory is gone. */
  restart(): void {
    this.left = Number.POSITIVE_INFINITY;
    this.state = stateStore(this.files, walkProfile);
  }

  /** Lets the process die after some more calls to the disk or the service. */
  killAfter(calls: number): void {
    this.left = calls;
  }

  get isKilled(): boolean {
    return this.left <= 0;
  }

  private tick<T>(work?: () => T): T {
    if (--this.left <= 0) throw new Killed("killed");
    return work?.() as T;
  }

  get bases() {
    return [baseFromState(this.state), baseFromHistory(this.history())];
  }

  private history(): GitHistory {
    return {
      versions: (path) => this.versions(path),
      gap: async () => undefined,
    } as GitHistory;
  }

  private async *versions(path: string) {
    const versions = this.commits(path);
    for (let i = versions.length - 1; i >= 0; i--) yield { text: versions[i]!.text, label: `c${i}` };
  }

  commits(path: string): readonly FileVersion[] {
    return this.branches.get(this.branch)!.get(path) ?? [];
  }

  read(path: string): string | undefined {
    return this.disk.texts.get(path);
  }

  seenIn(path: string): ReadonlySet<string> {
    return this.seen.get(path) ?? new Set();
  }

  document(path: string) {
    const text = this.read(path);
    return text === undefined ? undefined : readDocument(text);
  }

  /** Writes a file on top of what it was. */
  put(path: string, text: string): void {
    if (this.isKilled) throw new Killed("killed");
    this.see(path, [text]);
    this.disk.texts.set(path, text);
  }

  see(path: string, texts: readonly string[]): void {
    const tokens = texts.flatMap((text) => [...tokensOf(JSON.parse(text))]);
    this.seen.set(path, new Set([...this.seenIn(path), ...tokens]));
  }

  /** The record of a dashboard is gone: nothing is known of what any file received before. */
  forget(id: string): void {
    this.forgotten.set(id, ++this.clock);
  }

  /** True when git has put a version of a file in place that is older than what is known of its dashboard. */
  isOlderThanRecord(path: string, id: string): boolean {
    const at = this.switched.has(path) ? this.restored.get(path) : undefined;
    return at !== undefined && at < (this.forgotten.get(id) ?? 0);
  }

  /** Puts a version in the place of a file, as a checkout does. */
  private restoreTo(path: string, version: FileVersion | undefined): void {
    this.switched.add(path);
    if (!version) {
      this.disk.texts.delete(path);
      this.seen.delete(path);
      return;
    }
    this.disk.texts.set(path, version.text);
    this.seen.set(path, version.seen);
    this.restored.set(path, version.at);
  }

  commit(path: string): void {
    const text = this.read(path);
    const versions = this.commits(path);
    if (text === undefined || versions.at(-1)?.text === text) return;
    this.branches
      .get(this.branch)!
      .set(path, [...versions, { text, seen: this.seenIn(path), at: ++this.clock }]);
  }

  restore(path: string): void {
    const last = this.commits(path).at(-1);
    if (last) this.restoreTo(path, last);
  }

  /** Another branch, which starts here when it is new. Everything is committed before, as git wants it. */
  checkout(branch: string, paths: readonly string[]): void {
    for (const path of paths) this.commit(path);
    if (!this.branches.has(branch)) this.branches.set(branch, new Map(this.branches.get(this.branch)));
    this.branch = branch;
    for (const path of paths) this.restoreTo(path, this.commits(path).at(-1));
  }

  /** A fresh clone of another user's branch, with its history and without sync state. */
  clone(other: Actor): void {
    this.disk.texts.clear();
    this.seen.clear();
    this.branches.clear();
    this.forgotten.clear();
    this.clock = Math.max(this.clock, other.clock);
    this.branch = "main";
    const theirs = other.branches.get(other.branch)!;
    this.branches.set("main", new Map(theirs));
    for (const [path, versions] of theirs) this.restoreTo(path, versions.at(-1));
    this.restart();
  }

  rename(from: string, to: string): void {
    const text = this.read(from);
    if (text === undefined) return;
    this.disk.texts.set(to, text);
    this.seen.set(to, this.seenIn(from));
    this.switched.add(to);
    this.disk.texts.delete(from);
    this.seen.delete(from);
  }
}
