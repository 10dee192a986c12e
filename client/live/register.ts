import * as vscode from "vscode";
import type { ListDashboards } from "../choose";
import type { DashboardAt } from "../dashboard-at";
import type { Profiles } from "../deploy/session/profiles";
import { isDashboard } from "../recognized";
import type { Server } from "../server";
import type { Trust } from "../trust/trust";
import { LiveFindings } from "./findings";
import { LiveLink, type LiveView } from "./link";

export interface LiveDeps {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly server: Pick<Server, "request">;
  readonly profiles: Profiles;
  readonly list: ListDashboards;
  trust(): Promise<Trust>;
}

/** Opens the live data of a dashboard for a view. */
export type OpenLive = (dashboard: DashboardAt, view: LiveView) => LiveLink;

/** Registers *Check Against the Project*, and the findings that it makes. */
export function registerLive(deps: LiveDeps): OpenLive {
  const findings = new LiveFindings();
  const { context, log } = deps;
  context.subscriptions.push(
    findings,
    vscode.commands.registerCommand("mosaic.checkAgainstProject", async (uri?: unknown) => {
      try {
        const { checkAgainstProject } = await import("./check");
        await checkAgainstProject(uri, findings, deps);
      } catch (error) {
        log.error(error instanceof Error ? error : String(error));
        const { showError } = await import("../deploy/session/messages");
        await showError(`Could not check the dashboard against the project: ${String(error)}`);
      }
    }),
    vscode.commands.registerCommand("mosaic.clearProjectFindings", () => findings.clearAll()),
    vscode.languages.registerCodeActionsProvider({ scheme: "*" }, findings, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
  context.subscriptions.push(new CheckOnSave(findings, deps));
  return (dashboard, view) => new LiveLink(dashboard, view, deps);
}

/** Checks dashboards when they are saved, where the user has switched that on. */
class CheckOnSave implements vscode.Disposable {
  private readonly running = new Map<string, AbortController>();
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly findings: LiveFindings,
    private readonly deps: LiveDeps,
  ) {
    this.subscription = vscode.workspace.onDidSaveTextDocument((document) => {
      const isOn = vscode.workspace.getConfiguration("mosaic").get("live.checkOnSave", false);
      if (isOn && vscode.workspace.isTrusted && isDashboard(document)) void this.check(document);
    });
  }

  dispose(): void {
    this.subscription.dispose();
    for (const controller of this.running.values()) controller.abort();
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    this.running.get(key)?.abort();
    const controller = new AbortController();
    this.running.set(key, controller);
    try {
      const { checkSaved } = await import("./check");
      await checkSaved(document, this.findings, this.deps, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.deps.log.warn(`The check after saving: ${error}`);
    } finally {
      if (this.running.get(key) === controller) this.running.delete(key);
    }
  }
}
