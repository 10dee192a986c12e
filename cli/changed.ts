import path from "node:path";
import { CONFIG_PATH } from "../core/config/config-path";
import { hasUnusableObjects, workTreeOf } from "../disk/work-tree";
import { type GitProgram, gitProgram, isDubious, runGit } from "./git-process";
import { CommandLineError, visible } from "./io";

/** The files that changed since a revision. */
export interface Changed {
  /** The top of the work tree. */
  readonly top: string;
  /** Absolute paths, of files that still exist. */
  readonly files: ReadonlySet<string>;
  /** Whether a configuration changed, so that every file may have other findings. */
  readonly config: boolean;
}

/**
 * The files of a work tree that differ from a revision: committed since the branches parted, staged, edited or new.
 *
 * @throws CommandLineError outside of a work tree, without git, or for an unknown revision
 */
export async function changedSince(revision: string, cwd: string): Promise<Changed> {
  const tree = workTreeOf(cwd);
  if (!tree || hasUnusableObjects(tree)) throw new CommandLineError("--since needs a git repository");
  const git = gitProgram(tree.top, "git");
  const commit = await commitOf(git, revision);
  // What others did on the base branch in the meantime is no change of this branch.
  const parted = await runGit(git, ["merge-base", commit, "HEAD"]);
  const base = "out" in parted ? parted.out.trim() : commit;
  const differing = await names(git, [
    "diff",
    "--name-only",
    "-z",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=all",
    base,
    "--",
  ]);
  const added = await names(git, ["ls-files", "-z", "--others", "--exclude-standard"]);
  const all = [...differing, ...added];
  return {
    top: tree.top,
    files: new Set(all.map((name) => path.join(tree.top, name))),
    config: all.some((name) => name === CONFIG_PATH || name.endsWith(`/${CONFIG_PATH}`)),
  };
}

async function commitOf(git: GitProgram, revision: string): Promise<string> {
  const found = await runGit(git, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  ]);
  if ("out" in found) return found.out.trim();
  if (found.error === "ENOENT") throw new CommandLineError("--since needs git, which was not found");
  if (isDubious(found))
    throw new CommandLineError(
      "git rejects this repository, because it belongs to another user; see safe.directory",
    );
  const shallow = await runGit(git, ["rev-parse", "--is-shallow-repository"]);
  const hint =
    "out" in shallow && shallow.out.trim() === "true"
      ? "; this is a shallow clone, so fetch the revision first"
      : "";
  throw new CommandLineError(`--since: there is no revision "${visible(revision)}"${hint}`);
}

async function names(git: GitProgram, args: readonly string[]): Promise<string[]> {
  const result = await runGit(git, args);
  if ("error" in result)
    throw new CommandLineError(`--since: git failed: ${visible(result.said.trim() || String(result.error))}`);
  return result.out.split("\0").filter((name) => name !== "");
}
