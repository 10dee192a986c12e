import {
  type ClientCapabilities,
  type CompletionList,
  type Connection,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type Hover,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { complete } from "../core/features/completion";
import { hover } from "../core/features/hover";
import { rangeOfTile, tileAtOffset } from "../core/features/picture";
import { rangeOf } from "../core/features/ranges";
import { diagnosticsOf } from "./diagnostics";
import { Envelope } from "./envelope";
import { Models } from "./models";
import {
  type FindingsParams,
  type FindingsResult,
  type InitializationOptions,
  type PictureParams,
  type PictureResult,
  Requests,
  type RevealParams,
  type RevealResult,
  type TileAtParams,
  type TileAtResult,
} from "./protocol";

declare const MOSAIC_VERSION: string;

/** How long typing has to rest before findings are pushed, in milliseconds. Clients that pull set their own pace. */
const PUSH_DELAY = 200;

/** Wires core to a connection. Nothing here knows what a dashboard is, or where it runs. */
export function startServer(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  const models = new Models();
  const envelope = new Envelope(connection);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let client: ClientCapabilities = {};

  connection.onInitialize((params): InitializeResult => {
    client = params.capabilities;
    envelope.failIn = (params.initializationOptions as InitializationOptions | undefined)?.failIn;
    return {
      serverInfo: { name: "mosaic-language-server", version: MOSAIC_VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: ['"', ":", ".", "=", "(", " ", "$", "{"] },
        hoverProvider: true,
        ...(pulls() && {
          diagnosticProvider: {
            identifier: "mosaic",
            interFileDependencies: false,
            workspaceDiagnostics: false,
          },
        }),
      },
    };
  });

  const pulls = () => client.textDocument?.diagnostic !== undefined;
  const snippets = () => client.textDocument?.completion?.completionItem?.snippetSupport === true;

  connection.languages.diagnostics.on((params, token) => {
    const empty: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };
    return envelope.run<DocumentDiagnosticReport>("textDocument/diagnostic", empty, token, () => {
      const document = documents.get(params.textDocument.uri);
      if (!document) return empty;
      return {
        kind: DocumentDiagnosticReportKind.Full,
        items: diagnosticsOf(models.of(document).dashboard, document.uri),
      };
    });
  });

  documents.onDidChangeContent(({ document }) => {
    if (pulls()) return;
    clearTimeout(timers.get(document.uri));
    timers.set(document.uri, setTimeout(push, PUSH_DELAY, document.uri));
  });

  function push(uri: string): void {
    timers.delete(uri);
    const document = documents.get(uri);
    if (!document) return;
    try {
      const diagnostics = diagnosticsOf(models.of(document).dashboard, uri);
      void connection.sendDiagnostics({ uri, version: document.version, diagnostics });
    } catch (error) {
      envelope.log("findings", error);
    }
  }

  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    models.forget(uri);
    if (!pulls()) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  connection.onCompletion((params, token) =>
    envelope.run<CompletionList | null>("textDocument/completion", null, token, () => {
      const document = documents.get(params.textDocument.uri);
      if (!document) return null;
      const { dashboard } = models.of(document);
      const { items, incomplete } = complete(dashboard, document.offsetAt(params.position), {
        snippets: snippets(),
      });
      return { items, isIncomplete: incomplete };
    }),
  );

  connection.onHover((params, token) =>
    envelope.run<Hover | null>("textDocument/hover", null, token, () => {
      const document = documents.get(params.textDocument.uri);
      return (document && hover(models.of(document).dashboard, document.offsetAt(params.position))) ?? null;
    }),
  );

  connection.onRequest(Requests.picture, (params: PictureParams, token) =>
    envelope.run<PictureResult>(Requests.picture, null, token, () => {
      const document = documents.get(params.uri);
      if (!document) return null;
      const { dashboard, pictures } = models.of(document);
      return pictures.answer(dashboard.document, dashboard.canonical, dashboard.findings, params.known);
    }),
  );

  connection.onRequest(Requests.reveal, (params: RevealParams, token) =>
    envelope.run<RevealResult>(Requests.reveal, null, token, () => {
      const document = documents.get(params.uri);
      if (!document) return null;
      const { dashboard } = models.of(document);
      const span = rangeOfTile(dashboard.canonical, params.tile);
      return span ? rangeOf(dashboard, span) : null;
    }),
  );

  connection.onRequest(Requests.tileAt, (params: TileAtParams, token) =>
    envelope.run<TileAtResult>(Requests.tileAt, null, token, () => {
      const document = documents.get(params.uri);
      if (!document) return null;
      const { dashboard } = models.of(document);
      return (
        tileAtOffset(dashboard.canonical, dashboard.document, document.offsetAt(params.position)) ?? null
      );
    }),
  );

  connection.onRequest(Requests.findings, (params: FindingsParams, token) =>
    envelope.run<FindingsResult>(Requests.findings, null, token, () => {
      const document = documents.get(params.uri);
      if (!document) return null;
      const { dashboard } = models.of(document);
      const findings = dashboard.findings.map(({ code, severity, message, ...span }) => ({
        code,
        severity,
        message,
        range: rangeOf(dashboard, span),
      }));
      return { version: document.version, findings };
    }),
  );

  documents.listen(connection);
  connection.listen();
}
