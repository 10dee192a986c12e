import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { readEndpoint } from "../../../core/config/endpoint";
import { inform, sayBriefly } from "../../notify";
import type { DeployParts } from "../session/session";
import { dashboardSubject } from "./target";

/** The page of Google's console for a dashboard; undefined for an emulator, whose dashboards it does not show. */
export function consoleUrl(profile: Profile, id: string): vscode.Uri | undefined {
  const endpoint = readEndpoint(profile.endpoint);
  if (!endpoint.ok || endpoint.loopback) return undefined;
  return vscode.Uri.from({
    scheme: "https",
    authority: "console.cloud.google.com",
    path: `/monitoring/dashboards/builder/${encodeURIComponent(id)}`,
    query: `project=${encodeURIComponent(profile.project)}`,
  });
}

/** *Copy Console URL*. */
export async function copyConsoleUrlCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const url = await urlFor(argument, parts);
  if (!url) return;
  await vscode.env.clipboard.writeText(url.toString(true));
  sayBriefly(`Copied ${url.toString(true)}`, 5000);
}

/** *Open in Console*. */
export async function openInConsoleCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const url = await urlFor(argument, parts);
  if (url) await vscode.env.openExternal(url);
}

async function urlFor(argument: unknown, parts: DeployParts): Promise<vscode.Uri | undefined> {
  const subject = await dashboardSubject(argument, parts);
  if (!subject) return undefined;
  const { profile } = subject.session;
  const url = consoleUrl(profile, subject.id);
  if (!url) {
    inform(`The profile ${profile.name} is an emulator, so its dashboards are not in the Cloud console.`);
  }
  return url;
}
