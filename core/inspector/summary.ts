import { labelOf, namingMember } from "../grid/compare/labels";
import { describeQuery } from "../grid/queries";
import { singleLine } from "../grid/shorten";
import { inertText } from "../inert-text";
import type { Field, MessageType } from "../schema/messages";
import { isObject } from "../shape";
import type { Json } from "../sync/json";
import { typeOfField } from "./types";

const LONGEST = 80;
/** How many members a summary names. */
const MOST = 3;

/** What is in an object, in a few words: its query, its name, the first values. Empty for an empty one. */
export function summaryOf(value: unknown, type: MessageType | undefined): string {
  if (!isObject(value) || !type) return "";
  return inertText(singleLine(wordsOf(value, type).join(" · "), LONGEST), LONGEST);
}

function wordsOf(value: Readonly<Record<string, unknown>>, type: MessageType): string[] {
  if (type.name === "TimeSeriesQuery") return [describeQuery(value)];
  const name = namingMember(value as Json, type);
  const out: string[] = [];
  if (name) out.push(valueWords(value[name.name] ?? name.defaultValue, name, type));
  for (const field of type.fields) {
    const member = value[field.name];
    if (member === undefined || field === name || out.length >= MOST) continue;
    if (field.message && !field.repeated && isObject(member)) out.push(...wordsOf(member, field.message));
    else if (field.repeated && Array.isArray(member)) {
      const words = member.every((entry) => typeof entry === "string")
        ? member.join(", ")
        : `${member.length} ${labelOf(field)}`;
      if (member.length > 0) out.push(words);
    } else if (typeof member !== "object" && member !== null) out.push(valueWords(member, field, type));
  }
  return out.filter(Boolean).slice(0, MOST);
}

function valueWords(value: unknown, field: Field, owner: MessageType): string {
  if (field.kind === "bool") return value === true ? labelOf(field) : "";
  if (field.kind !== "enum") return String(value);
  const choice = typeOfField(owner, field).choices?.find((one) => one.value === value);
  return choice?.label ?? String(value);
}
