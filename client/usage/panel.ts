import type * as vscode from "vscode";
import { showMessage } from "../notify";
import { loadPage } from "../page/page";
import {
  readUsageWebviewMessage,
  type UsageHostMessage,
  type UsageWebviewMessage,
} from "../webview/usage/messages";

/** Kept by VS Code over restarts; also the name in `onWebviewPanel`. */
export const USAGE_VIEW_TYPE = "mosaic.usage";

/** The usage view in its panel: a page, and messages both ways. It knows nothing of usage itself. */
export class UsagePanel implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[] = [];
  private isReady = false;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
    private readonly events: {
      /** The page is loaded, for the first time or again, and has nothing to show. */
      ready(): void;
      message(message: UsageWebviewMessage): Promise<void>;
      closed(): void;
    },
  ) {
    this.disposables.push(
      panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.isReady = false;
      }),
      panel.onDidDispose(() => this.dispose()),
    );
    const isThere = () => this.disposables.length > 0;
    loadPage(panel.webview, extensionUri, { name: "usage", title: "API usage", isThere }).catch(
      (error: unknown) => log.error(`Could not load the usage view: ${error}`),
    );
  }

  /** Sends a message; one for a page that is not there is dropped, since a page asks for everything when it loads. */
  post(message: UsageHostMessage): void {
    if (this.isReady) void this.panel.webview.postMessage(message);
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    const rest = this.disposables.splice(0);
    if (rest.length === 0) return;
    for (const disposable of rest) disposable.dispose();
    this.panel.dispose();
    this.events.closed();
  }

  private receive(value: unknown): void {
    const message = readUsageWebviewMessage(value);
    if (!message) {
      this.log.warn("The usage view sent an unknown message.");
      return;
    }
    if (message.type === "ready") {
      this.isReady = true;
      this.events.ready();
      return;
    }
    this.events.message(message).catch((error: unknown) => {
      this.log.error(error instanceof Error ? error : String(error));
      void showMessage("error", "Internal error in Mosaic. See the log for details.", {}, []);
    });
  }
}
