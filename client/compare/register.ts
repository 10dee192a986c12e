import * as vscode from "vscode";
import type { ListDashboards } from "../choose";
import { type CompareDeps, type Compared, showComparison, showTextDiff, stepInComparison } from "./panel";
import { type DocumentOf, ofDiffInFront, versionOf, withFile, withGit } from "./sources";

/** Registers the comparisons as pictures that need no service. */
export function registerCompare(
  context: vscode.ExtensionContext,
  deps: CompareDeps,
  list: ListDashboards,
  documentOf: () => Promise<DocumentOf>,
): void {
  const { registerCommand } = vscode.commands;
  const show = (compared: Compared | undefined) => compared && showComparison(compared, deps);
  context.subscriptions.push(
    registerCommand("mosaic.compareWithGitAsPicture", async (argument?: unknown) => {
      const after = await versionOf(argument, list);
      if (after) show(await withGit(after, await documentOf()));
    }),
    registerCommand("mosaic.compareWithFileAsPicture", async (argument?: unknown, selection?: unknown) => {
      const after = await versionOf(argument, list);
      if (after) show(await withFile(after, selection, list));
    }),
    registerCommand("mosaic.showDiffAsPicture", () => show(ofDiffInFront())),
    registerCommand("mosaic.comparison.next", () => stepInComparison(1)),
    registerCommand("mosaic.comparison.previous", () => stepInComparison(-1)),
    registerCommand("mosaic.comparison.showText", () => showTextDiff()),
  );
}
