import schemaFile from "../../schemas/dashboard.schema.json";
import type { Severity } from "../finding";

/**
 * What `schemas/dashboard.schema.json` says about messages, fields and enums, in the form the walks need. The schema
 * file is the only place where these facts are written.
 */
export type FieldKind =
  | "message"
  | "enum"
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "double"
  | "duration"
  | "timestamp"
  | "map";

export interface Field {
  /** lowerCamelCase name, the canonical JSON spelling. */
  readonly name: string;
  /** snake_case name, which the service reads too. */
  readonly protoName: string;
  readonly kind: FieldKind;
  readonly repeated: boolean;
  /** Message of the value (or of each list element). */
  readonly message: MessageType | undefined;
  readonly enum: EnumType | undefined;
  readonly description: string;
  /** What readers call it, if that is not the name in words. */
  readonly label: string | undefined;
  /** In a summary of changes: it names its message, or it is left out of the path to its own members. */
  readonly summary: "name" | "inline" | undefined;
  /** Heading in a form; members without one come first. */
  readonly group: string | undefined;
  /** Place in a form among the members of its message: by this number, then as in the schema; 0 by default. */
  readonly order: number;
  /** A form shows it on request only while it is unset. */
  readonly rare: boolean;
  /** Unit of the number, such as `columns`. */
  readonly unit: string | undefined;
  /** Members of its message that have no effect here, such as the color of a threshold in a chart. */
  readonly unused: readonly string[];
  /** A list of widgets, which the picture shows as tiles. */
  readonly holdsTiles: boolean;
  readonly defaultValue: unknown;
  /** Documented as required, whether or not the service can enforce it. */
  readonly required: boolean;
  /** The oneof group this field is a member of. */
  readonly oneof: Oneof | undefined;
  /** Why the field should not be used any more. */
  readonly deprecated: string | undefined;
  readonly undocumented: boolean;
  readonly preview: boolean;
  /** Language of the string, e.g. `monitoring-filter`. */
  readonly language: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly maxItems: number | undefined;
  readonly patternMessage: string | undefined;
  readonly duration: DurationRange | undefined;
  readonly knownValues: readonly EnumValue[];
  /** How the constraints beyond the plain type are known. */
  readonly evidence: Evidence | undefined;
}

export type Evidence = "recorded" | "parser" | "documented" | "inferred";

/** Limits of a Duration in seconds. */
export interface DurationRange {
  readonly minSeconds?: number;
  readonly maxSeconds?: number;
  readonly minSecondsIfNonZero?: number;
  readonly positive?: boolean;
}

export interface MessageType {
  readonly name: string;
  readonly description: string;
  /** In the order of the schema, which is the usual order. */
  readonly fields: readonly Field[];
  readonly oneofs: readonly Oneof[];
  /** Finds a field by either of its spellings. */
  field(name: string): Field | undefined;
}

export interface Oneof {
  readonly name: string;
  /** What readers call the choice, such as `query type`. */
  readonly label: string;
  readonly members: readonly string[];
  /** Whether the service wants one of them to be there. */
  readonly required: boolean;
  /** Evidence that they are mutually exclusive. */
  readonly evidence: Evidence;
}

export interface EnumType {
  readonly name: string;
  readonly description: string;
  readonly values: readonly EnumValue[];
  has(name: string): boolean;
  /** Name of a wire number; undefined when the number is not known. */
  nameOf(number: number): string | undefined;
}

export interface EnumValue {
  readonly name: string;
  readonly description: string;
  readonly number?: number;
  readonly undocumented?: boolean;
}

interface RawField {
  $ref?: string;
  type?: string | string[];
  items?: RawField;
  description?: string;
  default?: unknown;
  deprecated?: boolean;
  deprecationMessage?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  patternErrorMessage?: string;
  "x-proto"?: string;
  "x-required"?: boolean;
  "x-undocumented"?: boolean | string;
  "x-preview"?: boolean;
  "x-language"?: string;
  "x-duration"?: DurationRange;
  "x-known-values"?: { value: string; description: string }[];
  "x-evidence"?: Evidence;
  "x-label"?: string;
  "x-summary"?: "name" | "inline";
  "x-group"?: string;
  "x-order"?: number;
  "x-rare"?: boolean;
  "x-unit"?: string;
  "x-tiles"?: boolean;
  "x-unused"?: string[];
}

interface RawDefinition {
  type: string;
  description?: string;
  properties?: Record<string, RawField>;
  required?: string[];
  enum?: string[];
  enumDescriptions?: string[];
  "x-enum-numbers"?: (number | null)[];
  "x-undocumented-values"?: string[];
  "x-oneof"?: { name: string; label: string; members: string[]; required: boolean; evidence?: Evidence }[];
}

const definitions = schemaFile.definitions as unknown as Record<string, RawDefinition>;
const messages = new Map<string, MessageType>();
const enums = new Map<string, EnumType>();

/** The root message. */
export function dashboardType(): MessageType {
  return messageType("Dashboard");
}

/** A message by its name in the schema; throws on a name that the schema does not hold. */
export function messageType(name: string): MessageType {
  let type = messages.get(name);
  if (!type) messages.set(name, (type = makeMessage(name, definition(name))));
  return type;
}

/** Names of all messages of the schema. */
export function messageNames(): string[] {
  return Object.keys(definitions).filter((name) => definitions[name]!.type === "object");
}

const protoNames = new Map<string, string>();

/** `xPos` → `x_pos`, `y2Axis` → `y2_axis`: the spelling of the proto files. */
export function snakeCase(name: string): string {
  let snake = protoNames.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    protoNames.set(name, snake);
  }
  return snake;
}

/** Severity of a constraint that is known in this way: never an error on a guess. */
export function severityOf(evidence: Evidence | undefined): Severity {
  return evidence === "inferred" || evidence === "documented" ? "warning" : "error";
}

function definition(name: string): RawDefinition {
  const found = definitions[name];
  if (!found) throw new Error(`schemas/dashboard.schema.json has no definition ${name}`);
  return found;
}

function makeMessage(name: string, raw: RawDefinition): MessageType {
  const oneofs = (raw["x-oneof"] ?? []).map((group): Oneof => ({ evidence: "parser", ...group }));
  const required = new Set(raw.required);
  const byName = new Map<string, Field>();
  const fields = Object.entries(raw.properties ?? {}).map(([fieldName, rawField]) => {
    const oneof = oneofs.find((group) => group.members.includes(fieldName));
    const field = makeField(fieldName, rawField, required.has(fieldName), oneof);
    byName.set(field.name, field);
    byName.set(field.protoName, field);
    return field;
  });
  return { name, description: raw.description ?? "", fields, oneofs, field: (key) => byName.get(key) };
}

function makeField(name: string, raw: RawField, required: boolean, oneof: Oneof | undefined): Field {
  const repeated = raw.type === "array";
  const element = repeated ? (raw.items ?? {}) : raw;
  const target = element.$ref?.replace("#/definitions/", "");
  const isEnum = target !== undefined && definition(target).type === "string";
  const proto = element["x-proto"] ?? raw["x-proto"];
  return {
    name,
    protoName: snakeCase(name),
    kind: target ? (isEnum ? "enum" : "message") : ((proto as FieldKind | undefined) ?? "string"),
    repeated,
    get message() {
      return target && !isEnum ? messageType(target) : undefined;
    },
    get enum() {
      return target && isEnum ? enumType(target) : undefined;
    },
    description: raw.description ?? "",
    label: raw["x-label"],
    summary: raw["x-summary"],
    group: raw["x-group"],
    order: raw["x-order"] ?? 0,
    rare: raw["x-rare"] === true,
    unit: raw["x-unit"],
    unused: raw["x-unused"] ?? [],
    holdsTiles: raw["x-tiles"] === true,
    defaultValue: raw.default,
    required: required || raw["x-required"] === true,
    oneof,
    deprecated: raw.deprecated ? (raw.deprecationMessage ?? "Deprecated.") : undefined,
    undocumented: Boolean(raw["x-undocumented"]),
    preview: raw["x-preview"] === true,
    language: element["x-language"] ?? raw["x-language"],
    minimum: element.minimum,
    maximum: element.maximum,
    maxItems: raw.maxItems,
    patternMessage: element.patternErrorMessage ?? raw.patternErrorMessage,
    duration: raw["x-duration"],
    knownValues: (raw["x-known-values"] ?? []).map(({ value, description }) => ({
      name: value,
      description,
    })),
    evidence: raw["x-evidence"] ?? element["x-evidence"],
  };
}

function enumType(name: string): EnumType {
  let type = enums.get(name);
  if (!type) enums.set(name, (type = makeEnum(name, definition(name))));
  return type;
}

function makeEnum(name: string, raw: RawDefinition): EnumType {
  const undocumented = new Set(raw["x-undocumented-values"]);
  const values = (raw.enum ?? []).map((value, i): EnumValue => {
    const number = raw["x-enum-numbers"]?.[i];
    return {
      name: value,
      description: raw.enumDescriptions?.[i] ?? "",
      number: typeof number === "number" ? number : undefined,
      undocumented: undocumented.has(value) ? true : undefined,
    };
  });
  const names = new Set(values.map((value) => value.name));
  const numbers = new Map(
    values.flatMap((value) => (value.number === undefined ? [] : [[value.number, value.name]])),
  );
  return {
    name,
    description: raw.description ?? "",
    values,
    has: (value) => names.has(value),
    nameOf: (number) => numbers.get(number),
  };
}
