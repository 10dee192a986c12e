import { realpath } from "node:fs/promises";
import path from "node:path";
import { trackedPaths, UnknownIndex } from "./git-index";
import { workTreeOf } from "./work-tree";

const STATE = ".mosaic/state";

/**
 * Why the state below a folder is rejected: git tracks it, so anyone may have written it, and it decides which edits
 * count as seen.
 *
 * @param root absolute path of the folder that holds `.mosaic`
 * @returns a message with what to do, or undefined if git does not track the state
 */
export async function trackedState(root: string): Promise<string | undefined> {
  const tree = workTreeOf(root);
  if (!tree) return undefined;
  const state = path.join(await realpath(root), STATE);
  try {
    const found = await trackedPaths(
      tree.gitFolder,
      path.relative(tree.top, state).replaceAll(path.sep, "/"),
    );
    if (found.length === 0) return undefined;
  } catch (error) {
    if (!(error instanceof UnknownIndex)) throw error;
    return `Whether git tracks ${STATE} is not known: ${error.message}. Run git update-index --no-split-index.`;
  }
  return `Git tracks ${STATE}, so anybody may have written it. Delete the folder, commit that, then pull: rm -r ${STATE}`;
}
