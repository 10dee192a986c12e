import * as vscode from "vscode";
import { pageHtml } from "./html";

/** A webview of Mosaic's. */
export type PageName = "preview" | "usage" | "compare";

/** Which script and style sheet of `dist/webview` a page has. */
const BUNDLES = { preview: "preview", compare: "preview", usage: "usage" } as const;

/** The page may run its script and has no files to load. It is rebuilt whenever it is shown. */
export const PAGE_OPTIONS: vscode.WebviewOptions = { enableScripts: true, localResourceRoots: [] };

/**
 * Puts a page into a webview.
 *
 * @param isThere whether the webview is still wanted when the page has been read
 * @returns once it is there; rejects when the files of the extension cannot be read
 */
export async function loadPage(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { name, title, isThere }: { name: PageName; title: string; isThere: () => boolean },
): Promise<void> {
  const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const read = async (file: string) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, file)));
  const [script, style] = await Promise.all([read(`${BUNDLES[name]}.js`), read(`${BUNDLES[name]}.css`)]);
  if (!isThere()) return;
  webview.options = PAGE_OPTIONS;
  webview.html = pageHtml({ nonce: nonce(), page: name, script, style, title });
}

/** 128 random bits in hexadecimal. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
