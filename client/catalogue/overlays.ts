import * as vscode from "vscode";
import { cacheName } from "../../core/catalogue/cache";
import { type CatalogueParams, type CatalogueResult, Requests } from "../../server/protocol";
import type { Profiles } from "../deploy/profiles";
import { isDashboard, recognized } from "../recognized";
import type { Server } from "../server";
import type { CatalogueStore } from "./store";

export interface OverlayDeps {
  readonly log: vscode.LogOutputChannel;
  readonly server: Pick<Server, "onDidStart" | "request">;
  readonly profiles: Profiles;
}

/** Keeps the server told of the metrics of the profile in use, for every folder that has an open dashboard. */
export class Overlays implements vscode.Disposable {
  /** By folder: whose metrics the server was told of last. Undefined while no server runs. */
  private told: Map<string, string> | undefined;
  private readonly arrived = new vscode.EventEmitter<void>();
  /** Fires when the server goes by other metrics than before. */
  readonly onDidTell = this.arrived.event;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly store: CatalogueStore,
    private readonly deps: OverlayDeps,
  ) {
    const { server, profiles } = deps;
    this.subscriptions = [
      this.arrived,
      // A new server knows nothing.
      server.onDidStart(() => {
        this.told = new Map();
        this.tellAll();
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.tell(document)),
      recognized.onDidChange((document) => this.tell(document)),
      profiles.onDidChange(() => this.tellAll()),
    ];
  }

  /** What is kept of some project is another now. */
  changed(): void {
    this.told?.clear();
    this.tellAll();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private tellAll(): void {
    for (const document of vscode.workspace.textDocuments) this.tell(document);
  }

  private tell(document: vscode.TextDocument): void {
    if (!isDashboard(document) || !this.told) return;
    this.tellFolderOf(document.uri, this.told).catch((error: unknown) =>
      this.deps.log.warn(`Could not load the project's metrics: ${error}`),
    );
  }

  private async tellFolderOf(uri: vscode.Uri, told: Map<string, string>): Promise<void> {
    const { profiles, server } = this.deps;
    const settings = await profiles.settingsFor(uri);
    const profile = profiles.active(settings);
    const whose = typeof profile === "string" ? "" : cacheName(profile);
    const folder = settings.root.toString();
    if (told.get(folder) === whose) return;
    told.set(folder, whose);
    const overlay = typeof profile === "string" ? undefined : await this.store.read(profile);
    // Another profile was chosen, or another server came up, while the file was read.
    if (this.told !== told || told.get(folder) !== whose) return;
    const params: CatalogueParams = { folder, overlay: overlay ?? null };
    await server.request<CatalogueResult>(Requests.catalogue, params);
    this.arrived.fire();
  }
}
