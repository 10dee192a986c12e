import * as vscode from "vscode";
import { type ComparisonParams, type ComparisonResult, Requests } from "../../server/protocol";
import { tabTitle } from "../notify";
import { loadPage, PAGE_OPTIONS } from "../page/page";
import type { Server } from "../server";
import {
  type CompareHostMessage,
  type CompareWebviewMessage,
  readCompareWebviewMessage,
} from "../webview/compare/messages";

/** Also the name in `activeWebviewPanelId`. */
const VIEW_TYPE = "mosaic.comparison";
/** Delay after the last change of a text, in milliseconds. */
const REST_MS = 250;

/** One version: a document, or one dashboard in it. */
export interface ComparedVersion {
  /** What the person calls it. */
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly address?: string | undefined;
}

/** Two versions, or the base and both sides of a conflict. */
export interface Compared {
  /** Of the tab. */
  readonly title: string;
  readonly versions: readonly ComparedVersion[];
}

/** What a comparison needs from the rest of the extension. */
export interface CompareDeps {
  readonly extensionUri: vscode.Uri;
  readonly server: Pick<Server, "request">;
  readonly log: Pick<vscode.LogOutputChannel, "warn">;
}

/** The open comparisons. */
const panels = new Set<ComparisonPanel>();

/** Opens a comparison as picture, or brings the one of the same versions to the front. */
export function showComparison(compared: Compared, deps: CompareDeps): void {
  const there = [...panels].find((panel) => panel.isOf(compared));
  if (there) there.reveal();
  else panels.add(new ComparisonPanel(compared, deps));
}

/** Goes to the next or the previous change of the comparison in front. */
export function stepInComparison(step: 1 | -1): void {
  [...panels].find((panel) => panel.isActive)?.step(step);
}

/** Shows the text diff of the comparison in front. */
export async function showTextDiff(): Promise<void> {
  await [...panels].find((panel) => panel.isActive)?.showText();
}

/** A tab with versions beside each other, read-only. It follows the texts. */
class ComparisonPanel {
  private readonly panel: vscode.WebviewPanel;
  private readonly disposables: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReady = false;
  /** Counts requests, so that only the answer to the last one counts. */
  private count = 0;

  constructor(
    private readonly compared: Compared,
    private readonly deps: CompareDeps,
  ) {
    this.panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      tabTitle(compared.title),
      { viewColumn: vscode.ViewColumn.Active },
      PAGE_OPTIONS,
    );
    this.panel.iconPath = vscode.Uri.joinPath(deps.extensionUri, "media", "icon.svg");
    this.disposables = [
      this.panel.webview.onDidReceiveMessage((value: unknown) => this.receive(value)),
      this.panel.onDidDispose(() => this.dispose()),
      this.panel.onDidChangeViewState(() => {
        // A page that is out of sight is gone.
        if (!this.panel.visible) this.isReady = false;
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.compared.versions.some(({ uri }) => uri.toString() === document.uri.toString()))
          this.changed();
      }),
    ];
    const isThere = () => panels.has(this);
    loadPage(this.panel.webview, deps.extensionUri, { name: "compare", title: "Comparison", isThere }).catch(
      (error: unknown) => deps.log.warn(`The page of the comparison: ${error}`),
    );
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  isOf({ versions }: Compared): boolean {
    const key = (all: readonly ComparedVersion[]) =>
      JSON.stringify(all.map(({ uri, address }) => [uri.toString(), address]));
    return key(versions) === key(this.compared.versions);
  }

  reveal(): void {
    this.panel.reveal();
  }

  step(step: 1 | -1): void {
    this.post({ type: "step", step });
  }

  async showText(): Promise<void> {
    const { versions, title } = this.compared;
    const [left, right] = [versions.at(-2)!, versions.at(-1)!];
    await vscode.commands.executeCommand("vscode.diff", left.uri, right.uri, tabTitle(title));
  }

  private changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.show(), REST_MS);
  }

  private receive(value: unknown): void {
    const message = readCompareWebviewMessage(value);
    if (!message) {
      this.deps.log.warn("The comparison sent an unknown message.");
      return;
    }
    this.handle(message).catch((error: unknown) => this.deps.log.warn(`The comparison: ${error}`));
  }

  private async handle({ type }: CompareWebviewMessage): Promise<void> {
    if (type === "text") return this.showText();
    this.isReady = true;
    await this.show();
  }

  private async show(): Promise<void> {
    if (!this.isReady) return;
    const count = ++this.count;
    const message = await this.read().catch((error: unknown): CompareHostMessage => {
      this.deps.log.warn(`The comparison: ${error}`);
      return { type: "problem", text: "The comparison failed. See the Mosaic log for details." };
    });
    if (count === this.count) this.post(message);
  }

  private async read(): Promise<CompareHostMessage> {
    const { versions, title } = this.compared;
    const params: ComparisonParams = {
      versions: await Promise.all(
        versions.map(async ({ uri, address }) => ({
          uri: uri.toString(),
          text: (await vscode.workspace.openTextDocument(uri)).getText(),
          ...(address === undefined ? {} : { address }),
        })),
      ),
    };
    const result = await this.deps.server.request<ComparisonResult>(Requests.comparison, params);
    if (!result) throw new Error("the language server gave no result");
    if ("unreadable" in result) {
      const { name } = versions[result.unreadable]!;
      return {
        type: "problem",
        text: `${name} has no dashboard that can be read. Show the text diff instead.`,
      };
    }
    const panes = result.pictures.map((picture, at) => ({ name: versions[at]!.name, picture }));
    return { type: "show", title, panes, comparisons: result.comparisons };
  }

  private post(message: CompareHostMessage): void {
    void this.panel.webview.postMessage(message);
  }

  private dispose(): void {
    clearTimeout(this.timer);
    panels.delete(this);
    for (const disposable of this.disposables) disposable.dispose();
  }
}
