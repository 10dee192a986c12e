import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { filePart } from "../../../core/forms";
import type { FailureKind } from "../../../core/sync/service";
import { askWhileTyping, nameView, showProgress } from "../../notify";
import { showFailure } from "../session/messages";
import type { DeployParts } from "../session/session";
import { DriftDecorations } from "./decorations";
import { hasDrift, type LocalFile } from "./entry";
import { ConnectNode, type DashboardNode, EntryNode, MoreNode } from "./nodes";
import { DashboardStore, type Missing } from "./store";
import { DashboardTree } from "./tree";

const VIEW = "mosaic.dashboards";
/** Interval of the check for an old list. */
const TICK_MS = 15_000;

/** Context key that selects the welcome text of the view; `list` shows none. */
type Mood =
  | Missing
  | "waiting"
  | "token"
  | "credentials"
  | "permission"
  | "unreachable"
  | "failed"
  | "stopped"
  | "empty"
  | "list";

/** The Dashboards view with everything around its rows: message, badge, welcome texts, filter and refreshing. */
export class DashboardView implements vscode.Disposable {
  readonly store: DashboardStore;
  private readonly tree: DashboardTree;
  private readonly subscriptions: vscode.Disposable[];
  private reading = false;
  private viewContext: Mood | undefined;

  constructor(
    private readonly view: vscode.TreeView<DashboardNode>,
    private readonly parts: DeployParts,
  ) {
    this.store = new DashboardStore(parts, async () => {
      if (this.view.visible) await this.refresh();
      else this.store.forget();
    });
    this.tree = new DashboardTree(this.store);
    const timer = setInterval(() => this.refreshIfOld(), TICK_MS);
    this.subscriptions = [
      this.store,
      this.tree,
      new DriftDecorations(this.store),
      this.store.onDidChange(() => this.update()),
      parts.trust.onDidChange(() => this.store.judgeAgain()),
      this.view.onDidChangeVisibility(() => this.refreshIfOld()),
      vscode.window.onDidChangeWindowState(() => this.refreshIfOld()),
      { dispose: () => clearInterval(timer) },
    ];
    this.update();
  }

  /** What gives the rows. */
  get rows(): vscode.TreeDataProvider<DashboardNode> {
    return this.tree;
  }

  /** Reads everything again, with progress over the view. */
  async refresh(): Promise<void> {
    this.reading = true;
    await this.update();
    try {
      await showProgress({ location: { viewId: VIEW } }, () => this.store.refresh());
    } finally {
      this.reading = false;
      await this.update();
    }
  }

  stop(): void {
    this.store.stop();
  }

  async loadMore(node: unknown): Promise<void> {
    const target = node instanceof MoreNode ? this.tree.targetOf(node.root) : this.store.targets[0];
    if (target) await showProgress({ location: { viewId: VIEW } }, () => target.more());
  }

  /** The first contact with a project, for all targets that wait for the same. */
  async connect(node: unknown): Promise<void> {
    const target = node instanceof ConnectNode ? this.tree.targetOf(node.root) : undefined;
    if (!target) return;
    const { profile, settings } = target.session;
    if (!(await this.parts.trust.connect(profile, settings))) return;
    const ready = this.store.targets.filter((one) => one === target || one.mayGoOn);
    await showProgress({ location: { viewId: VIEW } }, () => Promise.all(ready.map((one) => one.refresh())));
  }

  /** Filters while the user types; leaving with Escape brings the old filter back. */
  async askFilter(): Promise<void> {
    const before = this.tree.filter;
    const accepted = await askWhileTyping(
      {
        title: "Filter Dashboards",
        placeholder: "Filter by title, id, file, label or state, for example: changed cpu",
        value: before,
      },
      (words) => this.setFilter(words),
    );
    if (!accepted) this.setFilter(before);
  }

  setFilter(words: string): void {
    this.tree.filter = words;
    void vscode.commands.executeCommand("setContext", `${VIEW}.filtered`, this.tree.filter !== "");
    void this.update();
  }

  /** A click: the file, else the service's text. */
  async open(node: unknown): Promise<void> {
    if (!(node instanceof EntryNode)) return;
    if (node.uri) await showFile(node.uri, node.entry.file);
    else await vscode.commands.executeCommand("mosaic.openRemote", node);
  }

  /** The service's own words about a reading that failed, with what may help. */
  async showFailure(): Promise<void> {
    for (const { status, session } of this.store.targets) {
      if (status.kind !== "failed") continue;
      if (await showFailure(status.failure, this.parts.log, session.profile)) await this.refresh();
      return;
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** Do not refresh a hidden view. */
  private refreshIfOld(): void {
    if (!this.view.visible || !vscode.window.state.focused || this.reading || this.store.missing === "trust")
      return;
    const minutes = vscode.workspace.getConfiguration(VIEW).get<number>("refreshMinutes", 5);
    const isOld = this.store.targets.some(
      ({ status, mayGoOn }) =>
        status.kind === "unread" ||
        mayGoOn ||
        (status.kind === "ready" && minutes > 0 && Date.now() - status.readAt > minutes * 60_000),
    );
    const never = this.store.targets.length === 0 && this.store.missing === undefined;
    if (!isOld && !never) return;
    this.refresh().catch((error: unknown) => {
      this.parts.log.error(error instanceof Error ? error : String(error));
    });
  }

  private async update(): Promise<void> {
    const { targets } = this.store;
    const failures = targets.flatMap(({ status }) => (status.kind === "failed" ? [status.failure] : []));
    const profiles = [...new Set(targets.map(({ session }) => session.profile.name))];
    // A view that is alone in its container shows no description, so the title says what is looked at.
    const title = ["Dashboards", profiles.join(", "), this.tree.filter && `"${this.tree.filter}"`];
    const mood = this.moodNow();
    // A message takes the place of a welcome text, so there is only one where there are rows.
    const message =
      mood !== "list"
        ? undefined
        : targets.length === 1 && failures[0]
          ? `${failures[0].message} ${failures[0].action}`
          : this.tree.filter !== "" && !this.anyMatch()
            ? `No dashboard matches "${this.tree.filter}".`
            : undefined;
    const drift = targets.flatMap(({ entries }) => entries).filter(hasDrift).length;
    const tooltip =
      drift === 1 ? "1 dashboard differs from the service" : `${drift} dashboards differ from the service`;
    nameView(this.view, {
      title: title.filter(Boolean).join(" · "),
      message,
      badge: drift === 0 ? undefined : { value: drift, tooltip },
    });
    if (mood !== this.viewContext) {
      this.viewContext = mood;
      await vscode.commands.executeCommand("setContext", `${VIEW}.mood`, mood);
    }
    const reading = this.reading || targets.some(({ status }) => status.kind === "reading");
    await vscode.commands.executeCommand("setContext", `${VIEW}.reading`, reading);
  }

  private anyMatch(): boolean {
    this.tree.getChildren();
    const { targets } = this.store;
    if (targets.length > 1) return true;
    return this.tree.shown.all === 0 || this.tree.shown.matching > 0;
  }

  private moodNow(): Mood {
    const { targets, missing } = this.store;
    if (missing) return missing;
    if (targets.some(({ entries }) => entries.length > 0) || targets.length > 1) return "list";
    if (targets.some(({ status }) => status.kind === "waiting")) return "list";
    const [target] = targets;
    const status = target?.status;
    switch (status?.kind) {
      case "failed":
        return moodOf(status.failure.kind, target!.session.profile);
      case "ready":
        return "empty";
      case "stopped":
        return "stopped";
      default:
        return "waiting";
    }
  }
}

function moodOf(kind: FailureKind, { credentials }: Profile): Mood {
  if (kind === "credentials" && credentials === "secret") return "token";
  return kind === "credentials" || kind === "permission" || kind === "unreachable" ? kind : "failed";
}

/** Shows a file; of several dashboards in it, the cursor goes to the one of the row. */
async function showFile(uri: vscode.Uri, file: LocalFile | undefined): Promise<void> {
  const editor = await vscode.window.showTextDocument(uri, { preview: true });
  const part = file && filePart(file.path) !== file.path ? file.document.form?.yaml : undefined;
  if (!part) return;
  const start = editor.document.positionAt(part.offset);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.AtTop);
}
