import * as vscode from "vscode";
import { type BaseLanguageClient, CloseAction, ErrorAction, State } from "vscode-languageclient";
import { ADD_CONDITION } from "../core/features/changing/condition";
import { FIX_ALL_COMMAND } from "../core/features/changing/fix-all-command";
import { QUERY_SCHEME } from "../core/query/address";
import type { InitializationOptions } from "../server/protocol";
import { TERRAFORM_FILES, TERRAFORM_LANGUAGES, YAML_FILES } from "./code-files";
import { answerAboutFiles } from "./files-for-server";
import { LANGUAGE } from "./language";
import { renameMiddleware } from "./rename";
import { linkToRule } from "./rule-pages";
import { SentDocuments, withoutTold } from "./sent-documents";
import { clientOf } from "./transport/transport";

/** Events of the connection. */
export interface ServerListener {
  /** The server is running, for the first time or after a crash. */
  started(): void;
  /** The server has crashed. @returns whether to start it again */
  mayRestart(): boolean;
}

/** Makes the client of the language server. Starts nothing. */
export async function createClient(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  listener: ServerListener,
): Promise<{ readonly client: BaseLanguageClient; readonly documents: SentDocuments }> {
  const documents = new SentDocuments();
  const file = vscode.Uri.joinPath(context.extensionUri, "dist", "server.js");
  const client = await clientOf(
    {
      ...{ name: "mosaic", title: "Mosaic", file },
      compiled: vscode.Uri.joinPath(context.globalStorageUri, "compiled"),
    },
    {
      // Every scheme: untitled, remote and virtual documents are dashboards too.
      documentSelector: [
        ...[LANGUAGE, "json", "jsonc", ...TERRAFORM_LANGUAGES].map((language) => ({ language })),
        { pattern: TERRAFORM_FILES },
        { pattern: YAML_FILES },
        { scheme: QUERY_SCHEME },
      ],
      outputChannel: log,
      initializationOptions: {
        commands: [ADD_CONDITION, FIX_ALL_COMMAND],
        readsFiles: true,
        ownLanguage: LANGUAGE,
      } satisfies InitializationOptions,
      diagnosticPullOptions: { onChange: true, onSave: false, onTabs: false },
      middleware: {
        ...documents.middleware,
        ...renameMiddleware,
        provideDiagnostics: async (document, previous, token, next) => {
          const report = await next(document, previous, token);
          if (!report || !("items" in report)) return report;
          report.items.forEach(linkToRule);
          return "uri" in document ? { ...report, items: withoutTold(report.items, document) } : report;
        },
        provideWorkspaceDiagnostics: (previous, token, report, next) =>
          next(previous, token, (chunk) => {
            for (const file of chunk?.items ?? []) if ("items" in file) file.items.forEach(linkToRule);
            report(chunk);
          }),
      },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => ({
          action: listener.mayRestart() ? CloseAction.Restart : CloseAction.DoNotRestart,
          handled: true,
        }),
      },
    },
  );
  answerAboutFiles(client);
  documents.follow(client);
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) listener.started();
  });
  return { client, documents };
}
