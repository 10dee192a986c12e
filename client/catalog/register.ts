import * as vscode from "vscode";
import type { Trust } from "../trust/trust";
import { type OverlayDeps, Overlays } from "./overlays";
import { CatalogStore } from "./store";

/**
 * Registers *Refresh Metric Catalog*, and sends cached metrics to the server.
 *
 * @returns event that fires when the metrics in the server changed
 */
export function registerCatalog(
  context: vscode.ExtensionContext,
  deps: OverlayDeps & { trust(): Promise<Trust> },
): vscode.Event<void> {
  const store = new CatalogStore(vscode.Uri.joinPath(context.globalStorageUri, "catalogue"));
  const overlays = new Overlays(store, deps);
  context.subscriptions.push(
    overlays,
    vscode.commands.registerCommand("mosaic.refreshCatalog", async () => {
      try {
        const { refreshCatalog } = await import("./refresh");
        const trust = await deps.trust();
        if (await refreshCatalog(store, { context, ...deps, trust })) overlays.changed();
      } catch (error) {
        deps.log.error(error instanceof Error ? error : String(error));
        const { showError } = await import("../deploy/session/messages");
        await showError(`Could not refresh the metric catalog: ${String(error)}`);
      }
    }),
  );
  return overlays.onDidSend;
}
