import type { Profile } from "../config/config";
import type { JsonDocument } from "../document/reader";
import { type Identity, identify } from "./identity";
import type { DashboardResource } from "./service";
import { type FileBase, parseRecord, printRecord, StateProblem, type StateRecord } from "./state-record";
import { same } from "./version";

export { type FileBase, StateProblem, type StateRecord } from "./state-record";

/** Text files below the folder that holds `.mosaic`. Paths are relative to it and use `/`. */
export interface TextFiles {
  /** The text, or undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Writes the whole file, making folders as needed. After a crash the old text is there or the new one. */
  write(path: string, text: string): Promise<void>;
  /** Names of what is in a folder; empty when there is none. */
  list(folder: string): Promise<readonly string[]>;
}

/** What a push or pull of a file has received. */
export interface Received {
  readonly id: string;
  /** The file, relative to the folder that holds `.mosaic`. */
  readonly path: string;
  readonly value: DashboardResource;
  /** When `value` is the answer to a save of this file: the version that it replaces, null for a new dashboard. */
  readonly over?: DashboardResource | null | undefined;
  /** What the file held before, when it was not received by way of this state. */
  readonly had?: DashboardResource | undefined;
}

/** Everything that is in the state. */
export interface StateList {
  /** In no particular order. */
  readonly records: readonly StateRecord[];
  /** What could not be read: it may say anything. */
  readonly broken: readonly StateProblem[];
}

/** What was received on this machine, for one profile. A base belongs to the file that has received it. */
export interface StateStore {
  /** Rejects with a `StateProblem` when the record cannot be read. */
  read(id: string): Promise<StateRecord | undefined>;
  /** Rejects with a `StateProblem` when the record cannot be written. */
  write(received: Received): Promise<void>;
  list(): Promise<StateList>;
}

const FOLDER = ".mosaic/state";
/** Keeps the state out of git without touching any file of the author's. */
const IGNORE_EVERYTHING = "# What Mosaic received on this machine. Not for git.\n*\n";
/** Files and steps that a record holds at most; the oldest go first. */
const MOST_FILES = 8;
const MOST_STEPS = 3;

/** The state below `.mosaic/state/<profile>/`, one file a dashboard. */
export function stateStore(files: TextFiles, profile: Profile): StateStore {
  const folder = stateFolder(profile);
  const pathOf = (id: string) => `${folder}/${fileName(id)}.json`;
  const load = async (path: string): Promise<StateRecord | undefined> => {
    const text = await files.read(path).catch((error: unknown) => {
      throw new StateProblem(path, `cannot be read: ${messageOf(error)}`);
    });
    return text === undefined ? undefined : parseRecord(path, text, profile);
  };
  const list = async (): Promise<StateList> => {
    const broken: StateProblem[] = [];
    const note = (error: unknown): undefined => {
      if (!(error instanceof StateProblem)) throw error;
      broken.push(error);
    };
    const names = await files.list(folder).catch((error: unknown) => {
      const action = "Make the folder readable.";
      note(new StateProblem(folder, `cannot be read: ${messageOf(error)}`, action));
      return [];
    });
    const paths = names.filter((name) => name.endsWith(".json")).map((name) => `${folder}/${name}`);
    const records = await Promise.all(paths.map((path) => load(path).catch(note)));
    return { records: records.filter((record) => record !== undefined), broken };
  };
  const read = async (id: string): Promise<StateRecord | undefined> => {
    const record = await load(pathOf(id));
    return record?.id === id ? record : undefined;
  };
  const save = async (record: StateRecord): Promise<void> => {
    const path = pathOf(record.id);
    await writeIgnoredFile(files, path, printRecord(record, profile)).catch((error: unknown) => {
      const action = "Free the place or make it writable, then pull.";
      throw new StateProblem(path, `cannot be written: ${messageOf(error)}`, action);
    });
  };
  // Which files are which records', read once: to read all records for each of a hundred writes would take seconds.
  let known: Promise<Map<string, StateRecord>> | undefined;
  const recordsById = async () =>
    new Map((await list()).records.map((record) => [record.id, record] as const));
  return {
    read,
    list,
    async write(received) {
      const { id, path } = received;
      const records = await (known ??= recordsById());
      for (const other of [...records.values()]) {
        if (other.id === id || !other.files.some((file) => file.linked && file.path === path)) continue;
        const left = withoutLink(other, path);
        await save(left);
        records.set(other.id, left);
      }
      // Another process may have written it since; what cannot be read is replaced, as it was named before.
      const before = await read(id).catch(() => undefined);
      const isGone = async (file: FileBase) =>
        file.linked && (await files.read(file.path).catch(() => "")) === undefined;
      const record = withReceived(before ?? { id, files: [] }, received);
      const kept = record.files.map(async (file) =>
        file.path !== path && (await isGone(file)) ? { ...file, linked: false } : file,
      );
      const next = { id, files: await Promise.all(kept) };
      await save(next);
      records.set(id, next);
    },
  };
}

/** A record after a file has received a version. */
function withReceived(record: StateRecord, { path, value, over, had }: Received): StateRecord {
  const old = record.files.find((file) => file.path === path);
  const before = old?.value ?? had;
  const after = over === undefined ? value : over;
  const steps = [...(old?.steps ?? [])];
  if (before && after && !same(before, after)) steps.push({ before, after });
  const file: FileBase = { path, value, linked: true, steps: steps.slice(-MOST_STEPS) };
  if (old) return { ...record, files: record.files.map((other) => (other === old ? file : other)) };
  return { ...record, files: [...record.files, file].slice(-MOST_FILES) };
}

/** A file is one dashboard at a time; what it has received of the one before stays its base for that. */
function withoutLink({ id, files }: StateRecord, path: string): StateRecord {
  return { id, files: files.map((file) => (file.path === path ? { ...file, linked: false } : file)) };
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
  let known: Promise<StateList> | undefined;
  return {
    read: (id) => state.read(id),
    list: () => (known ??= state.list()),
    async write(received) {
      await state.write(received);
      const before = await (known ??= state.list());
      const others = before.records.map((record) =>
        record.id === received.id ? record : withoutLink(record, received.path),
      );
      const own = others.find(({ id }) => id === received.id) ?? { id: received.id, files: [] };
      const records = [...others.filter((record) => record !== own), withReceived(own, received)];
      known = Promise.resolve({ ...before, records });
    },
  };
}

/** Writes to the state; what was done before is done although that fails. */
export async function remember(
  state: StateStore,
  received: Received,
): Promise<{ readonly stateProblem?: string }> {
  try {
    await state.write(received);
    return {};
  } catch (error) {
    return { stateProblem: messageOf(error) };
  }
}

/** Ids by the path of their file. */
export async function idsByPath(state: StateStore): Promise<ReadonlyMap<string, string>> {
  return pathsIn((await state.list()).records);
}

/** Ids by the path of their file. */
export function pathsIn(records: readonly StateRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.flatMap(({ id, files }) => files.filter((f) => f.linked).map(({ path }) => [path, id] as const)),
  );
}

/** The file of a dashboard: the first that it was pushed from or pulled into and that is still its own. */
export function fileOf(record: StateRecord): string | undefined {
  return record.files.find(({ linked }) => linked)?.path;
}

/**
 * Which dashboard a file is, by itself and by what the state says. A file without a name, for which the state has a part
 * that cannot be read, is none: the part may say that it is one, and a push under its base name would create another.
 */
export function identifyIn(list: StateList, path: string, document: JsonDocument): Identity {
  const own = identify(path, document, pathsIn(list.records).get(path));
  const [problem] = list.broken;
  if (!problem || !own.ok || own.from !== "path") return own;
  const action = `${problem.action} Or give this file its "name".`;
  return { ok: false, message: `${problem.message} It may say which dashboard this file is.`, action };
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The file is named already.
  return message.replace(/^.* could not be written: /, "");
}

/** A name that every file system takes; dots and stars are escaped too, so that no folder is left. */
export function fileName(text: string): string {
  const hex = (c: string) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`;
  // Halves of pairs cannot be encoded.
  const name = encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(/[.*!'()~]/g, hex);
  // Windows takes these for devices.
  const safe = name.replace(
    /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i,
    (device) => hex(device) + device.slice(1),
  );
  if (safe.length <= LONGEST_NAME) return safe;
  const hash = [...text].reduce((sum, c) => (Math.imul(sum, 31) + c.codePointAt(0)!) | 0, 0);
  return `${safe.slice(0, LONGEST_NAME - 9).replace(/%.?$/, "")}~${(hash >>> 0).toString(16)}`;
}
/** File systems take 255 bytes, and an ending comes after it. */
const LONGEST_NAME = 200;
