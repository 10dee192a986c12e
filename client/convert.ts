import * as vscode from "vscode";
import { jsonToYaml, yamlToJson } from "../core/convert/convert";
import { isYamlName } from "../core/yaml/names";
import { askMessage } from "./ask";
import { inform } from "./notify";
import { isDashboard } from "./recognized";

/** Registers *Convert to YAML* and *Convert to JSON*. */
export function registerConvert(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.commands.registerCommand("mosaic.convertToYaml", (uri?: unknown) => convert(uri, "yaml")),
    vscode.commands.registerCommand("mosaic.convertToJson", (uri?: unknown) => convert(uri, "json")),
  );
}

/** Writes a dashboard in the other form into a new file beside its own, and offers to delete the old one. */
async function convert(resource: unknown, target: "yaml" | "json"): Promise<void> {
  const uri = resource instanceof vscode.Uri ? resource : vscode.window.activeTextEditor?.document.uri;
  const document = uri && (await vscode.workspace.openTextDocument(uri));
  const isYaml = document !== undefined && isYamlName(document.uri.path);
  if (!document || !isDashboard(document) || isYaml === (target === "yaml")) {
    inform(`Open a dashboard in ${target === "yaml" ? "JSON" : "YAML"} first.`);
    return;
  }
  const made = isYaml ? yamlToJson(document.getText()) : jsonToYaml(document.getText());
  const name = nameOf(document.uri);
  if (!made.ok) {
    void askMessage("error", `${name} was not converted: ${made.reason}`, {});
    return;
  }
  if (made.lostComments > 0) {
    const count = made.lostComments === 1 ? "1 comment" : `${made.lostComments} comments`;
    const answer = await askMessage(
      "warning",
      `JSON has no comments. Convert ${name} without its ${count}?`,
      { modal: true },
      "Convert Without Comments",
    );
    if (answer === undefined) return;
  }
  if (document.isUntitled) {
    const shown = await vscode.workspace.openTextDocument({ language: target, content: made.text });
    await vscode.window.showTextDocument(shown);
    return;
  }
  const path = `${document.uri.path.replace(/\.(?:json|jsonc|ya?ml)$/i, "")}.${target}`;
  const there = document.uri.with({ path });
  const edit = new vscode.WorkspaceEdit();
  const contents = new TextEncoder().encode(made.text);
  edit.createFile(there, { contents, overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(edit))) {
    void askMessage(
      "error",
      `${nameOf(there)} exists already or cannot be written. Nothing was converted.`,
      {},
    );
    return;
  }
  await vscode.window.showTextDocument(there);
  const remove = "Move Old File to Trash";
  const answer = await askMessage(
    "information",
    `${name} was converted to ${nameOf(there)}. Both files now hold the same dashboard.`,
    {},
    remove,
  );
  // Somebody may have edited it while the question was open.
  if (answer !== remove || document.isDirty || document.getText() !== (await onDisk(document.uri))) return;
  await vscode.workspace.fs.delete(document.uri, { useTrash: document.uri.scheme === "file" });
}

async function onDisk(uri: vscode.Uri): Promise<string | undefined> {
  return vscode.workspace.fs.readFile(uri).then(
    (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    () => undefined,
  );
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
