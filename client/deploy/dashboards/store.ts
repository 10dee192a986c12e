import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { CONFIG_PATH } from "../../../core/config/config-path";
import { matchesGlob } from "../../../core/config/glob";
import { isDashboardName } from "../../../core/discover/candidates";
import { filePart } from "../../../core/forms";
import type { Settings } from "../../settings";
import { type DeployParts, groundOf, type Session, sessionOf } from "../session/session";
import { relativePath } from "../session/workspace-files";
import { type DashboardEntry, hasDrift } from "./entry";
import { type Link, ProfileTarget } from "./target";

/** Delay after typing before a text is compared. */
const TYPING_MS = 500;
/** Delay to batch file events, for example after a branch switch. */
const SWARM_MS = 400;

/** Why there is no target at all. */
export type Missing =
  | "folder"
  | "trust"
  /** No profile is set up. */
  | "profile"
  /** There are several, and none is chosen. */
  | "choice"
  /** The configuration is invalid. */
  | "config";

/**
 * All targets of the workspace and their dashboards. Reads nothing before the first `refresh`. Afterwards, watches files,
 * and reads from the service on `refresh` only.
 */
export class DashboardStore implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when anything that can be shown has changed. */
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[] = [this.changed];
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Files that have changed and may hold a dashboard. */
  private readonly touched = new Map<ProfileTarget, Set<string>>();
  private turn = 0;
  private awake = false;
  targets: readonly ProfileTarget[] = [];
  missing: Missing | undefined;

  /**
   * @param again called when the targets changed, for example after a switch of the profile; it must call `refresh` or
   * `forget`
   */
  constructor(
    private readonly parts: DeployParts,
    private readonly again: () => Promise<void>,
  ) {
    const { workspace } = vscode;
    const files = workspace.createFileSystemWatcher("**/*.{json,jsonc,tftpl,tpl,tmpl,template,j2}");
    const onFile = (uri: vscode.Uri) => this.onFile(uri);
    this.subscriptions.push(
      files,
      files.onDidCreate(onFile),
      files.onDidDelete(onFile),
      files.onDidChange(onFile),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.onTyping(document);
      }),
      parts.newFolders.onDidFind(onFile),
      workspace.onDidSaveTextDocument((document) => this.onFile(document.uri)),
      workspace.onDidCloseTextDocument((document) => this.onFile(document.uri)),
      workspace.onDidChangeWorkspaceFolders(() => this.reload()),
      workspace.onDidGrantWorkspaceTrust(() => this.reload()),
      parts.profiles.onDidChange(() => this.reload()),
      parts.synced.event(({ root, profile, id, resource }) => {
        for (const target of this.targets) {
          const own = target.session.profile;
          if (target.root.toString() === root.toString() && own.name === profile.name)
            void target.remoteChanged(id, resource);
        }
      }),
    );
  }

  /** Reads everything again. Resolves when that is finished; `targets` have the errors. */
  async refresh(): Promise<void> {
    this.awake = true;
    const turn = ++this.turn;
    const targets = await this.find();
    if (turn !== this.turn) {
      for (const target of targets) if (!this.targets.includes(target)) target.dispose();
      return;
    }
    for (const old of this.targets) if (!targets.includes(old)) old.dispose();
    this.targets = targets;
    this.changed.fire();
    await Promise.all(targets.map((target) => target.refresh()));
  }

  /** Clears everything until the next `refresh`. */
  forget(): void {
    this.turn++;
    for (const target of this.targets) target.dispose();
    this.targets = [];
    this.missing = undefined;
    this.changed.fire();
  }

  /** Consent changed: hide targets without consent. */
  judgeAgain(): void {
    for (const target of this.targets) {
      this.later(`judge ${target.root}`, 0, () => target.judgeAgain());
    }
  }

  stop(): void {
    for (const target of this.targets) target.stop();
  }

  /** What is known of a file; of several dashboards in it, one that differs comes first. */
  entryFor(uri: vscode.Uri): { readonly target: ProfileTarget; readonly entry: DashboardEntry } | undefined {
    const target = this.targetFor(uri);
    const path = target && relativePath(target.root, uri);
    const entries = target?.entries.filter(({ file }) => file && filePart(file.path) === path);
    const entry = entries?.find(hasDrift) ?? entries?.[0];
    return target && entry ? { target, entry } : undefined;
  }

  dispose(): void {
    this.turn++;
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const target of this.targets) target.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** The deepest target whose folder a file is in. */
  private targetFor(uri: vscode.Uri): ProfileTarget | undefined {
    return this.targets
      .filter(({ root }) => contains(root, uri))
      .sort((a, b) => b.root.path.length - a.root.path.length)[0];
  }

  private reload(): void {
    if (this.awake) this.later("reload", SWARM_MS, this.again);
  }

  private onFile(uri: vscode.Uri): void {
    const target = this.targetFor(uri);
    if (!target) return;
    const path = relativePath(target.root, uri);
    const { dashboards } = target.session.settings.config;
    const isOurs =
      isDashboardName(path) ||
      path.startsWith(".mosaic/state/") ||
      target.has(path) ||
      dashboards.some((glob) => matchesGlob(path, glob));
    if (isOurs) this.rescanSoon(target);
    else {
      this.touched.set(target, (this.touched.get(target) ?? new Set()).add(path));
      this.later(`look ${target.root}`, SWARM_MS, () => this.lookAtTouched(target));
    }
  }

  private rescanSoon(target: ProfileTarget): void {
    this.later(`rescan ${target.root}`, SWARM_MS, () => target.rescan());
  }

  /** There can be thousands of JSON files, so search again only if a dashboard changed. */
  private async lookAtTouched(target: ProfileTarget): Promise<void> {
    const paths = this.touched.get(target) ?? new Set();
    this.touched.delete(target);
    for (const path of paths) {
      if (!(await target.mayHold(path))) continue;
      this.rescanSoon(target);
      return;
    }
  }

  private onTyping(document: vscode.TextDocument): void {
    const target = this.targetFor(document.uri);
    const path = target && relativePath(target.root, document.uri);
    if (!target || path === undefined || !target.has(path)) return;
    this.later(`type ${document.uri}`, TYPING_MS, async () => {
      if (!document.isClosed) await target.fileChanged(path, document.getText());
    });
  }

  private later(key: string, ms: number, work: () => Promise<void>): void {
    clearTimeout(this.timers.get(key));
    const run = () => {
      this.timers.delete(key);
      work().catch((error: unknown) => {
        this.parts.log.error(error instanceof Error ? error : String(error));
      });
    };
    this.timers.set(key, setTimeout(run, ms));
  }

  /** The targets that there are now; one whose configuration says the same as before stays. */
  private async find(): Promise<ProfileTarget[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    this.missing = folders.length === 0 ? "folder" : vscode.workspace.isTrusted ? undefined : "trust";
    if (this.missing) return [];
    const roots = await this.settingsOfWorkspace(folders);
    const targets = roots.flatMap((settings): ProfileTarget[] => {
      const profile = this.parts.profiles.active(settings);
      if (typeof profile === "string") return [];
      const kept = this.targets.find(
        ({ session }) => same(session.settings, settings) && same(session.profile, profile),
      );
      if (kept) return [kept];
      const target = new ProfileTarget(
        groundOf(settings, profile),
        this.linkOf(settings, profile),
        this.parts.log,
      );
      target.onDidChange(() => this.changed.fire());
      return [target];
    });
    if (targets.length === 0) this.missing = whatIsMissing(roots);
    return targets;
  }

  /** Checks consent of a profile; keeps its client and token while consent lasts. */
  private linkOf(settings: Settings, profile: Profile): () => Link {
    let session: Session | undefined;
    return () => {
      const standing = this.parts.trust.judge(profile, settings);
      if (standing.kind !== "known") {
        session = undefined;
        return { waiting: standing };
      }
      session ??= sessionOf(groundOf(settings, profile), standing.destination, this.parts);
      return session;
    };
  }

  /** The configurations of all folders and of what lies deeper in them. */
  private async settingsOfWorkspace(folders: readonly vscode.WorkspaceFolder[]): Promise<Settings[]> {
    const deeper = await vscode.workspace.findFiles(`**/${CONFIG_PATH}`, "**/node_modules/**");
    const places = [
      ...folders.map(({ uri }) => uri),
      ...deeper.map((uri) => vscode.Uri.joinPath(uri, "..", "..")).sort((a, b) => (a.path < b.path ? -1 : 1)),
    ];
    const all = new Map<string, Settings>();
    for (const place of places) {
      const settings = await this.parts.profiles.settingsFor(place);
      all.set(settings.root.toString(), settings);
    }
    return [...all.values()];
  }
}

function whatIsMissing(all: readonly Settings[]): Missing {
  if (all.some(({ findings }) => findings.some(({ severity }) => severity === "error"))) return "config";
  return all.some(({ config }) => config.profiles.length > 0) ? "choice" : "profile";
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function contains(root: vscode.Uri, uri: vscode.Uri): boolean {
  const folder = root.path.endsWith("/") ? root.path : `${root.path}/`;
  return uri.scheme === root.scheme && uri.authority === root.authority && uri.path.startsWith(folder);
}
