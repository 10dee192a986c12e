import type { Severity } from "../../core/finding";
import { ruleAddress } from "../../core/rule-address";
import { visible } from "../../core/terminal-text";
import { commandData, commandProperty } from "./escape";
import { type Located, located, type Run, worstFirst } from "./run";

const LEVELS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/** GitHub shows this many annotations of each kind for one step, and drops the others without a word. */
const MOST = 10;

/** Annotations of GitHub's workflows, worst first; those that GitHub would drop stand in the log instead. */
export function githubReport(run: Run): string {
  const counts = new Map<string, number>();
  const shown: string[] = [];
  const rest: Located[] = [];
  for (const finding of worstFirst(located(run))) {
    const level = LEVELS[finding.diagnostic.severity];
    const count = counts.get(level) ?? 0;
    counts.set(level, count + 1);
    if (count < MOST) shown.push(annotation(level, finding));
    else rest.push(finding);
  }
  const failures = run.failures.map(
    ({ name, reason }) => `::error title=Mosaic::${commandData(`${visible(name)}: ${reason}`)}\n`,
  );
  const group =
    rest.length === 0
      ? ""
      : `::group::${rest.length} more findings, which GitHub does not show as annotations\n${rest.map(logLine).join("")}::endgroup::\n`;
  return `${failures.join("")}${shown.join("")}${group}${run.summary.split("\n").map(inertLine).join("")}`;
}

function annotation(level: string, { diagnostic, path, place, message }: Located): string {
  const properties = [
    ...(path === undefined ? [] : [`file=${commandProperty(path)}`]),
    ...(path === undefined || !place ? [] : [`line=${place.line}`, `endLine=${place.endLine}`]),
    // GitHub rejects columns of a range over several lines.
    ...(path === undefined || !place || place.line !== place.endLine
      ? []
      : [`col=${place.column}`, `endColumn=${place.endColumn}`]),
    `title=${commandProperty(`Mosaic: ${diagnostic.code}`)}`,
  ];
  const where = path === undefined && place ? `Line ${place.line}: ` : "";
  return `::${level} ${properties.join(",")}::${commandData(`${where}${visible(message)}\n${ruleAddress(diagnostic.code)}`)}\n`;
}

function logLine({ diagnostic, path = "-", place, message }: Located): string {
  const at = place ? `:${place.line}:${place.column}` : "";
  return inertLine(`${visible(path)}${at}: ${diagnostic.severity}: ${visible(message)} [${diagnostic.code}]`);
}

/** A line of the log that the runner does not take for a command, whatever names and titles stand in it. */
function inertLine(line: string): string {
  return `- ${line.replace(/##(?=\w*\[)/g, "# #")}\n`;
}
