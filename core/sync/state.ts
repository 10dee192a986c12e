import type { Profile } from "../config/config";
import type { HistoryGap } from "./history";
import { isObject, type Json } from "./json";
import type { DashboardResource } from "./service";
import { same } from "./version";

/** Text files below the folder that holds `.mosaic`. Paths are relative to it and use `/`. */
export interface TextFiles {
  /** The text, or undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Writes the whole file, making folders as needed. */
  write(path: string, text: string): Promise<void>;
  /** Names of the files in a folder; empty when there is none. */
  list(folder: string): Promise<readonly string[]>;
}

/** What the last push or pull of a dashboard received. */
export interface BaseRecord {
  readonly id: string;
  /** The file, relative to the folder that holds `.mosaic`. */
  readonly path: string;
  /** The dashboard as received; its `etag` is the version. */
  readonly value: DashboardResource;
}

/** What was last received, for one profile. */
export interface StateStore {
  read(id: string): Promise<BaseRecord | undefined>;
  write(record: BaseRecord): Promise<void>;
  /** All records, in no particular order. */
  list(): Promise<readonly BaseRecord[]>;
}

const FOLDER = ".mosaic/state";
/** Keeps the state out of git without touching any file of the author's. */
const IGNORE_EVERYTHING = "# What Mosaic received on this machine. Not for git.\n*\n";

/**
 * The state below `.mosaic/state/<profile>/`, one file a dashboard. A record that was made for another project or
 * endpoint, because the profile has been changed since, does not count.
 */
export function stateStore(files: TextFiles, profile: Profile): StateStore {
  const folder = stateFolder(profile);
  const load = async (name: string): Promise<BaseRecord | undefined> => {
    const text = await files.read(`${folder}/${name}`);
    return text === undefined ? undefined : parse(text, profile);
  };
  const list = async (): Promise<BaseRecord[]> => {
    const names = (await files.list(folder)).filter((name) => name.endsWith(".json"));
    return (await Promise.all(names.map(load))).filter((record) => record !== undefined);
  };
  const save = async ({ id, path, value }: BaseRecord): Promise<void> => {
    const { project, endpoint } = profile;
    const text = JSON.stringify(
      { version: 1, project, endpoint, id, path, etag: value.etag, value },
      null,
      2,
    );
    await writeIgnoredFile(files, `${folder}/${fileName(id)}.json`, `${text}\n`);
  };
  // Which file is which record's, read once: to read all records for each of a hundred writes would take seconds.
  let known: Promise<Map<string, BaseRecord>> | undefined;
  const recordsById = async () => new Map((await list()).map((record) => [record.id, record]));
  return {
    async read(id) {
      const record = await load(`${fileName(id)}.json`);
      return record?.id === id ? record : undefined;
    },
    list,
    async write(record) {
      const records = await (known ??= recordsById());
      // A file is one dashboard at a time: the one that it was before stays as a base and loses its path.
      for (const other of [...records.values()]) {
        if (other.path !== record.path || other.id === record.id) continue;
        const left = { ...other, path: "" };
        await save(left);
        records.set(other.id, left);
      }
      await save(record);
      records.set(record.id, record);
    },
  };
}

/** The folder of a profile's state, relative to the folder that holds `.mosaic`. */
export function stateFolder(profile: Profile): string {
  return `${FOLDER}/${fileName(profile.name)}`;
}

/** Writes a file of the state, which git is told to leave alone before. */
export async function writeIgnoredFile(files: TextFiles, path: string, text: string): Promise<void> {
  const ignore = `${FOLDER}/.gitignore`;
  if ((await files.read(ignore)) === undefined) await files.write(ignore, IGNORE_EVERYTHING);
  await files.write(path, text);
}

/** The same state with a list that is read once, for a run over many files. */
export function listedOnce(state: StateStore): StateStore {
  let known: Promise<Map<string, BaseRecord>> | undefined;
  const records = () => (known ??= state.list().then((list) => new Map(list.map((r) => [r.id, r]))));
  return {
    read: (id) => state.read(id),
    list: async () => [...(await records()).values()],
    async write(record) {
      await state.write(record);
      const all = await records();
      for (const other of [...all.values()]) {
        if (other.path === record.path) all.set(other.id, { ...other, path: "" });
      }
      all.set(record.id, record);
    },
  };
}

/** Ids by the path of their file. */
export async function idsByPath(state: StateStore): Promise<ReadonlyMap<string, string>> {
  return new Map((await state.list()).map(({ path, id }) => [path, id]));
}

function parse(text: string, profile: Profile): BaseRecord | undefined {
  let data: Json;
  try {
    data = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  if (!isObject(data) || data["version"] !== 1) return undefined;
  const { project, endpoint, id, path, value } = data;
  if (project !== profile.project || endpoint !== profile.endpoint) return undefined;
  if (typeof id !== "string" || typeof path !== "string" || !isObject(value)) return undefined;
  return { id, path, value: value as unknown as DashboardResource };
}

/** A name that every file system takes; dots and stars are escaped too, so that no folder is left. */
export function fileName(text: string): string {
  return encodeURIComponent(text).replace(
    /[.*!'()~]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What a push is compared with. */
export interface Base {
  readonly value: DashboardResource;
  /** For people: where it was found. */
  readonly origin: string;
}

/** One place where a base can be found; several are asked in order. */
export interface BaseSource {
  /**
   * @param id the dashboard
   * @param path its file
   * @param remote what the service has now; a source with many versions looks for the one that equals it
   * @param known what a source before this one has found, which is not equal to the remote
   */
  find(
    id: string,
    path: string,
    remote: DashboardResource | undefined,
    known?: Base,
  ): Promise<Base | undefined>;
  /** Why this source may not have found what there is. */
  gap?(path: string): Promise<HistoryGap | undefined>;
}

/** The base that the last push or pull on this machine received. */
export function baseFromState(state: StateStore): BaseSource {
  return {
    async find(id) {
      const record = await state.read(id);
      return record && { value: record.value, origin: "the last push or pull on this machine" };
    },
  };
}

/**
 * The base that counts: the first that equals the remote, since a push over it loses nothing; else the first there is,
 * which shows that the remote has changed.
 */
export async function findBase(
  sources: readonly BaseSource[],
  id: string,
  path: string,
  remote: DashboardResource | undefined,
): Promise<Base | undefined> {
  let found: Base | undefined;
  for (const source of sources) {
    const base = await source.find(id, path, remote, found);
    if (base && remote && same(base.value, remote)) return base;
    found ??= base;
  }
  return found;
}

/** Why no base may have been found although there is one; asked only then. */
export async function gapOf(sources: readonly BaseSource[], path: string): Promise<HistoryGap | undefined> {
  for (const source of sources) {
    const gap = await source.gap?.(path);
    if (gap) return gap;
  }
  return undefined;
}
