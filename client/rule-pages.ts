import * as vscode from "vscode";
import { Requests, type RuleParams, type RuleResult } from "../server/protocol";
import type { Server } from "./server";

const SCHEME = "mosaic-rule";
const COMMAND = "mosaic.showRule";

/** Makes the code of a finding a link to its page. The pages come from the server, so they need no network. */
export function linkToRule(diagnostic: vscode.Diagnostic): void {
  const { code } = diagnostic;
  if (typeof code !== "string") return;
  const argument = encodeURIComponent(JSON.stringify([code]));
  diagnostic.code = { value: code, target: vscode.Uri.parse(`command:${COMMAND}?${argument}`) };
}

/** Registers the command behind the links, and the documents that it shows. */
export function registerRulePages(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      async provideTextDocumentContent(uri) {
        const params: RuleParams = { id: uri.path.replace(/^\/|\.md$/g, "") };
        const page = await server.request<RuleResult>(Requests.rule, params);
        return page ?? `There is no documentation for the rule ${params.id}.`;
      },
    }),
    vscode.commands.registerCommand(COMMAND, async (id: unknown) => {
      if (typeof id !== "string") return;
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${id}.md` });
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    }),
  );
}
