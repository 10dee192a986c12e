// `npm run package`: the extension as build/mosaic.vsix and the command line as build/mosaic-<version>.tgz.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { runNpm } from "./host/npm.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const build = path.join(root, "build");
await mkdir(build, { recursive: true });
await createVSIX({
  cwd: root,
  packagePath: path.join(build, "mosaic.vsix"),
  dependencies: false,
  // There is no public repository yet that the links of the README could point at.
  rewriteRelativeLinks: false,
});
await runNpm(root, ["pack", "--ignore-scripts", "--pack-destination", build]);
