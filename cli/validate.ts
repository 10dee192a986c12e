import path from "node:path";
import { parseArgs } from "node:util";
import type { RuleSettings } from "../core/config/config";
import { matchesGlob } from "../core/config/glob";
import { settingsFor } from "../core/config/severity";
import { Dashboard } from "../core/dashboard";
import type { LineMap, Position } from "../core/document/lines";
import { applyEdits } from "../core/edit/edit";
import { certainEdits } from "../core/features/fixes";
import type { Finding, Severity } from "../core/finding";
import { keptCatalogues } from "./catalog-cache";
import { type ConfigRoot, cachedConfigs, relativePath } from "./config";
import { type Input, readInputs, type Search, Tally } from "./files";
import { Exit, type Io, UsageError, visible } from "./io";
import { writeAtomically } from "./node-files";

export const VALIDATE_HELP = `mosaic validate [FILE|FOLDER|GLOB|-]…

Checks dashboards the way the service would, without asking it. A folder stands for the dashboards in it,
- for standard input; with no argument, the current folder is searched. Dashboards are *.dashboard.json, the
globs of .mosaic/config.json, and JSON files with a displayName and a layout that git does not ignore.

  --globs-only         do not look into other JSON files
  --format text|json   text for people (default), json for programs
  --quiet              errors only
  --fix                mend what can mean only one thing, in place; from standard input, print the result

Exit code: 0 no errors, 1 errors, 2 could not run.
`;

/** One finding as it stands in \`--format json\`: zero-based lines, UTF-16 characters. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

export interface FileReport {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs \`mosaic validate\` and gives its exit code. */
export async function runValidate(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: "string", default: "text" },
      quiet: { type: "boolean", default: false },
      fix: { type: "boolean", default: false },
      "globs-only": { type: "boolean", default: false },
    },
  });
  const { format, quiet, fix } = values;
  const printsFixed = fix && positionals.includes("-");
  if (printsFixed && positionals.length > 1) {
    throw new UsageError(
      "with --fix, standard input cannot be mixed with files: the result goes to standard output",
    );
  }
  if (format !== "text" && format !== "json") {
    throw new UsageError(`--format is text or json, not ${JSON.stringify(format)}`);
  }
  const reports: FileReport[] = [];
  const configOf = cachedConfigs(io.cwd);
  const catalogueOf = keptCatalogues(io.env);
  let unreadable = 0;
  const tally = new Tally();
  const search: Search = { tally, ...(values["globs-only"] && { discover: "globs" }) };
  for await (const input of readInputs(positionals, io, search)) {
    if ("reason" in input) {
      unreadable++;
      io.err(`mosaic: ${input.name}: ${input.reason}\n`);
      continue;
    }
    const ruling = await configOf(input.path === undefined ? io.cwd : path.dirname(input.path));
    const read = new Dashboard(input.text, await catalogueOf(ruling.config));
    const settings = settingsOf(input, ruling);
    const dashboard = fix ? fixed(read, settings) : read;
    if (input.path === undefined && printsFixed) io.out(dashboard.text);
    else if (input.path !== undefined && dashboard.text !== input.text) {
      await writeAtomically(input.path, dashboard.text);
      io.err(`mosaic: ${input.name}: mended\n`);
    }
    const findings = dashboard
      .findingsUnder(settings)
      .filter((finding) => !quiet || finding.severity === "error");
    const report = {
      file: input.name,
      diagnostics: findings.map((finding) => toDiagnostic(finding, dashboard.document.lines)),
    };
    reports.push(report);
    if (printsFixed) io.err(formatReport(report, false));
    else if (format === "text") io.out(formatReport(report, io.color));
  }
  if (printsFixed) io.err(`${summary(reports, tally)}\n`);
  else if (format === "json") io.out(`${JSON.stringify(reports, null, 2)}\n`);
  else if (reports.length > 0 || tally.unreadable.length > 0) io.out(`${summary(reports, tally)}\n`);
  if (unreadable > 0) return Exit.failed;
  return count(reports, "error") > 0 ? Exit.findings : Exit.ok;
}

/** The severities that the nearest `.mosaic/config.json` gives the findings of a file. */
function settingsOf(input: Input, { root, config }: ConfigRoot): RuleSettings {
  const relative = input.path === undefined ? "" : relativePath(root, input.path);
  return settingsFor(config, relative, matchesGlob);
}

/** A repair can uncover the next one, so there are rounds; each must change something, and a few are plenty. */
const MAX_ROUNDS = 10;

/** The dashboard with every certain repair made. */
function fixed(dashboard: Dashboard, settings: RuleSettings): Dashboard {
  let now = dashboard;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const edits = certainEdits(now, settings);
    if (edits.length === 0) break;
    now = new Dashboard(applyEdits(now.text, edits), now.catalogue);
  }
  return now;
}

function toDiagnostic(finding: Finding, lines: LineMap): Diagnostic {
  const { code, severity, message, offset, length } = finding;
  const range = { start: lines.positionAt(offset), end: lines.positionAt(offset + length) };
  return { code, severity, message, range };
}

const COLORS: Record<Severity, string> = { error: "31", warning: "33", information: "36", hint: "90" };

function formatReport({ file, diagnostics }: FileReport, color: boolean): string {
  if (diagnostics.length === 0) return "";
  const paint = (code: string, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines = diagnostics.map(({ code, severity, message, range: { start } }) => {
    const place = `${visible(file)}:${start.line + 1}:${start.character + 1}`;
    return `${place}: ${paint(COLORS[severity], severity)}: ${visible(message)} ${paint("90", `[${code}]`)}`;
  });
  return `${lines.join("\n")}\n`;
}

function summary(reports: readonly FileReport[], tally: Tally): string {
  const parts = (["error", "warning", "information", "hint"] as const)
    .map((severity) => ({ severity, number: count(reports, severity) }))
    .filter(({ severity, number }) => number > 0 || severity === "error")
    .map(({ severity, number }) => plural(number, severity === "information" ? "note" : severity));
  const recognized = tally.recognized > 0 ? `, ${tally.recognized} recognized by content` : "";
  const lines = [`${plural(reports.length, "dashboard")} checked${recognized}: ${parts.join(", ")}`];
  const leftOut = [
    ...(tally.ignored > 0 ? [`${plural(tally.ignored, "JSON file")} ignored by git`] : []),
    ...(tally.large > 0 ? [`${plural(tally.large, "JSON file")} over 4 MB`] : []),
    ...(tally.unreadable.length > 0 ? [`not readable as JSON: ${listed(tally.unreadable)}`] : []),
  ];
  if (leftOut.length > 0) lines.push(`left out: ${leftOut.join("; ")}`);
  return lines.join("\n");
}

/** Some names, as many as fit a line. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(visible).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

function count(reports: readonly FileReport[], severity: Severity): number {
  return reports.reduce(
    (sum, { diagnostics }) => sum + diagnostics.filter((d) => d.severity === severity).length,
    0,
  );
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
