import * as vscode from "vscode";
import type { ProvideRenameEditsSignature, RenameMiddleware } from "vscode-languageclient";
import { askText } from "./ask";

/**
 * A name that cannot be used is refused in a box where it can be corrected: VS Code closes its own before it asks, and shows
 * the reason in a notification.
 */
export const renameMiddleware: RenameMiddleware = {
  async provideRenameEdits(document, position, newName, token, next) {
    const first = await attempt(next, document, position, newName, token);
    if (typeof first !== "string") return first;
    const again = new vscode.CancellationTokenSource();
    const tried = (name: string) => attempt(next, document, position, name, again.token);
    const name = await askText({
      title: "Rename",
      prompt: first,
      value: newName,
      validateInput: async (value) => {
        const result = await tried(value);
        return typeof result === "string" ? result : undefined;
      },
    });
    const result = name === undefined ? undefined : await tried(name);
    again.dispose();
    // Without edits VS Code would tell that there was no result.
    return typeof result === "object" && result !== null ? result : new vscode.WorkspaceEdit();
  },
};

/** The edits, or why there are none. */
async function attempt(
  next: ProvideRenameEditsSignature,
  ...[document, position, name, token]: Parameters<ProvideRenameEditsSignature>
): Promise<vscode.WorkspaceEdit | string | null | undefined> {
  try {
    return await next(document, position, name, token);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
