import { type JsonDocument, readDocument } from "../document/reader";
import { type Difference, differences } from "./compare";
import type { HistoryGap } from "./history";
import { equalityKey } from "./json";
import { isUnrelated } from "./kinship";
import { contentOfFile, contentOfValue, merge3 } from "./merge";
import { withReceivedTiles } from "./received-tiles";
import { requestBody } from "./sent";
import type { DashboardResource } from "./service";
import type { FileBase, StateStore } from "./state";
import type { Step } from "./state-record";
import { equalValues, Version } from "./version";

/** What a push is compared with. */
export interface Base {
  readonly value: DashboardResource;
  /** For people: where it was found. */
  readonly origin: string;
}

/** What a base is looked for. */
export interface BaseQuery {
  /** The dashboard. */
  readonly id: string;
  /** Its file. */
  readonly path: string;
  /** The file's contents, when it is JSON without syntax errors. */
  readonly local?: JsonDocument | undefined;
  /** What the service has now; a source with many versions looks for the one that equals it. */
  readonly remote: DashboardResource | undefined;
}

/** One place where a base can be found; several are asked in order. */
export interface BaseSource {
  /** @param known what a source before this one has found, which is not equal to the remote */
  find(query: BaseQuery, known?: Base): Promise<Base | undefined>;
  /** Why this source may not have found what there is. */
  gap?(path: string): Promise<HistoryGap | undefined>;
}

const RECEIVED = "the last push or pull on this machine";

/**
 * The base that the last push or pull of this very file received. Where the file does not hold what that brought, because
 * another branch was checked out since or the file was restored, it is the base from before.
 */
export function baseFromState(state: StateStore): BaseSource {
  return {
    async find({ id, path, local, remote }) {
      const files = (await state.read(id))?.files ?? [];
      const own = files.find((file) => file.path === path);
      if (!own) {
        // Who holds all of a version has received it, by whatever way: such as a file that was renamed.
        const text = local && equalityKey(contentOfFile(local));
        const twin = files.find(({ value }) => equalityKey(contentOfValue(value)) === text);
        return twin && { value: twin.value, origin: RECEIVED };
      }
      return baseOf(own, local, remote);
    },
  };
}

/** @returns undefined when the file goes back further than anything that is kept, or to something else */
function baseOf(
  { value, steps, cut }: FileBase,
  local: JsonDocument | undefined,
  remote: unknown,
): Base | undefined {
  const last: Base = { value, origin: RECEIVED };
  if (!local || !remote) return last;
  const content = contentOfFile(local);
  if (equalityKey(content) === equalityKey(contentOfValue(value))) return last;
  const there = readDocument(JSON.stringify(remote));
  let base: Base | undefined = last;
  for (const step of [...steps].reverse()) {
    // Who pulled something else into a file and still has some of it did not go back to what the file was.
    if (step.unknown && isOther(step.before, step.after) && !isUnrelated(content, contentOfValue(step.after)))
      continue;
    const missing = missingFrom(local, step);
    if (missing.length === 0) continue;
    // What the service has no more cannot be lost.
    const gone = new Set(missingFrom(there, step));
    if (missing.every((edit) => gone.has(edit))) continue;
    base = step.unknown
      ? undefined
      : { value: step.before, origin: "the version that this file is based on" };
  }
  if (cut && base !== last) return undefined;
  return base && !isUnrelated(content, contentOfValue(base.value)) ? base : undefined;
}

function isOther(before: unknown, after: unknown): boolean {
  return isUnrelated(contentOfValue(before), contentOfValue(after));
}

/**
 * What a step brought and a dashboard does not have, as texts. What was edited since, on both sides, counts as there. What
 * the step took away only counts where it brought nothing, since others may have taken away the same.
 */
function missingFrom(document: JsonDocument, { before, after }: Step): readonly string[] {
  const merged = merge3(withReceivedTiles(before, contentOfFile(document), after), document, after);
  const rest = merged.ok ? undefined : merged.rest;
  const incoming = merged.ok
    ? merged.incoming
    : rest
      ? differences(requestBody(document), requestBody(readDocument(rest.text)))
      : [];
  const hasBrought = differences(before, after).some(brings);
  const missing = hasBrought ? incoming.filter(brings) : incoming;
  return missing.map(({ text }) => text);
}

function brings({ kind }: Difference): boolean {
  return kind !== "removed";
}

/**
 * The base that counts: the first that equals the remote, since a push over it loses nothing; else the first there is,
 * which shows that the remote has changed.
 *
 * @param version the remote's version, where it is at hand
 */
export async function findBase(
  sources: readonly BaseSource[],
  query: BaseQuery,
  version = query.remote && new Version(query.remote),
): Promise<Base | undefined> {
  let found: Base | undefined;
  for (const source of sources) {
    const base = await source.find(query, found);
    if (base && version && equalValues(base.value, version)) return base;
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
