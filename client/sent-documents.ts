import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Middleware,
  State,
} from "vscode-languageclient";
import { isForServer, recognized } from "./recognized";

/**
 * Which documents the server knows of. The client is registered for all JSON, of which the server gets only what is
 * recognized as a dashboard, as soon as it is; about anything else it is not even asked.
 */
export class SentDocuments implements vscode.Disposable {
  private readonly sent = new Set<string>();
  private readonly listeners: vscode.Disposable[] = [];

  readonly middleware: Middleware = {
    didOpen: async (document, next) => {
      if (!isForServer(document)) return;
      this.sent.add(document.uri.toString());
      await next(document);
    },
    didChange: async (event, next) => {
      if (this.has(event.document)) await next(event);
    },
    didSave: async (document, next) => {
      if (this.has(document)) await next(document);
    },
    didClose: async (document, next) => {
      if (this.sent.delete(document.uri.toString())) await next(document);
    },
    sendRequest: (type, params, token, next) => {
      const uri = (params as { textDocument?: { uri?: unknown } } | undefined)?.textDocument?.uri;
      if (typeof uri === "string" && !this.sent.has(vscode.Uri.parse(uri).toString())) return nothing();
      return next(type, params, token);
    },
  };

  /** Sends documents that become dashboards while they are open, and takes back those that no longer are. */
  follow(client: BaseLanguageClient): void {
    const open = client.getFeature(DidOpenTextDocumentNotification.method);
    const close = client.getFeature(DidCloseTextDocumentNotification.method);
    this.listeners.push(
      recognized.onDidChange((document) => {
        if (document.isClosed || !client.isRunning() || isForServer(document) === this.has(document)) return;
        const feature = isForServer(document) ? open : close;
        void feature.getProvider(document)?.send(document);
      }),
      // A server that comes up again is told of everything again.
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Starting) this.sent.clear();
      }),
    );
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  private has({ uri }: vscode.TextDocument): boolean {
    return this.sent.has(uri.toString());
  }
}

/** The answer that every feature takes for none. */
async function nothing<R>(): Promise<R> {
  return null as R;
}

/** Findings about JSON itself, which VS Code's own JSON support tells of a document of that language. */
const ABOUT_JSON: ReadonlySet<unknown> = new Set(["syntax", "comment", "trailing-comma", "duplicate-key"]);

/** Findings without those that VS Code tells already. */
export function withoutTold<D extends vscode.Diagnostic>(items: D[], { uri }: { uri: vscode.Uri }): D[] {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document?.languageId !== "json") return items;
  if (!vscode.workspace.getConfiguration("json", uri).get("validate.enable", true)) return items;
  return items.filter(({ code }) => !ABOUT_JSON.has(typeof code === "object" ? code.value : code));
}
