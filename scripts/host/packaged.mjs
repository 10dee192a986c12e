/** The extension as its package holds it, without making the archive. */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";

/**
 * Lets an installed extension run in the browser's own extension host, as on a VS Code without a machine behind it.
 *
 * @param {string} folder where it was put by `installPackaged`
 */
export async function runInBrowser(folder) {
  const file = join(folder, "package.json");
  const { main: _, ...manifest } = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...manifest, extensionKind: ["web"] }));
}

/**
 * Copies exactly the files that `vsce package` would put into the `.vsix` (the manifest, what is built, what `.vscodeignore`
 * leaves) to where VS Code keeps installed extensions. To be done before that VS Code starts for the first time: it lists
 * what it finds then.
 *
 * @param {string} source the extension's folder, built
 * @param {string} extensionsDir
 * @returns {Promise<string>} the folder it was put into
 */
export async function installPackaged(source, extensionsDir) {
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  const target = join(extensionsDir, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  const files = await listFiles({ cwd: source, packageManager: PackageManager.None });
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(source, file), join(target, file));
  }
  return target;
}
