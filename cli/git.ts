import { realpathSync } from "node:fs";
import path from "node:path";
import type { FileVersion, GitHistory, HistoryGap } from "../core/sync/history";
import { SharedObjects } from "../disk/git/objects";
import { type GitPatience, gitProgram, isDubious, runGit } from "../disk/git/process";
import { hasUnusableObjects, type WorkTree, workTreeOf } from "../disk/work-tree";
import { GitLog } from "./git-log";

/** Maximum size of a dashboard in bytes. */
const LARGEST = 16 * 1024 * 1024;
/** Maximum size of all versions of a file, in bytes. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * The history of the files below a folder, read with the `git` of this machine in the work tree that holds the folder.
 * Without git, outside of a repository or when git fails there are no versions, and the gap says why.
 *
 * @param root absolute path of the folder that paths are relative to
 * @param program name or path of git
 * @param patience time limit of git; by default that of the run
 */
export function gitHistory(root: string, program = "git", patience?: GitPatience): GitHistory {
  const tree = workTreeOf(root);
  const git = gitProgram(tree?.top ?? root, program, patience);
  let log: GitLog | undefined;
  let objects: SharedObjects | undefined;
  /** Why a search did not see all versions of a file. */
  const cut = new Map<string, HistoryGap>();
  return {
    async *versions(file) {
      if (!tree || hasUnusableObjects(tree)) return;
      log ??= new GitLog(git, pathInTree(tree, root, ""));
      const found = await log.commitsOf(pathInTree(tree, root, file));
      if (found.gap) cut.set(file, found.gap);
      if (found.commits.length === 0) return;
      objects ??= new SharedObjects(git);
      const done = objects.use();
      let bytes = 0;
      try {
        for (const { label, blob } of found.commits) {
          const info = await objects.info(blob);
          if (!info) cut.set(file, "partial");
          else if (info.size > LARGEST) cut.set(file, "limits");
          if (info?.type !== "blob" || info.size > LARGEST) continue;
          bytes += info.size;
          if (bytes > MOST_BYTES) {
            cut.set(file, "limits");
            return;
          }
          const text = await objects.text(blob);
          if (text !== undefined) yield { text, label } satisfies FileVersion;
        }
      } finally {
        done();
      }
    },
    async gap(file): Promise<HistoryGap | undefined> {
      if (tree && hasUnusableObjects(tree)) return "git-failed";
      if (!tree) {
        const version = await runGit(git, ["--version"]);
        return "error" in version && version.error === "ENOENT" ? "no-git" : "no-repository";
      }
      const result = await runGit(git, ["rev-parse", "--is-shallow-repository"]);
      if (isDubious(result)) return "dubious-ownership";
      if ("error" in result) return result.error === "ENOENT" ? "no-git" : "git-failed";
      return result.out.trim() === "true" ? "shallow" : cut.get(file);
    },
  };
}

function pathInTree({ top }: WorkTree, root: string, file: string): string {
  return path.relative(top, path.join(realpathSync(root), file)).replaceAll(path.sep, "/");
}
