import type { Profile } from "../config/config";
import { MAX_DEPTH } from "../document/node";
import { isArray, isDeeperThan, isObject, type Json } from "./json";
import type { DashboardResource } from "./service";

/** The versions of one dashboard that each file received. */
export interface StateRecord {
  readonly id: string;
  /** The file that was written first comes first. No path occurs twice. */
  readonly files: readonly FileBase[];
}

/** A file that has received a dashboard. */
export interface FileLink {
  /** The file, relative to the folder that holds `.mosaic`. */
  readonly path: string;
  /** False when the file has become another dashboard since, or is gone. */
  readonly linked: boolean;
}

/** What one file has received. */
export interface FileBase extends FileLink {
  /** The dashboard as last received; its `etag` is the version. */
  readonly value: DashboardResource;
  /** Remote edits that pulls and pushes received; the last few, oldest first. */
  readonly steps: readonly Step[];
  /** There were more steps than are kept. */
  readonly cut: boolean;
}

/** Edits of others that a file received: they lead from `before` to `after`. */
export interface Step {
  readonly before: DashboardResource;
  readonly after: DashboardResource;
  /** `before` is the text of the file, which the service may never have had, so it is no base. */
  readonly unknown?: boolean;
}

/** A part of the state that cannot be read or written. Unreadable is not the same as empty. */
export class StateProblem extends Error {
  /** The one thing the user can do about it. */
  readonly action: string;

  /**
   * @param path the file, relative to the folder that holds `.mosaic`
   * @param reason such as "is not JSON"
   */
  constructor(
    readonly path: string,
    reason: string,
    action = `Delete ${path}, then pull. Until then, the base version is unknown.`,
  ) {
    super(`${path} ${reason}.`);
    this.action = action;
  }
}

const VERSION = 2;

/** The text of a record. */
export function printRecord({ id, files }: StateRecord, { project, endpoint }: Profile): string {
  const written = files.map(({ path, value, linked, steps, cut }) => ({
    path,
    linked,
    etag: value.etag,
    value,
    steps: steps.length > 0 ? steps : undefined,
    cut: cut || undefined,
  }));
  return `${JSON.stringify({ version: VERSION, project, endpoint, id, files: written }, null, 2)}\n`;
}

/**
 * Reads a record.
 *
 * @returns undefined for one that was made for another project or endpoint, because the profile has been changed since
 * @throws StateProblem for a text that is no record
 */
export function parseRecord(path: string, text: string, profile: Profile): StateRecord | undefined {
  let data: Json;
  try {
    data = JSON.parse(text) as Json;
  } catch {
    throw new StateProblem(path, text.trim() === "" ? "is empty" : "is not valid JSON and may be truncated");
  }
  // The record itself has a few levels around the dashboards in it.
  if (isDeeperThan(data, MAX_DEPTH + 6))
    throw new StateProblem(path, `is nested deeper than ${MAX_DEPTH} levels`);
  if (!isObject(data)) throw new StateProblem(path, "is not a sync state file");
  const { version, project, endpoint, id } = data;
  if (typeof version === "number" && version > VERSION) {
    throw new StateProblem(path, "was written by a newer version of Mosaic");
  }
  const files = version === 1 ? filesOfFirst(data) : version === VERSION ? filesOf(data["files"]) : undefined;
  if (!files || typeof id !== "string") throw new StateProblem(path, "is not a sync state file");
  return project === profile.project && endpoint === profile.endpoint ? { id, files } : undefined;
}

/** Version 1 knew one file a dashboard, and an empty path where that had become another dashboard. */
function filesOfFirst({ path, value }: { readonly [member: string]: Json }): FileBase[] | undefined {
  if (typeof path !== "string" || !isObject(value)) return undefined;
  return path === ""
    ? []
    : [{ path, value: value as DashboardResource, linked: true, steps: [], cut: false }];
}

function filesOf(files: Json | undefined): FileBase[] | undefined {
  if (!isArray(files)) return undefined;
  const out: FileBase[] = [];
  for (const file of files) {
    if (!isObject(file)) return undefined;
    const { path, value, linked, steps = [], cut = false } = file;
    if (typeof path !== "string" || !isObject(value) || typeof linked !== "boolean") return undefined;
    if (!isArray(steps) || !steps.every(isStep) || typeof cut !== "boolean") return undefined;
    const read = { value: value as DashboardResource, steps: steps as unknown as Step[] };
    out.push({ path, linked, cut, ...read });
  }
  return out;
}

function isStep(step: Json): boolean {
  return isObject(step) && isObject(step["before"]) && isObject(step["after"]);
}
