import * as vscode from "vscode";
import { tabTitle } from "../../notify";

const SCHEME = "mosaic-remote";
/** Texts of closed diffs are dropped, except this many for editors that open slowly. */
const KEPT = 20;

/** One dashboard of the service, named so that it can be found again. */
export interface RemoteDashboard {
  /** Folder that holds `.mosaic`, as a URI. */
  readonly root: string;
  readonly profile: string;
  readonly id: string;
}

/**
 * Read-only documents: the service's side of a diff as it was when the diff was opened, and dashboards of the service that
 * are looked at on their own, which can be read again.
 */
export class RemoteTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly texts = new Map<string, string>();
  private readonly dashboards = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable[];
  private count = 0;

  /** @param read gives the text of a dashboard as a file would hold it */
  constructor(
    private readonly read: (
      dashboard: RemoteDashboard,
      token: vscode.CancellationToken,
    ) => Promise<string | undefined>,
  ) {
    this.subscriptions = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.dashboards.delete(uri.toString())),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const dashboard = remoteDashboard(uri);
    const text = dashboard
      ? (this.dashboards.get(uri.toString()) ?? (await this.read(dashboard, token)))
      : this.texts.get(uri.query);
    if (text === undefined) throw new Error("This version is no longer available. Compare again.");
    return text;
  }

  /** A document with this text. `path` is what the tab shows. */
  uriFor(path: string, text: string): vscode.Uri {
    const query = String(++this.count);
    this.texts.set(query, text);
    const open = new Set(
      vscode.workspace.textDocuments.filter((d) => d.uri.scheme === SCHEME).map((d) => d.uri.query),
    );
    for (const old of [...this.texts.keys()].slice(0, -KEPT)) if (!open.has(old)) this.texts.delete(old);
    return vscode.Uri.from({ scheme: SCHEME, path: `/${path.replace(/^\/+/, "")}`, query });
  }

  /** The document of a dashboard, which has this text from now on. */
  show(dashboard: RemoteDashboard, text: string): vscode.Uri {
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      // The ending is what makes it a dashboard for everything that looks at names.
      path: `/${dashboard.profile}/${dashboard.id}.dashboard.json`,
      query: JSON.stringify([dashboard.root, dashboard.profile, dashboard.id]),
    });
    this.dashboards.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.texts.clear();
    this.dashboards.clear();
  }
}

/** Which dashboard a document is, for those that `show` gives. */
export function remoteDashboard(uri: vscode.Uri): RemoteDashboard | undefined {
  if (uri.scheme !== SCHEME || !uri.query.startsWith("[")) return undefined;
  try {
    const [root, profile, id] = JSON.parse(uri.query) as string[];
    return root && profile && id ? { root, profile, id } : undefined;
  } catch {
    return undefined;
  }
}

/** True for every read-only document of this kind. */
export function isRemoteText(uri: vscode.Uri): boolean {
  return uri.scheme === SCHEME;
}

/** Opens VS Code's diff: old on the left, new on the right. */
export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", left, right, tabTitle(title), { preview: true });
}
