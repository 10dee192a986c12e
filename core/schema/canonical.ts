import type { Node, ObjectNode, Property } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { canonicalScalar, enumNumberOf, MAX_VALUE_DEPTH, setMember } from "./canonical-value";
import { dashboardType, type Field, type MessageType, snakeCase } from "./messages";

/**
 * A dashboard in its canonical spelling: lowerCamelCase members, enum names, int32 and double as numbers, int64
 * as text, members set to null left out, of duplicate members the last.
 */
export interface Canonical {
  /** The canonical value. Values without a single canonical form are as the author wrote them. */
  readonly value: unknown;
  /** The node at a JSON pointer in canonical names, such as `/mosaicLayout/tiles/3/widget`. */
  nodeOf(pointer: string): Node | undefined;
  /** The field a value belongs to, and so its type; undefined for the root and for what the schema does not know. */
  fieldOf(node: Node): Field | undefined;
  /** The message type of an object; undefined for maps and for what the schema does not know. */
  messageOf(node: Node): MessageType | undefined;
  /** Every object that is a message, in source order. */
  readonly messages: ReadonlyMap<ObjectNode, MessageType>;
  /** The canonical value of an object that is a message; undefined for everything else. */
  valueOf(node: Node): Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether a later member of the same name takes the place of this value, or of one around it, so that it counts for
   * nothing.
   */
  isReplaced(node: Node): boolean;
}

/**
 * Converts a dashboard to canonical form. Checks nothing: values of a wrong type stay unchanged for the validator. Never
 * throws. (Rules of reading: proto3 JSON mapping.)
 */
export function canonicalize(document: JsonDocument): Canonical {
  const root = document.root;
  const walk = new Walk(document.text);
  const value = root && walk.message(root, dashboardType());
  return {
    value,
    nodeOf: (pointer) => resolve(root, walk.types, pointer),
    fieldOf: (node) => fieldIn(node, walk.types),
    messageOf: (node) => walk.types.get(node as ObjectNode),
    messages: walk.types,
    valueOf: (node) => walk.values.get(node),
    isReplaced: (node) => walk.isReplaced(node),
  };
}

/** The field of a value, found through its parents. List elements belong to the field of their list. */
export function fieldOf(node: Node): Field | undefined {
  if (node.property) return messageOf(node.property.parent)?.field(node.property.key);
  return node.parent ? fieldOf(node.parent) : undefined;
}

/** The message an object is an instance of, found through its parents. */
export function messageOf(node: Node): MessageType | undefined {
  if (node.kind !== "object") return undefined;
  if (!node.parent) return dashboardType();
  const field = fieldOf(node);
  if (field?.kind !== "message") return undefined;
  const isElement = node.parent.kind === "array";
  return isElement === field.repeated ? field.message : undefined;
}

/** The member of a message in an object, by canonical name and in either spelling; the last one that is not null. */
export function memberOf(object: Node | undefined, name: string): Node | undefined {
  return memberProperty(object, name)?.value;
}

/** As `memberOf`, but the whole property. */
export function memberProperty(object: Node | undefined, name: string): Property | undefined {
  if (object?.kind !== "object") return undefined;
  const protoName = snakeCase(name);
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i]!;
    const { key, value } = property;
    if (!value || value.kind === "null") continue;
    if (key === name || (key === protoName && messageOf(object)?.field(key)?.name === name)) return property;
  }
  return undefined;
}

type Types = ReadonlyMap<ObjectNode, MessageType>;

/** As `fieldOf`, with the types that the walk has found. */
function fieldIn(node: Node, types: Types): Field | undefined {
  let carrier: Node | undefined = node;
  while (carrier && !carrier.property) carrier = carrier.parent;
  const property = carrier?.property;
  return property && types.get(property.parent)?.field(property.key);
}

class Walk {
  /** The type of every object that is a message. */
  readonly types = new Map<ObjectNode, MessageType>();
  readonly values = new Map<Node, Readonly<Record<string, unknown>>>();
  private readonly replaced = new Set<Node>();

  constructor(private readonly text: string) {}

  isReplaced(node: Node): boolean {
    if (this.replaced.size === 0) return false;
    for (let at: Node | undefined = node; at; at = at.parent) if (this.replaced.has(at)) return true;
    return false;
  }

  message(node: Node, type: MessageType): unknown {
    if (node.kind !== "object") return raw(node);
    this.types.set(node, type);
    const out: Record<string, unknown> = {};
    this.values.set(node, out);
    const { properties } = node;
    for (let i = 0; i < properties.length; i++) {
      const { key, value } = properties[i]!;
      if (!value) continue;
      const field = type.field(key);
      if (!field) setMember(out, key, raw(value));
      else if (value.kind !== "null") {
        if (Object.hasOwn(out, field.name)) this.replaceLast(properties, i, type, field);
        out[field.name] = this.member(value, field);
      }
    }
    return out;
  }

  /** Marks the value of a field before the one at `index`. */
  private replaceLast(properties: readonly Property[], index: number, type: MessageType, field: Field): void {
    for (let i = index - 1; i >= 0; i--) {
      const { key, value } = properties[i]!;
      if (!value || value.kind === "null" || type.field(key) !== field) continue;
      this.replaced.add(value);
      return;
    }
  }

  private member(node: Node, field: Field): unknown {
    if (!field.repeated) return this.single(node, field);
    if (node.kind !== "array") return raw(node);
    return node.items.map((item) => this.single(item, field));
  }

  private single(node: Node, field: Field): unknown {
    if (field.kind === "message") return this.message(node, field.message!);
    if (node.kind === "array" || node.kind === "object") return raw(node);
    return digitsOf(node, field, this.text) ?? canonicalScalar(node.value, field);
  }
}

/**
 * The digits of a 64-bit integer that is written without quotes and has more of them than a number holds; undefined for
 * everything else.
 */
export function digitsOf(node: Node, field: Field | undefined, text: string): string | undefined {
  if (field?.kind !== "int64" || node.kind !== "number" || Number.isSafeInteger(node.value)) return undefined;
  const written = text.slice(node.offset, node.offset + node.length);
  return /^-?\d+$/.test(written) ? written : undefined;
}

/** The wire number that an enum value is written as, as a number or as a string; undefined when it is something else. */
export function enumNumber(node: Node): number | undefined {
  return node.kind === "array" || node.kind === "object" ? undefined : enumNumberOf(node.value);
}

function raw(node: Node, depth = 0): unknown {
  switch (node.kind) {
    case "array":
      return depth > MAX_VALUE_DEPTH ? [] : node.items.map((item) => raw(item, depth + 1));
    case "object": {
      const out: Record<string, unknown> = {};
      if (depth > MAX_VALUE_DEPTH) return out;
      for (const { key, value } of node.properties) if (value) setMember(out, key, raw(value, depth + 1));
      return out;
    }
    default:
      return node.value;
  }
}

function resolve(root: Node | undefined, types: Types, pointer: string): Node | undefined {
  let node = root;
  for (const part of pointer.split("/").slice(1)) {
    if (!node) return undefined;
    const segment = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (node.kind === "array") node = node.items[Number(segment)];
    else if (node.kind === "object") node = memberOrNull(node, types.get(node), segment);
    else return undefined;
  }
  return node;
}

/** Null members are only looked at when nothing else carries the name. */
function memberOrNull(object: ObjectNode, type: MessageType | undefined, name: string): Node | undefined {
  let found: Node | undefined;
  for (const { key, value } of object.properties) {
    if (value && (type?.field(key)?.name ?? key) === name && (value.kind !== "null" || !found)) found = value;
  }
  return found;
}
