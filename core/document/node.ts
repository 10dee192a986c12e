/**
 * The tree of a JSON text as Mosaic sees it: small immutable nodes with source ranges.
 *
 * Offsets and lengths count UTF-16 code units from the start of the text. Duplicate keys are kept: an object's
 * `properties` has one entry for each time the key is written, in source order.
 */
export type Node = ObjectNode | ArrayNode | StringNode | NumberNode | BooleanNode | NullNode;
export type NodeKind = Node["kind"];
export type ContainerNode = ObjectNode | ArrayNode;

interface NodeBase {
  /** Start of the value's own token(s), quotes and brackets included. */
  readonly offset: number;
  /** Length of the value's own token(s). Reaches to the end of what was read when the value is not closed. */
  readonly length: number;
  readonly parent: ContainerNode | undefined;
  /** The property this value belongs to, when the parent is an object. */
  readonly property: Property | undefined;
  /** Position in the parent's `items`, when the parent is an array; -1 elsewhere. */
  readonly index: number;
}

export interface ObjectNode extends NodeBase {
  readonly kind: "object";
  readonly properties: readonly Property[];
}

export interface ArrayNode extends NodeBase {
  readonly kind: "array";
  readonly items: readonly Node[];
}

export interface StringNode extends NodeBase {
  readonly kind: "string";
  /** The decoded text. */
  readonly value: string;
  /**
   * Where the text stands when it is not written as JSON writes strings: decoded and source offsets in turn, each pair
   * the start of characters that are written as they are, or of one escape.
   */
  readonly runs?: readonly number[] | undefined;
}

export interface NumberNode extends NodeBase {
  readonly kind: "number";
  readonly value: number;
}

export interface BooleanNode extends NodeBase {
  readonly kind: "boolean";
  readonly value: boolean;
}

export interface NullNode extends NodeBase {
  readonly kind: "null";
  readonly value: null;
}

/** One `"key": value` as written. `value` is absent while the author is still typing it. */
export interface Property {
  readonly key: string;
  /** Range of the key token, quotes included. */
  readonly keyOffset: number;
  readonly keyLength: number;
  /** Offset of the colon, or -1 when there is none yet. */
  readonly colonOffset: number;
  readonly value: Node | undefined;
  readonly parent: ObjectNode;
}

/** A half-open source range `[offset, offset + length)`. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** The value of the last property called `key`, which is the one JSON readers use. */
export function childAt(node: Node | undefined, key: string): Node | undefined {
  if (node?.kind !== "object") return undefined;
  for (let i = node.properties.length - 1; i >= 0; i--) {
    const property = node.properties[i]!;
    if (property.key === key) return property.value;
  }
  return undefined;
}

/** Range of a property's key token. */
export function keySpan(property: Property): Span {
  return { offset: property.keyOffset, length: property.keyLength };
}

/** Direct child values, in source order. */
export function childrenOf(node: Node): readonly Node[] {
  if (node.kind === "array") return node.items;
  if (node.kind !== "object") return [];
  const out: Node[] = [];
  for (const property of node.properties) if (property.value) out.push(property.value);
  return out;
}

/** Maximum nesting; recursive features stop there. */
export const MAX_DEPTH = 200;

/** A value and everything inside of it, in source order, whatever the depth. */
export function* everyNode(root: Node | undefined): Generator<Node> {
  const stack: Node[] = root ? [root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    const inner = childrenOf(node);
    for (let i = inner.length - 1; i >= 0; i--) stack.push(inner[i]!);
  }
}

/** Whether values lie in each other more than `limit` times. */
export function isDeeperThan(root: Node | undefined, limit: number): boolean {
  let layer: readonly Node[] = root ? [root] : [];
  for (let depth = 0; depth < limit && layer.length > 0; depth++) layer = layer.flatMap(childrenOf);
  return layer.length > 0;
}

/**
 * The innermost value whose range contains `offset`; ends are inclusive, so that the position right after a
 * token still belongs to it.
 */
export function nodeAt(root: Node | undefined, offset: number): Node | undefined {
  if (!root || offset < root.offset || offset > root.offset + root.length) return undefined;
  let node = root;
  for (;;) {
    const inner = childrenOf(node).find((c) => offset >= c.offset && offset <= c.offset + c.length);
    if (!inner) return node;
    node = inner;
  }
}

/** One step from a value to the value inside it. */
export type PathSegment = string | number;
export type Path = readonly PathSegment[];

/** Keys and indexes from the root to `node`, keys as the author wrote them. */
export function pathOf(node: Node): PathSegment[] {
  const path: PathSegment[] = [];
  for (let n: Node | undefined = node; n?.parent; n = n.parent) {
    path.unshift(n.property ? n.property.key : n.index);
  }
  return path;
}

/** Keys and indexes from the root to the innermost member or entry whose key or value covers `offset`. */
export function pathAt(root: Node | undefined, offset: number): PathSegment[] {
  const path: PathSegment[] = [];
  const covers = (start: number, node: Node | undefined, length: number) =>
    offset >= start && offset < (node ? node.offset + node.length : start + length);
  for (let node = root; node; ) {
    let inner: Node | undefined;
    if (node.kind === "object") {
      const property = node.properties.find(({ keyOffset, keyLength, value }) =>
        covers(keyOffset, value, keyLength),
      );
      if (property) path.push(property.key);
      inner = property?.value;
    } else if (node.kind === "array") {
      inner = node.items.find((item) => covers(item.offset, item, item.length));
      if (inner) path.push(inner.index);
    }
    node = inner;
  }
  return path;
}

/** The value at `path`, or undefined. Keys are compared as written. */
export function nodeAtPath(root: Node | undefined, path: Path): Node | undefined {
  let node = root;
  for (const segment of path) {
    if (!node) return undefined;
    if (typeof segment === "number") node = node.kind === "array" ? node.items[segment] : undefined;
    else node = childAt(node, segment);
  }
  return node;
}

/** The plain JavaScript value of a node; of duplicate keys the last wins, keys without a value are left out. */
export function valueOf(node: Node): unknown {
  switch (node.kind) {
    case "array":
      return node.items.map(valueOf);
    case "object": {
      const out: Record<string, unknown> = {};
      for (const { key, value } of node.properties) {
        if (!value) continue;
        if (key === "__proto__") {
          Object.defineProperty(out, key, {
            value: valueOf(value),
            enumerable: true,
            configurable: true,
            writable: true,
          });
        } else out[key] = valueOf(value);
      }
      return out;
    }
    default:
      return node.value;
  }
}

/** `a.b[2].c`, the spelling the service uses in its own messages. */
export function formatPath(path: Path): string {
  let out = "";
  for (const segment of path) {
    if (typeof segment === "number") out += `[${segment}]`;
    else out += out ? `.${segment}` : segment;
  }
  return out;
}
