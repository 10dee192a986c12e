import * as vscode from "vscode";
import type { ListDashboards } from "../choose";
import type { DashboardAt } from "../dashboard-at";
import type { Profiles } from "../deploy/session/profiles";
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
  return (dashboard, view) => new LiveLink(dashboard, view, deps);
}
