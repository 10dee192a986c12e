import type { OutputField, OutputType } from "./field-mask";

/** A message by its members: "string" for what has no members that a mask could name, the names of an enum's values from zero on, or a message. */
export function message(
  members: Readonly<Record<string, "string" | readonly string[] | OutputType>>,
): OutputType {
  const fields = new Map<string, OutputField>();
  for (const [name, of] of Object.entries(members)) {
    const protoName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    fields.set(name, fieldOf(name, of)).set(protoName, fieldOf(name, of));
  }
  return { field: (name) => fields.get(name) };
}

function fieldOf(name: string, of: "string" | readonly string[] | OutputType): OutputField {
  if (of === "string") return { name, kind: "string" };
  if ("field" in of) return { name, kind: "message", message: of };
  return { name, kind: "enum", enum: { values: of.map((value, number) => ({ name: value, number })) } };
}

export const METRIC_KINDS = ["METRIC_KIND_UNSPECIFIED", "GAUGE", "DELTA", "CUMULATIVE"];
export const VALUE_TYPES = ["VALUE_TYPE_UNSPECIFIED", "BOOL", "INT64", "DOUBLE", "STRING", "DISTRIBUTION"];
