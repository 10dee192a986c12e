import * as vscode from "vscode";
import type { DeployParts } from "../session/session";
import type { DashboardNode } from "./nodes";
import type { DashboardView } from "./view";

/**
 * Registers the Dashboards view and its commands. The code that compares dashboards is loaded when the view becomes
 * visible.
 *
 * @param parts loads what deploying shares
 * @returns loads the view
 */
export function registerDashboards(
  context: vscode.ExtensionContext,
  parts: () => Promise<DeployParts>,
): () => Promise<DashboardView> {
  let loading: Promise<DashboardView> | undefined;
  const load = (): Promise<DashboardView> => {
    loading ??= (async () => {
      const [{ DashboardView }, shared] = await Promise.all([import("./view"), parts()]);
      const view = new DashboardView(tree, shared);
      context.subscriptions.push(view);
      rows.become(view.rows);
      return view;
    })();
    return loading;
  };
  const rows = new RowsToCome(async () => (await load()).refresh());
  const tree = vscode.window.createTreeView("mosaic.dashboards", {
    treeDataProvider: rows,
    canSelectMany: true,
  });
  const command = (id: string, run: (view: DashboardView, argument: unknown) => unknown) =>
    vscode.commands.registerCommand(id, async (argument?: unknown) => run(await load(), argument));
  context.subscriptions.push(
    tree,
    rows,
    command("mosaic.dashboards.refresh", (view) => view.refresh()),
    command("mosaic.dashboards.stop", (view) => view.stop()),
    command("mosaic.dashboards.filter", (view) => view.askFilter()),
    command("mosaic.dashboards.clearFilter", (view) => view.setFilter("")),
    command("mosaic.dashboards.loadMore", (view, node) => view.loadMore(node)),
    command("mosaic.dashboards.connect", (view, node) => view.connect(node)),
    command("mosaic.dashboards.showFailure", (view) => view.showFailure()),
    command("mosaic.dashboards.open", (view, node) => view.open(node)),
  );
  return load;
}

/** Placeholder for the rows of the view; loads it on first use. */
class RowsToCome implements vscode.TreeDataProvider<DashboardNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<DashboardNode | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private rows: vscode.TreeDataProvider<DashboardNode> | undefined;
  private subscription: vscode.Disposable | undefined;
  private asked = false;

  constructor(private readonly load: () => Promise<void>) {}

  become(rows: vscode.TreeDataProvider<DashboardNode>): void {
    this.rows = rows;
    this.subscription = rows.onDidChangeTreeData?.(() => this.changed.fire(undefined));
  }

  getChildren(parent?: DashboardNode): vscode.ProviderResult<DashboardNode[]> {
    if (this.rows) return this.rows.getChildren(parent);
    if (!this.asked) {
      this.asked = true;
      // Failures of the service are shown in the view; anything else is a bug, which VS Code logs for us.
      void this.load();
    }
    return [];
  }

  getTreeItem(node: DashboardNode): vscode.TreeItem | Thenable<vscode.TreeItem> {
    return this.rows!.getTreeItem(node);
  }

  resolveTreeItem(
    item: vscode.TreeItem,
    node: DashboardNode,
    token: vscode.CancellationToken,
  ): vscode.ProviderResult<vscode.TreeItem> {
    return this.rows?.resolveTreeItem?.(item, node, token);
  }

  dispose(): void {
    this.subscription?.dispose();
    this.changed.dispose();
  }
}
