import * as vscode from "vscode";
import { fileMark } from "../../notify";
import { hasDrift } from "./entry";
import { presentationOf } from "./presentation";
import type { DashboardStore } from "./store";

/** Badges of files that differ from the service, in the explorer, in tabs and in lists. */
export class DriftDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  readonly onDidChangeFileDecorations = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];
  /** Last state of each file, to report changes only. */
  private said = new Map<string, string>();

  constructor(private readonly store: DashboardStore) {
    this.subscriptions = [
      this.changed,
      store.onDidChange(() => this.compare()),
      vscode.window.registerFileDecorationProvider(this),
    ];
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const found = this.store.entryFor(uri);
    if (!found || !hasDrift(found.entry)) return undefined;
    const words = presentationOf(found.entry.state, found.target.session.profile.name);
    return fileMark(words.badge, words.description);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private compare(): void {
    const now = new Map<string, string>();
    for (const target of this.store.targets) {
      const { name } = target.session.profile;
      for (const entry of target.entries) {
        const { file, state } = entry;
        if (!file || !hasDrift(entry)) continue;
        const uri = target.uriOf(file.path).toString();
        now.set(uri, [now.get(uri) ?? name, state].join(" "));
      }
    }
    const keys = new Set([...now.keys(), ...this.said.keys()]);
    const news = [...keys].filter((key) => now.get(key) !== this.said.get(key));
    this.said = now;
    if (news.length > 0) this.changed.fire(news.map((key) => vscode.Uri.parse(key)));
  }
}
