import { type QueryChange, readQueryChange } from "../../query-builder/model/model";
import {
  type Check,
  everyEntry,
  isBoolean,
  isListOf,
  isNumber,
  isObject,
  isString,
  optional,
} from "../../shape";

/**
 * A change that a form makes. Pointers are JSON pointers in canonical names, as in `FieldModel`; in a gesture they start at
 * each of its tiles. `stamps`: what the form showed at the pointer, one for each tile; the change is not made where the
 * text contains something else by now.
 */
export type FieldChange = (
  | { readonly op: "set"; readonly pointer: string; readonly value: FieldValue }
  | { readonly op: "unset"; readonly pointer: string }
  /** Adds an entry to a list, or to a map with `key`. Without `value` it has the members that it requires. */
  | {
      readonly op: "insert";
      readonly pointer: string;
      readonly index: number;
      readonly key?: string;
      readonly value?: FieldValue;
    }
  | { readonly op: "remove"; readonly pointer: string }
  | { readonly op: "duplicate"; readonly pointer: string }
  | { readonly op: "move"; readonly pointer: string; readonly from: number; readonly to: number }
  /** Gives an entry of a map another key. */
  | { readonly op: "rename"; readonly pointer: string; readonly key: string }
  /** Sets one of several mutually exclusive members, or none; queries and other members in common are kept. */
  | {
      readonly op: "choose";
      readonly pointer: string;
      readonly choice: string;
      readonly member: string | null;
    }
  /** Applies a fix of a finding that the form shows at the pointer. Only on its own. */
  | { readonly op: "fix"; readonly pointer: string; readonly code: string; readonly title: string }
  /** Changes the Monitoring query at the pointer, if its text is still the one that was seen. Only on its own. */
  | { readonly op: "query"; readonly pointer: string; readonly seen: string; readonly change: QueryChange }
) & { readonly stamps?: readonly (string | null)[] };

/** A value in canonical form. */
export type FieldValue =
  | string
  | number
  | boolean
  | readonly FieldValue[]
  | { readonly [member: string]: FieldValue };

/** Whether a value is a change. For what comes from another process. */
export const isFieldChange: Check = (value) => {
  if (!isObject(value) || !Object.hasOwn(SHAPES, value["op"] as string)) return false;
  const shape = SHAPES[value["op"] as FieldChange["op"]];
  return (
    isPointer(value["pointer"]) &&
    optional(everyEntry((stamp) => stamp === null || isString(stamp)))(value["stamps"]) &&
    Object.entries(shape).every(([member, check]) => check(value[member]))
  );
};

const isPointer: Check = (value) => isString(value) && /^(\/|$)/.test(value) && value.length < 10_000;
const isIndex: Check = (value) => Number.isInteger(value) && (value as number) >= 0;

/** Nesting of a value that a form may write. */
const MAX_DEPTH = 20;

function isValue(value: unknown, depth = 0): boolean {
  if (isString(value) || isBoolean(value) || isNumber(value)) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return isListOf(value, (entry) => isValue(entry, depth + 1));
  return isObject(value) && Object.values(value).every((member) => isValue(member, depth + 1));
}

const SHAPES: Readonly<Record<FieldChange["op"], Readonly<Record<string, Check>>>> = {
  set: { value: (value) => isValue(value) },
  unset: {},
  insert: {
    index: isIndex,
    key: optional(isString),
    value: optional((value) => isValue(value)),
  },
  remove: {},
  duplicate: {},
  move: { from: isIndex, to: isIndex },
  rename: { key: isString },
  choose: { choice: isString, member: (value) => value === null || isString(value) },
  fix: { code: isString, title: isString },
  query: { seen: isString, change: (value) => readQueryChange(value) !== undefined },
};
