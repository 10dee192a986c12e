import * as vscode from "vscode";
import { cacheName, readCache, writeCache } from "../../core/catalog/cache";
import type { CatalogOverlay } from "../../core/catalog/overlay";
import type { Profile } from "../../core/config/config";
import { readText } from "../deploy/session/workspace-files";

/** Cached metrics of projects, on this machine, for all workspaces. */
export class CatalogStore {
  constructor(private readonly folder: vscode.Uri) {}

  /** Undefined without a usable cache. */
  async read(profile: Profile): Promise<CatalogOverlay | undefined> {
    const text = await readText(this.uri(cacheName(profile)));
    return text === undefined ? undefined : readCache(text);
  }

  async write(profile: Profile, overlay: CatalogOverlay): Promise<void> {
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
