// Makes core/schema/generated/ from schemas/dashboard.schema.json: the standalone validator (so that nothing is
// compiled at run time, which costs 100 ms and needs unsafe-eval in a web worker) and the TypeScript types.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const out = path.join(root, "core/schema/generated");

/** Keywords for readers and for Mosaic's own walks. The validator does without them, at a third of the size. */
const ANNOTATION =
  /^(x-.*|title|description|enumDescriptions|deprecationMessage|deprecated|patternErrorMessage|default)$/;

async function generate() {
  const schema = JSON.parse(await readFile(path.join(root, "schemas/dashboard.schema.json"), "utf8"));
  await mkdir(out, { recursive: true });
  await Promise.all([writeIfNew("validator.js", validator(schema)), writeIfNew("types.ts", types(schema))]);
  await writeIfNew("validator.d.ts", VALIDATOR_TYPES);
}

function validator(schema) {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    strict: true,
    inlineRefs: false,
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  const code = standaloneCode(ajv, ajv.compile(withoutAnnotations(schema)));
  // ajv asks for its run-time helpers with require, even in an ES module.
  const helper = /const (\w+) = require\("(ajv\/dist\/runtime\/\w+)"\)\.default/g;
  return code.replace(helper, 'import $1_ from "$2.js";const $1 = $1_.default ?? $1_');
}

/** Under `properties` and `definitions` keys are names, not keywords. */
function withoutAnnotations(schema, isNames = false) {
  if (Array.isArray(schema)) return schema.map((item) => withoutAnnotations(item));
  if (!schema || typeof schema !== "object") return schema;
  const kept = Object.entries(schema).filter(([key]) => isNames || !ANNOTATION.test(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      withoutAnnotations(value, !isNames && (key === "properties" || key === "definitions")),
    ]),
  );
}

/** The schema keeps to a narrow dialect (definitions of plain objects and enums), so its types are a table walk. */
function types(schema) {
  const parts = ["// Made from schemas/dashboard.schema.json by scripts/generate.mjs.\n"];
  for (const [name, definition] of Object.entries(schema.definitions)) {
    const head = `/** ${comment(definition.description)} */\nexport `;
    if (definition.enum) {
      parts.push(
        `${head}type ${typeName(name)} =\n${definition.enum.map((value) => `  | "${value}"`).join("\n")};\n`,
      );
      continue;
    }
    const required = new Set(definition.required);
    const members = Object.entries(definition.properties ?? {}).map(
      ([key, field]) =>
        `  /** ${comment(field.description)} */\n  ${key}${required.has(key) ? "" : "?"}: ${typeOf(field)};\n`,
    );
    if (members.length === 0) parts.push(`${head}type ${typeName(name)} = Record<string, never>;\n`);
    else parts.push(`${head}interface ${typeName(name)} {\n${members.join("")}}\n`);
  }
  return parts.join("\n");
}

function typeOf(schema) {
  if (schema.$ref) return typeName(schema.$ref.replace("#/definitions/", ""));
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "array":
      return schema.items.type && Array.isArray(schema.items.type)
        ? `(${typeOf(schema.items)})[]`
        : `${typeOf(schema.items)}[]`;
    case "object":
      return `Record<string, ${typeOf(schema.additionalProperties)}>`;
    case "integer":
    case "number":
      return "number";
    default:
      return schema.type;
  }
}

/** `XyChart.DataSet.PlotType` → `XyChartDataSetPlotType`. */
function typeName(name) {
  return name.replaceAll(".", "");
}

function comment(text) {
  return (text ?? "").replaceAll("*/", "*\\/");
}

const VALIDATOR_TYPES = `// Made by scripts/generate.mjs.
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
}
declare const validate: ((value: unknown) => boolean) & { errors?: SchemaError[] | null };
export { validate };
export default validate;
`;

/** Leaves the file alone when nothing changed, so that incremental builds see nothing new. */
async function writeIfNew(name, text) {
  const file = path.join(out, name);
  const old = await readFile(file, "utf8").catch(() => undefined);
  if (old !== text) await writeFile(file, text);
}

await generate();
