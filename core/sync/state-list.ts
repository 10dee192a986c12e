import type { JsonDocument } from "../document/reader";
import { filePart } from "../yaml/names";
import { type Identity, identify } from "./identity";
import type { FileLink, StateProblem, StateRecord } from "./state-record";

/** Which files have received a dashboard: a record without the dashboards themselves. */
export interface StateEntry {
  readonly id: string;
  readonly files: readonly FileLink[];
}

/** What is in the state, but for the dashboards themselves, which would fill the memory. */
export class StateList {
  /** What could not be read: it may say anything. */
  readonly broken: StateProblem[] = [];
  private readonly entries = new Map<string, StateEntry>();
  /** Ids of the dashboards that a file is linked to, by its path; more than one only in a state that others have written. */
  private readonly links = new Map<string, string[]>();

  /** In no particular order. */
  get records(): readonly StateEntry[] {
    return [...this.entries.values()];
  }

  /** Takes a record up, in place of what was there under its id. */
  add({ id, files }: StateEntry | StateRecord): void {
    for (const { path } of this.entries.get(id)?.files ?? []) {
      const rest = (this.links.get(path) ?? []).filter((other) => other !== id);
      this.links.set(path, rest);
    }
    this.entries.set(id, { id, files: files.map(({ path, linked }) => ({ path, linked })) });
    for (const { path, linked } of files) {
      if (linked) this.links.set(path, [...(this.links.get(path) ?? []), id]);
    }
  }

  /** Takes up that a file has received a dashboard: it is linked to that one, and to no other. */
  received(id: string, path: string): void {
    for (const other of this.idsAt(path))
      if (other !== id) this.add(withoutLink(this.entries.get(other)!, path));
    const files = this.entries.get(id)?.files ?? [];
    if (files.some((file) => file.path === path && file.linked)) return;
    this.add({ id, files: [...files.filter((file) => file.path !== path), { path, linked: true }] });
  }

  /** The dashboard that a file was last. */
  idOf(path: string): string | undefined {
    return this.idsAt(path).at(-1);
  }

  /** All dashboards that a file is linked to. */
  idsAt(path: string): readonly string[] {
    return this.links.get(path) ?? [];
  }

  /** The files that are linked to a dashboard. */
  get paths(): readonly string[] {
    const linked = [...this.links].flatMap(([path, ids]) => (ids.length > 0 ? [filePart(path)] : []));
    return [...new Set(linked)];
  }
}

/** A file is one dashboard at a time; what it has received of the one before stays its base for that. */
export function withoutLink<File extends FileLink>(
  { id, files }: { readonly id: string; readonly files: readonly File[] },
  path: string,
): { readonly id: string; readonly files: readonly File[] } {
  return { id, files: files.map((file) => (file.path === path ? { ...file, linked: false } : file)) };
}

/** The file of a dashboard: the first that it was pushed from or pulled into and that is still its own. */
export function fileOf(record: StateEntry): string | undefined {
  return record.files.find(({ linked }) => linked)?.path;
}

/**
 * Which dashboard a file is, by itself and by what the state says. A file without a name, for which the state has a part
 * that cannot be read, is none: the part may say that it is one, and a push under its base name would create another.
 */
export function identifyIn(list: StateList, path: string, document: JsonDocument): Identity {
  const own = identify(path, document, list.idOf(path));
  const [problem] = list.broken;
  if (!problem || !own.ok || own.from !== "path") return own;
  const action = `${problem.action} Or set the "name" in this file.`;
  return { ok: false, message: `${problem.message} It may contain the dashboard id of this file.`, action };
}

/** Which files say that they are which dashboard. */
export class FileClaims {
  private readonly byId = new Map<string, string[]>();
  private readonly added = new Map<string, string | undefined>();

  constructor(private readonly list: StateList) {}

  /** @returns the id that the file claims, if it does */
  add(path: string, document: JsonDocument): string | undefined {
    const own = identifyIn(this.list, path, document);
    this.added.set(path, own.ok ? own.id : undefined);
    if (!own.ok) return undefined;
    const others = this.byId.get(own.id);
    if (!others) this.byId.set(own.id, [path]);
    else others.push(path);
    return own.id;
  }

  /** True for a file that was added, whatever it claims. */
  has(path: string): boolean {
    return this.added.has(path);
  }

  /** All files that were added. */
  get paths(): readonly string[] {
    return [...this.added.keys()];
  }

  /** The dashboard that a file claims to be. */
  idOf(path: string): string | undefined {
    return this.added.get(path);
  }

  /** The files that claim a dashboard, in the order in which they were added. */
  of(id: string): readonly string[] {
    return this.byId.get(id) ?? [];
  }
}
