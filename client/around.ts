import * as vscode from "vscode";
import { fileFormOf } from "../core/forms";

/** More files than these in one folder are not looked through. */
const MAX_FILES = 200;

/** What the other files of a folder say about the dashboards of a file; undefined for nothing, as for most forms. */
export async function aroundOf(uri: vscode.Uri): Promise<unknown> {
  const form = fileFormOf(uri.path);
  if (!form?.around || uri.scheme === "untitled") return undefined;
  const { fs } = vscode.workspace;
  const folder = vscode.Uri.joinPath(uri, "..");
  const own = uri.path.split("/").pop();
  try {
    const entries = await fs.readDirectory(folder);
    const names = entries.flatMap(([name, type]) =>
      type === vscode.FileType.File && name !== own && form.hasName(name) ? [name] : [],
    );
    const texts = await Promise.all(
      names.slice(0, MAX_FILES).map(async (name) => {
        const bytes = await fs.readFile(vscode.Uri.joinPath(folder, name));
        return new TextDecoder().decode(bytes);
      }),
    );
    return form.around(texts);
  } catch {
    // A folder that cannot be read says nothing.
    return undefined;
  }
}
