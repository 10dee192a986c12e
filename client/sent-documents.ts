import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type MessageSignature,
  type Middleware,
  State,
} from "vscode-languageclient";
import { isYamlName } from "../core/yaml/names";
import { isTerraform } from "./code-files";
import { isForServer, recognized } from "./recognized";

/**
 * Which documents are sent to the server. The client is registered for all JSON, but sends only recognized dashboards and
 * no requests about other documents.
 */
export class SentDocuments implements vscode.Disposable {
  private readonly sent = new Set<string>();
  private client: BaseLanguageClient | undefined;
  private readonly listeners: vscode.Disposable[] = [];

  readonly middleware: Middleware = {
    didOpen: async (document, next) => {
      if (!isForServer(document)) return;
      this.sent.add(document.uri.toString());
      await next(document);
    },
    didChange: async (event, next) => {
      if (this.has(event.document)) await next(event);
      // Terraform code that has got its first dashboard.
      else if (isTerraform(event.document) && isForServer(event.document)) await this.open(event.document);
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
      if (typeof uri === "string" && NOT_IN_TERRAFORM.has(methodOf(type)) && this.isTerraform(uri))
        return nothing();
      if (typeof uri === "string" && OF_YAML_EXTENSION.has(methodOf(type)) && isToldByYamlExtension(uri))
        return nothing();
      return next(type, params, token);
    },
  };

  /** Sends documents that become dashboards while they are open, and takes back those that no longer are. */
  follow(client: BaseLanguageClient): void {
    this.client = client;
    const open = client.getFeature(DidOpenTextDocumentNotification.method);
    const close = client.getFeature(DidCloseTextDocumentNotification.method);
    this.listeners.push(
      recognized.onDidChange((document) => {
        if (document.isClosed || !client.isRunning() || isForServer(document) === this.has(document)) return;
        const feature = isForServer(document) ? open : close;
        void feature.getProvider(document)?.send(document);
      }),
      // Send everything again to a restarted server.
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Starting) this.sent.clear();
      }),
    );
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  private async open(document: vscode.TextDocument): Promise<void> {
    await this.client
      ?.getFeature(DidOpenTextDocumentNotification.method)
      .getProvider(document)
      ?.send(document);
  }

  private isTerraform(uri: string): boolean {
    const wanted = vscode.Uri.parse(uri).toString();
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === wanted);
    return document !== undefined && isTerraform(document);
  }

  private has({ uri }: vscode.TextDocument): boolean {
    return this.sent.has(uri.toString());
  }
}

/** What Terraform's own extension does for the whole of a file, and only one extension can do. */
const NOT_IN_TERRAFORM: ReadonlySet<string> = new Set([
  "textDocument/semanticTokens/full",
  "textDocument/inlayHint",
  "textDocument/documentLink",
]);

/** What the extension for YAML does for the whole of a file, where it is installed. */
const OF_YAML_EXTENSION: ReadonlySet<string> = new Set(["textDocument/documentSymbol"]);

/** What that extension says of a file itself. */
const ABOUT_YAML: ReadonlySet<unknown> = new Set(["yaml-syntax", "yaml-duplicate-key", "yaml-alias"]);

function isToldByYamlExtension(uri: string): boolean {
  return (
    isYamlName(vscode.Uri.parse(uri).path) &&
    vscode.extensions.getExtension("redhat.vscode-yaml") !== undefined
  );
}

function methodOf(type: string | MessageSignature): string {
  return typeof type === "string" ? type : type.method;
}

/** The empty result of every feature. */
async function nothing<R>(): Promise<R> {
  return null as R;
}

/** What the language server of Terraform says of a file itself. */
const ABOUT_TERRAFORM: ReadonlySet<unknown> = new Set([
  "terraform-syntax",
  "terraform-quote",
  "terraform-escape",
]);

/** Findings about JSON itself, which VS Code's own JSON support tells of a document of that language. */
const ABOUT_JSON: ReadonlySet<unknown> = new Set(["syntax", "comment", "trailing-comma", "duplicate-key"]);

/** Findings without those that VS Code tells already. */
export function withoutTold<D extends vscode.Diagnostic>(items: D[], { uri }: { uri: vscode.Uri }): D[] {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document && isTerraform(document)) return items.filter(({ code }) => !ABOUT_TERRAFORM.has(idOf(code)));
  if (isToldByYamlExtension(uri.toString())) return items.filter(({ code }) => !ABOUT_YAML.has(idOf(code)));
  if (document?.languageId !== "json") return items;
  if (!vscode.workspace.getConfiguration("json", uri).get("validate.enable", true)) return items;
  return items.filter(({ code }) => !ABOUT_JSON.has(idOf(code)));
}

function idOf(code: vscode.Diagnostic["code"]): unknown {
  return typeof code === "object" ? code.value : code;
}
