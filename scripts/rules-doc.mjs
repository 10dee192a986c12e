// Generates docs/rules/ (a page per rule and an index) and the rules in schemas/config.schema.json. `--check` writes
// nothing and fails if a page is out of date.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { importCore } from "./import-core.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = path.join(root, "docs/rules");

/** The pages by file name, as they should be. */
export async function rulePages() {
  const { ruleEntries, rulePage } = await loadRules();
  const rules = ruleEntries();
  const page = (rule) => `${rulePage(rule)}\n[All rules](README.md)\n`;
  return new Map([["README.md", index(rules)], ...rules.map((rule) => [`${rule.id}.md`, page(rule)])]);
}

const configSchema = path.join(root, "schemas/config.schema.json");

/** The text of schemas/config.schema.json with every rule in it, as it should be. */
export async function configSchemaText() {
  const { ruleEntries, retiredRules } = await loadRules();
  const schema = JSON.parse(await readFile(configSchema, "utf8"));
  const severity = { $ref: "#/definitions/severity" };
  const entries = ruleEntries().map(({ id, severity: own, optIn, summary }) => [
    id,
    { ...severity, description: summary, default: optIn ? "off" : own },
  ]);
  const retired = [...retiredRules].map(([id, reason]) => [
    id,
    {
      ...severity,
      description: reason,
      deprecationMessage: `This rule was removed. ${reason}`,
      doNotSuggest: true,
    },
  ]);
  schema.definitions.rules.properties = Object.fromEntries([...entries, ...retired]);
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function loadRules() {
  return importCore(
    "rules-doc",
    [
      'export { ruleEntries } from "./core/rules/rule-entries";',
      'export { rulePage } from "./core/rules/page";',
      'export { retiredRules } from "./core/rules/retired";',
    ].join(" "),
  );
}

function index(rules) {
  const parts = [
    "# Rules",
    "",
    "<!-- Made by scripts/rules-doc.mjs. -->",
    "",
    "All rules with their highest default severity. An **error** means that the service would reject the dashboard, a **warning** that it",
    "will not show what its author meant; the others are style. To change the severity of a rule, for all files or for some, use",
    "`.mosaic/config.json` ([settings](../settings.md)).",
    "",
  ];
  for (const area of new Set(rules.map((rule) => rule.area))) {
    parts.push(`## ${area}`, "", "| Rule | Severity | Description |", "|---|---|---|");
    for (const { id, severity, optIn, summary } of rules.filter((rule) => rule.area === area)) {
      const shown = optIn ? `off (${severity})` : severity;
      parts.push(`| [${id}](${id}.md) | ${shown} | ${summary.replaceAll("|", "\\|")} |`);
    }
    parts.push("");
  }
  return `${parts.join("\n").trimEnd()}\n`;
}

/** Names of the pages that are missing, different or left over. */
export async function stalePages() {
  const pages = await rulePages();
  const present = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".md"));
  const stale = present.filter((name) => !pages.has(name));
  for (const [name, text] of pages) {
    const old = await readFile(path.join(folder, name), "utf8").catch(() => undefined);
    if (old?.replaceAll("\r\n", "\n") !== text) stale.push(name);
  }
  return stale;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  const stale = await stalePages();
  const schema = await configSchemaText();
  const isSchemaStale = (await readFile(configSchema, "utf8")) !== schema;
  if (process.argv.includes("--check")) {
    if (stale.length > 0 || isSchemaStale) {
      const names = [...stale, ...(isSchemaStale ? ["config.schema.json"] : [])];
      console.error(`Not as the rules say: ${names.join(", ")}. Run: node scripts/rules-doc.mjs`);
      process.exitCode = 1;
    }
  } else {
    const pages = await rulePages();
    await mkdir(folder, { recursive: true });
    for (const name of stale) {
      const text = pages.get(name);
      if (text === undefined) await rm(path.join(folder, name));
      else await writeFile(path.join(folder, name), text);
    }
    if (isSchemaStale) await writeFile(configSchema, schema);
    console.log(`${pages.size} pages, ${stale.length} written.`);
  }
}
