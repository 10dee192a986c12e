import type { Profile } from "../config/config";
import { readDocument } from "../document/reader";
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
  type BaseSource,
  fileName,
  findBase,
  type StateStore,
  stateFolder,
  type TextFiles,
  writeIgnoredFile,
} from "./state";
import { same } from "./version";

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
  /** @param unseen the dashboard has edits that nothing here has received */
  confirm(remote: DashboardResource, unseen: boolean): Promise<boolean>;
  /** The user types the name of a protected profile; it counts only when it is `expected`. */
  typeName(expected: string): Promise<string | undefined>;
}

export type DeleteOutcome =
  | { readonly kind: "deleted" /** Where its last text is, for `restore`. */; readonly kept: string }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  | { readonly kind: "cancelled"; readonly failure?: ServiceFailure };

/** How often it is asked again because the dashboard was edited while the question was open. */
const ROUNDS = 5;

/**
 * Deletes a dashboard on the service; its file stays. What is there last is written below `.mosaic/state` before, and
 * what was saved while the question was open is shown again. The service takes no etag for this: an edit in the moment
 * between the last look and the call is lost, but for nothing that was seen.
 */
export async function deleteDashboard(request: DeleteRequest, ports: DeletePorts): Promise<DeleteOutcome> {
  const { id, profile, signal } = request;
  const { service } = ports;
  try {
    let shown = await service.get(id, { signal });
    if (!shown) return { kind: "missing" };
    for (let round = 0; round < ROUNDS; round++) {
      const base = await findBase(ports.bases, id, await pathOf(ports.state, id), shown);
      if (!(await ports.confirm(shown, !base || !same(base.value, shown)))) return { kind: "cancelled" };
      if (profile.protected && (await ports.typeName(profile.name)) !== profile.name)
        return { kind: "cancelled" };
      const now = await service.get(id, { signal });
      if (!now) return { kind: "missing" };
      if (same(now, shown)) return await remove(request, ports, now);
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
  const kept = keptPath(profile, id);
  const text = `${JSON.stringify(fileValue(value, profile, id), null, 2)}\n`;
  await writeIgnoredFile(files, kept, text);
  for (let attempt = 1; ; attempt++) {
    try {
      await service.delete(id, { signal });
      return { kind: "deleted", kept };
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      if (failure.kind === "not-found") return { kind: "deleted", kept };
      if (!failure.maybeDone || failure.kind === "cancelled" || attempt === 3) throw failure;
      // Without an answer nobody knows; a dashboard that is gone is the answer, and failing to look is none.
      const now = await service.get(id, { signal }).catch((looking: unknown) => {
        throw isServiceFailure(looking) && looking.kind !== "cancelled" ? failure : looking;
      });
      if (!now) return { kind: "deleted", kept };
      if (!same(now, value)) throw failure;
    }
  }
}

/**
 * Creates a dashboard again from the text that was kept when it was deleted here. Everything is as in a push: what exists
 * by now is a conflict, and is overwritten only by typing its id.
 *
 * @param ports as for a push; the file that the dashboard had stays its file
 * @returns undefined when no text was kept
 */
export async function restoreDashboard(
  { id, profile, signal }: DeleteRequest,
  ports: Pick<PushPorts, "service" | "state" | "questions" | "progress"> & { readonly files: TextFiles },
): Promise<PushOutcome | undefined> {
  const text = await ports.files.read(keptPath(profile, id));
  if (text === undefined) return undefined;
  const path = await pathOf(ports.state, id);
  const { state } = ports;
  return push(
    { path: keptPath(profile, id), document: readDocument(text), profile, findings: [], signal },
    {
      ...ports,
      state: { ...state, write: (record) => state.write({ ...record, path }) },
      // Nothing that was received before says anything about what is there now.
      bases: [],
      otherFiles: async () => [],
    },
  );
}

/** Where the last text of a deleted dashboard is kept, relative to the folder that holds `.mosaic`. */
export function keptPath(profile: Profile, id: string): string {
  return `${stateFolder(profile)}/deleted/${fileName(id)}.json`;
}

async function pathOf(state: StateStore, id: string): Promise<string> {
  return (await state.read(id))?.path ?? "";
}
