import { FOREIGN_FOLDERS } from "./walk";

/** Matches `board.json`, but not `.mosaic`. Folders with such names are missed: a `stat` of every new file would cost more. */
const WITH_EXTENSION = /[^/]\.\w+$/;

/** Whether a new path may be a folder that can contain the user's dashboards. */
export function mayBeOwnFolder(path: string): boolean {
  return !WITH_EXTENSION.test(path) && !path.split("/").some((part) => FOREIGN_FOLDERS.has(part));
}

/** The paths that are not inside another one of them, sorted. */
export function outermost(paths: Iterable<string>): string[] {
  const found: string[] = [];
  for (const path of [...paths].sort()) {
    const isInside = found.some((folder) => path === folder || path.startsWith(`${folder}/`));
    if (!isInside) found.push(path);
  }
  return found;
}
