import { formatPath, type Node, type Property } from "../../core/document/node";
import type { Canonical } from "../../core/schema/canonical";
import type { Field } from "../../core/schema/messages";
import { fieldAt, pathTo, type RefusalPlace } from "./place";
import { typeUrl } from "./proto-names";
import type { FieldViolation } from "./rpc-error";

/**
 * Errors of the conversion from JSON to the message: unknown names, wrong kinds of values, unknown enum names, two
 * members of one oneof. Paths are in proto names and begin with `dashboard`.
 * @returns undefined if the JSON matches the type.
 */
export function typeMismatch(place: RefusalPlace, canonical: Canonical): FieldViolation | undefined {
  const { property, node } = place;
  if (property) {
    const owner = canonical.messageOf(property.parent);
    const field = owner?.field(property.key);
    const at = protoPath({ property: property.parent.property, node: property.parent }, canonical);
    if (owner && !field) return unknownName(property.key, at, "Cannot find field.");
    const conflict = field && oneofConflict(property, field, canonical, at);
    if (conflict) return conflict;
  }
  if (!node) return undefined;
  const field = fieldAt(node);
  return field && valueMisfit(node, field, canonical, property);
}

/** Path of a place as transcoding errors write it. */
export function protoPath(place: RefusalPlace, canonical: Canonical): string {
  return formatPath(["dashboard", ...pathTo(place, canonical, "proto")]);
}

export function unknownName(name: string, at: string, reason: string): FieldViolation {
  return {
    field: at,
    description: `Invalid JSON payload received. Unknown name "${name}" at '${at}': ${reason}`,
  };
}

function oneofConflict(
  property: Property,
  field: Field,
  canonical: Canonical,
  at: string,
): FieldViolation | undefined {
  if (!field.oneof || property.value?.kind === "null") return undefined;
  const owner = canonical.messageOf(property.parent);
  const earlier = property.parent.properties.some((other) => {
    if (other.keyOffset >= property.keyOffset || !other.value || other.value.kind === "null") return false;
    const otherField = owner?.field(other.key);
    return otherField !== undefined && otherField.name !== field.name && otherField.oneof === field.oneof;
  });
  if (!earlier) return undefined;
  const description =
    `Invalid value at '${at}' (oneof), oneof field '${field.oneof.name}' is already set. ` +
    `Cannot set '${field.name}'`;
  return { field: at, description };
}

function valueMisfit(
  node: Node,
  field: Field,
  canonical: Canonical,
  property: Property | undefined,
): FieldViolation | undefined {
  const inList = field.repeated && node.parent?.kind === "array";
  const inMap =
    field.kind === "map" && property !== undefined && canonical.messageOf(property.parent) === undefined;
  const path = inMap ? mapValuePath(property, canonical) : protoPath({ property, node }, canonical);
  const refuse = (type: string, what = shown(node)) => ({
    field: path,
    description: `Invalid value at '${path}' (${type}), ${what}`,
  });
  if (inMap) return node.kind === "string" ? undefined : refuse("TYPE_STRING");
  if (node.kind === "null") return inList ? refuse(typeName(field)) : undefined;
  if (field.repeated && !inList) return node.kind === "array" ? undefined : refuse(typeName(field));
  if (node.kind === "array") {
    const parent = protoPath({ property: property?.parent.property, node: node.parent ?? node }, canonical);
    return unknownName(field.name, parent, "Proto field is not repeating, cannot start list.");
  }
  if (field.kind === "message" || field.kind === "map") {
    return node.kind === "object" ? undefined : refuse(typeName(field));
  }
  if (node.kind === "object") {
    const parent = protoPath({ property: node.parent?.property, node: node.parent }, canonical);
    const description = `Invalid value at '${parent}' (${field.protoName}), Starting an object on a scalar field`;
    return { field: parent, description };
  }
  return scalarFits(node, field) ? undefined : refuse(typeName(field), scalarReason(node, field));
}

function scalarFits(node: Node, field: Field): boolean {
  const { kind } = node;
  const text = kind === "string" ? node.value : undefined;
  switch (field.kind) {
    case "string":
      return text !== undefined;
    case "bool":
      return kind === "boolean" || (text !== undefined && /^(?:true|t|yes|y|1|false|f|no|n|0)$/i.test(text));
    case "int32":
      return isInteger(node, 2n ** 31n);
    case "int64":
      return isInteger(node, 2n ** 63n);
    case "double":
      return kind === "number" || (text !== undefined && /^(?:NaN|-?Infinity|[-+.\d][-+.\deE]*)$/.test(text));
    case "enum":
      return (text !== undefined && field.enum!.has(text)) || isInteger(node, 2n ** 31n);
    case "duration":
      return (
        text !== undefined && DURATION.test(text) && Math.abs(Number.parseFloat(text)) <= 315_576_000_000
      );
    case "timestamp":
      return text !== undefined && /[Zz]|[+-]\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
    default:
      return true;
  }
}

const DURATION = /^-?[0-9]+(?:\.[0-9]{1,9})?s$/;

/** Numbers and numbers in quotes without a fraction, within `limit` on either side. */
function isInteger(node: Node, limit: bigint): boolean {
  if (node.kind !== "number" && node.kind !== "string") return false;
  if (node.kind === "string" && !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(node.value)) return false;
  const value = Number(node.value);
  if (!Number.isInteger(value)) return false;
  return BigInt(value) >= -limit && BigInt(value) < limit;
}

function scalarReason(node: Node, field: Field): string | undefined {
  if (node.kind !== "string") return undefined;
  if (field.kind === "duration") {
    const reason = node.value.endsWith("s")
      ? "Illegal duration format; failed to parse seconds"
      : "Illegal duration format; duration must end with 's'";
    return `Field '${field.name}', ${reason}`;
  }
  if (field.kind === "timestamp") return `Field '${field.name}', Invalid time format: ${node.value}`;
  return undefined;
}

function typeName(field: Field): string {
  switch (field.kind) {
    case "message":
      return typeUrl(field.message!.name);
    case "enum":
      return typeUrl(field.enum!.name);
    case "duration":
      return "type.googleapis.com/google.protobuf.Duration";
    case "timestamp":
      return "type.googleapis.com/google.protobuf.Timestamp";
    case "map":
      return "map";
    default:
      return `TYPE_${field.kind.toUpperCase()}`;
  }
}

/** A map travels as a list of entries, and that is how its values are named. */
function mapValuePath(property: Property, canonical: Canonical): string {
  const map = protoPath({ property: property.parent.property, node: property.parent }, canonical);
  return `${map}[${property.parent.properties.indexOf(property)}].value`;
}

function shown(node: Node): string {
  switch (node.kind) {
    case "string":
      return `"${node.value}"`;
    case "object":
      return "an object";
    case "array":
      return "a list";
    default:
      return String(node.value);
  }
}
