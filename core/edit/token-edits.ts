import { childAt, type Node, nodeAtPath, type ObjectNode, type Property, valueOf } from "../document/node";
import type { JsonDocument, NewMember, Replacement } from "../document/reader";
import { isObject } from "../shape";
import type { Change } from "./change";

/** What changes of a value take in a text that is not JSON. */
export interface TokenEdits {
  /** Replacements of values that are no list and no object, and of keys, as they are written in JSON. */
  readonly tokens: readonly Replacement[];
  /** New members with such values. */
  readonly members: readonly NewMembers[];
}

/** Members that an object gets at one place. */
export interface NewMembers {
  readonly object: ObjectNode;
  /** The member behind which they come; undefined at the beginning. */
  readonly after: Property | undefined;
  readonly members: readonly NewMember[];
}

/**
 * Changes as replacements of single tokens and new members with a single value, for a text that is not JSON. Undefined where
 * a change takes more than that.
 */
export function tokenEdits({ root }: JsonDocument, changes: readonly Change[]): TokenEdits | undefined {
  const tokens: Replacement[] = [];
  const members: NewMembers[] = [];
  for (const change of changes) {
    const node = "path" in change ? nodeAtPath(root, change.path) : undefined;
    if (change.op === "rename" && node?.property) {
      const { keyOffset: offset, keyLength: length } = node.property;
      tokens.push({ offset, length, text: JSON.stringify(change.key) });
    } else if (change.op === "set") {
      const { value, path } = change;
      const key = path.at(-1);
      const parent = node ? undefined : nodeAtPath(root, path.slice(0, -1));
      const added = parent?.kind === "object" && typeof key === "string" && isScalar(value);
      if (added) {
        const after = parent.properties.at(-1);
        members.push({ object: parent, after, members: [{ key, value: JSON.stringify(value) }] });
      } else if (!node || !assign(node, value, tokens, members)) return undefined;
    } else return undefined;
  }
  return { tokens: tokens.sort((a, b) => a.offset - b.offset), members };
}

/** Gives a node another value. @returns whether that takes no more than tokens and new members */
function assign(node: Node, value: unknown, tokens: Replacement[], members: NewMembers[]): boolean {
  if (node.kind === "object") return isObject(value) && assignMembers(node, value, tokens, members);
  if (node.kind === "array") {
    if (!Array.isArray(value) || value.length !== node.items.length) return false;
    return node.items.every((item, i) => assign(item, value[i], tokens, members));
  }
  if (!isScalar(value)) return false;
  if (node.value !== value)
    tokens.push({ offset: node.offset, length: node.length, text: JSON.stringify(value) });
  return true;
}

function assignMembers(
  object: ObjectNode,
  value: Readonly<Record<string, unknown>>,
  tokens: Replacement[],
  members: NewMembers[],
): boolean {
  let after: Property | undefined;
  let fresh: NewMember[] = [];
  const add = () => {
    if (fresh.length > 0) members.push({ object, after, members: fresh });
    fresh = [];
  };
  for (const [key, member] of Object.entries(value)) {
    const node = childAt(object, key);
    if (node) {
      add();
      after = node.property;
      if (!assign(node, member, tokens, members)) return false;
    } else if (!isScalar(member)) return false;
    else fresh.push({ key, value: JSON.stringify(member) });
  }
  add();
  return object.properties.every(({ key }) => Object.hasOwn(value, key));
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** The value that changes make of a document, which are all of a kind that `tokenEdits` takes. */
export function changedValue({ root }: JsonDocument, changes: readonly Change[]): unknown {
  let value: unknown = root && valueOf(root);
  for (const change of changes) {
    if (change.op !== "set" && change.op !== "rename") return undefined;
    const parent = change.path.slice(0, -1).reduce<unknown>((at, key) => (at as never)?.[key], value);
    const key = change.path.at(-1);
    if (key === undefined) value = change.op === "set" ? change.value : undefined;
    else if (typeof parent !== "object" || parent === null) return undefined;
    else if (change.op === "set") Reflect.set(parent, key, change.value);
    else {
      Reflect.set(parent, change.key, Reflect.get(parent, key));
      Reflect.deleteProperty(parent, key);
    }
  }
  return value;
}
