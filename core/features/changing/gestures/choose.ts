import type { Dashboard } from "../../../dashboard";
import { type Node, type ObjectNode, pathOf } from "../../../document/node";
import { type Change, copySource } from "../../../edit/edit";
import { nodeAtPointer } from "../../../inspector/address";
import { messageAt } from "../../../inspector/choices";
import { memberOf, memberProperty } from "../../../schema/canonical";
import type { Field, MessageType } from "../../../schema/messages";
import { isObject } from "../../../shape";
import { startValue } from "../../completion/start-value";
import { FieldError, setAt } from "./set-field";
import type { NamingStyle } from "./spelling";

/**
 * Sets another one of several mutually exclusive members, or none. The new one keeps what both have in common, found by the
 * schema: members of the same name and type, queries, and strings of the same language.
 */
export function choiceChanges(
  dashboard: Dashboard,
  pointer: string,
  choice: string,
  member: string | null,
  spelling: NamingStyle,
): Change[] {
  const object = nodeAtPointer(dashboard.canonical, pointer);
  const type = messageAt(pointer);
  const oneof = type?.oneofs.find(({ name }) => name === choice);
  if (!type || !oneof || (member !== null && !oneof.members.includes(member)))
    throw new FieldError("There is no such choice.");
  if (object && object.kind !== "object") throw new FieldError("The value around it is not an object.");
  const present = oneof.members.filter((name) => memberOf(object, name));
  const path = object ? pathOf(object) : [];
  const removed = (name: string): Change => ({
    op: "remove",
    path: [...path, memberProperty(object, name)!.key],
  });
  if (member === null) return present.map(removed);
  // The other ones are mutually exclusive with it, so choosing the one that is there removes them.
  const others = present.filter((name) => name !== member);
  if (present.includes(member)) return others.map(removed);
  const field = type.field(member)!;
  const fresh = startValue(dashboard, type, field);
  const [old, ...rest] = others;
  if (!object || old === undefined)
    return setAt(dashboard, `${pointer}/${member}`, field.repeated ? [fresh] : fresh, spelling);
  const from = memberProperty(object, old)!;
  const convert = new Conversion(dashboard, spelling);
  const key = spelling.name(member);
  const isTaken = object.properties.some((other) => other.key === key);
  return [
    ...(isTaken ? [{ op: "remove", path: [...path, key] } as const] : []),
    ...rest.map(removed),
    { op: "rename", path: [...path, from.key], key },
    { op: "set", path: [...path, key], value: convert.value(from.value!, field, fresh) },
  ];
}

/** Makes a value of one field out of that of another one. */
class Conversion {
  constructor(
    private readonly dashboard: Dashboard,
    private readonly spelling: NamingStyle,
  ) {}

  value(from: Node, field: Field, fresh: unknown): unknown {
    if (from.kind === "object" && field.message && isObject(fresh))
      return this.object(from, field.message, fresh);
    const before = this.dashboard.canonical.fieldOf(from);
    const isSame = before?.kind === field.kind && before.language === field.language;
    return isSame && from.kind !== "object" ? copySource(from) : this.spelling.value(fresh, field.message);
  }

  /** An object of another message: what both have in common, and of what is required the rest of `fresh`. */
  private object(from: ObjectNode, to: MessageType, fresh: Readonly<Record<string, unknown>>): object {
    const out = new Map<string, unknown>();
    for (const field of to.fields) {
      const value = this.member(from, field);
      if (value !== undefined) out.set(field.name, value);
    }
    if (out.size === 0) {
      const nested = this.nested(from, to);
      if (nested) out.set(nested.name, nested.value);
      else for (const [name, value] of this.unnested(from, to)) out.set(name, value);
    }
    const kept = out.size > 0;
    for (const field of to.fields) {
      if (out.has(field.name) || !Object.hasOwn(fresh, field.name)) continue;
      // Where queries are kept, the rest of an example would not be about them.
      if (kept && !field.required && field.kind !== "enum" && !isPlain(fresh[field.name])) continue;
      if (field.oneof?.members.some((name) => out.has(name))) continue;
      out.set(field.name, this.spelling.value(fresh[field.name], field.message));
    }
    const names = to.fields.map(({ name }) => name).filter((name) => out.has(name));
    return Object.fromEntries(names.map((name) => [this.spelling.name(name), out.get(name)]));
  }

  /** The value of a field of the new message, out of the old object. */
  private member(from: ObjectNode, field: Field): unknown {
    const own = memberOf(from, field.name);
    const before = own && this.dashboard.canonical.fieldOf(own);
    if (own && before && before.repeated === field.repeated) {
      const isSame = before.kind === field.kind && before.message === field.message;
      if (isSame && before.language === field.language) return copySource(own);
      if (own.kind === "array" && field.message) return this.entries(own.items, field.message);
    }
    // A scorecard has one query and no data sets; a chart has a list of them.
    if (field.repeated && field.required && field.message) {
      const query = queryOf(from);
      return query && field.message.field("timeSeriesQuery")
        ? [this.object(from, field.message, {})]
        : undefined;
    }
    if (field.name === "timeSeriesQuery") {
      const query = queryOf(firstWithQuery(from));
      return query && copySource(query);
    }
    return this.sameLanguage(from, field);
  }

  private entries(items: readonly Node[], message: MessageType): unknown[] {
    return items.map((item) => (item.kind === "object" ? this.object(item, message, {}) : copySource(item)));
  }

  /** The only string of a language, under the name that it has here, such as the template of the legend. */
  private sameLanguage(from: ObjectNode, field: Field): unknown {
    if (field.kind !== "string" || !field.language || field.repeated) return undefined;
    const { canonical } = this.dashboard;
    const found = from.properties.filter(({ value }) => {
      const other = value && value.kind === "string" ? canonical.fieldOf(value) : undefined;
      return other?.language === field.language && other?.kind === "string";
    });
    return found.length === 1 ? copySource(found[0]!.value!) : undefined;
  }

  /** What the first object inside the old one has in common with the new one: the filter of the numerator of a ratio. */
  private unnested(from: ObjectNode, to: MessageType): readonly (readonly [string, unknown])[] {
    for (const { value } of from.properties) {
      if (value?.kind !== "object") continue;
      const common = to.fields.flatMap((field) => {
        const member = this.member(value, field);
        return member === undefined ? [] : [[field.name, member] as const];
      });
      if (common.length > 0) return common;
    }
    return [];
  }

  /** The old object as a member of the new one: a filter as the numerator of a ratio. */
  private nested(from: ObjectNode, to: MessageType): { name: string; value: unknown } | undefined {
    for (const field of to.fields) {
      if (!field.message || field.repeated) continue;
      const value = this.object(from, field.message, {});
      if (Object.keys(value).length > 0) return { name: field.name, value };
    }
    return undefined;
  }
}

function queryOf(object: ObjectNode | undefined): Node | undefined {
  const query = memberOf(object, "timeSeriesQuery");
  return query?.kind === "object" ? query : undefined;
}

/** The first entry of a list of the object that has a query. */
function firstWithQuery(from: ObjectNode): ObjectNode | undefined {
  for (const { value } of from.properties) {
    if (value?.kind !== "array") continue;
    for (const item of value.items) if (item.kind === "object" && queryOf(item)) return item;
  }
  return undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
