// The first step of the action: checks and compares dashboards, and writes the parts of the report.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { changeOf, mergedInto } from "./event.mjs";
import { pageOf } from "./page.mjs";

/** More pictures than these make a page that no one looks through. */
const MOST_PICTURES = 20;

const { env } = process;
const temporary = env.RUNNER_TEMP ?? "";
const folder = mkdtempSync(path.join(temporary, "mosaic-"));

/** @param {string} name @param {string | number} value */
function output(name, value) {
  // A line break would begin another output.
  if (env.GITHUB_OUTPUT)
    appendFileSync(env.GITHUB_OUTPUT, `${name}=${String(value).replace(/[\r\n]/g, " ")}\n`);
}

/** @param {string} name @param {string} text */
function part(name, text) {
  writeFileSync(path.join(folder, name), text);
}

/** Prints text from mosaic and npm, in which no line is taken for a command. @param {string} text */
function log(text) {
  process.stdout.write(`${text.replace(/^(\s*)::/gm, "$1: :")}\n`);
}

/** What mosaic and git may see: no tokens of the workflow. */
function environment() {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(?:GITHUB_TOKEN$|GH_TOKEN$|INPUT_|ACTIONS_)/i.test(name),
  );
  return Object.fromEntries(kept);
}

/** @param {readonly string[]} args */
function git(args) {
  const result = spawnSync("git", ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", ...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: environment(),
  });
  return result.status === 0 ? result.stdout : undefined;
}

/** The path of cli.js: that of MOSAIC_PROGRAM, or the package of npm, installed outside of the checkout, whose .npmrc is a stranger's. */
function program() {
  if (env.MOSAIC_PROGRAM) return env.MOSAIC_PROGRAM;
  const version = env.MOSAIC_VERSION ?? "";
  if (!/^[\w.+-]+$/.test(version)) throw new Error(`"${version}" is not a version.`);
  const place = path.join(folder, "npm");
  mkdirSync(place);
  const npm = spawnSync(
    process.platform === "win32" ? "npm.cmd" : "npm",
    [
      "install",
      "--prefix",
      place,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      `mosaic-dashboards@${version}`,
    ],
    { cwd: place, encoding: "utf8", env: environment(), shell: process.platform === "win32" },
  );
  if (npm.status !== 0)
    throw new Error(`mosaic-dashboards@${version} could not be installed:\n${npm.stderr}`);
  return path.join(place, "node_modules/mosaic-dashboards/dist/cli.js");
}

/** @param {string} cli @param {readonly string[]} args @param {"inherit" | "pipe"} out */
function mosaic(cli, args, out = "pipe") {
  const result = spawnSync(process.execPath, [cli, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: environment(),
    stdio: ["ignore", out, out === "inherit" ? "inherit" : "pipe"],
  });
  return { code: result.status ?? 2, out: result.stdout ?? "", err: result.stderr ?? "" };
}

/** The base commit, if git has it or can fetch it. @param {import("./event.mjs").Change} change */
function baseOf(change) {
  const merged =
    change.pull === undefined
      ? undefined
      : mergedInto(env.GITHUB_REF ?? "", git(["cat-file", "-p", "HEAD"]) ?? "");
  const base = merged ?? change.base;
  if (base === undefined) return undefined;
  const has = () => git(["cat-file", "-e", `${base}^{tree}`]) !== undefined;
  if (!has()) git(["fetch", "--no-tags", "--depth=1", "origin", base]);
  return has() ? base : undefined;
}

/** @param {string} file */
function numbersIn(file) {
  const counts = { error: 0, warning: 0 };
  const reports = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  for (const { diagnostics } of reports)
    for (const { severity } of diagnostics) if (severity in counts) counts[severity]++;
  return counts;
}

/** The configuration of the base commit, because a change could send credentials elsewhere. @param {string} base */
function configOf(base) {
  const text = git(["show", `${base}:.mosaic/config.json`]);
  if (text === undefined) return undefined;
  const file = path.join(folder, "base-config.json");
  writeFileSync(file, text);
  return file;
}

function run() {
  if (Number(process.versions.node.split(".")[0]) < 20) throw new Error("Mosaic needs Node 20 or later.");
  const payload = env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8")) : {};
  const change = changeOf(env.GITHUB_EVENT_NAME ?? "", payload);
  const base = baseOf(change);
  const cli = program();
  const files = (env.MOSAIC_FILES ?? ".")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const notes = [];
  if (change.base !== undefined && base === undefined)
    notes.push(
      "The base commit could not be read, so changes are not shown. Set `fetch-depth: 2` in the step of actions/checkout.",
    );

  const sarif = path.join(folder, "mosaic.sarif");
  const json = path.join(folder, "findings.json");
  const only = base !== undefined && env.MOSAIC_CHECK !== "all" ? [`--since=${base}`] : [];
  const limits = [
    ...(env.MOSAIC_MAX_WARNINGS ? [`--max-warnings=${env.MOSAIC_MAX_WARNINGS}`] : []),
    ...(env.MOSAIC_BASELINE ? [`--baseline=${env.MOSAIC_BASELINE}`] : []),
  ];
  const findings = path.join(folder, "findings.md");
  const outputs = [`--output=sarif=${sarif}`, `--output=json=${json}`, `--output=markdown=${findings}`];
  const { code } = mosaic(
    cli,
    ["validate", "--format=github", ...outputs, ...only, ...limits, "--", ...files],
    "inherit",
  );
  if (!existsSync(findings)) notes.push("The dashboards could not be checked; see the log of the job.");

  /** @type {{ readonly file: string, readonly status: string }[]} */
  let changes = [];
  let page = "";
  if (base !== undefined) {
    const compare = (format) =>
      mosaic(cli, ["diff", `--against=${base}`, `--format=${format}`, "--", ...files]);
    const list = compare("json");
    try {
      changes = JSON.parse(list.out).filter(({ status }) => status !== "same");
    } catch {
      notes.push("The changes could not be determined; see the log of the job.");
      log(list.err);
    }
    if (changes.length > 0) part("changes.md", compare("markdown").out);
    if (env.MOSAIC_PICTURES !== "false") page = pictures(cli, base, changes, notes);
  }
  const wantsService = env.MOSAIC_PROFILE && files.length > 0;
  if (wantsService && change.isFork)
    notes.push("A pull request from a fork is not compared with the service.");
  else if (wantsService) service(cli, base, files, notes);

  part("notes.md", notes.join("\n"));
  const counts = numbersIn(json);
  output("errors", counts.error);
  output("warnings", counts.warning);
  output("changed", changes.length);
  output("sarif", existsSync(sarif) ? sarif : "");
  output("page", page);
  output("folder", folder);
  output("code", code);
}

/** @param {string} cli @param {string} base @param {readonly {file: string, status: string}[]} changes @param {string[]} notes */
function pictures(cli, base, changes, notes) {
  const found = [];
  const different = changes.filter(({ status }) => status === "different" || status === "new");
  for (const { file, status } of different.slice(0, MOST_PICTURES)) {
    // One of several dashboards of a file has its name after the file's.
    const [name, dashboard] = existsSync(file) ? [file] : splitAtDashboard(file);
    const html = path.join(folder, "picture.html");
    const args = [
      "render",
      ...(status === "new" ? [] : [`--against=${base.slice(0, 12)}`]),
      `--output=${html}`,
      ...(dashboard ? [`--dashboard=${dashboard}`] : []),
      "--",
      name,
    ];
    const result = mosaic(cli, args);
    if (result.code === 0 && existsSync(html)) found.push({ name: file, html: readFileSync(html, "utf8") });
    else if (/unknown command "render"/.test(result.err)) {
      notes.push("This version of Mosaic draws no pictures.");
      return "";
    } else log(result.err);
  }
  if (different.length > MOST_PICTURES)
    notes.push(`Pictures of ${different.length - MOST_PICTURES} dashboards are left out.`);
  if (found.length === 0) return "";
  const page = path.join(folder, "dashboards.html");
  writeFileSync(page, pageOf(found));
  return page;
}

/** @param {string} name "file: dashboard" */
function splitAtDashboard(name) {
  for (let at = name.indexOf(": "); at >= 0; at = name.indexOf(": ", at + 1))
    if (existsSync(name.slice(0, at))) return [name.slice(0, at), name.slice(at + 2)];
  return [name];
}

/** @param {string} cli @param {string | undefined} base @param {readonly string[]} files @param {string[]} notes */
function service(cli, base, files, notes) {
  const config = base === undefined ? undefined : configOf(base);
  if (config === undefined) {
    notes.push("The base commit has no .mosaic/config.json, so nothing is compared with the service.");
    return;
  }
  const args = [
    "diff",
    "--format=markdown",
    `--profile=${env.MOSAIC_PROFILE}`,
    `--config=${config}`,
    "--",
    ...files,
  ];
  const { code, out, err } = mosaic(cli, args);
  if (code === 2 && out.trim() === "")
    notes.push("The dashboards could not be compared with the service; see the log of the job.");
  if (err) log(err);
  part("service.md", out);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(
      `::error title=Mosaic::${message.replaceAll("%", "%25").replace(/[\r\n]+/g, "%0A")}\n`,
    );
    process.exitCode = 2;
  }
}
