import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
} from "vscode-languageserver";
import type { InlayHintOptions } from "../core/features/inlay-hints";

/** The user's settings as far as they concern the server; defaults where the client has none. */
export class Settings {
  inlayHints: InlayHintOptions = { durations: true, enumNumbers: true };
  /** Whether dashboards that are not open are judged, too. */
  workspaceFindings = false;
  private refreshesHints = false;

  constructor(
    private readonly connection: Connection,
    /** Called after each reading. */
    private readonly onRead: () => void,
  ) {}

  /** Reads the settings from a client that can tell them, now and after each change. */
  async start(client: ClientCapabilities): Promise<void> {
    this.refreshesHints = client.workspace?.inlayHint?.refreshSupport === true;
    if (client.workspace?.configuration !== true) return;
    this.connection.onDidChangeConfiguration(() => void this.read());
    try {
      if (client.workspace.didChangeConfiguration?.dynamicRegistration) {
        await this.connection.client.register(DidChangeConfigurationNotification.type, { section: "mosaic" });
      }
      await this.read();
    } catch (error) {
      this.connection.console.warn(`Settings could not be read; the defaults are used. ${error}`);
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
    if (this.refreshesHints) this.connection.languages.inlayHint.refresh().catch(() => {});
    this.onRead();
  }
}
