import { inertText } from "../../inert-text";
import type { Field, MessageType } from "../../schema/messages";
import { getMember, type Json } from "../../sync/json";
import { shown } from "./values";

/** What a member is called: the label of the schema, or its name in words. */
export function labelOf(field: Field): string {
  return field.label ?? inWords(field.name);
}

/** What one entry of a list or a map is called: `data set`, `threshold`, `label`. */
export function entryLabel(field: Field): string {
  return labelOf(field).replace(/s$/, "");
}

/** The name of a member that the schema does not know. */
export function unknownLabel(key: string): string {
  return `member "${inertText(key, 60)}"`;
}

/**
 * Whether a member goes without saying in the path of a change: its message must contain it, or it has the name of
 * its message and is one of several contents.
 */
export function isImplied(field: Field): boolean {
  if (field.summary === "inline" || field.required) return true;
  return field.oneof !== undefined && field.message?.name.toLowerCase() === field.name.toLowerCase();
}

/** The member that names a message, such as the value of a threshold, if it is set or has a default value. */
export function namingMember(value: Json, type: MessageType | undefined): Field | undefined {
  return type?.fields.find(
    (field) => field.summary === "name" && (getMember(value, field.name) ?? field.defaultValue) !== undefined,
  );
}

/** The name of a message, such as `0.5` for a threshold; undefined if nothing names it. */
export function nameOf(value: Json, type: MessageType | undefined): string | undefined {
  const field = namingMember(value, type);
  return field && shown(getMember(value, field.name) ?? (field.defaultValue as Json), field);
}

/** `groupByFields` → `group by fields`, `XyChart` → `xy chart`. */
function inWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase();
}
