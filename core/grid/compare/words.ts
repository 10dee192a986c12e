import type { Field, MessageType } from "../../schema/messages";
import { equalityKey, getMember, isArray, isObject, type Json, type JsonObject } from "../../sync/json";
import { correspondingElements } from "../../sync/merge-match";
import { entryLabel, isImplied, labelOf, nameOf, namingMember, unknownLabel } from "./labels";
import type { Change } from "./model";
import { shown, shownPair } from "./values";

/** More changes of one message than a reader would read are counted. */
const MOST = 60;
/** How many entries of a list are shown. */
const SHOWN_ENTRIES = 3;

/** Where a change is. */
interface Where {
  /** What the reader has to know to find it: `data set 2`, `secondary aggregation`. */
  readonly context: readonly string[];
  readonly before: string;
  readonly after: string;
  /** What the message is called if it is an element of a list. */
  readonly element?: string;
}

const ROOT: Where = { context: [], before: "", after: "" };

/**
 * What differs between two messages of a type, in words from the schema. Empty exactly if they are equal.
 *
 * @param a in normal form
 * @param b in normal form
 */
export function changesOf(a: Json, b: Json, type: MessageType): readonly Change[] {
  const out: Change[] = [];
  new Words(out).message(a, b, type, ROOT);
  if (out.length <= MOST) return out;
  return [...out.slice(0, MOST), { path: "", text: `and ${out.length - MOST} more changes` }];
}

class Words {
  constructor(private readonly out: Change[]) {}

  message(a: Json, b: Json, type: MessageType | undefined, where: Where): void {
    if (equalityKey(a) === equalityKey(b)) return;
    if (!isObject(a) || !isObject(b)) {
      this.add(where, shownPair(a, b, undefined));
      return;
    }
    const replaced = this.alternatives(a, b, type, where);
    for (const key of keysOf(a, b, type)) {
      if (replaced.has(key)) continue;
      const [before, after] = [getMember(a, key), getMember(b, key)];
      if (equalityKey(before) !== equalityKey(after))
        this.member(before, after, type?.field(key), key, below(where, key));
    }
  }

  /** One of several exclusive members became another one. @returns the members that are settled */
  private alternatives(
    a: JsonObject,
    b: JsonObject,
    type: MessageType | undefined,
    where: Where,
  ): ReadonlySet<string> {
    const settled = new Set<string>();
    for (const { members } of type?.oneofs ?? []) {
      const [from, ...others] = members.filter((key) => getMember(a, key) !== undefined);
      const [to, ...rest] = members.filter((key) => getMember(b, key) !== undefined);
      if (!from || !to || from === to || others.length + rest.length > 0) continue;
      const side = (value: JsonObject, key: string) => {
        const field = type!.field(key)!;
        return `${labelOf(field)}${field.message ? "" : ` ${shown(getMember(value, key)!, field)}`}`;
      };
      this.add(below(where, to), `${side(a, from)} → ${side(b, to)}`);
      settled.add(from).add(to);
    }
    return settled;
  }

  private member(
    before: Json | undefined,
    after: Json | undefined,
    field: Field | undefined,
    key: string,
    at: Where,
  ): void {
    if (!field) {
      this.unknown(before, after, key, at);
      return;
    }
    const [a, b] = [before ?? emptyOf(field), after ?? emptyOf(field)];
    if (field.repeated && isArray(a) && isArray(b)) {
      if (field.message) this.messages(a, b, field, at);
      else this.scalars(a, b, field, at);
    } else if (field.kind === "map" && isObject(a) && isObject(b)) this.map(a, b, field, at);
    else if (field.message && isObject(before) && isObject(after)) {
      const context = isImplied(field) ? at.context : [...at.context, labelOf(field)];
      this.message(before, after, field.message, { context, before: at.before, after: at.after });
    } else if (field.message && field.summary === "inline") {
      const { length } = this.out;
      this.message(before ?? {}, after ?? {}, field.message, at);
      if (this.out.length === length) this.scalar(before, after, field, at);
    } else this.scalar(before, after, field, at);
  }

  private scalar(before: Json | undefined, after: Json | undefined, field: Field, at: Where): void {
    const isName = field.summary === "name" && at.element !== undefined;
    const label = isName ? at.element! : labelOf(field);
    // The name of an element already stands in its context.
    const where = isName ? { ...at, context: at.context.slice(0, -1) } : at;
    const [a, b] = [before ?? fallback(field), after ?? fallback(field)];
    if (a !== undefined && b !== undefined && equalityKey(a) !== equalityKey(b))
      this.add(where, `${label} ${shownPair(a, b, field)}`);
    else if (after === undefined) this.add(where, `${described(label, before!, field)} removed`, true);
    else this.add(where, `${described(label, after, field)} added`);
  }

  private unknown(before: Json | undefined, after: Json | undefined, key: string, at: Where): void {
    const label = unknownLabel(key);
    if (before === undefined) this.add(at, `${label} added`);
    else if (after === undefined) this.add(at, `${label} removed`, true);
    else if (isObject(before) && isObject(after))
      this.message(before, after, undefined, { ...at, context: [...at.context, label] });
    else this.add(at, `${label} ${shownPair(before, after, undefined)}`);
  }

  /** A list of messages, in order. Elements are matched as in a merge, and those between two matches by position. */
  private messages(a: readonly Json[], b: readonly Json[], field: Field, at: Where): void {
    const label = entryLabel(field);
    const pairs = pairsOf(a, b);
    const leftA = new Set(a.keys());
    const leftB = new Set(b.keys());
    for (const [i, j] of pairs) {
      leftA.delete(i);
      leftB.delete(j);
    }
    const isMoved = sameElements(
      [...leftA].map((i) => a[i]!),
      [...leftB].map((j) => b[j]!),
    );
    for (const [i, j] of pairs) {
      const isAlone = a.length === 1 && b.length === 1 && field.required;
      const context = isAlone ? at.context : [...at.context, elementName(label, a, i, field, j)];
      this.message(a[i]!, b[j]!, field.message, {
        context,
        before: `${at.before}/${i}`,
        after: `${at.after}/${j}`,
        ...(isAlone ? {} : { element: label }),
      });
    }
    if (isMoved) {
      if (leftA.size > 0) this.add(at, `${labelOf(field)} reordered`);
      return;
    }
    const whole = (element: Json, list: readonly Json[], index: number) => {
      const name = namingMember(element, field.message) ? nameOf(element, field.message) : undefined;
      if (name !== undefined) return `${label} ${name}`;
      const details = detailsOf(element, field.message);
      return `${list.length > 1 ? `${label} ${index + 1}` : label}${details ? ` (${details})` : ""}`;
    };
    for (const i of leftA) {
      const where = { ...at, before: `${at.before}/${i}` };
      this.add(where, `${whole(a[i]!, a, i)} removed`, true);
    }
    for (const j of leftB) this.add({ ...at, after: `${at.after}/${j}` }, `${whole(b[j]!, b, j)} added`);
  }

  private scalars(a: readonly Json[], b: readonly Json[], field: Field, at: Where): void {
    const [gone, fresh] = [without(a, b), without(b, a)];
    const label = labelOf(field);
    if (gone.length + fresh.length === 0) {
      this.add(at, `${label} reordered`);
      return;
    }
    if (gone.length === 1 && fresh.length === 1) {
      this.add(at, `${label} ${shownPair(gone[0]!, fresh[0]!, field)}`);
      return;
    }
    if (gone.length > 0) this.add(at, `${label} ${entries(gone, field)} removed`, b.length === 0);
    if (fresh.length > 0) this.add(at, `${label} ${entries(fresh, field)} added`);
  }

  private map(a: JsonObject, b: JsonObject, field: Field, at: Where): void {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [before, after] = [getMember(a, key), getMember(b, key)];
      if (equalityKey(before) === equalityKey(after)) continue;
      const where = below(at, key);
      const name = `${entryLabel(field)} ${shown(key, field)}`;
      if (before === undefined) this.add(where, `${name}${entry(after!, field)} added`);
      else if (after === undefined) this.add(where, `${name}${entry(before, field)} removed`, true);
      else this.add(where, `${name} ${shownPair(before, after, field)}`);
    }
  }

  private add({ context, before, after }: Where, text: string, isGone = false): void {
    const prefix = context.length > 0 ? `${context.join(", ")}: ` : "";
    this.out.push({ path: isGone ? before : after, text: `${prefix}${text}` });
  }
}

function below(where: Where, key: string): Where {
  const escaped = key.replaceAll("~", "~0").replaceAll("/", "~1");
  return { ...where, before: `${where.before}/${escaped}`, after: `${where.after}/${escaped}` };
}

/** All members of both, in the order of the schema; unknown ones last. */
function keysOf(a: JsonObject, b: JsonObject, type: MessageType | undefined): string[] {
  const all = new Set([...Object.keys(a), ...Object.keys(b)]);
  const known = (type?.fields ?? []).map(({ name }) => name).filter((name) => all.delete(name));
  return [...known, ...all];
}

/** What a missing list or map is equal to. */
function emptyOf(field: Field): Json | undefined {
  if (field.repeated) return [];
  return field.kind === "map" ? {} : undefined;
}

/** What a missing scalar means, where that is known and worth showing. */
function fallback(field: Field): Json | undefined {
  if (field.repeated || field.message) return undefined;
  if (field.defaultValue !== undefined && field.defaultValue !== "") return field.defaultValue as Json;
  return field.kind === "bool" && !field.oneof ? false : undefined;
}

/** A member with its value: `upper bound 5`; of a message, `gauge view (upper bound 5)`. */
function described(label: string, value: Json, field: Field): string {
  if (!isObject(value)) return `${label} ${shown(value, field)}`;
  const details = detailsOf(value, field.message);
  return details ? `${label} (${details})` : label;
}

/** The first few scalars of a message in words. */
function detailsOf(value: Json, type: MessageType | undefined): string {
  const out: string[] = [];
  const walk = (message: Json, of: MessageType | undefined): void => {
    for (const field of of?.fields ?? []) {
      const member = getMember(message, field.name);
      if (member === undefined || out.length >= SHOWN_ENTRIES) continue;
      if (isArray(member)) {
        if (!field.message) out.push(`${labelOf(field)} ${entries(member, field)}`);
      } else if (field.message) walk(member, field.message);
      else if (!isObject(member)) out.push(`${labelOf(field)} ${shown(member, field)}`);
    }
  };
  walk(value, type);
  return out.join(", ");
}

function entries(values: readonly Json[], field: Field): string {
  const more = values.length - SHOWN_ENTRIES;
  const words = values.slice(0, SHOWN_ENTRIES).map((value) => shown(value, field, 40));
  return `${words.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The value of an entry of a map; labels often have none. */
function entry(value: Json, field: Field): string {
  return value === "" ? "" : ` ${shown(value, field)}`;
}

/** `threshold 0.5`, `data set 2`; named as in the first list. */
function elementName(label: string, all: readonly Json[], i: number, field: Field, j: number): string {
  const name = nameOf(all[i]!, field.message);
  if (name === undefined) return `${label} ${j + 1}`;
  const isUnique = all.filter((other) => nameOf(other, field.message) === name).length === 1;
  return isUnique ? `${label} ${name}` : `${label} ${name} (number ${j + 1})`;
}

/** Which elements belong together: as in a merge; where as many are left between two pairs on both sides, in order. */
function pairsOf(a: readonly Json[], b: readonly Json[]): [number, number][] {
  const out: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...correspondingElements(a, b), [a.length, b.length] as const]) {
    const gap = [a.slice(i, x), b.slice(j, y)] as const;
    if (x - i === y - j && !sameElements(...gap)) for (let k = 0; k < x - i; k++) out.push([i + k, j + k]);
    if (x < a.length && y < b.length) out.push([x, y]);
    [i, j] = [x + 1, y + 1];
  }
  return out;
}

function sameElements(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && without(a, b).length === 0;
}

/** The entries of the first list that the second one lacks; copies count. */
function without(a: readonly Json[], b: readonly Json[]): Json[] {
  const counts = new Map<string, number>();
  for (const value of b) counts.set(equalityKey(value), (counts.get(equalityKey(value)) ?? 0) + 1);
  return a.filter((value) => {
    const key = equalityKey(value);
    const left = counts.get(key) ?? 0;
    if (left > 0) counts.set(key, left - 1);
    return left === 0;
  });
}
