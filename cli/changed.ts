import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { CONFIG_PATH } from "../core/config/config-path";
import { type GitProgram, gitProgram, isDubious, runGit } from "../disk/git/process";
import { hasUnusableObjects, workTreeOf } from "../disk/work-tree";
import { CommandLineError, visible } from "./io";

/** The files that changed since a revision. */
export interface Changed {
  /** The commit that the files are compared with. */
  readonly base: string;
  /** Whether a file differs. @param file absolute path */
  has(file: string): boolean;
  /** Absolute paths of files that the commit has and the work tree has not. */
  readonly removed: readonly string[];
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
  if (!tree || hasUnusableObjects(tree)) throw new CommandLineError("this folder is in no git repository");
  const git = gitProgram(tree.top, "git");
  const commit = await commitOf(git, revision);
  // What others did on the base branch in the meantime is no change of this branch.
  const parted = await runGit(git, ["merge-base", commit, "HEAD"]);
  const base = "out" in parted ? parted.out.trim() : commit;
  const differing = await names(git, [
    ...(await withoutFilters(git)),
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
  const files = new Set(all.map((name) => path.join(tree.top, name)));
  return {
    base,
    has: (file) => files.has(realOf(file)),
    removed: [...files].filter((file) => !existsSync(file)),
    config: all.some((name) => name === CONFIG_PATH || name.endsWith(`/${CONFIG_PATH}`)),
  };
}

function realOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
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
  if (found.error === "ENOENT") throw new CommandLineError("git was not found");
  if (isDubious(found))
    throw new CommandLineError(
      "git rejects this repository, because it belongs to another user; see safe.directory",
    );
  const shallow = await runGit(git, ["rev-parse", "--is-shallow-repository"]);
  const hint =
    "out" in shallow && shallow.out.trim() === "true"
      ? "; this is a shallow clone, so fetch the revision first"
      : "";
  throw new CommandLineError(`there is no revision "${visible(revision)}"${hint}`);
}

/**
 * Settings that turn off the filters which the configuration names, because git would run them on edited files. A file with a
 * filter, as of Git LFS, then counts as changed.
 */
async function withoutFilters(git: GitProgram): Promise<string[]> {
  const listed = await runGit(git, ["config", "-z", "--name-only", "--get-regexp", "^filter\\."]);
  // 1 says that there are none.
  if ("error" in listed && listed.error !== 1)
    throw new CommandLineError(`git failed: ${visible(listed.said.trim() || String(listed.error))}`);
  const keys = "out" in listed ? listed.out.split("\0").filter((key) => key !== "") : [];
  const drivers = new Set(keys.map((key) => key.slice(0, key.lastIndexOf("."))));
  return [...drivers].flatMap((driver) => {
    // The setting would be of another driver.
    if (driver.includes("="))
      throw new CommandLineError(`the name of the git filter "${visible(driver)}" contains "="; rename it`);
    const settings = ["clean=", "process=", "required=false"];
    return settings.flatMap((setting) => ["-c", `${driver}.${setting}`]);
  });
}

async function names(git: GitProgram, args: readonly string[]): Promise<string[]> {
  const result = await runGit(git, args);
  if ("error" in result)
    throw new CommandLineError(`git failed: ${visible(result.said.trim() || String(result.error))}`);
  return result.out.split("\0").filter((name) => name !== "");
}
