import type { Field, MessageType } from "../schema/messages";
import { equalityKey, getMember, isArray, isObject, type Json, type JsonObject, setMember } from "./json";
import {
  type DashboardLocation,
  describeChange,
  elementLocation,
  formatValue,
  memberLocation,
} from "./locations";
import { correspondingElements, hasTraceOf } from "./merge-match";
import { mergeTiles } from "./merge-tiles";
import { normalElement, normalMember } from "./normal-form";

/** Two edits of one thing that cannot both be kept. */
export interface MergeConflict {
  /** JSON pointer into the local dashboard, in canonical names; of the nearest thing around it when it is not there. */
  readonly pointer: string;
  /** One line such as `tile "CPU": width 6 → 8 here, 6 → 12 on the service`. */
  readonly text: string;
}

/** A value in its three versions; undefined if missing. */
export interface Versions<T = Json | undefined> {
  readonly base: T;
  readonly local: T;
  readonly remote: T;
}

/**
 * Merges canonical values. Values with the same normal form are equal; then the local form is kept. Conflicts are
 * collected, and the local version is used for them.
 */
export class Merger {
  readonly conflicts: MergeConflict[] = [];

  conflict(at: DashboardLocation, what: string): void {
    this.conflicts.push({ pointer: at.pointer, text: describeChange(at, what) });
  }

  /** Merges two versions of a message that both differ from the base; `at` is its place in the local dashboard. */
  message(
    { base, local, remote }: Versions,
    type: MessageType | undefined,
    at: DashboardLocation,
  ): JsonObject {
    const [ours, theirs] = [local as JsonObject, remote as JsonObject];
    const out: Record<string, Json> = {};
    for (const key of keysOf(ours, theirs)) {
      const versions = {
        base: getMember(base, key),
        local: getMember(ours, key),
        remote: getMember(theirs, key),
      };
      const value = this.member(versions, key, type, memberLocation(at, key));
      if (value !== undefined) setMember(out, key, value);
    }
    this.oneofs(out, ours, theirs, type, at);
    return out;
  }

  private member(
    versions: Versions,
    key: string,
    type: MessageType | undefined,
    at: DashboardLocation,
  ): Json | undefined {
    const { base, local, remote } = versions;
    const field = type?.field(key);
    const normal = (value: Json | undefined) =>
      value === undefined ? "" : equalityKey(normalMember(value, field, type));
    const [b, l, r] = [normal(base), normal(local), normal(remote)];
    if (l === r || b === r) return local;
    if (b === l) return remote;
    if (field?.repeated) {
      const lists = { base: listOf(base), local: listOf(local), remote: listOf(remote) };
      if (lists.base && lists.local && lists.remote) {
        return field.message?.name === "Tile"
          ? mergeTiles(lists as Versions<readonly Json[]>, field, this, at)
          : this.list(lists as Versions<readonly Json[]>, field, at);
      }
    } else if (field?.kind === "map") {
      const maps = { base: mapOf(base), local: mapOf(local), remote: mapOf(remote) };
      if (maps.base && maps.local && maps.remote) return this.map(maps as Versions<JsonObject>, at);
    } else if (l !== "" && r !== "" && isObject(local) && isObject(remote)) {
      const isMessage = field === undefined || field.kind === "message";
      if (isMessage && (base === undefined || isObject(base)))
        return this.message(versions, field?.message, at);
    }
    this.conflict(at, bothSides(versions));
    return local;
  }

  /** Entries of a map have no defaults: an empty text is a value like any other. */
  private map({ base, local, remote }: Versions<JsonObject>, at: DashboardLocation): Json {
    const out: Record<string, Json> = {};
    for (const key of keysOf(local, remote)) {
      const entry = {
        base: getMember(base, key),
        local: getMember(local, key),
        remote: getMember(remote, key),
      };
      const [b, l, r] = [equalityKey(entry.base), equalityKey(entry.local), equalityKey(entry.remote)];
      if (l !== r && b !== r && b !== l) this.conflict(memberLocation(at, key), bothSides(entry));
      const value = b === l ? entry.remote : entry.local;
      if (value !== undefined) setMember(out, key, value);
    }
    return out;
  }

  /** Mutually exclusive members: each side may have set another one. */
  private oneofs(
    merged: Record<string, Json>,
    local: JsonObject,
    remote: JsonObject,
    type: MessageType | undefined,
    at: DashboardLocation,
  ): void {
    for (const { members } of type?.oneofs ?? []) {
      const set = (value: JsonObject) => members.filter((name) => getMember(value, name) !== undefined);
      const count = set(merged).length;
      if (count <= 1 || count <= set(local).length || count <= set(remote).length) continue;
      this.conflict(at, `has ${set(local).join(", ")} locally and ${set(remote).join(", ")} remotely`);
      for (const name of members) if (getMember(local, name) === undefined) delete merged[name];
    }
  }

  /**
   * Merges ordered lists: elements that are in all three versions hold the places; what stands between two of them is
   * taken from the side that changed it, and is a conflict when both did.
   */
  private list(
    { base, local, remote }: Versions<readonly Json[]>,
    field: Field,
    at: DashboardLocation,
  ): Json {
    const normal = (items: readonly Json[]) => items.map((item) => normalElement(item, field));
    const [b, l, r] = [normal(base), normal(local), normal(remote)];
    const ours = new Map(correspondingElements(b, l));
    const theirs = new Map(correspondingElements(b, r));
    const out: Json[] = [];
    const kept: Json[] = [];
    const alone: Json[] = [];
    let clash = false;
    let from = { b: 0, l: 0, r: 0 };
    const anchors = [...b.keys()].filter((i) => ours.has(i) && theirs.has(i));
    for (const i of [...anchors, b.length]) {
      const to = { b: i, l: ours.get(i) ?? l.length, r: theirs.get(i) ?? r.length };
      const keys = (items: readonly Json[], start: number, end: number) =>
        items.slice(start, end).map(equalityKey).join();
      const [kb, kl, kr] = [keys(b, from.b, to.b), keys(l, from.l, to.l), keys(r, from.r, to.r)];
      const takesLocal = kl === kr || kb === kr;
      if (!takesLocal && kb !== kl) clash = true;
      const [items, normals, start, end] = takesLocal ? [local, l, from.l, to.l] : [remote, r, from.r, to.r];
      out.push(...items.slice(start, end));
      kept.push(...normals.slice(start, end));
      if (kl !== kr) alone.push(...normals.slice(start, end));
      if (i === b.length) break;
      const element = { base: base[i]!, local: local[to.l]!, remote: remote[to.r]! };
      const merged = this.element(element, field, elementLocation(at, lastKey(at), local, to.l));
      out.push(merged);
      kept.push(normalElement(merged, field));
      from = { b: i + 1, l: to.l + 1, r: to.r + 1 };
    }
    const gone = b.filter((_, i) => !ours.has(i) && !theirs.has(i));
    const moved = gone.some((element) => alone.some((other) => hasTraceOf(element, other)));
    if (
      clash ||
      moved ||
      alone.some((element) => hasMoreCopies(element, kept, b, l, r)) ||
      losesACopy(b, l, r)
    ) {
      this.conflict(at, "changed on both sides");
      return local;
    }
    return out;
  }

  private element({ base, local, remote }: Versions<Json>, field: Field, at: DashboardLocation): Json {
    const key = (value: Json) => equalityKey(normalElement(value, field));
    const [b, l, r] = [key(base), key(local), key(remote)];
    if (l === r || b === r) return local;
    if (b === l) return remote;
    if (isObject(base) && isObject(local) && isObject(remote))
      return this.message({ base, local, remote }, field.message, at);
    this.conflict(at, bothSides({ base, local, remote }));
    return local;
  }
}

/** What each side made of a value, for the reader of a conflict. */
function bothSides({ base, local, remote }: Versions): string {
  return `${side(base, local)} locally, ${side(base, remote)} remotely`;
}

function side(base: Json | undefined, value: Json | undefined): string {
  if (value === undefined) return "removed";
  if (isObject(value) || isArray(value)) return base === undefined ? "added" : "changed";
  return base === undefined
    ? `added as ${formatValue(value)}`
    : `${formatValue(base)} → ${formatValue(value)}`;
}

/** The members of both, those of the second where they stand among those of the first. */
function keysOf(local: JsonObject, remote: JsonObject): string[] {
  const keys = Object.keys(local);
  let previous = -1;
  for (const key of Object.keys(remote)) {
    const at = keys.indexOf(key);
    if (at >= 0) previous = at;
    else keys.splice(++previous, 0, key);
  }
  return keys;
}

/** A missing list is an empty one; undefined for what is no list. */
function listOf(value: Json | undefined): readonly Json[] | undefined {
  if (value === undefined) return [];
  return isArray(value) ? value : undefined;
}

/** The same for a map. */
function mapOf(value: Json | undefined): JsonObject | undefined {
  if (value === undefined) return {};
  return isObject(value) ? value : undefined;
}

function lastKey(at: DashboardLocation): string {
  return at.pointer.slice(at.pointer.lastIndexOf("/") + 1);
}

/** True when an element came in from both sides, or was moved to two places: no version has as many of it. */
function hasMoreCopies(
  element: Json,
  merged: readonly Json[],
  ...versions: readonly (readonly Json[])[]
): boolean {
  const key = equalityKey(element);
  const count = (items: readonly Json[]) => items.filter((item) => equalityKey(item) === key).length;
  return versions.every((version) => count(merged) > count(version));
}

/** Whether both sides changed the number of copies of an element, so that copies are ambiguous. */
function losesACopy(base: readonly Json[], local: readonly Json[], remote: readonly Json[]): boolean {
  const [l, r] = [counts(local), counts(remote)];
  return [...counts(base)].some(
    ([key, count]) => count > 1 && count !== (l.get(key) ?? 0) && count !== (r.get(key) ?? 0),
  );
}

function counts(items: readonly Json[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const item of items) out.set(equalityKey(item), (out.get(equalityKey(item)) ?? 0) + 1);
  return out;
}
