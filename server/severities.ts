import { DiagnosticSeverity } from "vscode-languageserver";
import type { Severity } from "../core/finding";

/** Severities as LSP numbers them. */
export const SEVERITIES: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
