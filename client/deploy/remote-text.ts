import * as vscode from "vscode";

const SCHEME = "mosaic-remote";
/** Texts of closed diffs are dropped; this many stay for editors that are slow to open. */
const KEPT = 20;

/** Read-only documents for VS Code's own diff: the service's side of a dashboard. */
export class RemoteTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.query) ?? "";
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

  dispose(): void {
    this.registration.dispose();
    this.texts.clear();
  }
}

/** Opens VS Code's diff; the left side is what there was, the right side what is to be. */
export async function showDiff(left: vscode.Uri, right: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: true });
}
