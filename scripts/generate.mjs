// Makes core/schema/generated/ from schemas/dashboard.schema.json: the standalone validator (so that nothing is
// compiled at run time, which costs 100 ms and needs unsafe-eval in a web worker).
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const out = path.join(root, "core/schema/generated");

/** Keywords for documentation and for Mosaic. Without them, the validator has a third of the size. */
const ANNOTATION =
  /^(x-.*|title|description|enumDescriptions|deprecationMessage|deprecated|patternErrorMessage|default)$/;

async function generate() {
  const schema = JSON.parse(await readFile(path.join(root, "schemas/dashboard.schema.json"), "utf8"));
  await mkdir(out, { recursive: true });
  await writeIfNew("validator.js", validator(schema));
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
await import("./fonts.mjs");
