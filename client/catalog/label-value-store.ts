import * as vscode from "vscode";
import { cacheName } from "../../core/catalog/cache";
import {
  type LabelValueList,
  mergeLabelValues,
  readLabelValues,
  writeLabelValues,
} from "../../core/catalog/project-values";
import type { Profile } from "../../core/config/config";
import { readText } from "../deploy/session/workspace-files";

/** Values of labels of projects, on this machine, for all workspaces. They may be personal data, so they can be cleared. */
export class LabelValueStore {
  constructor(private readonly folder: vscode.Uri) {}

  /** Undefined when none were read. */
  async read(profile: Profile): Promise<LabelValueList | undefined> {
    const text = await readText(this.uri(cacheName(profile)));
    return text === undefined ? undefined : readLabelValues(text);
  }

  /** Adds to what is there. */
  async add(profile: Profile, list: LabelValueList): Promise<void> {
    const name = cacheName(profile);
    const all = mergeLabelValues(await this.read(profile), list);
    // Another window may read at this moment: the file is either the old one or the new one.
    const draft = this.uri(`${name}.${Math.random().toString(36).slice(2)}.tmp`);
    await vscode.workspace.fs.writeFile(draft, new TextEncoder().encode(writeLabelValues(all)));
    await vscode.workspace.fs.rename(draft, this.uri(name), { overwrite: true });
  }

  /** Removes all values of all projects. */
  async clear(): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.folder, { recursive: true });
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError) || error.code !== "FileNotFound") throw error;
    }
  }

  private uri(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, name);
  }
}
