import * as vscode from "vscode";
import { FIX_ALL_COMMAND } from "../core/features/changing/fix-all-command";
import { type FixAllParams, type FixAllResult, Requests } from "../server/protocol";
import { hasDashboards } from "./choose";
import { inform, showMessage } from "./notify";
import { applyEdit } from "./preview/apply-edit";
import type { Server } from "./server";

/** Registers *Fix All Unambiguous Problems*, which tells what it leaves. */
export function registerFixAll(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.commands.registerCommand(FIX_ALL_COMMAND, (uri: unknown) => fixAll(server, uri)),
  );
}

async function fixAll(server: Server, given: unknown): Promise<void> {
  const active = vscode.window.activeTextEditor?.document;
  const uri =
    typeof given === "string" ? vscode.Uri.parse(given) : active && hasDashboards(active) && active.uri;
  if (!uri) {
    inform("Open a dashboard as text first.");
    return;
  }
  const params: FixAllParams = { uri: uri.toString() };
  const result = await server.request<FixAllResult>(Requests.fixAll, params);
  if (!result) {
    inform("The language server does not have this document. Open it as text, and try again.");
    return;
  }
  if (result.edits.length > 0) {
    const outcome = await applyEdit(uri, result);
    if (outcome !== "applied") {
      inform(
        outcome === "stale"
          ? "The document has changed in the meantime. Try again."
          : "VS Code did not apply the edit, because the document is read-only.",
      );
      return;
    }
  }
  if (result.left === 0) inform(result.message);
  else if ((await showMessage("information", result.message, {}, [SHOW])) === SHOW)
    await vscode.commands.executeCommand("workbench.actions.view.problems");
}

const SHOW = "Show Problems";
