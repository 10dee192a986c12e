import * as vscode from "vscode";
import { dashboardAtCursor, type ListDashboards } from "../choose";
import { holdsDashboards, TERRAFORM_FILES, TERRAFORM_LANGUAGES } from "../code-files";
import { EXTRACT, extracted } from "../extracted";

const KIND = vscode.CodeActionKind.RefactorExtract.append("dashboard");

/** Registers *Extract Dashboard to File…* as a command, and as a refactoring in Terraform code. */
export function registerExtract(context: vscode.ExtensionContext, list: ListDashboards): void {
  context.subscriptions.push(
    extracted,
    vscode.commands.registerCommand(EXTRACT, async (uri?: unknown, address?: unknown) =>
      (await import("./extract")).extractCommand(uri, address, list),
    ),
    vscode.languages.registerCodeActionsProvider(
      [...TERRAFORM_LANGUAGES.map((language) => ({ language })), { pattern: TERRAFORM_FILES }],
      { provideCodeActions: (document, range) => actionsAt(document, range.start, list) },
      { providedCodeActionKinds: [KIND] },
    ),
  );
}

async function actionsAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  list: ListDashboards,
): Promise<vscode.CodeAction[]> {
  if (!holdsDashboards(document)) return [];
  const here = dashboardAtCursor((await list(document.uri)) ?? [], position);
  if (!here?.isWritten) return [];
  const title = "Extract Dashboard to File…";
  const action = new vscode.CodeAction(title, KIND);
  action.command = { command: EXTRACT, title, arguments: [document.uri, here.address] };
  return [action];
}
