import * as vscode from "vscode";
import type { Profile } from "../../core/config/config";
import type { DashboardResource } from "../../core/sync/service";

/** A dashboard that was deleted, as it was then. */
export interface Deleted {
  readonly root: string;
  readonly profile: string;
  readonly project: string;
  readonly endpoint: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  readonly value: DashboardResource;
}

/** Older ones than this many are dropped. */
const KEPT = 50;

/** The texts of deleted dashboards, on this machine, for this workspace. */
export class Trash {
  private readonly folder: vscode.Uri;

  constructor(context: vscode.ExtensionContext) {
    this.folder = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "deleted");
  }

  /** Rejects when it cannot be kept; then nothing may be deleted. */
  async keep(root: vscode.Uri, profile: Profile, id: string, value: DashboardResource): Promise<Deleted> {
    const { name, project, endpoint } = profile;
    const deletedAt = Date.now();
    const deleted = { root: root.toString(), profile: name, project, endpoint, id, deletedAt, value };
    const text = `${JSON.stringify(deleted, null, 2)}\n`;
    await vscode.workspace.fs.writeFile(this.fileOf(deleted), new TextEncoder().encode(text));
    for (const old of (await this.list()).slice(KEPT)) await this.drop(old);
    return deleted;
  }

  /** Newest first; what cannot be read is left out. */
  async list(): Promise<Deleted[]> {
    const entries = await vscode.workspace.fs.readDirectory(this.folder).then(
      (found) => found,
      () => [],
    );
    const all = await Promise.all(
      entries.map(async ([name]): Promise<Deleted[]> => {
        try {
          const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.folder, name));
          const data = JSON.parse(new TextDecoder().decode(bytes)) as Deleted;
          return typeof data.id === "string" && typeof data.deletedAt === "number" ? [data] : [];
        } catch {
          return [];
        }
      }),
    );
    return all.flat().sort((a, b) => b.deletedAt - a.deletedAt);
  }

  async drop(deleted: Deleted): Promise<void> {
    await vscode.workspace.fs.delete(this.fileOf(deleted)).then(undefined, () => undefined);
  }

  private fileOf({ deletedAt, id }: Pick<Deleted, "deletedAt" | "id">): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, `${deletedAt}-${encodeURIComponent(id)}.json`);
  }
}
