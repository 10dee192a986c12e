import { createConnection, TextDocumentSyncKind, TextDocuments } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";

// A language server that keeps documents and finds nothing: what the protocol itself costs.
const connection = createConnection(process.stdin, process.stdout);
const documents = new TextDocuments(TextDocument);
connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  },
}));
connection.languages.diagnostics.on(({ textDocument: { uri } }) => {
  documents.get(uri)?.getText();
  return { kind: "full", items: [] };
});
documents.listen(connection);
connection.listen();
