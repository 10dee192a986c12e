import type { Run } from "./run";

/** The findings as JSON for programs. */
export function jsonReport({ reports }: Run): string {
  const plain = reports.map(({ diagnostics, ...report }) => ({
    ...report,
    diagnostics: diagnostics.map(({ detail: _, ...diagnostic }) => diagnostic),
  }));
  return `${JSON.stringify(plain, null, 2)}\n`;
}
