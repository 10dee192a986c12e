import * as vscode from "vscode";
import type { Finding } from "../../../core/finding";
import type { DeployParts } from "./session";

/** Findings of the language server for the current text, and the tool that renders it if it is a template. */
export async function findingsOf(
  document: vscode.TextDocument,
  { findingsFor }: DeployParts,
): Promise<{ readonly findings: readonly Finding[]; readonly filledBy: string | undefined }> {
  const { findings, filledBy } = await findingsFor(document.uri);
  return {
    findings: findings.map(({ code, severity, message, range }): Finding => {
      const offset = document.offsetAt(toPosition(range.start));
      return { code, severity, message, offset, length: document.offsetAt(toPosition(range.end)) - offset };
    }),
    filledBy,
  };
}

function toPosition({ line, character }: { line: number; character: number }): vscode.Position {
  return new vscode.Position(line, character);
}
