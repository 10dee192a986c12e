import path from "node:path";
import type { ExtensionContext } from "vscode";
import { CompiledFile } from "../disk/compiled";
import type { activate as activateExtension } from "./extension";

/**
 * When the compiled code is kept, in milliseconds after the first start of a version: late enough that it includes what runs when a
 * dashboard opens.
 */
const KEEP_AFTER = 30_000;

/** Entry in Node: loads `extension.js`, which is the entry in a web worker, without parsing all of it each time. */
export function activate(context: ExtensionContext): ReturnType<typeof activateExtension> {
  const file = path.join(__dirname, "extension.js");
  const { scheme, fsPath } = context.globalStorageUri;
  const compiled = scheme === "file" ? new CompiledFile(file, path.join(fsPath, "compiled")) : undefined;
  if (compiled && !compiled.isReused) {
    const timer = setTimeout(() => void compiled.save(), KEEP_AFTER);
    context.subscriptions.push({ dispose: () => clearTimeout(timer) });
  }
  const program = compiled ? compiled.run(require) : require(file);
  return (program as { activate: typeof activateExtension }).activate(context);
}
