import * as vscode from "vscode";
import { dashboardsOf } from "../../api/profile";
import type { Profile } from "../../core/config/config";
import type { DashboardService } from "../../core/sync/service";
import { type BaseSource, baseFromState, type StateStore, stateStore } from "../../core/sync/state";
import type { DeployDeps } from "./deps";
import { openConfiguration } from "./place";
import type { Profiles, Settings } from "./profiles";
import type { Refusals } from "./refusals";
import type { RemoteTexts } from "./remote-text";
import { secretStore } from "./secrets";
import { workspaceFiles } from "./workspace-files";

/** Everything the commands share. */
export interface DeployParts extends DeployDeps {
  readonly context: vscode.ExtensionContext;
  readonly profiles: Profiles;
  readonly refusals: Refusals;
  readonly remoteTexts: RemoteTexts;
}

/** A target that is ready to be used. */
export interface Session {
  readonly settings: Settings;
  readonly profile: Profile;
  readonly service: DashboardService;
  readonly state: StateStore;
  readonly bases: readonly BaseSource[];
}

/** The target for a file or folder; undefined after a message that says what is missing. */
export async function sessionFor(uri: vscode.Uri, parts: DeployParts): Promise<Session | undefined> {
  const settings = await parts.profiles.settingsFor(uri);
  const profile = parts.profiles.active(settings);
  if (typeof profile === "string") {
    await explain(settings, profile);
    return undefined;
  }
  const { context, log } = parts;
  const service = dashboardsOf(profile, {
    environment: globalThis.process?.env ?? {},
    secrets: secretStore(context.secrets),
    mayRunPrograms: vscode.workspace.isTrusted,
    userAgent: `mosaic-vscode/${context.extension.packageJSON.version}`,
    log: (line) => log.debug(line),
  });
  const state = stateStore(workspaceFiles(settings.root), profile);
  return { settings, profile, service, state, bases: [baseFromState(state)] };
}

async function explain(settings: Settings, message: string): Promise<void> {
  const open = vscode.l10n.t("Open Configuration");
  const first = settings.findings[0];
  const text = first ? `${message} ${first.message}` : message;
  if ((await vscode.window.showErrorMessage(text, open)) === open) await openConfiguration(settings);
}
