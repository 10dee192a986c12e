import * as vscode from "vscode";
import { askMessage, askPick } from "../ask";
import { PAGE_OPTIONS } from "../page/page";
import {
  type Failure,
  readUsageWebviewMessage,
  type UsageView,
  type UsageWebviewMessage,
} from "../webview/usage/messages";
import { openUsageConfiguration, type UsageFolder, type UsageUnavailable, usageProfiles } from "./config";
import type { UsageDeps } from "./deps";
import { copyUsage, exportUsage } from "./export";
import { USAGE_VIEW_TYPE, UsagePanel } from "./panel";
import { askRun, askUsageRequest } from "./request";
import { askUsageSecret } from "./secrets";
import { UsageSession } from "./session";
import { UsageStore } from "./store";

/** Controls the usage view: one panel, and the session whose results it shows. */
export class UsageController implements vscode.Disposable {
  private panel: UsagePanel | undefined;
  private readonly session: UsageSession;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly deps: UsageDeps,
  ) {
    this.session = new UsageSession(context, deps, new UsageStore(context), (message) =>
      this.panel?.post(message),
    );
  }

  get view(): UsageView | undefined {
    return this.session.view;
  }

  /** Why there is no result. */
  get failure(): Failure | undefined {
    return this.session.failure;
  }

  /**
   * The commands: ask for a query and show its result. The last result is visible behind the questions.
   *
   * @param reopen whether jobs are read that were started elsewhere for this question, by their ids
   */
  async open(reopen = false): Promise<void> {
    await this.session.restore();
    // Read the active file before the view is opened in front of it.
    const place = await this.place();
    // The questions that come in front of it keep the keyboard.
    if (!this.panel && this.session.hasSomething) this.adopt(this.newPanel(true));
    if ("why" in place) {
      const open = "Open Configuration";
      const answer = await askMessage("information", place.why, {}, open);
      if (answer === open) await openUsageConfiguration(this.deps.profiles, place.root);
      return;
    }
    const question = await askUsageRequest(place, this.session.question, Date.now());
    const run = question && reopen ? await askRun(question, place, Date.now()) : undefined;
    const gaveUp = !question || (reopen && !run);
    if (this.panel) this.panel.reveal();
    else if (!gaveUp) this.adopt(this.newPanel(false));
    if (!gaveUp) await this.session.ask(question, run);
  }

  /** The profiles of the file in front; where that has none, those of the last question. */
  private async place(): Promise<UsageFolder | UsageUnavailable> {
    const inFront = await usageProfiles(this.deps.profiles);
    const root = this.session.question?.root;
    if (!("why" in inFront) || root === undefined) return inFront;
    const before = await usageProfiles(this.deps.profiles, root);
    return "why" in before ? inFront : before;
  }

  /** Gives a profile its credentials, or forgets them. */
  async setCredentials(): Promise<void> {
    await this.session.restore();
    const place = await this.place();
    const kept = "why" in place ? [] : place.profiles.filter((one) => one.credentials === "secret");
    if (kept.length === 0) {
      const message =
        'No usage profile uses stored credentials. Set "credentials" to "secret" in the configuration.';
      await askMessage("information", "why" in place ? place.why : message, {});
      return;
    }
    const items = kept.map((profile) => ({
      label: profile.name,
      description: new URL(profile.baseUrl).host,
      profile,
    }));
    const chosen = items.length === 1 ? items[0] : await askPick(items, { title: "API Usage: Profile" });
    if (!chosen || "why" in place) return;
    // Ask for consent before the user enters a secret for an unknown host.
    const trust = await this.deps.trust();
    if (await trust.allow(chosen.profile, place.settings))
      await askUsageSecret(this.context.secrets, chosen.profile);
  }

  /** Brings the panel back after a reload, with the last answer. */
  async revive(panel: vscode.WebviewPanel): Promise<void> {
    if (this.panel) {
      panel.dispose();
      return;
    }
    await this.session.restore();
    this.adopt(panel);
  }

  /** Does what a message from the view asks for. */
  async press(message: unknown): Promise<void> {
    const read = readUsageWebviewMessage(message);
    if (read) await this.handle(read);
  }

  dispose(): void {
    this.session.dispose();
    this.panel?.dispose();
  }

  private newPanel(preserveFocus: boolean): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(
      USAGE_VIEW_TYPE,
      "API Usage",
      { viewColumn: vscode.ViewColumn.Active, preserveFocus },
      PAGE_OPTIONS,
    );
  }

  private adopt(panel: vscode.WebviewPanel): void {
    const icon = vscode.Uri.joinPath(this.context.extensionUri, "media", "icon.svg");
    panel.iconPath = { light: icon, dark: icon };
    this.panel = new UsagePanel(panel, this.context.extensionUri, this.deps.log, {
      ready: () => this.session.show(),
      message: (message) => this.handle(message),
      closed: () => {
        this.panel = undefined;
        this.session.cancel();
      },
    });
  }

  private async handle(message: UsageWebviewMessage): Promise<void> {
    switch (message.type) {
      case "client":
        return this.session.openClient(message.id, message.name);
      case "compare":
        return this.session.setCompare(message.on);
      case "do":
        return this.act(message.action);
      case "unsupported":
        this.deps.log.warn(`The usage view does not know the message "${message.received}".`);
    }
  }

  private async act(action: Extract<UsageWebviewMessage, { type: "do" }>["action"]): Promise<void> {
    const { session } = this;
    const { result } = session;
    switch (action) {
      case "again":
        return session.rerun();
      case "retry":
        return session.retry();
      case "resume":
        return session.resume();
      case "question":
        return this.open();
      case "credentials":
        return session.credentials();
      case "configuration":
        return openUsageConfiguration(this.deps.profiles, session.question?.root);
      case "cancel":
        return session.cancel();
      case "back":
        return session.back();
      case "csv":
      case "json":
        if (result) await exportUsage(result, action);
        return;
      case "markdown":
        if (result) await copyUsage(result);
    }
  }
}
