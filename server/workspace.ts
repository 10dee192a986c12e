import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileSystemWatcher,
  type InitializeParams,
  type TextDocuments,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { CONFIG_PATH } from "../core/config/config-path";
import { coarseGlob } from "../core/config/glob";
import { isTerraformName } from "../core/terraform/dashboards";
import type { Catalogs } from "./catalogs";
import type { Configs } from "./configs";
import type { Models } from "./models";
import type { RequestGuard } from "./request-guard";
import type { Runtime } from "./runtime";
import { SeenNames } from "./seen-names";
import type { Templates } from "./templates";
import { registerWorkspaceFindings } from "./workspace-findings";
import { WorkspaceIndex } from "./workspace-index";
import { registerWorkspaceSymbols } from "./workspace-symbols";

export interface WorkspaceContext {
  readonly runtime: Runtime;
  readonly models: Models;
  readonly catalogs: Catalogs;
  readonly configs: Configs;
  readonly templates: Templates;
  readonly guard: RequestGuard;
  /** Called when Terraform code was created, changed or deleted. */
  codeChanged(): void;
  /** Called when a configuration was created, changed or deleted. */
  configChanged(): void;
}

/** The workspace: its folders, file events, and the index of dashboards that are not open. */
export class Workspace {
  readonly names: SeenNames;
  private readonly index: WorkspaceIndex;
  private readonly turnFindings: (on: boolean) => Promise<void>;
  private readonly watchedGlobs = new Set<string>();
  private client: ClientCapabilities = {};

  constructor(
    private readonly connection: Connection,
    documents: TextDocuments<TextDocument>,
    private readonly context: WorkspaceContext,
  ) {
    const { runtime, models, guard } = context;
    this.index = new WorkspaceIndex(runtime, documents, context);
    this.index.onGlobs = (root, globs) => this.watchGlobs(root, globs);
    this.names = new SeenNames(documents, this.index);
    this.turnFindings = registerWorkspaceFindings(connection, this.index, guard);
    registerWorkspaceSymbols(connection, documents, { models, index: this.index, guard });
    documents.onDidOpen(() => this.index.opened());
    documents.onDidClose(() => this.index.opened());
  }

  /** Reads the client's capabilities and folders. */
  initialize({ capabilities, workspaceFolders, rootUri }: InitializeParams): void {
    this.client = capabilities;
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.setFolders(folders.map(withSlash));
  }

  /** Starts to watch folders and files. Call it when the client accepts registrations. */
  async start(): Promise<void> {
    const { connection, index, context } = this;
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri, type } of changes) {
        if (!isConfig(uri)) index.touch(uri, type !== FileChangeType.Deleted);
      }
      if (changes.some(({ uri }) => isTerraformName(uri))) {
        context.codeChanged();
        index.reset();
      }
      if (!changes.some(({ uri }) => isConfig(uri))) return;
      context.configChanged();
      index.reset();
    });
    if (this.client.workspace?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => withSlash(uri)));
        const kept = index.folders.filter((folder) => !gone.has(folder));
        this.setFolders([...kept, ...added.map(({ uri }) => withSlash(uri))]);
        context.configChanged();
        context.templates.reset();
        index.reset();
      });
    }
    index.watched = await this.watch([
      { globPattern: `**/${CONFIG_PATH}` },
      { globPattern: CANDIDATES },
      { globPattern: "**/*.{tf,tofu}" },
    ]);
  }

  /** Turns checks of dashboards that are not open on or off. Requires dynamic registration. */
  async setUnopenedValidation(on: boolean): Promise<void> {
    if (!this.client.textDocument?.diagnostic?.dynamicRegistration || !this.context.runtime.listFiles) return;
    await this.turnFindings(on).catch((error: unknown) => this.context.guard.log("workspace", error));
  }

  /** Revalidates the index. */
  revalidate(): void {
    this.index.reset();
  }

  private setFolders(folders: readonly string[]): void {
    this.index.folders = folders;
    this.context.configs.folders = folders;
    this.context.templates.folders = folders;
  }

  private watchGlobs(root: string, globs: readonly string[]): void {
    const relative = this.client.workspace?.didChangeWatchedFiles?.relativePatternSupport === true;
    // Editors match globs by regular expressions; a malicious glob could make them hang.
    const coarse = [...new Set(globs.map(coarseGlob))];
    const fresh = coarse.filter((glob) => !this.watchedGlobs.has(root + glob));
    if (fresh.length === 0) return;
    for (const glob of fresh) this.watchedGlobs.add(root + glob);
    const watchers = fresh.map((glob) => ({
      globPattern: relative ? { baseUri: root, pattern: glob } : glob,
    }));
    void this.watch(watchers).catch((error: unknown) => this.context.guard.log("watching", error));
  }

  /** Whether the client watches files. */
  private async watch(watchers: FileSystemWatcher[]): Promise<boolean> {
    if (!this.client.workspace?.didChangeWatchedFiles?.dynamicRegistration) return false;
    await this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    return true;
  }
}

/** Files whose content may make them dashboards. Templates of other names are found when the files are listed. */
const CANDIDATES = "**/*.{json,jsonc,tftpl,dashboard.yaml,dashboard.yml}";

const isConfig = (uri: string) => uri.endsWith(`/${CONFIG_PATH}`);

const withSlash = (uri: string) => (uri.endsWith("/") ? uri : `${uri}/`);
