import * as vscode from "vscode";
import { showMessage } from "../notify";
import type { Failure, UsageView } from "../webview/usage/messages";
import type { UsageController } from "./controller";
import type { UsageDeps } from "./deps";
import { USAGE_VIEW_TYPE } from "./panel";

/** What tests inside VS Code look at. */
export interface UsageForTests {
  /** What the usage view shows now. */
  shown(): Promise<UsageView | undefined>;
  /** Why it shows no answer, or that the last one is not whole. */
  failure(): Promise<Failure | undefined>;
  /** Does what a button of the view does. */
  press(message: unknown): Promise<void>;
}

/**
 * Registers *Show Genesys Cloud API Usage* and the revival of its view. What asks the service is loaded with the first use, since most
 * sessions never do.
 */
export function registerUsage(context: vscode.ExtensionContext, deps: UsageDeps): UsageForTests {
  let desk: Promise<UsageController> | undefined;
  const load = () => {
    desk ??= import("./controller").then(({ UsageController }) => {
      const made = new UsageController(context, deps);
      context.subscriptions.push(made);
      return made;
    });
    return desk;
  };
  const command = (id: string, run: (desk: UsageController) => Promise<void>) =>
    vscode.commands.registerCommand(id, async () => {
      try {
        await run(await load());
      } catch (error) {
        // Whatever was foreseen has been shown already: this is a bug.
        deps.log.error(error instanceof Error ? error : String(error));
        const text = "Internal error in Mosaic. See the log for details.";
        void showMessage("error", text, {}, []);
      }
    });
  context.subscriptions.push(
    command("mosaic.showApiUsage", (loaded) => loaded.open()),
    command("mosaic.reopenApiUsageJob", (loaded) => loaded.open(true)),
    command("mosaic.setUsageCredentials", (loaded) => loaded.setCredentials()),
    vscode.window.registerWebviewPanelSerializer(USAGE_VIEW_TYPE, {
      deserializeWebviewPanel: async (panel) => (await load()).revive(panel),
    }),
  );
  return {
    shown: async () => (await load()).view,
    failure: async () => (await load()).failure,
    press: async (message) => (await load()).press(message),
  };
}
