import { parseArgs } from "node:util";
import { check } from "../core/check";
import type { LineMap, Position } from "../core/document/lines";
import { readDocument } from "../core/document/reader";
import type { Finding, Severity } from "../core/finding";
import { readInputs } from "./files";
import { Exit, type Io, UsageError } from "./io";

export const VALIDATE_HELP = `mosaic validate [FILE|FOLDER|GLOB|-]…

Checks dashboards the way the service would, without asking it. A folder stands for its *.dashboard.json
files, - for standard input; with no argument, the current folder is searched.

  --format text|json   text for people (default), json for programs
  --quiet              errors only

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
    options: { format: { type: "string", default: "text" }, quiet: { type: "boolean", default: false } },
  });
  const { format, quiet } = values;
  if (format !== "text" && format !== "json") {
    throw new UsageError(`--format is text or json, not ${JSON.stringify(format)}`);
  }
  const reports: FileReport[] = [];
  let unreadable = 0;
  for await (const input of readInputs(positionals, io)) {
    if ("reason" in input) {
      unreadable++;
      io.err(`mosaic: ${input.name}: ${input.reason}\n`);
      continue;
    }
    const document = readDocument(input.text);
    const findings = check(document).filter((finding) => !quiet || finding.severity === "error");
    const report = {
      file: input.name,
      diagnostics: findings.map((finding) => toDiagnostic(finding, document.lines)),
    };
    reports.push(report);
    if (format === "text") io.out(formatReport(report, io.color));
  }
  if (format === "json") io.out(`${JSON.stringify(reports, null, 2)}\n`);
  else if (reports.length > 0) io.out(`${summary(reports)}\n`);
  if (unreadable > 0) return Exit.failed;
  return count(reports, "error") > 0 ? Exit.findings : Exit.ok;
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
    const place = `${file}:${start.line + 1}:${start.character + 1}`;
    return `${place}: ${paint(COLORS[severity], severity)}: ${message} ${paint("90", `[${code}]`)}`;
  });
  return `${lines.join("\n")}\n`;
}

function summary(reports: readonly FileReport[]): string {
  const parts = (["error", "warning", "information", "hint"] as const)
    .map((severity) => ({ severity, number: count(reports, severity) }))
    .filter(({ severity, number }) => number > 0 || severity === "error")
    .map(({ severity, number }) => plural(number, severity === "information" ? "note" : severity));
  return `${plural(reports.length, "dashboard")} checked: ${parts.join(", ")}`;
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
