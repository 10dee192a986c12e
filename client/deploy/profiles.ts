import * as vscode from "vscode";
import {
  CONFIG_PATH,
  type Config,
  chooseProfile,
  EMPTY_CONFIG,
  type Profile,
  readConfig,
} from "../../core/config/config";
import { DEFAULT_ENDPOINT } from "../../core/config/endpoint";
import type { Finding } from "../../core/finding";
import { readText } from "./workspace-files";

/** The configuration that counts for a file. */
export interface Settings {
  /** Folder that holds `.mosaic`, or would hold it. */
  readonly root: vscode.Uri;
  readonly config: Config;
  readonly findings: readonly Finding[];
}

/**
 * Configurations and the profile that is chosen for each. The choice is kept for this workspace on this machine; the file
 * itself is never changed by it.
 */
export class Profiles implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when another profile may count. */
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(private readonly memory: vscode.Memento) {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${CONFIG_PATH}`);
    const fire = () => this.changed.fire();
    this.subscriptions.push(
      this.changed,
      watcher,
      watcher.onDidChange(fire),
      watcher.onDidCreate(fire),
      watcher.onDidDelete(fire),
      vscode.workspace.onDidGrantWorkspaceTrust(fire),
    );
  }

  /** The configuration for a file or folder: the nearest one upwards, as git looks for `.git`. */
  async settingsFor(uri: vscode.Uri): Promise<Settings> {
    for (let folder = uri; ; folder = vscode.Uri.joinPath(folder, "..")) {
      const text = await readText(vscode.Uri.joinPath(folder, CONFIG_PATH)).catch(() => undefined);
      if (text !== undefined) {
        const { config, findings } = readConfig(text);
        return { root: folder, config: trusted(config), findings };
      }
      if (vscode.Uri.joinPath(folder, "..").path === folder.path) break;
    }
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? vscode.Uri.joinPath(uri, "..");
    return { root, config: EMPTY_CONFIG, findings: [] };
  }

  /** The profile in use, or a sentence that says what to do. */
  active(settings: Settings): Profile | string {
    const kept = this.memory.get<string>(memoryKey(settings.root));
    const known = settings.config.profiles.some((profile) => profile.name === kept);
    return chooseProfile(settings.config, known ? kept : undefined);
  }

  async choose(settings: Settings, name: string): Promise<void> {
    await this.memory.update(memoryKey(settings.root), name);
    this.changed.fire();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function memoryKey(root: vscode.Uri): string {
  return `mosaic.profile:${root.toString()}`;
}

/** A workspace that nobody has vouched for does not say where tokens are sent. */
function trusted(config: Config): Config {
  if (vscode.workspace.isTrusted) return config;
  return {
    ...config,
    profiles: config.profiles.map((profile) => ({ ...profile, endpoint: DEFAULT_ENDPOINT })),
  };
}
