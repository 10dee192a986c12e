import { createHash } from "node:crypto";
import type { Severity } from "../../core/finding";
import { located, type Run } from "./run";

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: "critical",
  warning: "major",
  information: "minor",
  hint: "info",
};

/** A Code Quality report of GitLab. */
export function gitlabReport(run: Run): string {
  const seen = new Map<string, number>();
  const issues = located(run).map(({ report, diagnostic, path = "-", place, message }) => {
    const { code, severity, detail } = diagnostic;
    // The same finding has the same fingerprint after lines have moved, and no two findings share one.
    const key = JSON.stringify([path, report.resource, code, detail?.at, detail?.hash]);
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return {
      description: message,
      check_name: code,
      fingerprint: createHash("sha256").update(`${key}${number}`).digest("hex"),
      severity: SEVERITIES[severity],
      location: { path, lines: { begin: place?.line ?? 1, end: place?.endLine ?? 1 } },
    };
  });
  return `${JSON.stringify(issues, null, 2)}\n`;
}
