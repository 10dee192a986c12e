import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { isObject } from "../core/shape";
import { nearestName } from "../core/spelling";

/** The part of JSON Schema that the tools use. */
export type Schema =
  | { readonly type: "string"; readonly enum?: readonly string[]; readonly description?: string }
  | {
      readonly type: "integer" | "number";
      readonly minimum?: number;
      readonly maximum?: number;
      readonly description?: string;
    }
  | { readonly type: "boolean"; readonly description?: string }
  | { readonly type: "array"; readonly items: Schema; readonly description?: string }
  | ObjectSchema
  /** Any JSON value. */
  | { readonly type?: undefined; readonly description?: string };

/** An object that has no other members unless it says so. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: boolean;
  readonly description?: string;
}

/** The type of the values of a schema. */
export type ValueOf<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: "string" }
    ? string
    : S extends { readonly type: "integer" | "number" }
      ? number
      : S extends { readonly type: "boolean" }
        ? boolean
        : S extends { readonly type: "array"; readonly items: infer Item }
          ? readonly ValueOf<Item>[]
          : S extends { readonly type: "object"; readonly properties: infer P }
            ? MembersOf<P, S extends { readonly required: readonly (infer R)[] } ? R : never>
            : unknown;

type MembersOf<P, Required> = {
  readonly [K in keyof P as K extends Required ? K : never]: ValueOf<P[K]>;
} & { readonly [K in keyof P as K extends Required ? never : K]?: ValueOf<P[K]> | undefined };

/** An object schema without other members. */
export function object<
  const P extends Readonly<Record<string, Schema>>,
  const R extends readonly (keyof P & string)[] = [],
>(
  properties: P,
  required?: R,
  description?: string,
): {
  readonly type: "object";
  readonly properties: P;
  readonly required: R;
  readonly additionalProperties: false;
  readonly description?: string;
} {
  return {
    type: "object",
    properties,
    required: (required ?? []) as R,
    additionalProperties: false,
    ...(description !== undefined && { description }),
  };
}

/** A schema for the SDK, with messages from which a model can correct its arguments. */
export function standardSchema(schema: ObjectSchema): StandardSchemaWithJSON<unknown, unknown> {
  return {
    "~standard": {
      version: 1,
      vendor: "mosaic",
      validate: (value) => {
        const problems = problemsOf(schema, value ?? {}, "");
        return problems.length > 0 ? { issues: [{ message: problems.slice(0, 5).join(" ") }] } : { value };
      },
      jsonSchema: {
        input: () => schema as unknown as Record<string, unknown>,
        output: () => schema as unknown as Record<string, unknown>,
      },
    },
  };
}

/** What is wrong with a value, one sentence each. @param name of the value; empty for the arguments as a whole */
export function problemsOf(schema: Schema, value: unknown, name: string): string[] {
  const what = name === "" ? "the arguments" : `"${name}"`;
  switch (schema.type) {
    case undefined:
      return [];
    case "string":
      if (typeof value !== "string") return [`${what} must be a string, not ${kindOf(value)}.`];
      return !schema.enum || schema.enum.includes(value)
        ? []
        : [`${what} must be one of ${schema.enum.join(", ")}.${didYouMean(value, schema.enum)}`];
    case "integer":
    case "number":
      if (typeof value !== "number" || (schema.type === "integer" && !Number.isInteger(value)))
        return [
          `${what} must be ${schema.type === "integer" ? "an integer" : "a number"}, not ${kindOf(value)}.`,
        ];
      return value < (schema.minimum ?? value) || value > (schema.maximum ?? value)
        ? [`${what} must be from ${schema.minimum ?? "any"} to ${schema.maximum ?? "any"}.`]
        : [];
    case "boolean":
      return typeof value === "boolean" ? [] : [`${what} must be true or false, not ${kindOf(value)}.`];
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, i) => problemsOf(schema.items, item, `${name}[${i}]`))
        : [`${what} must be a list, not ${kindOf(value)}.`];
    case "object":
      return isObject(value)
        ? memberProblems(schema, value, name)
        : [`${what} must be an object, not ${kindOf(value)}.`];
  }
}

function memberProblems(
  { properties, required = [], additionalProperties }: ObjectSchema,
  value: Readonly<Record<string, unknown>>,
  name: string,
): string[] {
  const within = (member: string) => (name === "" ? member : `${name}.${member}`);
  const missing = required
    .filter((member) => value[member] === undefined)
    .map((member) => `"${within(member)}" is missing.`);
  const others = Object.entries(value).flatMap(([member, inner]) => {
    if (inner === undefined) return [];
    const schema = Object.hasOwn(properties, member) ? properties[member] : undefined;
    if (schema) return problemsOf(schema, inner, within(member));
    if (additionalProperties) return [];
    const names = Object.keys(properties);
    const hint = didYouMean(member, names) || ` Valid names: ${names.join(", ")}.`;
    return [`"${within(member)}" is not an argument.${hint}`];
  });
  return [...missing, ...others];
}

/** A hint at the nearest name; empty without one. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const near = nearestName(written, names);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a string" : `${typeof value === "number" ? "the number " : ""}${value}`;
}
