import * as vscode from "vscode";
import { type FindingsParams, type FindingsResult, Requests } from "../server/protocol";
import { registerDeploy } from "./deploy/register";
import { LANGUAGE } from "./language";
import { Server } from "./server";
import { registerWhichFiles } from "./which-files";

/** Called by VS Code when the first dashboard opens or a command of Mosaic is run. Must be quick: nothing is awaited. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Mosaic", { log: true });
  const server = new Server(context, log);
  // First of all what helps when something below fails.
  context.subscriptions.push(
    log,
    server,
    vscode.commands.registerCommand("mosaic.showLog", () => log.show()),
    vscode.commands.registerCommand("mosaic.restartServer", () => server.restart()),
  );
  registerWhichFiles(context);
  registerDeploy(context, {
    log,
    async findingsFor(uri) {
      const params: FindingsParams = { uri: uri.toString() };
      const result = await server.request<FindingsResult>(Requests.findings, params);
      if (!result) throw new Error(`The language server does not have ${uri} open.`);
      return result.findings;
    },
  });
  startWithFirstDashboard(context, server);
}

/** Opening any JSON file wakes the extension for its offer; the server's process waits for a real dashboard. */
function startWithFirstDashboard(context: vscode.ExtensionContext, server: Server): void {
  const isDashboard = (document: vscode.TextDocument) => document.languageId === LANGUAGE;
  if (vscode.workspace.textDocuments.some(isDashboard)) {
    void server.start();
    return;
  }
  const listener = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!isDashboard(document)) return;
    listener.dispose();
    void server.start();
  });
  context.subscriptions.push(listener);
}
