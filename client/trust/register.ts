import * as vscode from "vscode";
import type { Trust } from "./trust";

/** Registers *Forget Trusted Services*. @returns loads what decides who may have a credential */
export function registerTrust(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): () => Promise<Trust> {
  let loading: Promise<Trust> | undefined;
  const load = (): Promise<Trust> => {
    loading ??= (async () => {
      const { trustOf } = await import("./trust");
      const trust = await trustOf(context.globalState);
      context.subscriptions.push(trust);
      return trust;
    })();
    return loading;
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("mosaic.forgetTrust", async () => {
      try {
        await (await load()).forget();
      } catch (error) {
        log.error(error instanceof Error ? error : String(error));
      }
    }),
  );
  return load;
}
