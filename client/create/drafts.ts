import * as vscode from "vscode";
import { DRAFT_SCHEME } from "../language";
import type { Peek } from "../preview/preview";

/** Read-only documents with dashboards that are looked at before one is created, shown in one preview. */
export class Drafts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(DRAFT_SCHEME, this);
  private count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.query) ?? "";
  }

  dispose(): void {
    this.registration.dispose();
  }

  /** Shows a dashboard; the document before it is forgotten. */
  async show(peek: Peek, name: string, text: string): Promise<void> {
    const query = String(++this.count);
    this.texts.clear();
    this.texts.set(query, text);
    const path = `/${name.replace(/[/\\]/g, " ")}.dashboard.json`;
    const uri = vscode.Uri.from({ scheme: DRAFT_SCHEME, path, query });
    await vscode.workspace.openTextDocument(uri);
    peek.show(uri);
  }
}
