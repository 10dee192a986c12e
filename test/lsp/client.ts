import { PassThrough } from "node:stream";
import {
  type ClientCapabilities,
  type CompletionItem,
  type CompletionList,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type Hover,
  type InitializeResult,
  ProposedFeatures,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Registration,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
  type UnregistrationParams,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  ClientRequests,
  type FindFilesParams,
  type FindFilesResult,
  type ReadTextParams,
  type ReadTextResult,
  type StampsParams,
  type StampsResult,
} from "../../server/protocol";
import { startServer } from "../../server/server";

/** What a modern editor offers; tests take away what they are about. */
export const CAPABILITIES: ClientCapabilities = {
  textDocument: {
    diagnostic: {},
    completion: { completionItem: { snippetSupport: true } },
    hover: { contentFormat: ["markdown"] },
  },
};

/** What a pair stands in beside the capabilities of its client. */
export interface Surroundings {
  /** Folders that are open in the editor, by URI. */
  readonly folders?: readonly string[];
  /** The user's settings under `mosaic`; the server sees later changes. */
  readonly settings?: Record<string, unknown>;
}

/** A real client and the real server, joined by two streams in this process. */
export class LspPair {
  readonly log: string[] = [];
  readonly pushed: PublishDiagnosticsParams[] = [];
  /** Registrations that the server has made and not taken back. */
  readonly registered: Registration[] = [];
  private readonly texts = new Map<string, { text: string; version: number }>();

  private constructor(
    readonly connection: ProtocolConnection,
    readonly initialized: InitializeResult,
    private readonly streams: PassThrough[],
    /** URIs of the files that the server has read. */
    readonly read: readonly string[],
    /** What the server has asked the client about files. */
    readonly asked: readonly string[],
  ) {}

  /** `files` are what the server finds when it reads a URI, and what the client answers about other schemes than `file`. */
  static async start(
    capabilities = CAPABILITIES,
    initializationOptions?: object,
    files: Record<string, string> = {},
    { folders, settings = {} }: Surroundings = {},
  ): Promise<LspPair> {
    const read: string[] = [];
    const asked: string[] = [];
    const isOnDisk = (uri: string) => uri.startsWith("file:");
    const up = new PassThrough();
    const down = new PassThrough();
    startServer(
      createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down)),
      {
        async readText(uri) {
          if (!isOnDisk(uri)) return undefined;
          if (uri in files) read.push(uri);
          return files[uri];
        },
        canRead: isOnDisk,
        async listFolder(folder) {
          const names = Object.keys(files).flatMap((uri) =>
            uri.startsWith(folder) ? [uri.slice(folder.length)] : [],
          );
          return names.filter((name) => !name.includes("/")).map(decodeURIComponent);
        },
        async listFiles(folder, wants, limit) {
          const below = Object.keys(files).filter((uri) => uri.startsWith(folder));
          const wanted = below.filter((uri) => wants(decodeURIComponent(uri.slice(folder.length)), false));
          return wanted.slice(0, limit).map((uri) => ({ uri, stamp: files[uri]! }));
        },
      },
    );
    const connection = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    connection.listen();
    connection.onRequest(ClientRequests.readText, ({ uri }: ReadTextParams): ReadTextResult => {
      asked.push(uri);
      return files[uri] ?? null;
    });
    connection.onRequest(ClientRequests.findFiles, ({ folder }: FindFilesParams): FindFilesResult => {
      asked.push(folder);
      return Object.keys(files).filter((uri) => uri.startsWith(folder));
    });
    connection.onRequest(
      ClientRequests.stamps,
      ({ uris }: StampsParams): StampsResult => uris.map((uri) => files[uri] ?? null),
    );
    const initialized = await connection.sendRequest<InitializeResult>("initialize", {
      processId: null,
      rootUri: null,
      workspaceFolders: folders?.map((uri) => ({ uri, name: uri })) ?? null,
      capabilities,
      initializationOptions,
    });
    const pair = new LspPair(connection, initialized, [up, down], read, asked);
    connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) =>
      items.map(() => settings),
    );
    connection.onRequest("client/registerCapability", ({ registrations }: RegistrationParams) => {
      pair.registered.push(...registrations);
    });
    connection.onRequest("client/unregisterCapability", ({ unregisterations }: UnregistrationParams) => {
      for (const { id } of unregisterations) {
        pair.registered.splice(
          pair.registered.findIndex((registration) => registration.id === id),
          1,
        );
      }
    });
    connection.onRequest("workspace/inlayHint/refresh", () => null);
    connection.onRequest("workspace/diagnostic/refresh", () => null);
    connection.onNotification(
      "window/logMessage",
      ({ message }: { message: string }) => void pair.log.push(message),
    );
    connection.onNotification(
      "textDocument/publishDiagnostics",
      (params: PublishDiagnosticsParams) => void pair.pushed.push(params),
    );
    await connection.sendNotification("initialized", {});
    return pair;
  }

  async open(text: string, uri = "file:///shop.dashboard.json"): Promise<string> {
    this.texts.set(uri, { text, version: 1 });
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "monitoring-dashboard", version: 1, text },
    });
    return uri;
  }

  async change(uri: string, text: string): Promise<void> {
    const known = this.texts.get(uri)!;
    known.text = text;
    known.version++;
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: known.version },
      contentChanges: [{ text }],
    });
  }

  /** @param previousResultId of the answer that the client has already */
  report(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.connection.sendRequest<DocumentDiagnosticReport>("textDocument/diagnostic", {
      textDocument: { uri },
      ...(previousResultId !== undefined && { previousResultId }),
    });
  }

  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const report = await this.report(uri);
    return report.kind === "full" ? report.items : [];
  }

  /** Opens a text with `|` for the caret and asks for what can stand there. */
  async complete(marked: string): Promise<{ items: CompletionItem[]; accept(label: string): string }> {
    const caret = marked.indexOf("|");
    const text = marked.slice(0, caret) + marked.slice(caret + 1);
    const uri = await this.open(text, `file:///${Math.random()}.dashboard.json`);
    const document = TextDocument.create(uri, "", 1, text);
    const list = await this.connection.sendRequest<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position: document.positionAt(caret),
    });
    return {
      items: list.items,
      accept(label) {
        const item = list.items.find((candidate) => candidate.label === label);
        if (!item) throw new Error(`no ${label} among ${list.items.map((i) => i.label).join(", ")}`);
        const edits = [
          item.textEdit as { range: never; newText: string },
          ...(item.additionalTextEdits ?? []),
        ];
        return TextDocument.applyEdits(document, edits);
      },
    };
  }

  /** Hover at the `|` of a text, as Markdown. */
  async hover(marked: string): Promise<string | undefined> {
    const caret = marked.indexOf("|");
    const text = marked.slice(0, caret) + marked.slice(caret + 1);
    const uri = await this.open(text, `file:///${Math.random()}.dashboard.json`);
    const position = TextDocument.create(uri, "", 1, text).positionAt(caret);
    const found = await this.connection.sendRequest<Hover | null>("textDocument/hover", {
      textDocument: { uri },
      position,
    });
    return (found?.contents as { value: string } | undefined)?.value;
  }

  stop(): void {
    this.connection.dispose();
    for (const stream of this.streams) stream.destroy();
  }
}
