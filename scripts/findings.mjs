// `npm run findings -- PATH…`: findings of dashboards as a table of files and severities and a table of rules. Use it to
// check many real dashboards after a rule has changed.
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { importCore } from "./import-core.mjs";

const SEVERITIES = ["error", "warning", "information", "hint"];

/** The JSON files that paths stand for: themselves, or all below a folder. */
async function filesOf(paths) {
  const files = [];
  for (const one of paths) {
    if ((await stat(one)).isFile()) files.push(one);
    else {
      const below = await readdir(one, { recursive: true });
      files.push(...below.filter((name) => name.endsWith(".json")).map((name) => path.join(one, name)));
    }
  }
  return files.sort();
}

function table(heads, rows) {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => String(row[i]).length)));
  const line = (row) =>
    row
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i])))
      .join("  ");
  return [line(heads), ...rows.map(line)].join("\n");
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error("usage: npm run findings -- FILE|FOLDER…");
  process.exit(2);
}
const { checkText } = await importCore("findings", 'export { checkText } from "./core/check";');
const files = await filesOf(paths.map((one) => path.resolve(process.env.INIT_CWD ?? ".", one)));
const base = path.dirname(files[0] ?? ".");
const byFile = [];
const byRule = new Map();
for (const file of files) {
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0]));
  for (const { severity, code } of checkText(await readFile(file, "utf8"))) {
    counts[severity]++;
    const rule = byRule.get(`${severity} ${code}`) ?? { findings: 0, files: new Set() };
    rule.findings++;
    rule.files.add(file);
    byRule.set(`${severity} ${code}`, rule);
  }
  byFile.push([path.relative(base, file), ...SEVERITIES.map((severity) => counts[severity])]);
}
const totals = SEVERITIES.map((_, i) => byFile.reduce((sum, row) => sum + row[i + 1], 0));
console.log(table(["file", ...SEVERITIES], [...byFile, [`${byFile.length} files`, ...totals]]));
const rules = [...byRule].sort(
  ([a], [b]) => SEVERITIES.indexOf(a.split(" ")[0]) - SEVERITIES.indexOf(b.split(" ")[0]) || (a < b ? -1 : 1),
);
console.log(
  `\n${table(
    ["rule", "findings", "files"],
    rules.map(([name, { findings, files: where }]) => [name, findings, where.size]),
  )}`,
);
