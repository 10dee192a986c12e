import type { Dashboard } from "../core/dashboard";
import type { Position } from "../core/document/lines";
import type { Finding, Severity } from "../core/finding";
import { type Detail, type Details, detailOf } from "./detail";
import type { Tally } from "./files";
import { visible } from "./io";

/** One finding in `--format json`: zero-based lines, UTF-16 characters. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: { readonly start: Position; readonly end: Position };
  /** In a plan: the member's path. The range is one in the dashboard's own text there. */
  readonly path?: string;
  /** For formats and the baseline; not printed. */
  readonly detail?: Detail;
}

export interface FileReport {
  readonly file: string;
  /** In a plan or in Terraform code: the address of the resource. */
  readonly resource?: string;
  /** True if ranges refer to the file although there is a resource, as in Terraform code. */
  readonly inFile?: true;
  readonly diagnostics: readonly Diagnostic[];
}

/** A finding as it is reported. @param details what to add; nothing from the text with "none" */
export function toDiagnostic(finding: Finding, dashboard: Dashboard, details: Details): Diagnostic {
  const { code, severity, message, offset, length } = finding;
  const { lines } = dashboard.document;
  const range = { start: lines.positionAt(offset), end: lines.positionAt(offset + length) };
  const detail = details === "none" ? undefined : detailOf(dashboard, finding, details);
  return { code, severity, message, range, ...(detail && { detail }) };
}

/** Dashboards that were not checked, by name or address. */
export interface Unchecked {
  /** In a plan: known only after apply. */
  readonly unchecked: readonly string[];
  /** Files that template directives build, which count among the reports. */
  readonly unshaped: readonly string[];
  /** In Terraform code: built by expressions or template directives. */
  readonly computed?: readonly string[];
  /** In Terraform code: loaded from a file. */
  readonly loaded?: readonly string[];
}

/** The summary of a run. */
export function summary(
  reports: readonly FileReport[],
  tally: Tally,
  { unchecked, unshaped, computed = [], loaded = [] }: Unchecked,
): string {
  const parts = (["error", "warning", "information", "hint"] as const)
    .map((severity) => ({ severity, number: count(reports, severity) }))
    .filter(({ severity, number }) => number > 0 || severity === "error")
    .map(({ severity, number }) => plural(number, severity === "information" ? "note" : severity));
  const recognized = tally.recognized > 0 ? `, ${tally.recognized} detected by content` : "";
  const lines = [
    `${plural(reports.length - unshaped.length, "dashboard")} checked${recognized}: ${parts.join(", ")}`,
  ];
  const leftOut = [
    ...(tally.ignored > 0 ? [`${plural(tally.ignored, "JSON file")} ignored by git`] : []),
    ...(tally.large > 0 ? [`${plural(tally.large, "JSON file")} over 4 MB`] : []),
    ...(tally.unreadable.length > 0 ? [`not valid JSON: ${listed(tally.unreadable)}`] : []),
  ];
  if (unchecked.length > 0)
    lines.push(
      `not checked, because known only after apply: ${plural(unchecked.length, "dashboard")}: ${listed(unchecked)}`,
    );
  if (unshaped.length > 0)
    lines.push(
      `not checked, because built by template directives: ${listed(unshaped)}; validate a plan instead`,
    );
  if (computed.length > 0)
    lines.push(
      `not checked, because only Terraform knows the value: ${listed(computed)}; validate a plan instead`,
    );
  if (loaded.length > 0) lines.push(`loaded from files, which are checked on their own: ${listed(loaded)}`);
  if (leftOut.length > 0) lines.push(`skipped: ${leftOut.join("; ")}`);
  return lines.join("\n");
}

/** Some names, as many as fit a line. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(visible).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

/** How many findings of a severity there are. */
export function count(reports: readonly FileReport[], severity: Severity): number {
  return reports.reduce(
    (sum, { diagnostics }) => sum + diagnostics.filter((d) => d.severity === severity).length,
    0,
  );
}

export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
