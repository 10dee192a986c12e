import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import type { Dashboard } from "../core/dashboard";
import { rangeOf } from "../core/features/ranges";
import type { Finding, Severity } from "../core/finding";

const SEVERITIES: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The findings of a dashboard as LSP diagnostics. */
export function diagnosticsOf(dashboard: Dashboard, uri: string): Diagnostic[] {
  return dashboard.findings.map((finding) => toDiagnostic(dashboard, uri, finding));
}

function toDiagnostic(dashboard: Dashboard, uri: string, finding: Finding): Diagnostic {
  const { code, severity, message, related, tag, data } = finding;
  return {
    source: "mosaic",
    code,
    severity: SEVERITIES[severity],
    message,
    range: rangeOf(dashboard, finding),
    ...(related && {
      relatedInformation: related.map((place) => ({
        location: { uri, range: rangeOf(dashboard, place) },
        message: place.message,
      })),
    }),
    ...(tag && { tags: [tag === "deprecated" ? DiagnosticTag.Deprecated : DiagnosticTag.Unnecessary] }),
    ...(data !== undefined && { data }),
  };
}
