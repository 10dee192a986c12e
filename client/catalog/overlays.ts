import * as vscode from "vscode";
import { cacheName } from "../../core/catalog/cache";
import { QUERY_SCHEME } from "../../core/query/address";
import { type CatalogParams, type CatalogResult, Requests } from "../../server/protocol";
import type { Profiles } from "../deploy/session/profiles";
import { isForServer, recognized } from "../recognized";
import type { Server } from "../server";
import type { LabelValueStore } from "./label-value-store";
import type { CatalogStore } from "./store";

export interface OverlayDeps {
  readonly log: vscode.LogOutputChannel;
  readonly server: Pick<Server, "onDidStart" | "request">;
  readonly profiles: Profiles;
}

/** Sends the metrics of the active profile to the server, for every folder with an open dashboard. */
export class Overlays implements vscode.Disposable {
  /** By folder: the project whose metrics were sent last. Undefined while no server runs. */
  private sent: Map<string, string> | undefined;
  private readonly arrived = new vscode.EventEmitter<void>();
  /** Fires when the metrics in the server changed. */
  readonly onDidSend = this.arrived.event;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly store: CatalogStore,
    private readonly labels: LabelValueStore,
    private readonly deps: OverlayDeps,
  ) {
    const { server, profiles } = deps;
    this.subscriptions = [
      this.arrived,
      // A new server has no overlays.
      server.onDidStart(() => {
        this.sent = new Map();
        this.sendAll();
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.send(document)),
      recognized.onDidChange((document) => this.send(document)),
      profiles.onDidChange(() => this.sendAll()),
    ];
  }

  /** The cache of a project changed. */
  changed(): void {
    this.sent?.clear();
    this.sendAll();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private sendAll(): void {
    for (const document of vscode.workspace.textDocuments) this.send(document);
  }

  private send(document: vscode.TextDocument): void {
    if (!isForServer(document) || document.uri.scheme === QUERY_SCHEME || !this.sent) return;
    this.sendFolderOf(document.uri, this.sent).catch((error: unknown) =>
      this.deps.log.warn(`Could not load the project's metrics: ${error}`),
    );
  }

  private async sendFolderOf(uri: vscode.Uri, told: Map<string, string>): Promise<void> {
    const { profiles, server } = this.deps;
    const settings = await profiles.settingsFor(uri);
    const profile = profiles.active(settings);
    const whose = typeof profile === "string" ? "" : cacheName(profile);
    const folder = settings.root.toString();
    if (told.get(folder) === whose) return;
    told.set(folder, whose);
    const known = typeof profile === "string" ? undefined : profile;
    const overlay = known && (await this.store.read(known));
    const labelValues = known && (await this.labels.read(known));
    // The profile or the server changed while the file was read.
    if (this.sent !== told || told.get(folder) !== whose) return;
    const params: CatalogParams = { folder, overlay: overlay ?? null, ...(labelValues && { labelValues }) };
    await server.request<CatalogResult>(Requests.catalog, params);
    this.arrived.fire();
  }
}
