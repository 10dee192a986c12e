import { type Check, everyEntry, isBoolean, isNumber, isObject, isString, optional } from "../shape";

/**
 * The form that the inspector shows of one or more objects of a dashboard: tiles, or the dashboard itself. Made from the
 * schema and the text by `inspect`; plain JSON. What the schema says of a member is sent once, in `types`.
 */
export interface Inspection {
  /** Version of the document. */
  readonly version: number;
  /** Ids of the inspected tiles; none for the dashboard itself. */
  readonly tiles: readonly string[];
  /** Why nothing can be edited here. */
  readonly readOnly?: string;
  /** Headed parts of the form, in order. */
  readonly fields: readonly FieldModel[];
  /** By the `type` of a field. */
  readonly types: Readonly<Record<string, FieldType>>;
}

export type Scalar = string | number | boolean;

/** One row of the form: a member, an entry of a list or a map, or the choice of one of several members. */
export interface FieldModel {
  /**
   * JSON pointer in canonical names from the root of the dashboard, also while the member is unset. With several tiles, that
   * of the first one. A choice of members has the pointer of its object, `#` and the name of the choice.
   */
  readonly pointer: string;
  /** Key of `Inspection.types`. */
  readonly type: string;
  /** What the text contains, one for each inspected tile: equal for equal values, null while unset. */
  readonly stamps: readonly (string | null)[];
  /** The value of a scalar, in canonical form; the chosen member of a choice. Absent while unset, mixed or of another type. */
  readonly value?: Scalar;
  /** The tiles have different values. */
  readonly mixed?: true;
  /** JSON of a value of another type than the schema says, shortened. */
  readonly foreign?: string;
  /** Line of the text, from 1; absent while unset. */
  readonly line?: number;
  /** What is in an object or an entry, in a few words. */
  readonly summary?: string;
  /** Key of an entry of a map. */
  readonly key?: string;
  /** It has no effect where it is: shown like a rare one. */
  readonly unused?: true;
  /** Why this field cannot be edited. */
  readonly readOnly?: string;
  readonly findings?: readonly FieldFinding[];
  /** Members of an object, or what a choice has chosen. */
  readonly fields?: readonly FieldModel[];
  /** Entries of a list or a map. */
  readonly entries?: readonly FieldModel[];
}

export interface FieldFinding {
  readonly code: string;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  /** Titles of its fixes, best first. */
  readonly fixes: readonly string[];
}

/** `oneof`: a choice of one of several members; `none`: an object without members. */
export const CONTROLS = [
  "string",
  "number",
  "boolean",
  "choice",
  "duration",
  "timestamp",
  "color",
  "object",
  "oneof",
  "none",
] as const;
export type Control = (typeof CONTROLS)[number];

/** What the schema says of a member. */
export interface FieldType {
  /** Name of the member, as in the API; the name of the choice for a `oneof`. */
  readonly name: string;
  /** Display name, capitalized. */
  readonly label: string;
  /** Markdown. */
  readonly description: string;
  /** Of the value, or of each entry of a list or a map. */
  readonly control: Control;
  readonly container?: "list" | "map";
  /** Message of an object or of the entries, such as `TimeSeriesFilter`. */
  readonly message?: string;
  /** What one entry is called, such as `threshold`. */
  readonly entryLabel?: string;
  /** Language of a string, such as `monitoring-filter`. */
  readonly language?: string;
  /** Values of a choice or the members of a `oneof`; for a string, known values. */
  readonly choices?: readonly Choice[];
  /** What holds while it is unset. */
  readonly default?: Scalar;
  readonly unit?: string;
  readonly integer?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  /** Expected form of a string, as a sentence. */
  readonly expected?: string;
  readonly required?: true;
  /** Heading under which the form shows it. */
  readonly group?: string;
  /** An object whose members stand among those of the object around it. */
  readonly inline?: true;
  /** Hidden while unset, unless the user asks for all members. */
  readonly rare?: true;
  readonly deprecated?: string;
  readonly undocumented?: true;
  readonly preview?: true;
  /** A list whose entries are not added, removed or moved in the form, because they hold tiles. */
  readonly fixed?: true;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
  readonly undocumented?: true;
}

/** The inspection, when it is well-formed; else undefined. For what comes from another process. */
export function readInspection(value: unknown): Inspection | undefined {
  return isObject(value) &&
    isNumber(value["version"]) &&
    everyEntry(isString)(value["tiles"]) &&
    optional(isString)(value["readOnly"]) &&
    isObject(value["types"]) &&
    Object.values(value["types"]).every(isFieldType) &&
    areFields(value["types"])(value["fields"])
    ? (value as unknown as Inspection)
    : undefined;
}

const areFields = (types: object): Check => everyEntry((field) => isField(field, types));

function isField(value: unknown, types: object): boolean {
  if (!isObject(value)) return false;
  const scalar = value["value"];
  return (
    isString(value["pointer"]) &&
    isString(value["type"]) &&
    Object.hasOwn(types, value["type"]) &&
    everyEntry((stamp) => stamp === null || isString(stamp))(value["stamps"]) &&
    (scalar === undefined || isString(scalar) || isBoolean(scalar) || isNumber(scalar)) &&
    ["foreign", "summary", "key", "readOnly"].every((member) => optional(isString)(value[member])) &&
    optional(isNumber)(value["line"]) &&
    optional(everyEntry(isFinding))(value["findings"]) &&
    optional(areFields(types))(value["fields"]) &&
    optional(areFields(types))(value["entries"])
  );
}

const isFinding: Check = (value) =>
  isObject(value) &&
  isString(value["code"]) &&
  isString(value["severity"]) &&
  isString(value["message"]) &&
  everyEntry(isString)(value["fixes"]);

const isFieldType: Check = (value) =>
  isObject(value) &&
  isString(value["name"]) &&
  isString(value["label"]) &&
  isString(value["description"]) &&
  (CONTROLS as readonly unknown[]).includes(value["control"]) &&
  optional(everyEntry(isChoice))(value["choices"]);

const isChoice: Check = (value) =>
  isObject(value) && isString(value["value"]) && isString(value["label"]) && isString(value["description"]);
