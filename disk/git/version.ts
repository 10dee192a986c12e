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
  const inTree = path
    .relative(tree.top, path.join(realpathSync(path.dirname(file)), path.basename(file)))
    .replaceAll(path.sep, "/");
  const listed = await runGit(git, ["ls-tree", "-z", "--full-tree", id, "--", inTree]);
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
