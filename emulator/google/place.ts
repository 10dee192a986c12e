import { type Node, nodeAt, type PathSegment, type Property, type Span } from "../../core/document/node";
import { type Canonical, fieldOf } from "../../core/schema/canonical";
import type { Field } from "../../core/schema/messages";

/** What a finding is about: a member with its value, or a value that is no member. */
export interface RefusalPlace {
  readonly property: Property | undefined;
  readonly node: Node | undefined;
}

/** The place of a range: the member whose key it covers, or else the innermost value around its start. */
export function refusalPlaceOf(root: Node, span: Span): RefusalPlace {
  const node = nodeAt(root, span.offset) ?? root;
  const inKey = propertyAt(node, span);
  return inKey ? { property: inKey, node: inKey.value } : { property: node.property, node };
}

function propertyAt(node: Node, span: Span): Property | undefined {
  if (node.kind !== "object") return undefined;
  return node.properties.find(
    (property) => property.keyOffset === span.offset && property.keyLength === span.length,
  );
}

/** Path from the root to a member, in canonical lowerCamelCase or in proto names. */
export function pathTo(place: RefusalPlace, canonical: Canonical, spelling: "json" | "proto"): PathSegment[] {
  const path: PathSegment[] = [];
  const key = (property: Property) => {
    const field = canonical.messageOf(property.parent)?.field(property.key);
    return field ? (spelling === "json" ? field.name : field.protoName) : property.key;
  };
  if (!place.node && !place.property) return path;
  let node: Node | undefined = place.node;
  if (!node && place.property) {
    path.unshift(key(place.property));
    node = place.property.parent;
  }
  for (; node?.parent; node = node.parent) path.unshift(node.property ? key(node.property) : node.index);
  return path;
}

/** The field a value is written for. Elements have the field of their list, map values that of their map. */
export function fieldAt(node: Node): Field | undefined {
  const field = fieldOf(node);
  if (field || !node.parent) return field;
  const map = fieldOf(node.parent);
  return map?.kind === "map" ? map : undefined;
}
