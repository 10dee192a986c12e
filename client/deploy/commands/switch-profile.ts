import * as vscode from "vscode";
import { askPick } from "../../ask";
import { inform, type ListItem } from "../../notify";
import type { Settings } from "../../settings";
import { dashboardUri, openConfiguration } from "../session/location";
import type { Profiles } from "../session/profiles";
import { remoteDashboard } from "../texts/remote-text";

interface Choice extends ListItem {
  readonly profile?: string;
}

/** *Switch Profile*: among those of the active file's configuration. */
export async function switchProfileCommand(profiles: Profiles): Promise<void> {
  const settings = await settingsInFront(profiles);
  if (!settings) {
    inform("Open a folder first. Profiles are stored in it.");
    return;
  }
  const active = profiles.active(settings);
  const choices: Choice[] = settings.config.profiles.map((profile) => ({
    profile: profile.name,
    label: profile.name,
    icon: profile.protected ? "lock" : undefined,
    description: profile.project,
    detail: `${profile.endpoint}${active === profile ? " — in use" : ""}`,
  }));
  choices.push(
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    { icon: "edit", label: "Edit Profiles…", alwaysShow: true },
  );
  const chosen = await askPick(choices, {
    title: "Switch Profile",
    matchOnDescription: true,
  });
  if (!chosen) return;
  if (chosen.profile === undefined) await openConfiguration(settings);
  else await profiles.choose(settings, chosen.profile);
}

/** The settings for the file in front, else for the first folder of the workspace. */
export async function settingsInFront(profiles: Profiles): Promise<Settings | undefined> {
  const uri = dashboardUri(undefined);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const remote = uri && remoteDashboard(uri);
  if (remote) return profiles.settingsFor(vscode.Uri.parse(remote.root));
  const place = uri && vscode.workspace.getWorkspaceFolder(uri) ? uri : (folder ?? uri);
  return place && profiles.settingsFor(place);
}

/** *Open Configuration*: where profiles are written. */
export async function openConfigurationCommand(profiles: Profiles): Promise<void> {
  const settings = await settingsInFront(profiles);
  if (settings) await openConfiguration(settings);
  else inform("Open a folder first. Profiles are stored in it.");
}
