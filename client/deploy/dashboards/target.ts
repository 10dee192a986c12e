import * as vscode from "vscode";
import type { DashboardsClient } from "../../../api/dashboards";
import { childAt } from "../../../core/document/node";
import type { JsonDocument } from "../../../core/document/reader";
import { dashboardPaths, documentOf, filePart } from "../../../core/forms";
import { findBase } from "../../../core/sync/base";
import { idOfName, nameOf } from "../../../core/sync/identity";
import { equalityKey } from "../../../core/sync/json";
import { normalForm } from "../../../core/sync/normal-form";
import { requestBody } from "../../../core/sync/sent";
import { type DashboardResource, isServiceFailure, type ServiceFailure } from "../../../core/sync/service";
import { rememberSame, type StateList, StateProblem } from "../../../core/sync/state";
import { fillHolesFrom } from "../../../core/template/fill";
import { recognized } from "../../recognized";
import type { Standing } from "../../trust/standing";
import { ContentSearch } from "../session/found-by-content";
import { Rerun } from "../session/rerun";
import type { Ground } from "../session/session";
import { Templates } from "../session/templates";
import { dashboardsBelow, fileUri, isGone, readFiles } from "../session/workspace-files";
import {
  compareSides,
  type DashboardEntry,
  type EntryState,
  entryOf,
  joinSides,
  type LocalFile,
  type SidePair,
  sortEntries,
} from "./entry";

/** Dashboards in one answer of the service. */
const PAGE = 100;
/** Number of dashboards to load without *Load More*. */
const AT_ONCE = 500;
/** Questions for single dashboards under way at a time. */
const LOOK_UPS = 4;
/** The extension host is shared: a comparison yields after this many milliseconds. */
const SLICE_MS = 12;
/** Delay to batch results of pushes and pulls, in milliseconds. */
const GATHER_MS = 50;

export type TargetStatus =
  | { readonly kind: "unread" }
  | { readonly kind: "reading" }
  | { readonly kind: "ready"; readonly more: boolean; readonly readAt: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  /** No consent yet. */
  | { readonly kind: "waiting"; readonly standing: Waiting };

export type Waiting = Exclude<Standing, { readonly kind: "known" }>;

/** The service of a target, or why it cannot be used. */
export type Link = { readonly service: DashboardsClient } | { readonly waiting: Waiting };

/** The dashboards of one profile, paired with the files below the folder of its configuration. */
export class ProfileTarget implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private remotes = new Map<string, DashboardResource>();
  /** Ids that were read one by one and do not exist. */
  private absent = new Set<string>();
  private files = new Map<string, LocalFile>();
  private pages: AsyncIterator<DashboardResource> | undefined;
  private stopper: AbortController | undefined;
  /** Files and the versions that they were found to be the same as. */
  private readonly remembered = new WeakMap<JsonDocument, DashboardResource>();
  private received: Promise<StateList> | undefined;
  private soon: Promise<void> | undefined;
  private readonly search: ContentSearch;
  private readonly scan = new Rerun(() => this.scanNow());
  private turn = 0;
  status: TargetStatus = { kind: "unread" };
  entries: readonly DashboardEntry[] = [];

  /** @param link checks consent on each call, because it can be withdrawn */
  constructor(
    readonly session: Ground,
    private readonly link: () => Link,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.search = new ContentSearch(session.settings.root);
  }

  get root(): vscode.Uri {
    return this.session.settings.root;
  }

  /** Reads files and the first pages. Keeps the old rows until the response arrives. */
  async refresh(): Promise<void> {
    await this.rescan();
    await this.read(true);
  }

  /** Reads on where the last reading stopped. */
  async more(): Promise<void> {
    if (this.status.kind === "ready" && this.status.more) await this.read(false);
  }

  /** Stops the reading that is under way. */
  stop(): void {
    this.stopper?.abort();
  }

  /** Looks for the files again. */
  rescan(): Promise<void> {
    return this.scan.run();
  }

  private async scanNow(): Promise<void> {
    this.received = undefined;
    // Searches fail in a folder that was deleted, for example by a branch switch.
    this.files = (await isGone(this.root)) ? new Map() : await this.findFiles();
    await this.compare();
  }

  private async findFiles(): Promise<Map<string, LocalFile>> {
    const { config } = this.session.settings;
    const { paths: recorded } = await this.receivedOnce();
    // An unchanged text keeps its document and everything computed from it.
    const named = await dashboardsBelow(this.root, config.dashboards, recorded, this.files);
    const files = new Map<string, LocalFile>(named.map((file) => [file.path, file]));
    if (config.discover === "content") {
      const isWanted = (path: string) =>
        !files.has(path) && recognized.choiceFor(this.uriOf(path)) !== "json";
      const paths = (await this.search.find()).filter(isWanted);
      const templates = new Templates();
      const read = await readFiles(this.root, paths, this.files, (uri, text) => templates.of(uri, text));
      for (const file of read) if (!file.document.shaped) files.set(file.path, { ...file, recognized: true });
    }
    return files;
  }

  /** Whether a created, changed or deleted file is, or was, a dashboard by its content. */
  async mayHold(path: string): Promise<boolean> {
    return this.session.settings.config.discover === "content" && (await this.search.concerns(path));
  }

  /** Whether there are dashboards in a file. */
  has(path: string): boolean {
    return this.inFile(path).length > 0;
  }

  private inFile(path: string): readonly LocalFile[] {
    const own = this.files.get(path);
    return own ? [own] : [...this.files.values()].filter((file) => filePart(file.path) === path);
  }

  /** A file that is known has another text. */
  async fileChanged(path: string, text: string): Promise<void> {
    const known = this.inFile(path);
    const [first] = known;
    if (!first || first.document.text === text) return;
    const template = (first.recognized && (await new Templates().of(this.uriOf(path), text))) || undefined;
    for (const file of known) this.files.delete(file.path);
    for (const one of dashboardPaths(path, text))
      this.files.set(one, { ...first, path: one, document: documentOf(one, text, template) });
    await this.compare();
  }

  /** Takes over the remote version from a push or pull. */
  async remoteChanged(id: string, resource: DashboardResource | undefined): Promise<void> {
    if (resource) {
      this.remotes.set(id, resource);
      this.absent.delete(id);
    } else {
      this.remotes.delete(id);
      this.absent.add(id);
    }
    await this.compareSoon();
  }

  uriOf(path: string): vscode.Uri {
    return fileUri(this.root, path);
  }

  dispose(): void {
    this.stop();
    this.turn++;
    this.changed.dispose();
  }

  /** Whether consent was given in the meantime. */
  get mayGoOn(): boolean {
    return this.status.kind === "waiting" && "service" in this.link();
  }

  /** Clears remote data without consent. */
  async judgeAgain(): Promise<void> {
    if (this.status.kind === "waiting" || this.status.kind === "unread" || "service" in this.link()) return;
    await this.read(true);
  }

  private async read(anew: boolean): Promise<void> {
    this.stop();
    const link = this.link();
    if ("waiting" in link) {
      this.stopper = undefined;
      this.pages = undefined;
      this.remotes = new Map();
      this.absent = new Set();
      this.set({ kind: "waiting", standing: link.waiting });
      await this.compare();
      return;
    }
    const { service } = link;
    const stopper = new AbortController();
    this.stopper = stopper;
    const before = this.status;
    this.set({ kind: "reading" });
    const { signal } = stopper;
    try {
      const remotes = anew ? new Map<string, DashboardResource>() : this.remotes;
      const pages = anew ? service.list({ signal, pageSize: PAGE })[Symbol.asyncIterator]() : this.pages;
      this.pages = pages;
      let more = false;
      for (let count = 0; pages; count++) {
        if (count === AT_ONCE) {
          more = true;
          break;
        }
        const next = await pages.next();
        if (next.done) break;
        const id = idOfName(next.value.name ?? "");
        if (id !== undefined) remotes.set(id, next.value);
        // The first reading fills the list page by page; a later one replaces it as a whole.
        if (count % PAGE === PAGE - 1 && before.kind === "unread") {
          this.remotes = remotes;
          await this.compare();
        }
      }
      const absent = more ? await this.lookUp(service, remotes, signal) : new Set<string>();
      if (this.stopper !== stopper) return;
      this.remotes = remotes;
      this.absent = absent;
      this.status = { kind: "ready", more, readAt: Date.now() };
      await this.compare();
    } catch (failure) {
      if (this.stopper !== stopper) return;
      if (!isServiceFailure(failure)) throw failure;
      this.log.error(`${failure.message} ${failure.action}`);
      const status: TargetStatus =
        failure.kind === "cancelled"
          ? before.kind === "ready"
            ? before
            : { kind: "stopped" }
          : { kind: "failed", failure };
      // The iterator ended with the failure, so start again.
      this.set(status.kind === "ready" ? { ...status, more: false } : status);
      await this.compare();
    }
  }

  /** If the list is incomplete, reads the dashboards of the other files one by one. */
  private async lookUp(
    service: DashboardsClient,
    remotes: Map<string, DashboardResource>,
    signal: AbortSignal,
  ): Promise<Set<string>> {
    const list = await this.receivedOnce();
    const ids = joinSides([...this.files.values()], [], list).flatMap(({ id }) =>
      id !== undefined && !remotes.has(id) ? [id] : [],
    );
    const absent = new Set<string>();
    const queue = [...new Set(ids)];
    const work = async () => {
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        const remote = await service.get(id, { signal });
        if (remote) remotes.set(id, remote);
        else absent.add(id);
      }
    };
    await Promise.all(Array.from({ length: LOOK_UPS }, work));
    return absent;
  }

  /** Batches comparisons, for example after a push of many dashboards. */
  private compareSoon(): Promise<void> {
    this.soon ??= new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
      this.soon = undefined;
      this.received = undefined;
      return this.compare();
    });
    return this.soon;
  }

  /** What the state has. Its files are watched, so it is not read again on each keystroke. */
  private receivedOnce(): Promise<StateList> {
    this.received ??= this.session.state.list().catch((error: unknown) => {
      this.received = undefined;
      throw error;
    });
    return this.received;
  }

  /** Computes the rows. Does nothing if another run has started in the meantime. */
  private async compare(): Promise<void> {
    const turn = ++this.turn;
    const list = await this.receivedOnce();
    const received = new Set(
      list.records.flatMap(({ id, files }) => files.map(({ path }) => `${path}\n${id}`)),
    );
    const entries: DashboardEntry[] = [];
    let since = Date.now();
    for (const pair of joinSides([...this.files.values()], this.remotes.values(), list)) {
      const { state, base } = await this.stateOf(pair, received);
      entries.push(entryOf(pair, state, titleOf(pair.file?.document), base));
      if (Date.now() - since > SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        since = Date.now();
      }
      if (turn !== this.turn) return;
    }
    if (turn !== this.turn) return;
    this.entries = sortEntries(entries);
    this.changed.fire();
  }

  private async stateOf(
    pair: SidePair,
    received: ReadonlySet<string>,
  ): Promise<{ readonly state: EntryState; readonly base?: DashboardResource | undefined }> {
    const { id, file, remote, clash } = pair;
    if (!file) return { state: "only-there" };
    const { document, path } = file;
    if (id === undefined || document.root?.kind !== "object" || hasErrors(document))
      return { state: "unreadable" };
    if (clash !== undefined) return { state: "clash" };
    const isReceived = received.has(`${path}\n${id}`);
    if (!remote) {
      const known = (this.status.kind === "ready" && !this.status.more) || this.absent.has(id);
      return { state: known ? compareSides("", undefined, isReceived ? "received" : undefined) : "unknown" };
    }
    const name = nameOf(this.session.profile.project, id);
    const local = document.holes ? filledKey(document, remote, name) : localKey(document, name);
    const there = valueKey(remote);
    if (local === there) {
      // Write no record for a file that is only recognized, because *Push All Changed* would then include it.
      if (!file.recognized) await this.rememberSame(id, path, document, remote);
      return { state: "in-sync" };
    }
    // Use the sync state first; search the slower history only if needed.
    const record = isReceived ? await this.session.state.read(id).catch(ignoreProblem) : undefined;
    const last = record?.files.find((one) => one.path === path);
    const own = last && valueKey(last.value);
    if (own === local || (own === there && last!.steps.length === 0))
      return { state: compareSides(local, there, own) };
    const base = await findBase(this.session.bases, { id, path, local: document, remote }).catch(
      ignoreProblem,
    );
    return { state: compareSides(local, there, base && valueKey(base.value)), base: base?.value };
  }

  /** If the view shows that file and service are equal, the remote version becomes the base of the file on disk. */
  private async rememberSame(
    id: string,
    path: string,
    document: JsonDocument,
    remote: DashboardResource,
  ): Promise<void> {
    const uri = this.uriOf(path).toString();
    const isUnsaved = vscode.workspace.textDocuments.some(
      (open) => open.isDirty && open.uri.toString() === uri,
    );
    if (isUnsaved || this.remembered.get(document) === remote) return;
    this.remembered.set(document, remote);
    await rememberSame(this.session.state, { id, path, value: remote });
  }

  private set(status: TargetStatus): void {
    this.status = status;
    this.changed.fire();
  }
}

/** An unreadable record gives no base. */
function ignoreProblem(problem: unknown): undefined {
  if (!(problem instanceof StateProblem)) throw problem;
}

function hasErrors(document: JsonDocument): boolean {
  return document.problems.some(({ severity }) => severity === "error");
}

function titleOf(document: JsonDocument | undefined): string | undefined {
  const title = childAt(document?.root, "displayName") ?? childAt(document?.root, "display_name");
  return title?.kind === "string" ? title.value : undefined;
}

const valueKeys = new WeakMap<object, string>();

/** Text of a value's normal form, cached per value. */
function valueKey(value: object): string {
  let key = valueKeys.get(value);
  if (key === undefined) valueKeys.set(value, (key = equalityKey(normalForm(value))));
  return key;
}

/** The same for a template, whose holes have what the service has there. */
function filledKey(document: JsonDocument, remote: DashboardResource, name: string): string {
  const { etag: _, ...value } = fillHolesFrom(document, remote) as DashboardResource;
  return equalityKey(normalForm({ ...value, name }));
}

const localKeys = new WeakMap<JsonDocument, { name: string; key: string }>();

/** The same for a file, as it would be pushed: under its full name. */
function localKey(document: JsonDocument, name: string): string {
  const known = localKeys.get(document);
  if (known?.name === name) return known.key;
  const key = equalityKey(normalForm({ ...requestBody(document), name }));
  localKeys.set(document, { name, key });
  return key;
}
