/** Where the host keeps its things in the checkout. All of it is ignored by git and may be deleted at any time. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** Installed VS Codes, one folder a version; kept between runs. */
export const vscodeCache = join(root, ".vscode-test");

/** Pictures of failed runs. */
export const screenshots = join(root, "build", "screenshots");

/**
 * A new empty folder in the system's temporary folder, with its real path (macOS has /var as a link).
 *
 * @param {string} name part of the folder's name, for people who look
 * @returns {Promise<{ path: string, remove: () => Promise<void> }>}
 */
export async function temporaryFolder(name) {
  const path = await realpath(await mkdtemp(join(tmpdir(), `mosaic-${name}-`)));
  // A process that was just ended can still hold a file for a moment.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}
