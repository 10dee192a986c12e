import { type ContainerNode, type Node, type ObjectNode, type Property, valueOf } from "../document/node";
import { written } from "../yaml/written";
import { SummaryWriter } from "./summary";
import type { Summary } from "./tile-form";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A node of a tree that is being made. */
type Draft = Mutable<Node>;

/**
 * The tile with its own members and those of its widget. Its text is not YAML, because what is copied may need the
 * indentation that it had; the tree is made with it.
 */
export function summarizeYaml(tile: ObjectNode, text: string, uses: readonly string[] | undefined): Summary {
  const writer = new SummaryWriter(text, tile.offset);
  const properties: Property[] = [];
  const root = draftOf(tile, writer, undefined, undefined, { properties }) as ObjectNode;
  copyMembers(tile, root, properties, writer, true);
  if (uses === undefined) addMember(root, properties, "unfinished", writer);
  else if (uses.length > 0) addUses(root, properties, uses, writer);
  end(root, writer);
  writer.write("\n");
  return { ...writer.summary(), tree: { root, value: JSON.stringify(valueOf(root)) } };
}

function copyMembers(
  object: ObjectNode,
  into: ObjectNode,
  properties: Property[],
  writer: SummaryWriter,
  isTile: boolean,
): void {
  if (written(object)?.style === "flow") writer.copy(object.offset, 1);
  for (const member of object.properties) {
    const { keyOffset, keyLength, value } = member;
    const property = {
      ...member,
      keyOffset: writer.length,
      parent: into,
      value: undefined as Node | undefined,
    };
    properties.push(property);
    writer.copy(keyOffset, keyLength);
    property.colonOffset = value ? writer.length : -1;
    writer.write(value ? ": " : ",");
    if (value) property.value = copyValue(value, into, property, writer, isTile);
    writer.write("\n");
  }
}

/** A value without what is in it, unless it is the widget of the tile. */
function copyValue(
  value: Node,
  parent: ContainerNode,
  property: Property,
  writer: SummaryWriter,
  isTile: boolean,
): Node {
  if (value.kind === "array") {
    const list = draftOf(value, writer, parent, property, { items: [] });
    writer.write("[]");
    return end(list, writer);
  }
  if (value.kind === "object") {
    const properties: Property[] = [];
    const object = draftOf(value, writer, parent, property, { properties }) as ObjectNode;
    if (isTile && property.key === "widget") copyMembers(value, object, properties, writer, false);
    else writer.write("{}");
    return end(object, writer);
  }
  const moved = writer.length - value.offset;
  const runs = value.kind === "string" && value.runs?.map((place, i) => (i % 2 ? place + moved : place));
  const scalar = draftOf(value, writer, parent, property, { ...(runs && { runs }) });
  writer.copy(value.offset, value.length);
  return end(scalar, writer);
}

function addUses(
  root: ObjectNode,
  properties: Property[],
  uses: readonly string[],
  writer: SummaryWriter,
): void {
  const member = addMember(root, properties, "uses", writer);
  const items: Node[] = [];
  const list = added({ kind: "array", items }, writer, root, member);
  (member as Mutable<Property>).value = list;
  for (const name of uses) {
    const inner: Property[] = [];
    const object = added({ kind: "object", properties: inner }, writer, list, undefined, items.length);
    items.push(object);
    const variable = addMember(object as ObjectNode, inner, "templateVariable", writer);
    const value = added({ kind: "string", value: name }, writer, object, variable);
    (variable as Mutable<Property>).value = value;
    writer.write(JSON.stringify(name));
    end(value, writer);
    end(object, writer);
  }
  end(list, writer);
}

function addMember(parent: ObjectNode, into: Property[], key: string, writer: SummaryWriter): Property {
  const property = {
    key,
    keyOffset: writer.length,
    keyLength: key.length,
    colonOffset: -1,
    value: undefined,
    parent,
  };
  into.push(property);
  writer.write(`${key} `);
  return property;
}

function draftOf(
  value: Node,
  writer: SummaryWriter,
  parent: ContainerNode | undefined,
  property: Property | undefined,
  own: object,
): Node {
  return { ...value, ...own, offset: writer.length, length: 0, parent, property, index: -1 } as Node;
}

function added(
  own: object,
  writer: SummaryWriter,
  parent: Node,
  property: Property | undefined,
  index = -1,
): Node {
  const place = { offset: writer.length, length: 0, parent, property, index };
  return { ...own, ...place, yaml: { style: "flow", start: writer.length, column: -1 } } as unknown as Node;
}

function end(node: Node, writer: SummaryWriter): Node {
  (node as Draft).length = writer.length - node.offset;
  return node;
}
