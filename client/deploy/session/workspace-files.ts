import * as vscode from "vscode";
import { CONFIG_PATH } from "../../../core/config/config-path";
import { coarseGlob, matchesGlob } from "../../../core/config/glob";
import { DASHBOARD_GLOBS } from "../../../core/discover/candidates";
import type { HoleMarks } from "../../../core/document/holes";
import type { JsonDocument } from "../../../core/document/reader";
import type { TextEdit } from "../../../core/edit/change";
import { dashboardPaths, documentOf, filePart } from "../../../core/forms";
import type { TextFiles } from "../../../core/sync/state";
import { filesOnDisk, isOnDisk } from "../disk";

/** Text files below `root` on any file system. */
export function workspaceFiles(root: vscode.Uri): TextFiles {
  if (isOnDisk(root)) return filesOnDisk(root.fsPath);
  const resolve = (path: string) => vscode.Uri.joinPath(root, ...path.split("/"));
  return {
    read: (path) => readText(resolve(path)),
    async write(path, text) {
      const { fs } = vscode.workspace;
      const uri = resolve(path);
      const beside = vscode.Uri.joinPath(uri, "..", `.mosaic-${crypto.randomUUID()}.tmp`);
      // VS Code's file systems may write partially, but a rename is atomic. Creates folders as needed.
      try {
        await fs.writeFile(beside, new TextEncoder().encode(text));
        await fs.rename(beside, uri, { overwrite: true });
      } catch (error) {
        await fs.delete(beside).then(undefined, () => undefined);
        throw error;
      }
    },
    async list(folder) {
      try {
        const entries = await vscode.workspace.fs.readDirectory(resolve(folder));
        return entries.filter(([, type]) => type === vscode.FileType.File).map(([name]) => name);
      } catch (error) {
        return absent(error) ?? [];
      }
    },
  };
}

/** The text of a file, or undefined when there is none. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    return absent(error);
  }
}

/** Whether it is certain that there is no such file or folder. */
export async function isGone(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(() => false, isNotFound);
}

function absent(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}

function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === "FileNotFound";
}

/** Path of a file relative to `root`, with `/`; the whole path when it is not below it. */
export function relativePath(root: vscode.Uri, uri: vscode.Uri): string {
  const folder = root.path.endsWith("/") ? root.path : `${root.path}/`;
  return uri.path.startsWith(folder) ? uri.path.slice(folder.length) : uri.path;
}

/** The file of a path below `root`, which may name one of several dashboards in it. */
export function fileUri(root: vscode.Uri, path: string): vscode.Uri {
  return vscode.Uri.joinPath(root, ...filePart(path).split("/"));
}

/** A dashboard in a file of the workspace. */
export interface ReadFile {
  /** Of the file; in a YAML file with several dashboards, followed by which one it is: `boards.yaml#web`. */
  readonly path: string;
  readonly document: JsonDocument;
}

/**
 * The dashboards below `root` that commands for many act on, sorted by path: those that the patterns find, and those that
 * were pushed or pulled before. What lies in a folder with a configuration of its own belongs to that one.
 *
 * @param recorded paths that the state has; one that leads out of the root, or to nothing, is left out
 * @param before what was there before, by path: a text that is the same keeps its document
 */
export async function dashboardsBelow(
  root: vscode.Uri,
  globs: readonly string[],
  recorded: readonly string[],
  before?: ReadonlyMap<string, ReadFile>,
): Promise<ReadFile[]> {
  const found = new Set<string>();
  const configs = await vscode.workspace.findFiles(new vscode.RelativePattern(root, `*/**/${CONFIG_PATH}`));
  const foreign = configs.map((uri) => `${vscode.Uri.joinPath(uri, "..", "..").path}/`);
  const wanted = [...DASHBOARD_GLOBS, ...globs];
  // VS Code matches globs by regular expressions; a malicious glob could make it hang.
  for (const coarse of new Set(wanted.map(coarseGlob))) {
    const pattern = new vscode.RelativePattern(root, coarse);
    const uris = await vscode.workspace.findFiles(pattern, "**/node_modules/**");
    for (const uri of uris.filter((one) => wanted.some((glob) => matchesGlob(relativePath(root, one), glob))))
      if (!foreign.some((folder) => uri.path.startsWith(folder))) found.add(relativePath(root, uri));
  }
  for (const path of recorded) if (isInside(path)) found.add(filePart(path));
  return readFiles(root, [...found], before);
}

/** Whether a path stays below the folder that it is relative to, as far as the path itself tells. */
function isInside(path: string): boolean {
  return !/(?:^|\/)\.{0,2}(?:\/|$)|\\/.test(path);
}

/**
 * Reads files with the text that an open editor has, as the dashboards in them, sorted by path; those that cannot be read are
 * left out.
 *
 * @param before what was there before, by path: a text that is the same keeps its document
 * @param templateOf what is known about a text as a template
 */
export async function readFiles(
  root: vscode.Uri,
  paths: readonly string[],
  before: ReadonlyMap<string, ReadFile> = new Map(),
  templateOf: (uri: vscode.Uri, text: string) => Promise<HoleMarks | undefined> = async () => undefined,
): Promise<ReadFile[]> {
  const open = new Map(vscode.workspace.textDocuments.map((d) => [d.uri.toString(), d]));
  const files: ReadFile[] = [];
  const queue = [...paths];
  const reader = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const uri = vscode.Uri.joinPath(root, ...path.split("/"));
      const text = open.get(uri.toString())?.getText() ?? (await readText(uri).catch(() => undefined));
      if (text === undefined) continue;
      for (const one of dashboardPaths(path, text)) {
        const known = before.get(one)?.document;
        // Whether a text is a template depends on surrounding files.
        const isKnown = known?.text === text && !known.holes;
        const document = isKnown ? known : documentOf(one, text, await templateOf(uri, text));
        files.push({ path: one, document });
      }
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Files that are read at a time. */
const READERS = 16;

/** An editor takes up what changed on disk within this many milliseconds, or not at all. */
const TAKES_UP_MS = 2000;

/**
 * The document of a file, with what is on disk: right after a checkout or a pull in a terminal, an editor can still have
 * the text from before. One with edits of its own is given as it is.
 */
export async function openFresh(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const lines = (text: string) => text.replace(/\r\n?/g, "\n");
  const isFresh = async () => {
    if (document.isDirty || document.isUntitled) return true;
    const text = await readText(uri).catch(() => undefined);
    return text === undefined || lines(text) === lines(document.getText());
  };
  // Wait for the file watcher; it cannot be triggered.
  for (const end = Date.now() + TAKES_UP_MS; Date.now() < end && !(await isFresh()); ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return document;
}

/**
 * Edits a saved document as one step of undo, and saves it.
 *
 * @returns false, with the text as it is on the disk, when it is no longer the one that the edits are against, or cannot
 *   be saved
 */
export async function editDocument(document: vscode.TextDocument, change: DocumentChange): Promise<boolean> {
  if (!(await applyEdits(document, change))) return false;
  if (await document.save()) return true;
  // An editor that has not noticed the last write to the disk does not save over it, even with the same text.
  await takeUpDisk(document);
  if (!(await applyEdits(document, change))) return false;
  if (await document.save()) return true;
  await takeUpDisk(document);
  return false;
}

/** Reverts the editor to the file on disk. */
async function takeUpDisk(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand("workbench.action.files.revert");
}

interface DocumentChange {
  readonly before: string | undefined;
  readonly edits: readonly TextEdit[];
}

/** `editDocument` without saving. */
export async function applyEdits(
  document: vscode.TextDocument,
  { before, edits }: DocumentChange,
): Promise<boolean> {
  if (document.getText() !== before) return false;
  const change = new vscode.WorkspaceEdit();
  for (const { offset, length, text } of edits) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    change.replace(document.uri, range, text);
  }
  return vscode.workspace.applyEdit(change);
}

/** Creates a file, unless it already exists. */
export async function createFile(uri: vscode.Uri, { after }: { readonly after: string }): Promise<boolean> {
  const change = new vscode.WorkspaceEdit();
  const contents = new TextEncoder().encode(after);
  change.createFile(uri, { contents, overwrite: false, ignoreIfExists: false });
  return vscode.workspace.applyEdit(change);
}
