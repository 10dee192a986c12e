import {
  type ClientCapabilities,
  CodeActionKind,
  type Connection,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { FIX_ALL } from "../core/features/changing/code-actions";
import { TOKEN_TYPES } from "../core/features/reading/tokens";
import { Catalogs } from "./catalogs";
import { withClientFiles } from "./client-files";
import { Configs } from "./configs";
import { registerDiagnostics } from "./diagnostics";
import { registerFeatures } from "./features";
import { Models } from "./models";
import { registerNavigation } from "./navigation";
import { OWN_FEATURES, registerOwnFeatures, takesOwnFeatures } from "./own-features";
import type { InitializationOptions } from "./protocol";
import { registerQueryBuilder } from "./query-builder";
import { QueryDocuments } from "./query-documents";
import { RequestGuard } from "./request-guard";
import { registerRequests } from "./requests";
import type { Runtime } from "./runtime";
import { Settings } from "./settings";
import { Templates } from "./templates";
import { Workspace } from "./workspace";

declare const MOSAIC_VERSION: string;

/** Connects core to an LSP connection, independent of the runtime. */
export function startServer(connection: Connection, ownRuntime: Runtime): void {
  let clientReads = false;
  const runtime = withClientFiles(ownRuntime, connection, () => clientReads);
  const documents = new TextDocuments(TextDocument);
  const catalogs = new Catalogs();
  const templates = new Templates(runtime);
  const models = new Models(documents, catalogs, templates);
  const guard = new RequestGuard(connection);
  const settings = new Settings(
    connection,
    guard,
    () => void workspace.setUnopenedValidation(settings.workspaceFindings),
  );
  const configs = new Configs(runtime);
  const workspace = new Workspace(connection, documents, {
    runtime,
    models,
    catalogs,
    configs,
    templates,
    guard,
    codeChanged() {
      templates.reset();
      revalidateOpen();
    },
    configChanged() {
      configs.reset();
      revalidateOpen();
    },
  });
  let client: ClientCapabilities = {};
  let ownLanguage: string | undefined;
  let commands: readonly string[] = [];
  const pulls = () => client.textDocument?.diagnostic !== undefined;
  const refreshes = () => client.workspace?.diagnostics?.refreshSupport === true;
  const snippets = () => client.textDocument?.completion?.completionItem?.snippetSupport === true;
  const resolvesEdits = () =>
    client.textDocument?.codeAction?.resolveSupport?.properties.includes("edit") === true;

  const showsRefused = () => client.textDocument?.codeAction?.disabledSupport === true;

  connection.onInitialize((params): InitializeResult => {
    client = params.capabilities;
    workspace.initialize(params);
    const options = params.initializationOptions as InitializationOptions | undefined;
    guard.failRequest = options?.failIn;
    commands = options?.commands ?? [];
    clientReads = options?.readsFiles === true;
    ownLanguage = takesOwnFeatures(client) ? options?.ownLanguage : undefined;
    return {
      serverInfo: { name: "mosaic-language-server", version: MOSAIC_VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: {
          triggerCharacters: ['"', ":", ".", "=", "(", " ", "$", "{", "[", "#", "/", "@"],
        },
        hoverProvider: true,
        signatureHelpProvider: { triggerCharacters: ["(", ","] },
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor, FIX_ALL],
          resolveProvider: resolvesEdits(),
        },
        ...(ownLanguage === undefined && OWN_FEATURES),
        workspaceSymbolProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: client.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
        documentLinkProvider: {},
        inlayHintProvider: true,
        semanticTokensProvider: { legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [] }, full: true },
        diagnosticProvider: pulls()
          ? {
              identifier: "mosaic",
              interFileDependencies: false,
              workspaceDiagnostics: false,
            }
          : undefined,
        workspace: client.workspace?.workspaceFolders
          ? { workspaceFolders: { supported: true, changeNotifications: true } }
          : undefined,
      },
    };
  });
  connection.onInitialized(() => {
    void settings.start(client);
    void workspace.start();
    if (ownLanguage !== undefined) {
      registerOwnFeatures(connection, ownLanguage).catch((error: unknown) => guard.log("features", error));
    }
  });

  const queries = new QueryDocuments(connection, documents, {
    models,
    catalogs,
    runtime,
    guard,
    refreshes,
  });
  const revalidateOpen = registerDiagnostics(connection, documents, {
    models,
    configs,
    guard,
    queries,
    pulls,
    refreshes,
  });
  registerFeatures(connection, {
    models,
    configs,
    guard,
    settings,
    queries,
    names: workspace.names,
    snippets,
    resolvesEdits,
    showsRefused,
    commands: () => commands,
  });
  registerNavigation(connection, {
    models,
    guard,
    takesLinks: () => client.textDocument?.definition?.linkSupport === true,
    takesVersions: () => client.workspace?.workspaceEdit?.documentChanges === true,
  });
  registerRequests(connection, {
    models,
    catalogs,
    configs,
    guard,
    revalidate() {
      revalidateOpen();
      workspace.revalidate();
    },
  });
  registerQueryBuilder(connection, { models, catalogs, configs, guard });
  documents.onDidClose(({ document }) => {
    models.forget(document.uri);
    queries.forget(document.uri);
  });
  documents.listen(connection);
  connection.listen();
}
