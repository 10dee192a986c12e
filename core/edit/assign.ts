import type { Node } from "../document/node";
import { alignToSource, sameValue } from "./align";
import { EditError } from "./change";
import { type Draft, type DraftContainer, type DraftEntry, openContainer } from "./draft";

/**
 * Replaces `current` by `next`: equal parts stay as written, the rest comes from `next`. An object keeps the order of its
 * members; new ones follow the same member as in `next`.
 */
export function assign(current: Draft | undefined, next: Draft): Draft {
  if (!current) return next;
  // What is the same already stays as it is written here.
  if (next.kind === "copied")
    return isItself(current, next.node) || sameValue(current, next) ? current : next;
  if (next.kind === "scalar" || next.kind === "kept") return sameScalar(current, next) ? current : next;
  const container = openContainer(current);
  if (!container || container.kind !== next.kind) return next;
  if (container.kind === "array") assignItems(container, next);
  else assignMembers(container, next);
  return container;
}

function sameScalar(current: Draft, next: Draft): boolean {
  if (next.kind !== "scalar") return false;
  if (current.kind === "scalar") return current.value === next.value;
  if (current.kind !== "kept") return false;
  const { node } = current;
  return node.kind !== "array" && node.kind !== "object" && node.value === next.value;
}

function isItself(draft: Draft, node: Node): boolean {
  return draft.kind === "kept" && draft.node === node;
}

function assignItems(current: DraftContainer, next: DraftContainer): void {
  const before = current.entries;
  const sources = sourcesOf(before, next.entries);
  current.entries = next.entries.map((entry, i): DraftEntry => {
    const source = sources[i];
    if (!source) return entry;
    return { origin: source.origin, key: "", value: assign(source.value, entry.value!) };
  });
}

/** Which entry each new entry continues: the one it names, otherwise a similar one. */
function sourcesOf(before: readonly DraftEntry[], next: readonly DraftEntry[]): (DraftEntry | undefined)[] {
  const byNode = new Map<Node | undefined, DraftEntry>();
  for (const entry of before) byNode.set(nodeOf(entry.value!), entry);
  const said = next.map(({ source }) => {
    const entry = source && byNode.get(source);
    if (entry) byNode.delete(source);
    return entry;
  });
  const taken = new Set(said);
  const rest = before.filter((entry) => !taken.has(entry));
  const open = next.filter((_, i) => !said[i]);
  const sources = alignToSource(
    rest.map(({ value }) => value!),
    open.map(({ value }) => value!),
  );
  const found = new Map(open.map((entry, i) => [entry, rest[sources[i]!]]));
  return next.map((entry, i) => said[i] ?? found.get(entry));
}

function nodeOf(draft: Draft): Node | undefined {
  return draft.kind === "scalar" ? undefined : draft.node;
}

function assignMembers(current: DraftContainer, next: DraftContainer): void {
  const wanted = new Set(next.entries.map(({ key }) => key));
  const entries = current.entries.filter(({ key }) => wanted.has(key));
  const last = new Map(entries.map((entry) => [entry.key, entry]));
  let previous: DraftEntry | undefined;
  const added = new Map<DraftEntry | undefined, DraftEntry[]>();
  for (const entry of next.entries) {
    const existing = last.get(entry.key);
    if (existing) {
      if (!existing.value) throw new EditError(`${JSON.stringify(entry.key)} has no value yet`);
      existing.value = assign(existing.value, entry.value!);
      previous = existing;
    } else {
      const group = added.get(previous);
      if (group) group.push(entry);
      else added.set(previous, [entry]);
    }
  }
  current.entries = added.get(undefined) ?? [];
  for (const entry of entries) current.entries.push(entry, ...(added.get(entry) ?? []));
}
