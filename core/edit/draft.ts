import { type ContainerNode, formatPath, type Node, type Path } from "../document/node";
import { Continued, EditError, SourceValue } from "./change";

/**
 * The value on its way from the old to the new text: what stands as it was written (`kept`), what is written once more
 * elsewhere (`copied`), scalars to be written, and containers whose list of entries is known. Only what changes touch is
 * taken apart.
 */
export type Draft = UnchangedNode | CopiedNode | NewScalar | DraftContainer;

export interface UnchangedNode {
  readonly kind: "kept";
  readonly node: Node;
}

export interface CopiedNode {
  readonly kind: "copied";
  readonly node: Node;
}

export interface NewScalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

export interface DraftContainer {
  readonly kind: ContainerNode["kind"];
  /** The container as written, or undefined when it is new. */
  readonly node: ContainerNode | undefined;
  entries: DraftEntry[];
}

/** An element or a member. */
export interface DraftEntry {
  /** Its index among the entries of the container as written, or -1 when it is new. */
  readonly origin: number;
  /** Decoded key; empty in arrays. */
  key: string;
  /** Undefined for a key whose value the author has not typed yet. */
  value: Draft | undefined;
  /** The element of the list as written that this one continues, where that is known. */
  readonly source?: Node;
}

/** Maximum nesting, to protect the call stack. */
const maxDepth = 1000;

/**
 * A draft of a plain JSON value. Members that are `undefined` are left out, as `JSON.stringify` does.
 * Throws EditError for what JSON cannot say (NaN, functions, cycles).
 */
export function draftOf(value: unknown, depth = 0): Draft {
  if (value instanceof SourceValue) return copied(value.node);
  if (value instanceof Continued) return draftOf(value.value, depth);
  if (depth > maxDepth) throw new EditError(`the new value is nested deeper than ${maxDepth} levels`);
  if (value === null || typeof value === "string" || typeof value === "boolean") {
    return { kind: "scalar", value };
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new EditError(`${value} cannot be written in JSON`);
    return { kind: "scalar", value: value === 0 ? 0 : value };
  }
  if (typeof value !== "object")
    throw new EditError(`a value of type ${typeof value} cannot be written in JSON`);
  const entries: DraftEntry[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const entry = { origin: -1, key: "", value: draftOf(item, depth + 1) };
      const known = item instanceof SourceValue || item instanceof Continued;
      entries.push(known ? { ...entry, source: item.node } : entry);
    }
    return { kind: "array", node: undefined, entries };
  }
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) entries.push({ origin: -1, key, value: draftOf(member, depth + 1) });
  }
  return { kind: "object", node: undefined, entries };
}

/** The entries of a container, taking a kept one apart; undefined for a scalar. */
export function openContainer(draft: Draft): DraftContainer | undefined {
  if (draft.kind === "scalar") return undefined;
  if (draft.kind === "copied") return openedCopy(draft.node);
  if (draft.kind !== "kept") return draft;
  const { node } = draft;
  if (node.kind === "array") {
    const entries = node.items.map(
      (item, origin): DraftEntry => ({ origin, key: "", value: keptNode(item) }),
    );
    return { kind: "array", node, entries };
  }
  if (node.kind !== "object") return undefined;
  const entries = node.properties.map(
    ({ key, value }, origin): DraftEntry => ({ origin, key, value: value && keptNode(value) }),
  );
  return { kind: "object", node, entries };
}

/** The entries of a copy as entries of a new container; each of them is still as it was written. */
function openedCopy(node: Node): DraftContainer | undefined {
  if (node.kind !== "array" && node.kind !== "object") return undefined;
  const entries =
    node.kind === "array"
      ? node.items.map((item): DraftEntry => ({ origin: -1, key: "", value: copied(item) }))
      : node.properties.flatMap(({ key, value }): DraftEntry[] =>
          value ? [{ origin: -1, key, value: copied(value) }] : [],
        );
  return { kind: node.kind, node: undefined, entries };
}

export function keptNode(node: Node): UnchangedNode {
  return { kind: "kept", node };
}

function copied(node: Node): CopiedNode {
  return { kind: "copied", node };
}

/** The last entry called `key`, which is the one JSON readers use. */
export function memberEntry(container: DraftContainer, key: string): DraftEntry | undefined {
  for (let i = container.entries.length - 1; i >= 0; i--) {
    const entry = container.entries[i]!;
    if (entry.key === key) return entry;
  }
  return undefined;
}

/** The entry at one step below `container`. */
export function stepInto(container: DraftContainer, segment: string | number): DraftEntry | undefined {
  if (typeof segment === "number") return container.kind === "array" ? container.entries[segment] : undefined;
  return container.kind === "object" ? memberEntry(container, segment) : undefined;
}

/** Walks down from `root`, taking the containers on the way apart. Throws EditError when there is no such container. */
export function containerAt(root: DraftEntry, path: Path): DraftContainer {
  let entry = root;
  for (let depth = 0; ; depth++) {
    const container = entry.value && openContainer(entry.value);
    if (!container) {
      const where = depth === 0 ? "the document" : formatPath(path.slice(0, depth));
      throw new EditError(entry.value ? `${where} is neither an object nor a list` : `${where} has no value`);
    }
    entry.value = container;
    if (depth === path.length) return container;
    const next = stepInto(container, path[depth]!);
    if (!next) throw new EditError(`there is no ${formatPath(path.slice(0, depth + 1))}`);
    entry = next;
  }
}
