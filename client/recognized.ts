import * as vscode from "vscode";
import { type Config, readConfig } from "../core/config/config";
import { CONFIG_PATH } from "../core/config/config-path";
import { matchesGlob } from "../core/config/glob";
import { isDashboardName } from "../core/discover/candidates";
import { mayBeDashboardText, recognize } from "../core/discover/recognize";
import { QUERY_SCHEME } from "../core/query/address";
import { holdsDashboards, isYaml } from "./code-files";
import { LANGUAGE } from "./language";

/** The user's choice for single files, by URI; stored for the workspace. */
const CHOICES = "mosaic.treatedAs";
/** Delay after typing before a JSON document is checked again. */
const REST_MS = 300;

type Choice = "dashboard" | "json";

/**
 * JSON documents that hold a dashboard. They stay JSON for VS Code, with everything that its own JSON support does;
 * Mosaic adds what it knows about dashboards. Once recognized, a document stays recognized while it is open, even with
 * syntax errors.
 */
class RecognizedDocuments {
  private readonly known = new Set<string>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly pending = new Map<string, Promise<void>>();
  private readonly discovers = new Map<string, Promise<boolean>>();
  private readonly changed = new vscode.EventEmitter<vscode.TextDocument>();
  private state: vscode.Memento | undefined;
  /** Fires when a document becomes a dashboard, or stops being one. */
  readonly onDidChange = this.changed.event;

  register(context: vscode.ExtensionContext): void {
    const { workspace } = vscode;
    this.state = context.workspaceState;
    const configs = workspace.createFileSystemWatcher(`**/${CONFIG_PATH}`);
    const again = () => {
      this.discovers.clear();
      for (const document of workspace.textDocuments) this.look(document);
    };
    context.subscriptions.push(
      configs,
      configs.onDidChange(again),
      configs.onDidCreate(again),
      configs.onDidDelete(again),
      workspace.onDidOpenTextDocument((document) => this.look(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.lookSoon(document)),
      workspace.onDidCloseTextDocument((document) => this.forget(document)),
      {
        dispose: () => {
          for (const timer of this.timers.values()) clearTimeout(timer);
        },
      },
    );
    for (const document of workspace.textDocuments) this.look(document);
  }

  has(uri: vscode.Uri): boolean {
    return this.known.has(uri.toString());
  }

  /** What the user said of a file. */
  choiceFor(uri: vscode.Uri): Choice | undefined {
    return this.choices()[uri.toString()];
  }

  /** Remembers what the user says of a file, and acts on it. */
  async choose(document: vscode.TextDocument, choice: Choice): Promise<void> {
    await this.state?.update(CHOICES, { ...this.choices(), [document.uri.toString()]: choice });
    this.set(document, choice === "dashboard");
  }

  private choices(): Readonly<Record<string, Choice>> {
    return this.state?.get<Record<string, Choice>>(CHOICES) ?? {};
  }

  /** Waits until it is known whether a document that was just opened is a dashboard. */
  async ready(uri: vscode.Uri): Promise<void> {
    await this.pending.get(uri.toString());
  }

  private lookSoon(document: vscode.TextDocument): void {
    if (!isJson(document) || this.has(document.uri)) return;
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.set(
      key,
      setTimeout(() => {
        this.timers.delete(key);
        if (!document.isClosed) this.look(document);
      }, REST_MS),
    );
  }

  private look(document: vscode.TextDocument): void {
    if (isYaml(document)) this.lookAtName(document);
    if (!isJson(document)) return;
    const choice = this.choiceFor(document.uri);
    if (choice) this.set(document, choice === "dashboard");
    else if (looksLikeDashboard(document)) {
      const key = document.uri.toString();
      const pending = this.byContent(document.uri).then((wanted) => {
        this.pending.delete(key);
        if (!document.isClosed && !this.choiceFor(document.uri)) this.set(document, wanted);
      });
      this.pending.set(key, pending);
    }
  }

  /** YAML is a dashboard by its name, or because the configuration says so; most of it is something else. */
  private lookAtName(document: vscode.TextDocument): void {
    const { uri } = document;
    if (isDashboardName(uri.path)) {
      this.set(document, true);
      return;
    }
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) return;
    const key = uri.toString();
    const pending = namedByConfig(uri, folder.uri).then((wanted) => {
      this.pending.delete(key);
      if (!document.isClosed) this.set(document, wanted);
    });
    this.pending.set(key, pending);
  }

  private set(document: vscode.TextDocument, isDashboard: boolean): void {
    const key = document.uri.toString();
    if (!(isJson(document) || isYaml(document)) || this.known.has(key) === isDashboard) return;
    if (isDashboard) this.known.add(key);
    else this.known.delete(key);
    this.tell(document);
  }

  private forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    if (this.known.delete(key)) this.tell(document);
  }

  private tell(document: vscode.TextDocument): void {
    const paths = Object.fromEntries([...this.known].map((key) => [pathOf(vscode.Uri.parse(key)), true]));
    void vscode.commands.executeCommand("setContext", "mosaic.recognized", paths);
    this.changed.fire(document);
  }

  /** Whether the configuration of a file wants dashboards to be found by their content. */
  private byContent(uri: vscode.Uri): Promise<boolean> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) return Promise.resolve(true);
    const parent = vscode.Uri.joinPath(uri, "..");
    const key = parent.toString();
    let found = this.discovers.get(key);
    if (!found) this.discovers.set(key, (found = wantsContent(parent, folder.uri)));
    return found;
  }
}

/** The JSON documents of this window that are dashboards. */
export const recognized = new RecognizedDocuments();

/** Whether a document is a dashboard, by its language or by what is in it. */
export function isDashboard(document: vscode.TextDocument): boolean {
  if (document.languageId === LANGUAGE) return true;
  return (isJson(document) || isYaml(document)) && recognized.has(document.uri);
}

/** Whether a document is sent to the server. */
export function isForServer(document: vscode.TextDocument): boolean {
  return document.uri.scheme === QUERY_SCHEME || isDashboard(document) || holdsDashboards(document);
}

/** Whether a document has the language of JSON, or of JSON with comments. */
export function isJson({ languageId }: vscode.TextDocument): boolean {
  return languageId === "json" || languageId === "jsonc";
}

/** Whether a text is a dashboard; nearly every other one is ruled out without being parsed. */
export function looksLikeDashboard(document: vscode.TextDocument): boolean {
  const text = document.getText();
  return mayBeDashboardText(text) && recognize(text) === "dashboard";
}

/** Whether the nearest configuration names a file as a dashboard. */
async function namedByConfig(file: vscode.Uri, top: vscode.Uri): Promise<boolean> {
  const found = await nearestConfig(vscode.Uri.joinPath(file, ".."), top);
  if (!found) return false;
  const path = file.path.slice(found.folder.path.replace(/\/?$/, "/").length);
  return found.config.dashboards.some((glob) => matchesGlob(path, glob));
}

async function wantsContent(folder: vscode.Uri, top: vscode.Uri): Promise<boolean> {
  const found = await nearestConfig(folder, top);
  return !found || found.config.discover === "content";
}

/** The configuration that rules a folder, and where it lies. */
async function nearestConfig(
  folder: vscode.Uri,
  top: vscode.Uri,
): Promise<{ readonly folder: vscode.Uri; readonly config: Config } | undefined> {
  for (let at = folder; ; at = vscode.Uri.joinPath(at, "..")) {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(at, ...CONFIG_PATH.split("/"))).then(
      (content) => content,
      () => undefined,
    );
    if (bytes) return { folder: at, config: readConfig(new TextDecoder().decode(bytes)).config };
    if (at.path === top.path || at.path === "/" || at.path === "") return undefined;
  }
}

/** What VS Code calls `resourcePath` in conditions. */
function pathOf(uri: vscode.Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.path;
}
