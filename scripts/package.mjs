// `npm run package`: the extension as build/mosaic.vsix and the command line as build/mosaic-dashboards-<version>.tgz.
// `--channel release|pre-release` is for a published version: the links of the README lead to the repository.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { runNpm } from "./host/npm.mjs";

const at = process.argv.indexOf("--channel");
const channel = at < 0 ? undefined : process.argv[at + 1];
if (at >= 0 && channel !== "release" && channel !== "pre-release")
  throw new Error("--channel must be release or pre-release");

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const build = path.join(root, "build");
await mkdir(build, { recursive: true });
await createVSIX({
  cwd: root,
  packagePath: path.join(build, "mosaic.vsix"),
  dependencies: false,
  preRelease: channel === "pre-release",
  // In an archive of a checkout, the repository may not have the files yet.
  rewriteRelativeLinks: channel !== undefined,
});
await runNpm(root, ["pack", "--ignore-scripts", "--pack-destination", build]);
