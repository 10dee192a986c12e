import * as vscode from "vscode";
import { isCandidateName } from "../../../core/discover/candidates";
import { mayBeOwnFolder, outermost } from "../../../core/discover/new-folders";
import { walkTree } from "../../../core/discover/walk";
import { workspaceTree } from "./workspace-tree";

/** Time to collect events, such as those of a branch switch, in milliseconds. */
const SWARM_MS = 400;
/** Limit of entries read per new folder. */
const MAX_ENTRIES = 5_000;

/**
 * Reports files in new folders. On Linux, VS Code starts to watch a new folder only after its creation and reports no files
 * that were written before that, for example by a git checkout.
 */
export class NewFolders implements vscode.Disposable {
  private readonly found = new vscode.EventEmitter<vscode.Uri>();
  /** Fires for each possible dashboard or configuration for which VS Code has reported no creation. */
  readonly onDidFind = this.found.event;
  private readonly subscriptions: vscode.Disposable[];
  private folders = new Map<string, vscode.Uri>();
  private seen = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly log: vscode.LogOutputChannel) {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*", false, true, true);
    this.subscriptions = [this.found, watcher, watcher.onDidCreate((uri) => this.onCreate(uri))];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private onCreate(uri: vscode.Uri): void {
    if (mayBeOwnFolder(uri.path)) this.folders.set(uri.toString(), uri);
    else this.seen.add(uri.toString());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.lookInside().catch((error: unknown) => {
        this.log.error(error instanceof Error ? error : String(error));
      });
    }, SWARM_MS);
  }

  private async lookInside(): Promise<void> {
    const { folders, seen } = this;
    this.folders = new Map();
    this.seen = new Set();
    for (const key of outermost(folders.keys())) {
      const folder = folders.get(key)!;
      if (!(await isFolder(folder))) continue;
      const { files } = await walkTree(workspaceTree(folder), {
        wants: isCandidateName,
        limit: MAX_ENTRIES,
      });
      for (const { path } of files) {
        const file = vscode.Uri.joinPath(folder, ...path.split("/"));
        if (!seen.has(file.toString())) this.found.fire(file);
      }
    }
  }
}

/** Whether `uri` is a folder. Links are not followed. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => type === vscode.FileType.Directory,
    () => false,
  );
}
