import * as vscode from "vscode";
import type { DashboardsClient } from "../../../api/dashboards";
import { dashboardsOf, type ProfileEnvironment } from "../../../api/profile";
import type { Destination } from "../../../api/trust/destination";
import { chooseProfile, type Profile } from "../../../core/config/config";
import { type BaseSource, baseFromState } from "../../../core/sync/base";
import { baseFromHistory } from "../../../core/sync/history";
import type { DashboardResource } from "../../../core/sync/service";
import { type StateStore, stateStore } from "../../../core/sync/state";
import { askMessage } from "../../ask";
import { environment, isNode } from "../../platform";
import type { Settings } from "../../settings";
import type { Trust } from "../../trust/trust";
import type { DeployDeps } from "../deps";
import type { RemoteTexts } from "../texts/remote-text";
import { gitHistory } from "./git-history";
import { openConfiguration } from "./location";
import type { NewFolders } from "./new-folders";
import type { Profiles } from "./profiles";
import type { Refusals } from "./refusals";
import { secretStore } from "./secrets";
import { workspaceFiles } from "./workspace-files";

/** Everything the commands share. */
export interface DeployParts extends Omit<DeployDeps, "trust"> {
  readonly context: vscode.ExtensionContext;
  readonly profiles: Profiles;
  readonly newFolders: NewFolders;
  readonly trust: Trust;
  readonly refusals: Refusals;
  readonly remoteTexts: RemoteTexts;
  readonly synced: vscode.EventEmitter<SyncedDashboard>;
}

/** A dashboard was read from the service or saved to it. */
export interface SyncedDashboard {
  readonly root: vscode.Uri;
  readonly profile: Profile;
  readonly id: string;
  /** Undefined when there is no such dashboard any more. */
  readonly resource: DashboardResource | undefined;
}

/** A profile with what is known of it on this machine. */
export interface Ground {
  readonly settings: Settings;
  readonly profile: Profile;
  readonly state: StateStore;
  readonly bases: readonly BaseSource[];
}

/** A target that is ready to be used. */
export interface Session extends Ground {
  readonly service: DashboardsClient;
}

/**
 * The target for a file or folder; undefined after a message that says what is missing.
 *
 * @param profileName another profile of the same configuration than the one in use
 */
export async function sessionFor(
  uri: vscode.Uri,
  parts: DeployParts,
  profileName?: string,
): Promise<Session | undefined> {
  if (!(await isTrusted())) return undefined;
  const settings = await parts.profiles.settingsFor(uri);
  const profile =
    profileName === undefined
      ? await profileInUse(settings, parts.profiles)
      : await profileNamed(settings, profileName);
  const destination = profile && (await parts.trust.allow(profile, settings));
  return destination && sessionOf(groundOf(settings, profile), destination, parts);
}

/** False after a message, in Restricted Mode. */
export async function isTrusted(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = "Manage Workspace Trust";
  const text =
    "In Restricted Mode, Mosaic does not connect to Cloud Monitoring. Trust this workspace to use its profiles.";
  if ((await askMessage("warning", text, {}, manage)) === manage) {
    await vscode.commands.executeCommand("workbench.trust.manage");
  }
  return false;
}

/** The exact target of a row or document; undefined after a message if it no longer exists. */
async function profileNamed(settings: Settings, name: string): Promise<Profile | undefined> {
  const profile = chooseProfile(settings.config, name);
  if (typeof profile !== "string") return profile;
  await explain(settings, profile);
  return undefined;
}

/** The profile in use; undefined after a message that says what is missing. */
export async function profileInUse(settings: Settings, profiles: Profiles): Promise<Profile | undefined> {
  const profile = profiles.active(settings);
  if (typeof profile !== "string") return profile;
  await explain(settings, profile);
  return undefined;
}

/** The target of a profile, without a client. */
export function groundOf(settings: Settings, profile: Profile): Ground {
  const state = stateStore(workspaceFiles(settings.root), profile);
  return {
    settings,
    profile,
    state,
    bases: [baseFromState(state), baseFromHistory(gitHistory(settings.root))],
  };
}

/** The target of a profile at its trusted destination. Sends nothing before the first call. */
export function sessionOf(
  ground: Ground,
  destination: Destination,
  parts: Pick<DeployParts, "context" | "log">,
): Session {
  return { ...ground, service: dashboardsOf(destination, environmentOf(parts)) };
}

/** What clients of the service take from the editor. */
export function environmentOf({ context, log }: Pick<DeployParts, "context" | "log">): ProfileEnvironment {
  return {
    environment,
    secrets: secretStore(context.secrets),
    programs: !isNode ? "none" : vscode.workspace.isTrusted ? "allowed" : "untrusted",
    // A browser sends its own.
    userAgent: isNode ? `mosaic-vscode/${context.extension.packageJSON.version}` : undefined,
    log: (line) => log.debug(line),
  };
}

async function explain(settings: Settings, message: string): Promise<void> {
  const open = "Open Configuration";
  const first = settings.findings[0];
  const text = first ? `${message} ${first.message}` : message;
  if ((await askMessage("error", text, {}, open)) === open) await openConfiguration(settings);
}
