import type { FileReport } from "../report";
import { xml } from "./escape";
import { type Located, located, type Run } from "./run";

/** JUnit's XML: a suite for each dashboard, a failed case for each rule with errors, a passed case without any. */
export function junitReport(run: Run): string {
  const byReport = new Map<FileReport, Located[]>(run.reports.map((report) => [report, []]));
  for (const finding of located(run)) byReport.get(finding.report)!.push(finding);
  const suites = [...byReport].map(([report, findings]) => suite(report, findings, run));
  const failed = run.failures.map(({ name, reason }) => {
    const lines = [
      `    <testcase classname="${xml(name)}" name="read"><error type="unreadable" message="${xml(reason)}"/></testcase>`,
    ];
    return { tests: 1, failures: 0, errors: 1, xml: wrapped(name, 1, 0, 1, lines) };
  });
  const all = [...failed, ...suites];
  const sum = (of: "tests" | "failures" | "errors") => all.reduce((total, one) => total + one[of], 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="mosaic validate" tests="${sum("tests")}" failures="${sum("failures")}" errors="${sum("errors")}">
${all.map((one) => one.xml).join("")}</testsuites>
`;
}

function suite({ file, resource }: FileReport, findings: readonly Located[], run: Run) {
  const name = resource === undefined ? file : `${file}: ${resource}`;
  const fails = ({ diagnostic }: Located) =>
    diagnostic.severity === "error" || (run.tooManyWarnings && diagnostic.severity === "warning");
  const byCode = new Map<string, Located[]>();
  for (const finding of findings) {
    const { code } = finding.diagnostic;
    byCode.set(code, [...(byCode.get(code) ?? []), finding]);
  }
  const cases = [...byCode].map(([code, own]) => {
    const lines = own.map(lineOf).join("\n");
    const worst = own.filter(fails);
    const open = `    <testcase classname="${xml(name)}" name="${xml(code)}">`;
    if (worst.length === 0) return `${open}<system-out>${xml(lines)}</system-out></testcase>`;
    const { severity } = worst[0]!.diagnostic;
    return `${open}<failure type="${severity}" message="${xml(lineOf(worst[0]!))}">${xml(lines)}</failure></testcase>`;
  });
  if (cases.length === 0) cases.push(`    <testcase classname="${xml(name)}" name="dashboard"/>`);
  const failures = [...byCode.values()].filter((own) => own.some(fails)).length;
  return { tests: cases.length, failures, errors: 0, xml: wrapped(name, cases.length, failures, 0, cases) };
}

function wrapped(
  name: string,
  tests: number,
  failures: number,
  errors: number,
  cases: readonly string[],
): string {
  return `  <testsuite name="${xml(name)}" tests="${tests}" failures="${failures}" errors="${errors}">
${cases.join("\n")}
  </testsuite>
`;
}

function lineOf({ diagnostic, path = "-", place, message }: Located): string {
  const at = place ? `:${place.line}:${place.column}` : "";
  return `${path}${at}: ${diagnostic.severity}: ${message} [${diagnostic.code}]`;
}
