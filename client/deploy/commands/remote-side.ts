import * as vscode from "vscode";
import { dashboardPathAt, documentOf, fileFormOf } from "../../../core/forms";
import type { DashboardResource } from "../../../core/sync/service";
import { rememberSame } from "../../../core/sync/state";
import { sayBriefly } from "../../notify";
import { partOf } from "../session/chosen";
import { targetText } from "../session/location";
import { callService, showError } from "../session/messages";
import { type DeployParts, groundOf, type Session, sessionOf } from "../session/session";
import { Templates } from "../session/templates";
import { relativePath } from "../session/workspace-files";
import { dashboardText } from "../texts/dashboard-text";
import { type RemoteDashboard, showDiff } from "../texts/remote-text";
import { type DashboardTarget, dashboardSubject } from "./target";

/** Reads a dashboard, with progress; undefined after a message when it could not be read or is not there. */
export async function readRemote(
  session: Session,
  id: string,
  parts: DeployParts,
): Promise<DashboardResource | undefined> {
  const { profile, service, settings } = session;
  const target = targetText(profile);
  const read = await callService(`Reading from ${target}`, { log: parts.log, profile }, (signal) =>
    service.get(id, { signal }),
  );
  if (!read) return undefined;
  parts.synced.fire({ root: settings.root, profile, id, resource: read.value });
  if (!read.value) await showError(`There is no dashboard ${id} in ${target}.`);
  return read.value;
}

/** *Compare with Remote*: VS Code's own diff, with the remote side in the order and style of the file; or both as pictures. */
export async function compareCommand(
  argument: unknown,
  parts: DeployParts,
  as: "text" | "picture" = "text",
): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  if (!subject) return;
  if (!subject.document) return openSubject(subject, parts);
  const { session, id, document } = subject;
  const remote = await readRemote(session, id, parts);
  if (!remote) return;
  const template = await new Templates().of(document.uri, document.getText());
  const part = partOf(document, id);
  const parsed = documentOf(document.uri.path + part, document.getText(), template);
  const text = dashboardText(remote, session.profile, id, parsed, template);
  if (text === document.getText()) {
    if (!document.isDirty && !parsed.holes?.length) {
      const path = relativePath(session.settings.root, document.uri) + part;
      await rememberSame(session.state, { id, path, value: remote });
    }
    sayBriefly(`${id} is the same in ${targetText(session.profile)}.`, 5000);
  }
  const left = parts.remoteTexts.uriFor(document.uri.path, text);
  const title = `${id}: ${session.profile.name} → this file`;
  if (as === "text") await showDiff(left, document.uri, title);
  else {
    const address = addressOf(document, part);
    const remoteSide = { name: session.profile.name, uri: left, address };
    parts.showComparison({
      title,
      versions: [remoteSide, { name: "This file", uri: document.uri, address }],
    });
  }
}

/** The address of a part of a YAML file; undefined for the whole file. */
function addressOf(document: vscode.TextDocument, part: string): string | undefined {
  if (part === "") return undefined;
  const { path } = document.uri;
  const text = document.getText();
  const all = fileFormOf(path)?.read(text) ?? [];
  return all.find((each) => dashboardPathAt(path, text, each.part.offset) === path + part)?.address;
}

/** *Open Remote Dashboard*: read-only, with all features except editing. */
export async function openRemoteCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  if (subject) await openSubject(subject, parts);
}

async function openSubject({ session, id }: DashboardTarget, parts: DeployParts): Promise<void> {
  const { profile, settings } = session;
  const remote = await readRemote(session, id, parts);
  if (!remote) return;
  const dashboard = { root: settings.root.toString(), profile: profile.name, id };
  const uri = parts.remoteTexts.show(dashboard, dashboardText(remote, profile, id));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

/** The text of a dashboard whose document is shown again, as after a restart. Rejects with what the service says. */
export async function rereadRemote(
  { root, profile, id }: RemoteDashboard,
  parts: DeployParts,
  token: vscode.CancellationToken,
): Promise<string | undefined> {
  const settings = await parts.profiles.settingsFor(vscode.Uri.parse(root));
  const own = settings.config.profiles.find(({ name }) => name === profile);
  if (!own) return undefined;
  // Restored after a restart, not requested by the user.
  const standing = parts.trust.judge(own, settings);
  if (standing.kind !== "known")
    throw new Error(`Not connected to ${targetText(own)}. Connect in the Dashboards view first.`);
  const stop = new AbortController();
  const listener = token.onCancellationRequested(() => stop.abort());
  try {
    const { service } = sessionOf(groundOf(settings, own), standing.destination, parts);
    const remote = await service.get(id, { signal: stop.signal });
    return remote && dashboardText(remote, own, id);
  } finally {
    listener.dispose();
  }
}
