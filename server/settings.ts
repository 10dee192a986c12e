import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
} from "vscode-languageserver";
import type { InlayHintOptions } from "../core/features/reading/inlay-hints";
import type { RequestGuard } from "./request-guard";

/** The user's settings as far as they concern the server; defaults where the client has none. */
export class Settings {
  inlayHints: InlayHintOptions = { durations: true, enumNumbers: true };
  /** Whether to check dashboards that are not open, too. */
  workspaceFindings = false;
  private refreshesHints = false;

  constructor(
    private readonly connection: Connection,
    private readonly guard: RequestGuard,
    /** Called after each reading. */
    private readonly onRead: () => void,
  ) {}

  /** Reads the settings from the client, now and after each change. */
  async start(client: ClientCapabilities): Promise<void> {
    this.refreshesHints = client.workspace?.inlayHint?.refreshSupport === true;
    if (client.workspace?.configuration !== true) return;
    // Keep the current settings.
    const failed = (error: unknown) => this.guard.log("reading the settings", error);
    this.connection.onDidChangeConfiguration(() => void this.read().catch(failed));
    try {
      if (client.workspace.didChangeConfiguration?.dynamicRegistration) {
        await this.connection.client.register(DidChangeConfigurationNotification.type, { section: "mosaic" });
      }
      await this.read();
    } catch (error) {
      failed(error);
    }
  }

  private async read(): Promise<void> {
    const mosaic = (await this.connection.workspace.getConfiguration("mosaic")) as {
      inlayHints?: Partial<InlayHintOptions>;
      workspaceFindings?: unknown;
    } | null;
    const { durations, enumNumbers } = mosaic?.inlayHints ?? {};
    this.inlayHints = { durations: durations !== false, enumNumbers: enumNumbers !== false };
    this.workspaceFindings = mosaic?.workspaceFindings === true;
    if (this.refreshesHints) this.guard.requestOptional(() => this.connection.languages.inlayHint.refresh());
    this.onRead();
  }
}
