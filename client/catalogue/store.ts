import * as vscode from "vscode";
import { cacheName, readCache, writeCache } from "../../core/catalogue/cache";
import type { CatalogueOverlay } from "../../core/catalogue/overlay";
import type { Profile } from "../../core/config/config";
import { readText } from "../deploy/workspace-files";

/** What projects said of their metrics, kept on this machine for all workspaces. */
export class CatalogueStore {
  constructor(private readonly folder: vscode.Uri) {}

  /** Undefined when the project was never read, or what is kept cannot be used. */
  async read(profile: Profile): Promise<CatalogueOverlay | undefined> {
    const text = await readText(this.uri(cacheName(profile)));
    return text === undefined ? undefined : readCache(text);
  }

  async write(profile: Profile, overlay: CatalogueOverlay): Promise<void> {
    const name = cacheName(profile);
    // Another window may read at this moment: the file is either the old one or the new one.
    const draft = this.uri(`${name}.${Math.random().toString(36).slice(2)}.tmp`);
    await vscode.workspace.fs.writeFile(draft, new TextEncoder().encode(writeCache(overlay)));
    await vscode.workspace.fs.rename(draft, this.uri(name), { overwrite: true });
  }

  private uri(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, name);
  }
}
