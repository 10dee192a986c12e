import * as vscode from "vscode";
import { type Progress, readOverlay } from "../../api/descriptors";
import { descriptorsOf } from "../../api/profile";
import { isUserMetric } from "../../core/catalog/names";
import type { CatalogOverlay } from "../../core/catalog/overlay";
import { askMessage } from "../ask";
import { settingsInFront } from "../deploy/commands/switch-profile";
import { callService } from "../deploy/session/messages";
import type { Profiles } from "../deploy/session/profiles";
import { environmentOf, isTrusted, profileInUse } from "../deploy/session/session";
import type { Trust } from "../trust/trust";
import type { CatalogStore } from "./store";

/**
 * *Refresh Metric Catalog*: downloads the metrics and monitored resources of the active profile's project.
 *
 * @returns whether the cache changed; errors were shown
 */
export async function refreshCatalog(
  store: CatalogStore,
  {
    context,
    log,
    profiles,
    trust,
  }: {
    readonly context: vscode.ExtensionContext;
    readonly log: vscode.LogOutputChannel;
    readonly profiles: Profiles;
    readonly trust: Trust;
  },
): Promise<boolean> {
  if (!(await isTrusted())) return false;
  const settings = await settingsInFront(profiles);
  if (!settings) {
    void askMessage("information", "Open a folder first. Profiles are stored in it.", {});
    return false;
  }
  const profile = await profileInUse(settings, profiles);
  if (!profile) return false;
  const destination = await trust.allow(profile, settings);
  if (!destination) return false;
  const client = descriptorsOf(destination, environmentOf({ context, log }));
  const title = `Reading the metrics of project ${profile.project}`;
  const result = await callService(title, { log, profile }, async (signal, say) => {
    const onProgress = (progress: Progress) => say(countsText(progress));
    return readOverlay(client, profile.project, { signal, onProgress });
  });
  if (!result) return false;
  await store.write(profile, result.value);
  log.info(`Metrics of project ${profile.project} at ${profile.endpoint}: ${summary(result.value)}`);
  void askMessage("information", `Project ${profile.project}: ${summary(result.value)}`, {});
  return true;
}

function countsText({ metrics, resources }: Progress): string {
  return `${counted(metrics)} metric types, ${counted(resources)} monitored resource types`;
}

function summary({ metrics, resources }: CatalogOverlay): string {
  const own = metrics.filter(({ type }) => isUserMetric(type)).length;
  return `${counted(metrics.length)} metric types, ${counted(own)} of them custom, and ${counted(resources.length)} monitored resource types.`;
}

function counted(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
