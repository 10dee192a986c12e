import { realpathSync } from "node:fs";
import path from "node:path";
import { hasUnusableObjects, workTreeOf } from "../work-tree";
import { SharedObjects } from "./objects";
import { gitProgram, runGit } from "./process";

/** Maximum size of a file in bytes. */
const LARGEST = 16 * 1024 * 1024;

/** A file as it is in a commit, or why it cannot be read. */
export type GitFile =
  | { readonly text: string }
  | { readonly problem: "no-repository" | "no-ref" | "no-file" | "failed" };

/**
 * A file in the version of a branch, a tag or a commit, read with the `git` of this machine. Nothing that the repository's
 * configuration names is run.
 *
 * @param file absolute path
 * @param ref any name of a commit, such as `HEAD~1` or `origin/main`
 */
export async function gitFile(file: string, ref: string, program = "git"): Promise<GitFile> {
  const tree = workTreeOf(path.dirname(file));
  if (!tree) return { problem: "no-repository" };
  if (hasUnusableObjects(tree)) return { problem: "failed" };
  const git = gitProgram(tree.top, program);
  const commit = await runGit(git, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${ref}^{commit}`,
  ]);
  if ("error" in commit) return { problem: commit.error === 1 ? "no-ref" : "failed" };
  const id = commit.out.trim();
  if (!/^[0-9a-f]{40,64}$/.test(id)) return { problem: "failed" };
  const listed = await runGit(git, ["ls-tree", "-z", "--full-tree", id, "--", pathInTree(tree.top, file)]);
  if ("error" in listed) return { problem: "failed" };
  const blob = /^100(?:644|755) blob ([0-9a-f]{40,64})\t/.exec(listed.out)?.[1];
  if (!blob) return { problem: "no-file" };
  const objects = new SharedObjects(git);
  const done = objects.use();
  try {
    const info = await objects.info(blob);
    if (info?.type !== "blob" || info.size > LARGEST) return { problem: "failed" };
    const text = await objects.text(blob);
    return text === undefined ? { problem: "failed" } : { text };
  } finally {
    done();
  }
}

/** A commit that changed a file. */
export interface FileCommit {
  readonly id: string;
  /** First line of its message; any text. */
  readonly subject: string;
  /** When it was made, such as `3 days ago`. */
  readonly when: string;
}

/** The last commits that changed a file, the newest first; empty if git cannot say. @param file absolute path */
export async function commitsOfFile(
  file: string,
  most = 50,
  program = "git",
): Promise<readonly FileCommit[]> {
  const tree = workTreeOf(path.dirname(file));
  if (!tree || hasUnusableObjects(tree)) return [];
  const listed = await runGit(gitProgram(tree.top, program), [
    "log",
    "-z",
    `--max-count=${most}`,
    "--format=%H%x09%cr%x09%s",
    "--",
    pathInTree(tree.top, file),
  ]);
  if ("error" in listed) return [];
  return listed.out.split("\0").flatMap((line) => {
    const match = /^([0-9a-f]{40,64})\t([^\t]*)\t([\s\S]*)$/.exec(line.trim());
    return match ? [{ id: match[1]!, when: match[2]!, subject: match[3]! }] : [];
  });
}

function pathInTree(top: string, file: string): string {
  const real = path.join(realpathSync(path.dirname(file)), path.basename(file));
  return path.relative(top, real).replaceAll(path.sep, "/");
}
