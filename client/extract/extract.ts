import * as vscode from "vscode";
import { extractFromCode } from "../../core/extract/code";
import type { Extraction, NoExtraction } from "../../core/extract/extraction";
import { extractFromTerraform } from "../../core/extract/terraform";
import { idOfPath } from "../../core/sync/identity";
import { aroundOf } from "../around";
import { askMessage } from "../ask";
import { chooseDashboard, type ListDashboards } from "../choose";
import { holdsDashboards } from "../code-files";
import { extracted } from "../extracted";
import { inform } from "../notify";

/**
 * *Extract Dashboard to File…*: writes the dashboard at the cursor as a JSON file beside the text, and puts a reference to the
 * file in its place, both in one step of the history. No file is written over.
 */
export async function extractCommand(uri: unknown, address: unknown, list: ListDashboards): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const isActive = !(uri instanceof vscode.Uri) || editor?.document.uri.toString() === uri.toString();
  const document =
    uri instanceof vscode.Uri && !isActive ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  if (!document) {
    inform("Open the file with the dashboard, and place the cursor in it.");
    return;
  }
  if (document.isUntitled) {
    inform("Save this file first, so that the dashboard has a folder.");
    return;
  }
  const cursor = isActive ? editor?.selection.active : undefined;
  const which = await addressOf(document, cursor, address, list);
  if (which === null) return;
  const found = await extractionOf(document, cursor, which);
  if (!found?.ok) {
    inform(found?.reason ?? NOTHING);
    return;
  }
  await write(document, which, found);
}

const NOTHING =
  "There is no dashboard at the cursor. Place it in the JSON of a Terraform resource, a Markdown fence, a shell heredoc or a string.";

/** Which dashboard of a file with several is meant; undefined for other texts, null when the user chooses none. */
async function addressOf(
  document: vscode.TextDocument,
  cursor: vscode.Position | undefined,
  address: unknown,
  list: ListDashboards,
): Promise<string | undefined | null> {
  if (!holdsDashboards(document)) return undefined;
  if (typeof address === "string") return address;
  return (await chooseDashboard(document, list, cursor))?.address ?? null;
}

async function extractionOf(
  document: vscode.TextDocument,
  cursor: vscode.Position | undefined,
  address: string | undefined,
): Promise<Extraction | NoExtraction | undefined> {
  const text = document.getText();
  if (address !== undefined) return extractFromTerraform(text, address, await aroundOf(document.uri));
  return cursor && extractFromCode(text, document.offsetAt(cursor), document.languageId);
}

async function write(
  document: vscode.TextDocument,
  address: string | undefined,
  extraction: Extraction,
): Promise<void> {
  const { version } = document;
  const file = await freeFile(document.uri, extraction.name);
  const name = file.path.split("/").pop()!;
  const { offset, length } = extraction.span;
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { contents: new TextEncoder().encode(extraction.json), overwrite: false });
  const reference = extraction.reference(name);
  if (reference !== document.getText(range)) edit.replace(document.uri, range, reference);
  if (document.version !== version || !(await vscode.workspace.applyEdit(edit))) {
    void askMessage("error", "Could not extract the dashboard. Nothing was changed.", {});
    return;
  }
  extracted.fire({ from: { uri: document.uri, address }, to: file });
  const [picture, open] = ["Open as Preview", "Open File"];
  const message = [`Extracted the dashboard to ${name}.`, ...extraction.notes].join(" ");
  const answer = await askMessage("information", message, {}, picture, open);
  if (answer === picture) await vscode.commands.executeCommand("vscode.openWith", file, "mosaic.editor");
  else if (answer === open) await vscode.window.showTextDocument(file, { preview: false });
}

/** `name.dashboard.json` beside a file, with a number when there is one. */
async function freeFile(beside: vscode.Uri, name: string): Promise<vscode.Uri> {
  const stem = idOfPath(name).slice(0, 80) || "dashboard";
  const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.path));
  for (let number = 1; ; number++) {
    const file = `${stem}${number === 1 ? "" : `-${number}`}.dashboard.json`;
    const uri = vscode.Uri.joinPath(beside, "..", file);
    if (open.has(uri.path)) continue;
    const exists = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (!exists) return uri;
  }
}
