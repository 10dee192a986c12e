import { realpathSync } from "node:fs";
import path from "node:path";
import type { FileVersion, GitHistory, HistoryGap } from "../core/sync/history";
import { GitObjects } from "./git-objects";
import { isDubious, runGit } from "./git-process";
import { borrowsFromNetwork, type WorkTree, workTreeOf } from "./work-tree";

/** Versions looked at; the same bound as the search through them has. */
const MOST_COMMITS = 500;
/** A text larger than this is no dashboard; in bytes. */
const LARGEST = 16 * 1024 * 1024;
/** All versions of a file together, in bytes. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * The history of the files below a folder, read with the `git` of this machine in the work tree that holds the folder.
 * Without git, outside of a repository or when git fails there are no versions, and the gap says why.
 *
 * @param root absolute path of the folder that paths are relative to
 * @param program name or path of git
 */
export function gitHistory(root: string, program = "git"): GitHistory {
  const tree = workTreeOf(root);
  /** What kept a search through the versions of a file from seeing all of them. */
  const cut = new Map<string, HistoryGap>();
  return {
    async *versions(file) {
      if (!tree || borrowsFromNetwork(tree)) return;
      const inTree = pathInTree(tree, root, file);
      const found = await commitsOf(tree, program, inTree);
      if (found.gap) cut.set(file, found.gap);
      if (found.commits.length === 0) return;
      const objects = new GitObjects(tree.top, program);
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
        objects.end();
      }
    },
    async gap(file): Promise<HistoryGap | undefined> {
      if (!tree || borrowsFromNetwork(tree)) {
        const version = await runGit(root, program, ["--version"]);
        return "error" in version && version.error === "ENOENT" ? "no-git" : "no-repository";
      }
      const result = await runGit(tree.top, program, ["rev-parse", "--is-shallow-repository"]);
      if (isDubious(result)) return "dubious-ownership";
      if ("error" in result) return result.error === "ENOENT" ? "no-git" : "git-failed";
      return result.out.trim() === "true" ? "shallow" : cut.get(file);
    },
  };
}

function pathInTree({ top }: WorkTree, root: string, file: string): string {
  return path.relative(top, path.join(realpathSync(root), file)).replaceAll(path.sep, "/");
}

interface Commit {
  readonly label: string;
  /** Id of the file's contents. */
  readonly blob: string;
}

async function commitsOf(
  { top }: WorkTree,
  program: string,
  file: string,
): Promise<{ commits: Commit[]; gap?: HistoryGap }> {
  const shown = ["-z", "--format=%x01%h", "--raw", "--no-abbrev", "--no-ext-diff", "--no-textconv"];
  // Merges are compared with each parent: one that was resolved by hand holds a version of its own.
  const range = ["--no-show-signature", "--topo-order", "-m", `--max-count=${MOST_COMMITS}`, "HEAD"];
  const log = ["log", ...shown, ...range];
  const followed = await runGit(top, program, [...log, "--no-renames", "--follow", "--", file]);
  // To find renames git looks at other files too, which a partial clone may not have.
  const result =
    "error" in followed && followed.error !== "ENOENT" && !isDubious(followed)
      ? await runGit(top, program, [...log, "--no-renames", "--", file])
      : followed;
  if ("error" in result) return { commits: [] };
  const records = result.out.split("\x01").slice(1);
  const commits = records.flatMap((record): Commit[] => {
    // An ordinary file on this side; deletions, links and submodules hold no version.
    const [, label, blob] = /^([0-9a-f]+)\0\n?:\d{6} 100\d{3} [0-9a-f]+ ([0-9a-f]+) [A-Z]/.exec(record) ?? [];
    return label && blob ? [{ label, blob }] : [];
  });
  if (result !== followed) return { commits, gap: "partial" };
  return records.length >= MOST_COMMITS ? { commits, gap: "limits" } : { commits };
}
