import type { Profile } from "../config/config";
import type { CatalogOverlay } from "./overlay";

/** Of the file's form; a file of another one is read again from the service. */
const VERSION = 1;

/** File name of the cached catalog of a profile's project. Profiles with the same project and endpoint share it. */
export function cacheName({ project, endpoint }: Pick<Profile, "project" | "endpoint">): string {
  const host = endpoint.replace(/^https?:\/\//, "");
  return `${encodeURIComponent(project)}@${encodeURIComponent(host)}.json`;
}

export function writeCache(overlay: CatalogOverlay): string {
  return JSON.stringify({ version: VERSION, ...overlay });
}

/** Undefined for a text that is damaged or of another version. */
export function readCache(text: string): CatalogOverlay | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { version, project, readAt, metrics, resources } = (value ?? {}) as Record<string, unknown>;
  if (version !== VERSION || typeof project !== "string" || typeof readAt !== "string") return undefined;
  if (Number.isNaN(Date.parse(readAt)) || !areTyped(metrics) || !areTyped(resources)) return undefined;
  return { project, readAt, metrics, resources };
}

function areTyped(list: unknown): list is { readonly type: string }[] {
  return Array.isArray(list) && list.every((item) => typeof item?.type === "string");
}
