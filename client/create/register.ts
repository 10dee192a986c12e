import * as vscode from "vscode";
import type { OpenPeek } from "../preview/preview";
import type { Server } from "../server";
import { Drafts } from "./drafts";

/** Registers *New Dashboard*. */
export function registerCreate(context: vscode.ExtensionContext, server: Server, peek: OpenPeek): void {
  const drafts = new Drafts();
  const deps = { server, peek, drafts };
  context.subscriptions.push(
    drafts,
    vscode.commands.registerCommand("mosaic.newDashboard", async (resource?: unknown) => {
      const { newDashboard } = await import("./new-dashboard");
      await newDashboard(deps, resource);
    }),
    vscode.commands.registerCommand("mosaic.fillDashboard", async (uri?: unknown) => {
      const { fillDashboard } = await import("./new-dashboard");
      const target = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
      if (target) await fillDashboard(deps, target);
    }),
  );
}
