import * as vscode from "vscode";
import { CONFIG_PATH } from "../../../core/config/config-path";
import { isCandidateName, MAX_SIZE } from "../../../core/discover/candidates";
import { mayBeDashboard, recognize } from "../../../core/discover/recognize";
import { FOREIGN_FOLDERS, isIgnoredByGit, type Tree, walkTree } from "../../../core/discover/walk";
import { isOnDisk } from "../disk";
import { workspaceTree } from "./workspace-tree";

/** Limits of the search. Other file systems than the disk may send a request per folder. */
const LIMITS = {
  disk: { entries: 200_000, files: 20_000 },
  elsewhere: { entries: 5_000, files: 500 },
};
/** Files that are read at a time. */
const AT_ONCE = 16;

/**
 * The files below a folder that are dashboards by their content, on any file system. Results are cached until a file
 * changes.
 */
export class ContentSearch {
  private readonly known = new Map<string, { readonly stamp: string; readonly isDashboard: boolean }>();

  private readonly tree: Tree;

  constructor(private readonly root: vscode.Uri) {
    this.tree = workspaceTree(root);
  }

  /**
   * Paths relative to the folder, sorted. Files that git ignores are left out, as is what lies in a folder with a
   * configuration of its own; links are not followed.
   */
  async find(): Promise<readonly string[]> {
    const limits = isOnDisk(this.root) ? LIMITS.disk : LIMITS.elsewhere;
    const { files } = await walkTree(this.tree, { wants: isCandidateName, limit: limits.entries });
    const foreign = files.flatMap(({ path }) =>
      path.endsWith(`/${CONFIG_PATH}`) ? [path.slice(0, -CONFIG_PATH.length)] : [],
    );
    const candidates = files
      .filter(
        ({ path, ignored }) => !ignored && !isOurs(path) && !foreign.some((one) => path.startsWith(one)),
      )
      .slice(0, limits.files);
    const met = new Set(candidates.map(({ path }) => path));
    for (const path of this.known.keys()) if (!met.has(path)) this.known.delete(path);
    const queue = [...met];
    const worker = async () => {
      for (let path = queue.pop(); path !== undefined; path = queue.pop()) await this.look(path);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return [...this.known].flatMap(([path, { isDashboard }]) => (isDashboard ? [path] : [])).sort();
  }

  /** Whether a file that has changed is a dashboard now, or was one at the last search. */
  async concerns(path: string): Promise<boolean> {
    if (!isCandidateName(path) || isOurs(path) || isForeign(path)) return false;
    if (this.known.get(path)?.isDashboard) return true;
    await this.look(path);
    if (!this.known.get(path)?.isDashboard) return false;
    return !(await isIgnoredByGit(path, async (file) => this.tree.read(file)));
  }

  private async look(path: string): Promise<void> {
    const uri = this.uriOf(path);
    const about = await vscode.workspace.fs.stat(uri).then(
      (found) => found,
      () => undefined,
    );
    if (about?.type !== vscode.FileType.File || about.size > MAX_SIZE) {
      this.known.delete(path);
      return;
    }
    const stamp = `${about.mtime} ${about.size}`;
    if (this.known.get(path)?.stamp === stamp) return;
    const bytes = await vscode.workspace.fs.readFile(uri).then(
      (content) => content,
      () => undefined,
    );
    const isDashboard =
      bytes !== undefined &&
      mayBeDashboard(bytes) &&
      recognize(new TextDecoder().decode(bytes)) === "dashboard";
    this.known.set(path, { stamp, isDashboard });
  }

  private uriOf(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.root, ...path.split("/"));
  }
}

/** Whether a file is Mosaic's own, such as state. */
function isOurs(path: string): boolean {
  return path.split("/").includes(".mosaic");
}

function isForeign(path: string): boolean {
  return path.split("/").some((part) => FOREIGN_FOLDERS.has(part));
}
