import type { Severity } from "../../core/finding";
import { ruleAddress } from "../../core/rule-address";
import { visible } from "../../core/terminal-text";
import type { Diagnostic, FileReport } from "../report";
import { frame } from "./frame";
import type { Run } from "./run";

/** What a terminal can show; a file or a pipe gets plain lines. */
export interface TextStyle {
  readonly color: boolean;
  /** Whether a finding is followed by its lines of the file. */
  readonly frames: boolean;
  /** Whether the code of a finding is a link to the page of its rule. */
  readonly links: boolean;
}

export const PLAIN: TextStyle = { color: false, frames: false, links: false };

const COLORS: Record<Severity, string> = { error: "31", warning: "33", information: "36", hint: "90" };

/** A whole run as plain lines. */
export function textReport({ reports, summary }: Run): string {
  const lines = reports.map((report) => formatReport(report, PLAIN)).join("");
  return `${lines}${summary === "" ? "" : `${summary}\n`}`;
}

/** The lines of a report for people; empty without findings. */
export function formatReport({ file, resource, inFile, diagnostics }: FileReport, style: TextStyle): string {
  if (diagnostics.length === 0) return "";
  const paint = (code: string, text: string) => (style.color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const hasPlaces = resource === undefined || inFile === true;
  const lines = diagnostics.map((diagnostic) => {
    const { code, severity, message, path } = diagnostic;
    const { line, character } = diagnostic.range.start;
    const place = hasPlaces
      ? `${visible(file)}:${line + 1}:${character + 1}`
      : [file, resource, ...(path ? [path] : [])].map(visible).join(": ");
    const owner = inFile && resource !== undefined ? `${visible(resource)}: ` : "";
    const rule = style.links ? link(code) : code;
    const head = `${place}: ${paint(COLORS[severity], severity)}: ${owner}${visible(message)} ${paint("90", `[${rule}]`)}`;
    return `${head}${style.frames && hasPlaces ? framed(diagnostic, paint) : ""}`;
  });
  return style.frames && hasPlaces ? `${lines.join("\n\n")}\n\n` : `${lines.join("\n")}\n`;
}

function framed(
  { detail, range, severity }: Diagnostic,
  paint: (code: string, text: string) => string,
): string {
  if (!detail) return "";
  return frame(detail.excerpt, range, {
    margin: (text) => paint("90", text),
    marks: (text) => paint(COLORS[severity], text),
  });
}

/** A link in the way of OSC 8. The id of a rule holds no control characters, and its address is of the one that is published. */
function link(code: string): string {
  return `\u001b]8;;${ruleAddress(code)}\u001b\\${visible(code)}\u001b]8;;\u001b\\`;
}
