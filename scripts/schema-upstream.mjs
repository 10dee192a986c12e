// `npm run schema:upstream -- FILE`: compares schemas/dashboard.schema.json with a discovery document of the monitoring API
// (version v1) and prints what is missing here, unknown there or different. Prints nothing and ends with 0 when they agree.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const FORMATS = {
  int32: "int32",
  int64: "int64",
  double: "double",
  float: "double",
  "google-duration": "duration",
  "google-datetime": "timestamp",
};

/**
 * Everything the two disagree about, a line each.
 *
 * @param {{ definitions: Record<string, any> }} schema ours
 * @param {{ schemas: Record<string, any> }} discovery the service's
 * @returns {string[]}
 */
export function compare(schema, discovery) {
  const differences = [];
  const seen = new Set();
  const queue = ["Dashboard"];
  for (let name = queue.pop(); name; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const theirs = discovery.schemas[name];
    const ours = schema.definitions[name];
    if (!theirs) continue;
    if (!ours) {
      differences.push(`${name}: the message is missing here`);
      continue;
    }
    compareMessage(name, ours, theirs, schema, differences);
    for (const field of Object.values(theirs.properties ?? {})) {
      const target = field.$ref ?? field.items?.$ref;
      if (target) queue.push(target);
    }
  }
  for (const [name, definition] of Object.entries(schema.definitions)) {
    if (definition.type !== "object" || seen.has(name) || isOnlyUndocumented(name, schema)) continue;
    differences.push(`${name}: the message is not in the service's description`);
  }
  return differences.sort();
}

function compareMessage(name, ours, theirs, schema, differences) {
  for (const [key, field] of Object.entries(theirs.properties ?? {})) {
    const own = ours.properties?.[key];
    const where = `${name}.${key}`;
    if (!own) {
      differences.push(`${where}: the member is missing here (${shape(field)})`);
      continue;
    }
    const [here, there] = [ownShape(own, schema), shape(field)];
    if (here !== there) differences.push(`${where}: it is ${here} here and ${there} there`);
    if (Boolean(own.deprecated) !== Boolean(field.deprecated)) {
      differences.push(`${where}: it is ${field.deprecated ? "deprecated there" : "deprecated here only"}`);
    }
    const values = field.enum ?? field.items?.enum;
    if (values) compareEnum(where, own, values, schema, differences);
  }
  for (const [key, own] of Object.entries(ours.properties ?? {})) {
    if (!theirs.properties?.[key] && !own["x-undocumented"]) {
      differences.push(`${name}.${key}: the member is not in the service's description`);
    }
  }
}

function compareEnum(where, own, values, schema, differences) {
  const definition = definitionOf(own.$ref ?? own.items?.$ref, schema);
  const known = new Set(definition?.enum ?? []);
  const undocumented = new Set(definition?.["x-undocumented-values"] ?? []);
  for (const value of values) {
    if (!known.delete(value)) differences.push(`${where}: the value ${value} is missing here`);
  }
  for (const value of known) {
    if (!undocumented.has(value))
      differences.push(`${where}: the value ${value} is not in the service's description`);
  }
}

/** A field of the discovery document in words that both sides share. */
function shape(field) {
  if (field.type === "array") return `list of ${shape(field.items)}`;
  if (field.$ref) return field.$ref;
  if (field.enum) return "enum";
  if (field.type === "object") return `map of ${shape(field.additionalProperties)}`;
  return (
    FORMATS[field.format] ?? { boolean: "bool", integer: "int32", number: "double" }[field.type] ?? field.type
  );
}

function ownShape(field, schema) {
  if (field.type === "array") return `list of ${ownShape(field.items, schema)}`;
  const definition = definitionOf(field.$ref, schema);
  if (definition) return definition.enum ? "enum" : field.$ref.replace("#/definitions/", "");
  if (field.type === "object") return `map of ${ownShape(field.additionalProperties, schema)}`;
  return field["x-proto"] ?? field.type;
}

function definitionOf(ref, schema) {
  return ref && schema.definitions[ref.replace("#/definitions/", "")];
}

/** Whether every member that leads to the message is an undocumented one. */
function isOnlyUndocumented(name, schema) {
  const ref = `#/definitions/${name}`;
  return Object.values(schema.definitions).every((definition) =>
    Object.values(definition.properties ?? {}).every(
      (field) => field["x-undocumented"] || (field.$ref !== ref && field.items?.$ref !== ref),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2];
  if (!file) {
    console.error("Name a discovery document: npm run schema:upstream -- FILE");
    process.exitCode = 2;
  } else {
    const schema = JSON.parse(
      await readFile(new URL("../schemas/dashboard.schema.json", import.meta.url), "utf8"),
    );
    const differences = compare(schema, JSON.parse(await readFile(file, "utf8")));
    for (const line of differences) console.log(line);
    process.exitCode = differences.length > 0 ? 1 : 0;
  }
}
