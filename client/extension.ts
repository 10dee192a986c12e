import * as vscode from "vscode";
import { CONFIG_PATH } from "../core/config/config-path";
import {
  type DashboardsParams,
  type DashboardsResult,
  type FindingsParams,
  type FindingsResult,
  type QueryAtParams,
  type QueryAtResult,
  Requests,
} from "../server/protocol";
import { registerAddCondition } from "./add-condition";
import { registerAgents } from "./agents/register";
import { setTestAnswers } from "./ask";
import { registerCatalog } from "./catalog/register";
import type { ListDashboards } from "./choose";
import { isTerraform, registerCodeFiles } from "./code-files";
import { showComparison } from "./compare/panel";
import { registerCompare } from "./compare/register";
import { registerConvert } from "./convert";
import { registerCreate } from "./create/register";
import type { DashboardView } from "./deploy/dashboards/view";
import { registerDeploy } from "./deploy/register";
import { registerExtract } from "./extract/register";
import { registerFixAll } from "./fix-all";
import { registerLenses } from "./lenses";
import { registerLive } from "./live/register";
import { registerPictures } from "./preview/register";
import { registerQueryTab } from "./query-tab/register";
import { isForServer, recognized } from "./recognized";
import { registerRulePages } from "./rule-pages";
import { Server } from "./server";
import { registerStartDashboard } from "./start-dashboard";
import { registerTrust } from "./trust/register";
import { registerUsage, type UsageForTests } from "./usage/register";
import { registerWhichFiles } from "./which-files";

/** API for tests inside VS Code: to answer questions, and to read rows that no VS Code API exposes. */
export interface ForTests {
  readonly answerInstead: typeof setTestAnswers;
  readonly dashboards: () => Promise<DashboardView>;
  readonly usage: UsageForTests;
  readonly server: Pick<Server, "request">;
}

/** Called by VS Code when the first dashboard opens or a command of Mosaic is run. Must be quick: nothing is awaited. */
export function activate(context: vscode.ExtensionContext): ForTests | undefined {
  const log = vscode.window.createOutputChannel("Mosaic", { log: true });
  const server = new Server(context, log);
  // First, what helps if something below fails.
  context.subscriptions.push(
    log,
    server,
    vscode.commands.registerCommand("mosaic.showLog", () => log.show()),
    vscode.commands.registerCommand("mosaic.restartServer", () => server.restart()),
  );
  recognized.register(context);
  registerCodeFiles(context);
  registerWhichFiles(context);
  registerRulePages(context, server);
  registerAddCondition(context);
  registerAgents(context);
  registerConvert(context);
  registerFixAll(context, server);
  registerStartDashboard(context, server);
  registerQueryTab(context, {
    queryAt(uri, { line, character }) {
      const params: QueryAtParams = { uri: uri.toString(), position: { line, character } };
      return server.request<QueryAtResult>(Requests.queryAt, params);
    },
  });
  const list: ListDashboards = (uri) => {
    const params: DashboardsParams = { uri: uri.toString() };
    return server.request<DashboardsResult>(Requests.dashboards, params);
  };
  registerLenses(context, list);
  registerExtract(context, list);
  const trust = registerTrust(context, log);
  const comparing = { extensionUri: context.extensionUri, server, log };
  const deploy = registerDeploy(context, {
    log,
    trust,
    showComparison: (compared) => showComparison(compared, comparing),
    async findingsFor(uri) {
      await recognized.ready(uri);
      const ask = (params: FindingsParams) => server.request<FindingsResult>(Requests.findings, params);
      let result = await ask({ uri: uri.toString() });
      if (!result) {
        // JSON files that are no dashboards are not sent to the server.
        const document = await vscode.workspace.openTextDocument(uri);
        const { version } = document;
        result = await ask({ uri: uri.toString(), unopened: { version, text: document.getText() } });
      }
      if (!result) throw new Error(`The language server does not check ${uri}.`);
      return result;
    },
  });
  registerCompare(context, comparing, list, async () => {
    const documents = await deploy.documents();
    return (path, text) => documents.uriFor(path, text);
  });
  const onDidTell = registerCatalog(context, { log, server, list, trust, profiles: deploy.profiles });
  const openLive = registerLive({ context, log, server, list, trust, profiles: deploy.profiles });
  const onDidChange = findingsMayChange(context, server, onDidTell);
  registerCreate(context, server, registerPictures(context, server, list, log, onDidChange, openLive));
  const usage = registerUsage(context, { log, trust, profiles: deploy.profiles });
  startWithFirstDashboard(context, server);
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { answerInstead: setTestAnswers, dashboards: deploy.dashboards, usage, server } : undefined;
}

/** Fires when findings may have changed without a change of text. */
function findingsMayChange(
  context: vscode.ExtensionContext,
  server: Server,
  otherMetrics: vscode.Event<void>,
): vscode.Event<void> {
  const emitter = new vscode.EventEmitter<void>();
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${CONFIG_PATH}`);
  const fire = () => emitter.fire();
  context.subscriptions.push(
    emitter,
    watcher,
    watcher.onDidChange(fire),
    watcher.onDidCreate(fire),
    watcher.onDidDelete(fire),
    server.onDidStart(fire),
    otherMetrics(fire),
  );
  return emitter.event;
}

/** Any JSON or Terraform file activates the extension, but the server starts with the first dashboard. */
function startWithFirstDashboard(context: vscode.ExtensionContext, server: Server): void {
  if (vscode.workspace.textDocuments.some(isForServer)) {
    void server.start();
    return;
  }
  const started = (document: vscode.TextDocument) => {
    if (!isForServer(document)) return;
    opened.dispose();
    found.dispose();
    changed.dispose();
    void server.start();
  };
  const changed = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (isTerraform(document)) started(document);
  });
  const opened = vscode.workspace.onDidOpenTextDocument(started);
  const found = recognized.onDidChange(started);
  context.subscriptions.push(opened, found, changed);
}
