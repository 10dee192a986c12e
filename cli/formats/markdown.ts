import { ruleAddress } from "../../core/rule-address";
import { markdownText } from "../markdown";
import { type Located, located, type Run, worstFirst } from "./run";

/** A comment on GitHub holds 65,536 characters, and it may have other parts. */
const LONGEST = 50_000;

/** A table of findings for a comment or a job summary, worst first; what does not fit is counted. */
export function markdownReport(run: Run): string {
  const findings = worstFirst(located(run));
  const failures = run.failures
    .map(({ name, reason }) => `- ${markdownText(`${name}: ${reason}`)}\n`)
    .join("");
  const head = `${run.summary.split("\n").map(markdownText).join("  \n")}\n`;
  const parts = [`**Mosaic**: ${head}`, ...(failures ? [`\nNot checked:\n\n${failures}`] : [])];
  if (findings.length > 0) parts.push("\n| Severity | Where | Problem | Rule |\n|---|---|---|---|\n");
  let length = parts.join("").length;
  let shown = 0;
  for (const finding of findings) {
    const row = rowOf(finding);
    if (length + row.length > LONGEST) break;
    length += row.length;
    shown++;
    parts.push(row);
  }
  if (shown < findings.length) parts.push(`\n${findings.length - shown} more findings are not shown.\n`);
  return parts.join("");
}

function rowOf({ diagnostic, path = "standard input", place, message }: Located): string {
  const { code, severity } = diagnostic;
  const at = place ? `:${place.line}:${place.column}` : "";
  return `| ${severity} | ${markdownText(`${path}${at}`)} | ${markdownText(message)} | [${markdownText(code)}](${ruleAddress(code)}) |\n`;
}
