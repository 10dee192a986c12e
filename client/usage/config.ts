import * as vscode from "vscode";
import { CONFIG_PATH } from "../../core/config/config";
import type { UsageProfile } from "../../core/config/usage";
import { openConfiguration } from "../deploy/place";
import type { Profiles } from "../deploy/profiles";
import { settingsInFront } from "../deploy/switch-profile";

const { t } = vscode.l10n;

/** The usage profiles that count for the file in front, or a sentence that says why there are none to use. */
export async function usageProfiles(profiles: Profiles): Promise<readonly UsageProfile[] | string> {
  const settings = await settingsInFront(profiles);
  if (!settings) return t("Open a folder first: usage profiles are kept in it.");
  const { usageProfiles: found } = settings.config;
  if (found.length === 0) {
    return t('No usage profile is set up: add one under "usageProfiles" in {0}.', CONFIG_PATH);
  }
  // A workspace that nobody has vouched for does not say where secrets are sent.
  if (!vscode.workspace.isTrusted) {
    return t("Usage profiles come from the workspace, which is not trusted: trust it to use them.");
  }
  return found;
}

/** Opens the file that profiles are written in. */
export async function openUsageConfiguration(profiles: Profiles): Promise<void> {
  const settings = await settingsInFront(profiles);
  if (settings) await openConfiguration(settings);
}
