import type { Profile } from "../config/config";
import { readDocument } from "../document/reader";
import { documentOf } from "../forms";
import { canonicalize } from "../schema/canonical";
import { type BaseSource, findBase } from "./base";
import { type Difference, differences } from "./compare";
import { fileValue } from "./pull";
import { type PushOutcome, type PushPorts, push } from "./push";
import {
  type DashboardResource,
  type DashboardService,
  isServiceFailure,
  type ServiceFailure,
  type StopSignal,
} from "./service";
import {
  fileName,
  fileOf,
  StateList,
  StateProblem,
  type StateStore,
  stateFolder,
  type TextFiles,
  writeIgnoredFile,
} from "./state";
import { equalValues } from "./version";

export interface DeleteRequest {
  readonly id: string;
  readonly profile: Profile;
  readonly signal?: StopSignal | undefined;
}

export interface DeletePorts {
  readonly service: DashboardService;
  readonly state: StateStore;
  readonly bases: readonly BaseSource[];
  readonly files: TextFiles;
  /**
   * @param unseen the dashboard has edits that this machine has not received
   * @param edits those edits; empty without a base
   */
  confirm(remote: DashboardResource, unseen: boolean, edits: readonly Difference[]): Promise<boolean>;
  /** The user types the name of a protected profile; it must equal `expected`. */
  typeName(expected: string): Promise<string | undefined>;
}

export type DeleteOutcome =
  | { readonly kind: "deleted" /** Where its last text is, for `restore`. */; readonly kept: string }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  | { readonly kind: "cancelled"; readonly failure?: ServiceFailure };

/** How often to ask again if the dashboard was edited while the question was open. */
const ROUNDS = 5;

/**
 * Deletes a dashboard on the service; its file is kept. First writes a backup below `.mosaic/state`, and asks again if
 * the dashboard was edited while the question was open. Deletions have no etag, so an edit between the last read and the
 * request is lost.
 */
export async function deleteDashboard(request: DeleteRequest, ports: DeletePorts): Promise<DeleteOutcome> {
  const { id, profile, signal } = request;
  const { service } = ports;
  try {
    let shown = await service.get(id, { signal });
    if (!shown) return { kind: "missing" };
    for (let round = 0; round < ROUNDS; round++) {
      const { unseen, edits } = await lookFor(id, shown, ports);
      if (!(await ports.confirm(shown, unseen, edits))) return { kind: "cancelled" };
      if (profile.protected && (await ports.typeName(profile.name)) !== profile.name)
        return { kind: "cancelled" };
      const now = await service.get(id, { signal });
      if (!now) return { kind: "missing" };
      if (equalValues(now, shown)) return await remove(request, ports, now);
      shown = now;
    }
    return { kind: "cancelled" };
  } catch (failure) {
    if (!isServiceFailure(failure)) throw failure;
    return failure.kind === "cancelled" ? { kind: "cancelled", failure } : { kind: "failed", failure };
  }
}

async function remove(
  { id, profile, signal }: DeleteRequest,
  { service, files }: DeletePorts,
  value: DashboardResource,
): Promise<DeleteOutcome> {
  const kept = await freePath(files, profile, id);
  const text = `${JSON.stringify(fileValue(value, profile, id), null, 2)}\n`;
  await writeIgnoredFile(files, kept, text);
  for (let attempt = 1; ; attempt++) {
    try {
      await service.delete(id, { signal });
      return { kind: "deleted", kept };
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      if (failure.kind === "not-found") return { kind: "deleted", kept };
      if (!failure.outcomeUnknown || failure.kind === "cancelled" || attempt === 3) throw failure;
      // Without a response, read the dashboard: if it is gone, the deletion succeeded; if the read fails, the outcome is
      // unknown.
      const now = await service.get(id, { signal }).catch((looking: unknown) => {
        throw isServiceFailure(looking) && looking.kind !== "cancelled" ? failure : looking;
      });
      if (!now) return { kind: "deleted", kept };
      if (!equalValues(now, value)) throw failure;
    }
  }
}

/** Whether this machine has received the remote version. An unreadable record counts as no. */
async function lookFor(
  id: string,
  remote: DashboardResource,
  { bases, state }: DeletePorts,
): Promise<{ readonly unseen: boolean; readonly edits: readonly Difference[] }> {
  try {
    const record = await state.read(id);
    if (record?.files.some(({ value }) => equalValues(value, remote))) return { unseen: false, edits: [] };
    const path = (record && fileOf(record)) ?? "";
    const base = await findBase(bases, { id, path, remote });
    if (!base) return { unseen: true, edits: [] };
    const edits = differences(base.value, remote);
    return { unseen: edits.length > 0, edits };
  } catch (problem) {
    if (problem instanceof StateProblem) return { unseen: true, edits: [] };
    throw problem;
  }
}

/** How many widgets a dashboard has, those in groups included. */
export function widgetCount(value: DashboardResource): number {
  const { messages } = canonicalize(readDocument(JSON.stringify(value)));
  return [...messages.values()].filter(({ name }) => name === "Widget").length;
}

/**
 * Restores a dashboard from a backup. Works like a push: if the dashboard exists again, it is a conflict and is
 * overwritten only by typing its id. Does not set the base of any file.
 *
 * @param ports as for a push
 * @param kept which of the kept texts; by default the last one of this id
 * @returns undefined when no text was kept
 */
export async function restoreDashboard(
  { id, profile, signal }: DeleteRequest,
  ports: Pick<PushPorts, "service" | "state" | "dialogs" | "progress"> & { readonly files: TextFiles },
  kept?: string,
): Promise<PushOutcome | undefined> {
  const path = kept ?? (await keptTexts(ports.files, profile)).find((one) => one.id === id)?.path;
  const text = path === undefined ? undefined : await ports.files.read(path);
  if (path === undefined || text === undefined) return undefined;
  return push(
    { path, document: documentOf(path, text), profile, findings: [], signal },
    {
      ...ports,
      state: { ...ports.state, list: async () => new StateList(), write: async () => {} },
      // An earlier base has no relation to a dashboard that exists now.
      bases: [],
      claimants: async () => [],
    },
  );
}

/** The last text of a dashboard that was deleted on this machine. */
export interface KeptText {
  readonly id: string;
  /** Relative to the folder that holds `.mosaic`. */
  readonly path: string;
  /** When it was deleted, as an ISO time stamp in UTC; empty where that is not known. */
  readonly time: string;
}

/** All backups, newest first. Each deletion has its own. */
export async function keptTexts(files: Pick<TextFiles, "list">, profile: Profile): Promise<KeptText[]> {
  const folder = keptFolder(profile);
  const kept = (await files.list(folder)).flatMap((name) => {
    // `fileName` escapes tildes: what stands before one is the id.
    const [, stem, stamp = ""] = /^([^~]+)(?:~(.+))?\.json$/.exec(name) ?? [];
    const id = stem === undefined ? undefined : decoded(stem);
    const time = stamp.replace(/^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z.*$/, "$1:$2:$3Z");
    return id === undefined ? [] : [{ id, path: `${folder}/${name}`, time, stamp }];
  });
  kept.sort((a, b) => (a.stamp === b.stamp ? 0 : a.stamp < b.stamp ? 1 : -1));
  return kept.map(({ id, path, time }) => ({ id, path, time }));
}

/** An unused path for a backup, so that earlier backups are kept. */
async function freePath(files: TextFiles, profile: Profile, id: string): Promise<string> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const taken = new Set(await files.list(keptFolder(profile)));
  for (let number = 1; ; number++) {
    const name = `${fileName(id)}~${stamp}Z${number === 1 ? "" : `-${String(number).padStart(3, "0")}`}.json`;
    if (!taken.has(name)) return `${keptFolder(profile)}/${name}`;
  }
}

function keptFolder(profile: Profile): string {
  return `${stateFolder(profile)}/deleted`;
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
