import * as vscode from "vscode";
import { CONFIG_PATH } from "../../core/config/config-path";
import type { UsageProfile } from "../../core/config/usage/usage";
import { settingsInFront } from "../deploy/commands/switch-profile";
import { openConfiguration } from "../deploy/session/location";
import type { Profiles } from "../deploy/session/profiles";
import type { Settings } from "../settings";

/** The usage profiles of one configuration. */
export interface UsageFolder {
  /** Address of the folder that the configuration counts for, so that the same one is found again. */
  readonly root: string;
  readonly profiles: readonly UsageProfile[];
  readonly settings: Settings;
}

/** Why there is no usage profile to use, and where one would be written. */
export interface UsageUnavailable {
  readonly why: string;
  readonly root?: string;
}

/**
 * The usage profiles that count.
 *
 * @param root where they were found before; without it, or when it is gone, the file in front decides
 */
export async function usageProfiles(
  profiles: Profiles,
  root?: string,
): Promise<UsageFolder | UsageUnavailable> {
  const settings = await settingsOf(profiles, root);
  if (!settings) return { why: "Open a folder first. Usage profiles are stored in it." };
  const where = settings.root.toString();
  const { usageProfiles: found } = settings.config;
  if (settings.unused) return { why: String(profiles.active(settings)), root: where };
  if (found.length === 0) {
    const mistake = settings.findings.find(({ severity }) => severity === "error");
    const why = mistake
      ? `No usage profile is available, because ${CONFIG_PATH} is invalid: ${mistake.message}`
      : `No usage profile is set up: add one under "usageProfiles" in ${CONFIG_PATH}.`;
    return { why, root: where };
  }
  // An untrusted workspace must not choose where secrets are sent.
  if (!settings.trusted) {
    const why = "Usage profiles require a trusted workspace.";
    return { why, root: where };
  }
  return { root: where, profiles: found, settings };
}

/** Opens the file that profiles are written in. */
export async function openUsageConfiguration(profiles: Profiles, root?: string): Promise<void> {
  const settings = await settingsOf(profiles, root);
  if (settings) await openConfiguration(settings);
}

async function settingsOf(profiles: Profiles, root: string | undefined): Promise<Settings | undefined> {
  if (root !== undefined) {
    const settings = await profiles.settingsFor(vscode.Uri.parse(root));
    if (settings.root.toString() === root) return settings;
  }
  return settingsInFront(profiles);
}
