import { plainValue } from "./scalars";

/** In front of the names of the tags that YAML itself has. */
export const TAG = "tag:yaml.org,2002:";
/** Those of them that scalars can have. */
export const SCALAR_TAGS = new Set(["str", "int", "float", "bool", "null"]);

/** What a scalar is by its tag. */
export function tagged(value: string, tag: string, is12: boolean): ReturnType<typeof plainValue> {
  if (tag === "str") return { kind: "string", value };
  const read = plainValue(value, is12);
  if (tag === "null") return { kind: "null", value: null };
  if (tag === "bool") return read.kind === "boolean" ? read : { kind: "string", value };
  return read.kind === "number" ? read : { kind: "string", value };
}
