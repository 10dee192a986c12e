import type { Diagnostic, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { matchesGlob } from "../core/config/glob";
import { isCandidateName, isDashboardName, MAX_SIZE } from "../core/discover/candidates";
import { mayBeDashboard, recognize } from "../core/discover/recognize";
import { FOREIGN_FOLDERS, isIgnoredByGit } from "../core/discover/walk";
import { type ResourceNames, resourceNames } from "../core/features/reading/workspace/names";
import { type NamedPlace, namedPlaces } from "../core/features/reading/workspace/symbols";
import { fileFormOf } from "../core/forms";
import type { ConfigFile, Configs } from "./configs";
import { diagnosticsOf } from "./diagnostics";
import type { Models } from "./models";
import type { RequestGuard } from "./request-guard";
import type { FoundFile, Runtime, Wants } from "./runtime";

/** More JSON files than these are not looked at in one folder. */
const MAX_FILES = 20_000;
/** Files that are read at the same time. */
const AT_ONCE = 4;

/** State of one dashboard that is not open. */
export interface IndexEntry {
  readonly uri: string;
  /** Changes each time the file is read. */
  readonly serial: number;
  readonly places: readonly NamedPlace[];
  readonly names: ResourceNames;
  /** Findings with the severities of the configuration; undefined until they are requested. */
  readonly diagnostics: readonly Diagnostic[] | undefined;
}

/**
 * Dashboards of the workspace that are not open. Reads nothing before the first request, then a few files at a time with
 * a pause after each, and later only files that have changed.
 */
export class WorkspaceIndex {
  folders: readonly string[] = [];
  /** Whether the client watches files; otherwise the files are listed each time. */
  watched = false;
  /** Called with the globs of a configuration before their files are listed. */
  onGlobs: ((root: string, globs: readonly string[]) => void) | undefined;
  private scopes: readonly Scope[] = [];
  private readonly entries = new Map<string, IndexEntry & { readonly stamp: string }>();
  /** Files without a dashboard, with their stamps. */
  private readonly others = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  /** Files to read, by key; what is known of them may be out of date. */
  private readonly stale = new Map<string, FoundFile>();
  private listed = false;
  private serial = 0;
  private validates = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly runtime: Runtime,
    private readonly documents: TextDocuments<TextDocument>,
    private readonly context: {
      configs: Configs;
      models: Models;
      guard: RequestGuard;
    },
  ) {}

  /** Every dashboard that is known and not open. */
  *unopened(): Iterable<IndexEntry> {
    const open = new Set(this.documents.keys().map(uriKey));
    for (const [key, entry] of this.entries) if (!open.has(key)) yield entry;
  }

  /** Updates the index. With `judge`, also computes findings from then on. */
  async update(judge: boolean): Promise<void> {
    if (judge && !this.validates) {
      this.validates = true;
      this.forgetStamps();
    }
    while (this.running) await this.running;
    this.running = this.work().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  /** Calls back once after a change of a file, of its findings, or of whether it is open. */
  onceChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A file was created or changed (`exists`), or deleted. */
  touch(uri: string, exists: boolean): void {
    const key = uriKey(uri);
    if (!this.scopeOf(key)) return;
    if (exists) this.stale.set(key, { uri, stamp: "" });
    else {
      this.stale.delete(key);
      this.others.delete(key);
      // Most files that change are no dashboards and need no event.
      if (!this.entries.delete(key)) return;
    }
    this.changed();
  }

  /** Revalidates everything, because a configuration or a catalog changed. */
  reset(): void {
    this.forgetStamps();
    this.changed();
  }

  /** A document was opened or closed. */
  opened(): void {
    this.changed();
  }

  private forgetStamps(): void {
    this.listed = false;
    for (const [key, entry] of this.entries) this.entries.set(key, { ...entry, stamp: "" });
  }

  private changed(): void {
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const listener of listeners) listener();
  }

  private async work(): Promise<void> {
    if (!this.listed || !this.watched) await this.list();
    const queue = [...this.stale];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [key, file] = next;
        if (this.stale.get(key) !== file) continue;
        this.stale.delete(key);
        const failed = (error: unknown) => this.context.guard.log(file.uri, error);
        if (!(await this.read(key, file).catch(failed))) continue;
        this.changed();
        await pause();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  private async list(): Promise<void> {
    const { runtime } = this;
    if (!runtime.listFiles) return;
    const found = new Map<string, FoundFile>();
    const scopes: Scope[] = [];
    for (const folder of this.folders) {
      const config = await this.context.configs.of(`${folder}x`);
      if (config && config.config.dashboards.length > 0)
        this.onGlobs?.(config.root, config.config.dashboards);
      const wants = wantedIn(folder, config);
      scopes.push({ key: uriKey(folder), folder, wants });
      for (const file of await runtime.listFiles(folder, wants, MAX_FILES)) found.set(uriKey(file.uri), file);
    }
    this.scopes = scopes;
    this.listed = true;
    for (const [key, file] of found) {
      const known = this.entries.get(key)?.stamp ?? this.others.get(key);
      if (known !== file.stamp) this.stale.set(key, file);
    }
    for (const key of this.others.keys()) if (!found.has(key)) this.others.delete(key);
    let gone = false;
    for (const key of this.entries.keys()) if (!found.has(key)) gone = this.entries.delete(key) || gone;
    if (gone) this.changed();
  }

  private scopeOf(key: string): Scope | undefined {
    return this.scopes.find(
      (scope) => key.startsWith(scope.key) && scope.wants(key.slice(scope.key.length), false),
    );
  }

  /** Reads a file again. @returns whether the index changed */
  private async read(key: string, file: FoundFile): Promise<boolean> {
    const { uri, stamp } = file;
    const text = await this.textOf(key, file);
    if (text === undefined || text.length > MAX_SIZE) {
      this.others.set(key, stamp);
      return this.entries.delete(key);
    }
    const { configs } = this.context;
    const settings = await configs.settingsOf(uri);
    const dashboards = await this.context.models.unopened(uri, text);
    if (dashboards.length === 0) {
      this.others.set(key, stamp);
      return this.entries.delete(key);
    }
    this.others.delete(key);
    this.entries.set(key, {
      uri,
      stamp,
      serial: ++this.serial,
      places: detached(dashboards.flatMap(namedPlaces)),
      names: detached(resourceNames(text)),
      diagnostics: this.validates
        ? detached(dashboards.flatMap((each) => diagnosticsOf(each, uri, settings)))
        : undefined,
    });
    return true;
  }

  /** The text of a file that is a dashboard by its name or by its content. */
  private async textOf(key: string, { uri, stamp }: FoundFile): Promise<string | undefined> {
    const { runtime } = this;
    const scope = this.scopeOf(key);
    const path = scope && key.slice(scope.key.length);
    if (!scope || scope.wants(path!, true)) return runtime.readText(uri);
    // Listed files are not ignored.
    const read = (file: string) =>
      runtime.readText(scope.folder + file.split("/").map(encodeURIComponent).join("/"));
    if (stamp === "" && !this.entries.has(key) && (await isIgnoredByGit(path!, read))) return undefined;
    const { mayHold } = fileFormOf(uri) ?? {};
    if (mayHold) {
      const code = await runtime.readText(uri);
      return code !== undefined && mayHold(code, true) ? code : undefined;
    }
    const text = await (runtime.readTextIf?.(uri, mayBeDashboard) ?? runtime.readText(uri));
    return text !== undefined && recognize(text) === "dashboard" ? text : undefined;
  }
}

/** A deep copy, so that no substring keeps the whole text of the file in memory. */
function detached<T>(data: T): T {
  return JSON.parse(JSON.stringify(data)) as T;
}

/** A workspace folder, and which files below it are dashboards. */
interface Scope {
  readonly key: string;
  /** URI of the folder, with a slash at the end. */
  readonly folder: string;
  readonly wants: Wants;
}

/** Normalizes a URI, because editors escape different characters. */
export function uriKey(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[A-Z]:/, (drive) => drive.toLowerCase());
  } catch {
    return uri;
  }
}

/**
 * Which files below a folder are read: files named like dashboards, files that the configuration lists, and, unless
 * `discover` is `globs`, other JSON files that git does not ignore.
 */
function wantedIn(folder: string, config: ConfigFile | undefined): Wants {
  const globs = config?.config.dashboards ?? [];
  const byContent = config?.config.discover !== "globs";
  // Globs are relative to the folder that contains `.mosaic`, which can be a parent.
  const below = config ? uriKey(folder).slice(uriKey(config.root).length) : "";
  return (path, ignored) =>
    (isDashboardName(path) ||
      globs.some((glob) => matchesGlob(below + path, glob)) ||
      (byContent &&
        !ignored &&
        (isCandidateName(path) || fileFormOf(path)?.isEmbedded === true) &&
        !path.split("/").includes(".mosaic"))) &&
    !path.split("/").some((part) => FOREIGN_FOLDERS.has(part));
}

/** Yields to the event loop. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
