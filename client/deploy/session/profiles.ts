import * as vscode from "vscode";
import {
  type Config,
  chooseProfile,
  EMPTY_CONFIG,
  type Profile,
  readConfig,
} from "../../../core/config/config";
import { CONFIG_PATH } from "../../../core/config/config-path";
import { DEFAULT_ENDPOINT } from "../../../core/config/endpoint";
import type { Settings } from "../../settings";
import { foldersAbove, foldersToSearch } from "../look-up";
import type { NewFolders } from "./new-folders";
import { readText } from "./workspace-files";

/**
 * Configurations and the selected profile of each. The selection is stored for this workspace on this machine and does
 * not change the file.
 */
export class Profiles implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when the active profile may have changed. */
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[] = [];
  /** Configurations above the workspace of which the log tells. */
  private readonly told = new Set<string>();

  constructor(
    private readonly memory: vscode.Memento,
    private readonly log: vscode.LogOutputChannel,
    newFolders: NewFolders,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${CONFIG_PATH}`);
    const fire = () => this.changed.fire();
    // The watcher misses files in new folders (see NewFolders), and later changes of them too.
    const fireFor = ({ path }: vscode.Uri) => {
      if (path.endsWith(`/${CONFIG_PATH}`)) fire();
    };
    this.subscriptions.push(
      this.changed,
      watcher,
      watcher.onDidChange(fire),
      watcher.onDidCreate(fire),
      watcher.onDidDelete(fire),
      newFolders.onDidFind(fireFor),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => fireFor(uri)),
      vscode.workspace.onDidGrantWorkspaceTrust(fire),
      vscode.workspace.onDidChangeWorkspaceFolders(fire),
    );
  }

  /**
   * The configuration for a file or folder: the nearest one up to the workspace folder. Folders above may belong to
   * others, such as a folder for temporary files.
   */
  async settingsFor(uri: vscode.Uri): Promise<Settings> {
    const { workspaceFolders = [], isTrusted } = vscode.workspace;
    const near = workspaceFolders.filter(
      ({ uri: { scheme, authority } }) => scheme === uri.scheme && authority === uri.authority,
    );
    const { folders, inside } = foldersToSearch(
      uri.path,
      near.map((folder) => folder.uri.path),
    );
    const trusted = inside && isTrusted;
    for (const path of inside || !(await isFolder(uri)) ? folders : folders.slice(0, 1)) {
      const folder = uri.with({ path, query: "", fragment: "" });
      const text = await readText(vscode.Uri.joinPath(folder, CONFIG_PATH)).catch(() => undefined);
      if (text === undefined) continue;
      const { config, findings } = readConfig(text);
      return { root: folder, config: trusted ? config : withoutEndpoints(config), findings, trusted };
    }
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? vscode.Uri.joinPath(uri, "..");
    const unused = await this.unusedAbove(uri, folders);
    return { root, config: EMPTY_CONFIG, findings: [], trusted, unused };
  }

  /**
   * The nearest configuration above the searched folders, reported once. Local disk only, because other file systems may
   * be slow.
   */
  private async unusedAbove(uri: vscode.Uri, folders: readonly string[]): Promise<vscode.Uri | undefined> {
    for (const path of uri.scheme === "file" ? foldersAbove(folders) : []) {
      const file = vscode.Uri.joinPath(uri.with({ path, query: "", fragment: "" }), CONFIG_PATH);
      const isThere = await vscode.workspace.fs.stat(file).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      if (!this.told.has(file.path)) this.log.info(`Not used because it is above the workspace: ${file}`);
      this.told.add(file.path);
      return file;
    }
    return undefined;
  }

  /** The profile in use, or a sentence that says what to do. */
  active(settings: Settings): Profile | string {
    const { unused } = settings;
    if (unused) {
      const path = unused.scheme === "file" ? unused.fsPath : unused.toString(true);
      return `No profile is configured. ${path} is above the workspace and is not used. To use it, open its folder.`;
    }
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

/** An untrusted workspace must not choose where tokens are sent. */
function withoutEndpoints(config: Config): Config {
  return {
    ...config,
    profiles: config.profiles.map((profile) => ({ ...profile, endpoint: DEFAULT_ENDPOINT })),
  };
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}
