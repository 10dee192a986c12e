import * as vscode from "vscode";
import { documentOf } from "../../../core/forms";
import { identify } from "../../../core/sync/identity";
import { severalDashboards } from "../../../core/sync/readable";
import { inform } from "../../notify";
import { isDashboard, recognized } from "../../recognized";
import { EntryNode } from "../dashboards/nodes";
import { partOf } from "../session/chosen";
import { dashboardUri } from "../session/location";
import { showError } from "../session/messages";
import { type DeployParts, type Session, sessionFor } from "../session/session";
import { openFresh, relativePath } from "../session/workspace-files";
import { isRemoteText, remoteDashboard } from "../texts/remote-text";

/** Target of a command: a file, a remote dashboard, or both. */
export interface CommandTarget {
  /** Where the configuration is looked for: the file, else the folder that holds `.mosaic`. */
  readonly location: vscode.Uri;
  readonly uri: vscode.Uri | undefined;
  /** The dashboard, when a list says which it is. */
  readonly id: string | undefined;
  /** Name of the profile, when it need not be the one in use. */
  readonly profile?: string;
}

/**
 * Targets of a command: rows of the Dashboards view, files of the explorer, or the active editor.
 *
 * @param argument what the command got first
 * @param selection what it got second: everything selected, the first one included
 */
export function subjectsOf(argument: unknown, selection: unknown): CommandTarget[] {
  const all = Array.isArray(selection) && selection.length > 0 ? selection : [argument];
  const subjects = all.flatMap((one): CommandTarget[] => {
    if (one instanceof EntryNode) {
      return [{ location: one.uri ?? one.root, uri: one.uri, id: one.entry.id, profile: one.profileName }];
    }
    return one instanceof vscode.Uri ? [subjectOf(one)] : [];
  });
  if (subjects.length > 0) return subjects;
  const uri = dashboardUri(undefined);
  return uri ? [subjectOf(uri)] : [];
}

/**
 * What was selected, together with its target: files of two configurations have two targets, processed in order.
 *
 * @returns undefined after a message when one of the targets cannot be used
 */
export async function sessionsOf(
  subjects: readonly CommandTarget[],
  parts: DeployParts,
): Promise<
  readonly { readonly session: Session; readonly subjects: readonly CommandTarget[] }[] | undefined
> {
  const groups = new Map<string, { session: Session; subjects: CommandTarget[] }>();
  for (const subject of subjects) {
    const { root } = await parts.profiles.settingsFor(subject.location);
    const key = JSON.stringify([root.toString(), subject.profile]);
    const group = groups.get(key);
    if (group) {
      group.subjects.push(subject);
      continue;
    }
    const session = await sessionFor(subject.location, parts, subject.profile);
    if (!session) return undefined;
    groups.set(key, { session, subjects: [subject] });
  }
  return [...groups.values()];
}

function subjectOf(uri: vscode.Uri): CommandTarget {
  const remote = remoteDashboard(uri);
  if (!remote) return { location: uri, uri: isRemoteText(uri) ? undefined : uri, id: undefined };
  const { root, profile, id } = remote;
  return { location: vscode.Uri.parse(root), uri: undefined, id, profile };
}

/**
 * Which dashboard of a document a command is about, as in `partOf`: that of the row that it was run on, else the one at the
 * cursor.
 */
export function chosenPart(argument: unknown, document: vscode.TextDocument): string {
  return partOf(document, argument instanceof EntryNode ? argument.entry.id : undefined);
}

/** The one file that a command is about; undefined after a message when there is none. */
export async function fileSubject(argument: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = subjectsOf(argument, undefined)[0]?.uri;
  const document = uri && (await openFresh(uri));
  if (document && !document.isUntitled) return document;
  inform("Open a dashboard file first.");
  return undefined;
}

/** The dashboard that a command is about, with its target; undefined after a message that says what is missing. */
export async function dashboardSubject(
  argument: unknown,
  parts: DeployParts,
): Promise<DashboardTarget | undefined> {
  const subject = subjectsOf(argument, undefined)[0];
  const document = subject?.uri && (await openFresh(subject.uri));
  if (document) await recognized.ready(document.uri);
  if (!subject || (subject.id === undefined && (!document || !isDashboard(document)))) {
    inform("Open a dashboard first, or choose one in the Dashboards view.");
    return undefined;
  }
  const session = await sessionFor(subject.location, parts, subject.profile);
  const id = session && (subject.id ?? (document && (await idOfFile(document, session))));
  return session && id !== undefined ? { session, id, document } : undefined;
}

export interface DashboardTarget {
  readonly session: Session;
  readonly id: string;
  /** The file as it is in the editor, when there is one. */
  readonly document: vscode.TextDocument | undefined;
}

/** The dashboard id of a file; undefined after a message if it has none. */
async function idOfFile(document: vscode.TextDocument, session: Session): Promise<string | undefined> {
  const path = relativePath(session.settings.root, document.uri) + partOf(document);
  const known = (await session.state.list()).idOf(path);
  const parsed = documentOf(path, document.getText());
  const several = severalDashboards(parsed);
  const own = several ? { ok: false as const, ...several } : identify(path, parsed, known);
  if (own.ok) return own.id;
  await showError(`${own.message} ${own.action}`);
  return undefined;
}
