import type { Profile } from "../config/config";
import { filePart } from "../yaml/names";
import type { DashboardResource } from "./service";
import { StateList, withoutLink } from "./state-list";
import { type FileBase, parseRecord, printRecord, StateProblem, type StateRecord } from "./state-record";
import { equalValues } from "./version";

export { fileOf, identifyIn, type StateEntry, StateList } from "./state-list";
export { type FileBase, StateProblem, type StateRecord } from "./state-record";

/** Text files below the folder that holds `.mosaic`. Paths are relative to it and use `/`. */
export interface TextFiles {
  /** The text, or undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Writes the whole file, making folders as needed. After a crash the old text is there or the new one. */
  write(path: string, text: string): Promise<void>;
  /** Rejects if the path of a file or folder contains a link. */
  refuseWrite?(path: string): Promise<void>;
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
  /** The base that the file had before, when it was not received by way of this state. */
  readonly had?: DashboardResource | undefined;
  /** The previous text of the file, if it had no base. */
  readonly held?: DashboardResource | undefined;
}

/** What was received on this machine, for one profile. A base belongs to the file that received it. */
export interface StateStore {
  /** Rejects with a `StateProblem` when the record cannot be read. */
  read(id: string): Promise<StateRecord | undefined>;
  /** Rejects with a `StateProblem` when the record cannot be written. */
  write(received: Received): Promise<void>;
  /** Rejects with a `StateProblem` if the state cannot be written, so that nothing is pushed without a record. */
  ready?(): Promise<void>;
  /** Reads all records. Writes through this store update the list until the next call. */
  list(): Promise<StateList>;
}

const FOLDER = ".mosaic/state";
/** Excludes the state from git without changing the user's files. */
const IGNORE_EVERYTHING = "# Created by Mosaic. Local state of this machine; do not commit.\n*\n";
/** Files and steps that a record holds at most; the oldest go first. */
const MOST_FILES = 8;
const MOST_STEPS = 5;
/** Records read at a time. */
const READERS = 8;

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
    const all = new StateList();
    const note = (error: unknown): undefined => {
      if (!(error instanceof StateProblem)) throw error;
      all.broken.push(error);
    };
    const names = await files.list(folder).catch((error: unknown) => {
      const action = "Make the folder readable.";
      note(new StateProblem(folder, `cannot be read: ${messageOf(error)}`, action));
      return [];
    });
    const paths = names.filter((name) => name.endsWith(".json")).map((name) => `${folder}/${name}`);
    const reader = async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        const record = await load(path).catch(note);
        if (record) all.add(record);
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    return all;
  };
  const read = async (id: string): Promise<StateRecord | undefined> => {
    const record = await load(pathOf(id));
    return record?.id === id ? record : undefined;
  };
  const save = async (record: StateRecord): Promise<void> => {
    const path = pathOf(record.id);
    await writeIgnoredFile(files, path, printRecord(record, profile)).catch((error: unknown) => {
      const action = "Free disk space or make the folder writable, then pull.";
      throw new StateProblem(path, `cannot be written: ${messageOf(error)}`, action);
    });
  };
  let known: Promise<StateList> | undefined;
  const listAgain = () => {
    known = list();
    return known;
  };
  return {
    read,
    list: listAgain,
    async ready() {
      await files.refuseWrite?.(folder).catch((error: unknown) => {
        const action = "Nothing was saved. Replace the link by a folder, then push.";
        throw new StateProblem(folder, `cannot be written: ${messageOf(error)}`, action);
      });
    },
    async write(received) {
      const { id, path } = received;
      const all = await (known ?? listAgain());
      for (const other of all.idsAt(path)) {
        const record = other === id ? undefined : await read(other).catch(() => undefined);
        if (record) await save(withoutLink(record, path));
      }
      // Another process may have written it since. An unreadable record was reported before and is replaced.
      const before = await read(id).catch(() => undefined);
      const isGone = async (file: FileBase) =>
        file.linked && (await files.read(filePart(file.path)).catch(() => "")) === undefined;
      const record = withReceived(before ?? { id, files: [] }, received);
      const kept = record.files.map(async (file) =>
        file.path !== path && (await isGone(file)) ? { ...file, linked: false } : file,
      );
      const next = { id, files: await Promise.all(kept) };
      if (!before || printRecord(before, profile) !== printRecord(next, profile)) await save(next);
      all.add(next);
      all.received(id, path);
    },
  };
}

/** A record after a file has received a version. */
function withReceived(record: StateRecord, { path, value, over, had, held }: Received): StateRecord {
  const old = record.files.find((file) => file.path === path);
  const known = old?.value ?? had;
  const before = known ?? held;
  const after = over === undefined ? value : over;
  const steps = [...(old?.steps ?? [])];
  if (before && after && !equalValues(before, after))
    steps.push({ before, after, ...(known ? {} : { unknown: true }) });
  const cut = old?.cut === true || steps.length > MOST_STEPS;
  const file: FileBase = { path, value, linked: true, steps: steps.slice(-MOST_STEPS), cut };
  if (old) return { ...record, files: record.files.map((other) => (other === old ? file : other)) };
  return { ...record, files: [...record.files, file].slice(-MOST_FILES) };
}

/** The folder of a profile's state, relative to the folder that holds `.mosaic`. */
export function stateFolder(profile: Profile): string {
  return `${FOLDER}/${fileName(profile.name)}`;
}

/** Writes a file of the state, after its `.gitignore`. */
export async function writeIgnoredFile(files: TextFiles, path: string, text: string): Promise<void> {
  const ignore = `${FOLDER}/.gitignore`;
  if ((await files.read(ignore)) === undefined) await files.write(ignore, IGNORE_EVERYTHING);
  await files.write(path, text);
}

/** The same state with a list that is read once, for a run over many files. */
export function withCachedList(state: StateStore): StateStore {
  let known: Promise<StateList> | undefined;
  const list = () => (known ??= state.list());
  return {
    read: (id) => state.read(id),
    ready: async () => state.ready?.(),
    list,
    async write(received) {
      const all = await list();
      await state.write(received);
      all.received(received.id, received.path);
    },
  };
}

/** Writes to the state; a failure does not undo what was done. */
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

/**
 * Records that a file equals the remote dashboard, so that a later remote edit is recognized. Never fails, and never
 * replaces an unreadable record.
 */
export async function rememberSame(state: StateStore, { id, path, value }: Received): Promise<void> {
  try {
    const known = (await state.read(id))?.files.find((file) => file.path === path);
    if (!known?.linked || !equalValues(known.value, value)) await state.write({ id, path, value });
  } catch (error) {
    if (!(error instanceof StateProblem)) throw error;
  }
}
