import { type JsonDocument, readAgain, readDocument } from "../document/reader";
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
  /** Where it was found, for messages. */
  readonly origin: string;
}

/** What to find a base for. */
export interface BaseQuery {
  /** The dashboard. */
  readonly id: string;
  /** Its file. */
  readonly path: string;
  /** The file's contents, when it is JSON without syntax errors. */
  readonly local?: JsonDocument | undefined;
  /** The remote version; a source with many versions looks for the one that equals it. */
  readonly remote: DashboardResource | undefined;
}

/** A source of bases; several are tried in order. */
export interface BaseSource {
  /** @param known the base of an earlier source, which does not equal the remote */
  find(query: BaseQuery, known?: Base): Promise<Base | undefined>;
  /** Why this source may have missed a base. */
  gap?(path: string): Promise<HistoryGap | undefined>;
}

const RECEIVED = "the last push or pull on this machine";

/**
 * The base that the last push or pull of this very file received. If the file lacks what that operation added, for
 * example after a checkout or restore, this is the previous base.
 */
export function baseFromState(state: StateStore): BaseSource {
  return {
    async find({ id, path, local, remote }) {
      const files = (await state.read(id))?.files ?? [];
      const own = files.find((file) => file.path === path);
      if (!own) {
        // A file with everything of a version has received it in some way, for example by a rename.
        const text = local && equalityKey(contentOfFile(local));
        const twin = files.find(({ value }) => equalityKey(contentOfValue(value)) === text);
        return twin && { value: twin.value, origin: RECEIVED };
      }
      return baseOf(own, local, remote);
    },
  };
}

/** @returns undefined if the file is older than all stored steps, or different from all of them */
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
    // A file with some of what was pulled into it was not restored to its earlier text.
    if (step.unknown && isOther(step.before, step.after) && !isUnrelated(content, contentOfValue(step.after)))
      continue;
    const missing = missingFrom(local, step);
    if (missing.length === 0) continue;
    // Values that the service no longer has cannot be lost.
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
 * What a step added and a dashboard lacks, as texts. Values that both sides edited later count as present. Removals count
 * only if the step added nothing, because others may have removed the same.
 */
function missingFrom(document: JsonDocument, { before, after }: Step): readonly string[] {
  const merged = merge3(withReceivedTiles(before, contentOfFile(document), after), document, after);
  const rest = merged.ok ? undefined : merged.rest;
  const incoming = merged.ok
    ? merged.incoming
    : rest
      ? differences(requestBody(document), requestBody(readAgain(document, rest.text)))
      : [];
  const hasBrought = differences(before, after).some(brings);
  const missing = hasBrought ? incoming.filter(brings) : incoming;
  return missing.map(({ text }) => text);
}

function brings({ kind }: Difference): boolean {
  return kind !== "removed";
}

/**
 * The base: the first that equals the remote, because a push over it loses nothing; otherwise the first one found, which
 * shows that the remote has changed.
 *
 * @param version the remote version, if already computed
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
