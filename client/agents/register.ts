import * as vscode from "vscode";
import { isNode } from "../platform";
import { type AgentSettings, offersServers, serverFor } from "./definition";

/** Of VS Code 1.101, whose types are newer than the oldest version that Mosaic runs in. */
interface ServerApi {
  readonly lm: {
    registerMcpServerDefinitionProvider(id: string, provider: ServerProvider): vscode.Disposable;
  };
  readonly McpStdioServerDefinition: new (
    label: string,
    command: string,
    args: string[],
    env: Record<string, string>,
    version: string,
  ) => object;
}

interface ServerProvider {
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): object[];
}

const SECTION = "mosaic.agents";

/**
 * Offers the server of `mosaic mcp` to agents in VS Code, once the user has turned it on. VS Code starts it when a chat uses
 * its tools; Mosaic never does.
 */
export function registerAgents(context: vscode.ExtensionContext): void {
  if (!isNode || !offersServers(vscode.version)) return;
  const { lm, McpStdioServerDefinition } = vscode as unknown as ServerApi;
  const changed = new vscode.EventEmitter<void>();
  const fire = () => changed.fire();
  const { version } = context.extension.packageJSON as { readonly version: string };
  context.subscriptions.push(
    changed,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SECTION)) fire();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(fire),
    vscode.workspace.onDidGrantWorkspaceTrust(fire),
    lm.registerMcpServerDefinitionProvider("mosaic", {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions() {
        const server = serverFor(settings(), folders(), vscode.workspace.isTrusted);
        if (!server) return [];
        return [new McpStdioServerDefinition("Mosaic", server.command, [...server.args], {}, version)];
      },
    }),
  );
}

/** Only the user's own settings count: all three have the scope `machine`. */
function settings(): AgentSettings {
  const section = vscode.workspace.getConfiguration(SECTION);
  return {
    enabled: section.get("enabled") === true,
    command: section.get("command", "mosaic"),
    access: section.get("access", "files"),
  };
}

function folders(): string[] {
  const all = vscode.workspace.workspaceFolders ?? [];
  return all.filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
}
