/**
 * The folders to search for the configuration of a path, nearest first: up to the outermost workspace folder that
 * contains it. Outside of the workspace it is the file's own folder alone.
 *
 * @param place path of a file or folder, with `/`
 * @param workspace paths of the workspace's folders on the same file system
 */
export function foldersToSearch(
  place: string,
  workspace: readonly string[],
): { readonly folders: readonly string[]; readonly inside: boolean } {
  const isInside = (path: string) =>
    workspace.some((top) => path === top || path.startsWith(top.endsWith("/") ? top : `${top}/`));
  if (!isInside(place)) return { folders: [place, parentOf(place)], inside: false };
  const folders: string[] = [];
  for (let folder = place; isInside(folder); folder = parentOf(folder)) {
    folders.push(folder);
    if (parentOf(folder) === folder) break;
  }
  return { folders, inside: true };
}

/** Folders above those that count, nearest first. */
export function foldersAbove(folders: readonly string[]): readonly string[] {
  const above: string[] = [];
  for (let folder = folders.at(-1)!; parentOf(folder) !== folder; folder = parentOf(folder))
    above.push(parentOf(folder));
  return above;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
