import * as vscode from "vscode";
import type { ListDashboards } from "../choose";
import { inform } from "../notify";
import type { Trust } from "../trust/trust";
import { LabelValueStore } from "./label-value-store";
import { type OverlayDeps, Overlays } from "./overlays";
import { CatalogStore } from "./store";

/**
 * Registers *Refresh Metric Catalog*, and sends cached metrics to the server.
 *
 * @returns event that fires when the metrics in the server changed
 */
export function registerCatalog(
  context: vscode.ExtensionContext,
  deps: OverlayDeps & { readonly list: ListDashboards; trust(): Promise<Trust> },
): vscode.Event<void> {
  const store = new CatalogStore(vscode.Uri.joinPath(context.globalStorageUri, "catalogue"));
  const labels = new LabelValueStore(vscode.Uri.joinPath(context.globalStorageUri, "label-values"));
  const overlays = new Overlays(store, labels, deps);
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
    vscode.commands.registerCommand("mosaic.readLabelValues", async (uri?: unknown) => {
      try {
        const { readLabelValues } = await import("./read-label-values");
        if (await readLabelValues(uri, labels, { context, ...deps })) overlays.changed();
      } catch (error) {
        deps.log.error(error instanceof Error ? error : String(error));
        const { showError } = await import("../deploy/session/messages");
        await showError(`Could not read label values: ${String(error)}`);
      }
    }),
    vscode.commands.registerCommand("mosaic.clearLabelValues", async () => {
      await labels.clear();
      overlays.changed();
      inform("All label values that were read from projects are removed from this machine.");
    }),
  );
  return overlays.onDidSend;
}
