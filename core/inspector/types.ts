import { entryLabel, labelOf } from "../grid/compare/labels";
import type { EnumType, Field, MessageType, Oneof } from "../schema/messages";
import type { Choice, Control, FieldType, Scalar } from "./model";

const fieldTypes = new WeakMap<Field, FieldType>();

/** What the schema says of a field, for a form. */
export function typeOfField(owner: MessageType, field: Field): FieldType {
  let type = fieldTypes.get(field);
  if (!type) fieldTypes.set(field, (type = makeType(owner, field)));
  return type;
}

function makeType(owner: MessageType, field: Field): FieldType {
  const label = capitalized(labelOf(field));
  const choices = field.enum ? choicesOf(field.enum) : field.knownValues.map(knownChoice);
  const { deprecated, language, unit, group, minimum, maximum, maxItems, patternMessage } = field;
  const defaultValue = defaultOf(field);
  const isInteger = field.kind === "int32" || field.kind === "int64";
  return {
    name: field.name,
    label,
    description: field.description || (field.message?.description ?? field.enum?.description ?? ""),
    control: controlOf(field),
    ...(field.repeated ? { container: "list" } : field.kind === "map" && { container: "map" }),
    ...(field.message && { message: field.message.name }),
    ...((field.repeated || field.kind === "map") && { entryLabel: entryLabel(field) }),
    ...(language && { language }),
    ...(choices.length > 0 && { choices }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(unit && { unit }),
    ...(isInteger && { integer: true }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < 2 ** 31 - 1 && { maximum }),
    ...(maxItems !== undefined && { maxItems }),
    ...(patternMessage && { expected: patternMessage }),
    ...(field.required && { required: true }),
    ...(group && { group }),
    ...(field.summary === "inline" && { inline: true }),
    ...(isRare(owner, field) && { rare: true }),
    ...(deprecated && { deprecated }),
    ...(field.undocumented && { undocumented: true }),
    ...(field.preview && { preview: true }),
    ...(field.repeated && field.message?.fields.some((inner) => inner.holdsTiles) && { fixed: true }),
  };
}

/** The type of one entry of a list or a map. */
export function typeOfEntry({ container, maxItems, group, rare, required, ...type }: FieldType): FieldType {
  return { ...type, label: capitalized(type.entryLabel ?? type.label) };
}

/** The choice of one of several members. */
export function typeOfChoice(owner: MessageType, oneof: Oneof): FieldType {
  const members = oneof.members.map((name) => owner.field(name)!);
  const [first] = members;
  const groups = new Set(members.map(({ group }) => group));
  return {
    name: oneof.name,
    label: capitalized(oneof.label),
    description: "",
    control: "oneof",
    choices: members
      .map((field) => ({
        value: field.name,
        label: capitalized(labelOf(field)),
        description: field.deprecated ? `Deprecated. ${field.description}` : field.description,
        ...((field.undocumented || field.deprecated) && { undocumented: true as const }),
      }))
      .sort((a, b) => Number(a.undocumented ?? false) - Number(b.undocumented ?? false)),
    ...(oneof.required && { required: true }),
    ...(groups.size === 1 && first?.group && { group: first.group }),
    ...(members.every((field) => isRare(owner, field)) && { rare: true }),
  };
}

/** A member that the schema does not know. */
export function unknownType(name: string): FieldType {
  const description = "The API reference does not have this member.";
  return { name, label: name, description, control: "string" };
}

const orders = new WeakMap<MessageType, readonly (Field | Oneof)[]>();

/** Members of a message in the order of a form; a choice comes in the place of its first member. */
export function formOrder(type: MessageType): readonly (Field | Oneof)[] {
  let order = orders.get(type);
  if (!order) orders.set(type, (order = orderOf(type)));
  return order;
}

function orderOf(type: MessageType): readonly (Field | Oneof)[] {
  const seen = new Set<Oneof>();
  const rows: { readonly row: Field | Oneof; readonly order: number }[] = [];
  for (const field of type.fields) {
    if (field.holdsTiles) continue;
    if (!field.oneof) rows.push({ row: field, order: field.order });
    else if (!seen.has(field.oneof)) {
      seen.add(field.oneof);
      rows.push({ row: field.oneof, order: field.order });
    }
  }
  return rows.sort((a, b) => a.order - b.order).map(({ row }) => row);
}

function isRare(owner: MessageType, field: Field): boolean {
  if (field.rare || field.deprecated || field.preview) return true;
  // Nothing of a message is hidden that is undocumented as a whole.
  return field.undocumented && owner.fields.some((other) => !other.undocumented);
}

function controlOf(field: Field): Control {
  switch (field.kind) {
    case "message":
      return field.message!.fields.length > 0 ? "object" : "none";
    case "enum":
      return "choice";
    case "bool":
      return "boolean";
    case "int32":
    case "int64":
    case "double":
      return "number";
    case "duration":
    case "timestamp":
      return field.kind;
    default:
      return field.language === "color" ? "color" : "string";
  }
}

function defaultOf({ defaultValue, kind }: Field): Scalar | undefined {
  if (kind === "message" || typeof defaultValue === "object" || defaultValue === "") return undefined;
  return defaultValue as Scalar | undefined;
}

/** Values that are choices; the placeholder for "unset" is none. */
function choicesOf(type: EnumType): Choice[] {
  const values = type.values.filter(({ name }) => !/(^|_)UNSPECIFIED$/.test(name));
  const prefix = commonPrefix(values.map(({ name }) => name));
  return values.map(({ name, description, undocumented }) => ({
    value: name,
    label: valueLabel(name.slice(prefix.length)),
    description,
    ...(undocumented && { undocumented }),
  }));
}

function knownChoice({ name, description }: { readonly name: string; readonly description: string }): Choice {
  return { value: name, label: name, description };
}

/** Words that all names begin with, such as `ALIGN_`. */
function commonPrefix(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  if (rest.length === 0) return "";
  const words = first.split("_");
  let prefix = "";
  for (const word of words.slice(0, -1)) {
    const longer = `${prefix}${word}_`;
    // What remains has to be a name, not a number.
    if (!names.every((name) => name.startsWith(longer) && /^[A-Z]/.test(name.slice(longer.length)))) break;
    prefix = longer;
  }
  return prefix;
}

const ABBREVIATIONS = new Set(["API", "GKE", "ID", "MTU", "SAP", "SQL", "TS", "VM", "VPN"]);

/** `STACKED_AREA` → `Stacked area`, `GKE_POD_CRASH` → `GKE pod crash`, `Y1` → `Y1`. */
function valueLabel(name: string): string {
  const words = name
    .split("_")
    .map((word) => (ABBREVIATIONS.has(word) || /^[A-Z]\d?$/.test(word) ? word : word.toLowerCase()));
  return capitalized(words.join(" ")).replace(/\bCloud run\b/, "Cloud Run");
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
