import * as vscode from "vscode";
import { readDocument } from "../../core/document/reader";
import { type Base, findBase, gapOf } from "../../core/sync/base";
import { type Merged, merge3 } from "../../core/sync/merge";
import type { DashboardResource } from "../../core/sync/service";
import { askMessage } from "../ask";
import { sayBriefly } from "../notify";
import { showProblem } from "./messages";
import { targetText } from "./place";
import { askOver, detailOf, gapText } from "./questions";
import { readRemote, textOf } from "./remote-side";
import { isRemoteText, showDiff } from "./remote-text";
import type { DeployParts, Session } from "./session";
import { dashboardSubject } from "./subject";
import { applyEdits, editDocument, relativePath } from "./workspace-files";

const { t } = vscode.l10n;

/** *Resolve Conflict*: merges what the service has into the file when nothing overlaps, else shows the three texts. */
export async function resolveCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  if (!subject) return;
  const { session, id, document } = subject;
  const remote = document && (await readRemote(session, id, parts));
  if (!document || !remote) return;
  const { profile, settings, bases } = session;
  const path = relativePath(settings.root, document.uri);
  const parsed = readDocument(document.getText());
  if (parsed.root?.kind !== "object" || parsed.problems.some((p) => p.severity === "error")) {
    await showProblem(t("The file has syntax errors; correct them first."));
    return;
  }
  const base = await findBase(bases, { id, path, local: parsed, remote });
  const target = targetText(profile);
  if (!base) {
    const left = parts.remoteTexts.uriFor(document.uri.path, textOf(remote, profile, id, parsed));
    await showDiff(left, document.uri, t("{0}: {1} ↔ this file", id, profile.name));
    const gap = await gapOf(bases, path);
    const why = t("Nothing here says what both sides started from, so they cannot be merged.");
    void askMessage("information", gap ? `${why} ${gapText(gap)}` : why, {});
    return;
  }
  const merged = merge3(base.value, parsed, remote);
  if (!merged.ok) {
    await resolveByHand(document, { id, base, remote, merged }, session, parts);
    return;
  }
  if (merged.incoming.length > 0) {
    const right = parts.remoteTexts.uriFor(document.uri.path, merged.text);
    await showDiff(document.uri, right, t("{0}: this file ↔ merged", id));
    const merge = t("Merge");
    if ((await askOver(t("Merge this from {0} into the file?", target), [merge])) !== merge) return;
    if (!(await editDocument(document, { before: parsed.text, edits: merged.edits }))) {
      await showProblem(t("The file was edited in the meantime, or cannot be saved, and was left as it is."));
      return;
    }
    await vscode.window.showTextDocument(document, { preview: false });
  }
  await remember(document, id, remote, session, parts);
  sayBriefly(
    merged.incoming.length > 0
      ? t("Merged. Push the file to bring it to {0}.", target)
      : t("The file has everything that {0} has.", target),
    8000,
  );
}

/** What is being resolved by hand: the file, and the version of the service that was shown for it. */
interface Open {
  readonly document: vscode.TextDocument;
  readonly id: string;
  readonly remote: DashboardResource;
  readonly session: Session;
}

const open = new Map<string, Open>();

/** What a conflict needs to be shown side by side. */
export interface ThreeSides {
  readonly id: string;
  readonly base: Base | undefined;
  readonly remote: DashboardResource | undefined;
  readonly merged?: Merged | undefined;
}

/**
 * VS Code's merge editor with the three texts in the file's own words. The service's version counts as seen only when the
 * user says that the file is right, by *Mark as Resolved*.
 */
export async function resolveByHand(
  document: vscode.TextDocument,
  { id, base, remote, merged }: ThreeSides,
  session: Session,
  parts: DeployParts,
): Promise<void> {
  if (!base || !remote) return;
  const { profile } = session;
  const parsed = readDocument(document.getText());
  // The merge editor shows conflicts only: what the service alone has changed would easily be left out.
  const rest = merged && !merged.ok ? merged.rest : undefined;
  if (rest && !(await applyEdits(document, { before: parsed.text, edits: rest.edits }))) {
    await showProblem(t("The file was edited in the meantime and was left as it is."));
    return;
  }
  const text = (path: string, content: string) =>
    parts.remoteTexts.uriFor(`${path}/${id}.dashboard.json`, content);
  const sides = {
    base: text("base", textOf(base.value, profile, id, parsed)),
    input1: {
      uri: text(profile.name, textOf(remote, profile, id, parsed)),
      title: profile.name,
      description: targetText(profile),
    },
    input2: {
      uri: text("file", parsed.text),
      title: t("This File"),
      description: relativePath(session.settings.root, document.uri),
    },
    output: document.uri,
  };
  open.set(document.uri.toString(), { document, id, remote, session });
  await publish();
  try {
    await vscode.commands.executeCommand("_open.mergeEditor", sides);
  } catch (error) {
    // The command is VS Code's own and no promise of its interface: two diffs show the same.
    parts.log.warn(`No merge editor: ${error instanceof Error ? error.message : String(error)}`);
    await showDiff(sides.base, sides.input1.uri, t("{0}: before ↔ {1}", id, profile.name));
    await showDiff(sides.input1.uri, document.uri, t("{0}: {1} ↔ this file", id, profile.name));
  }
  const done = t("Mark as Resolved");
  // The editor counts no conflict where the file's own text stands, so they are named here.
  const message = [
    ...(merged && !merged.ok
      ? [t("To be decided: {0}.", detailOf(merged.conflicts).replaceAll("\n", "; "))]
      : []),
    ...(rest ? [t("What the service has changed elsewhere is in the file already.")] : []),
    t("When the file says what it should, mark it as resolved; then it can be pushed."),
  ];
  if ((await askMessage("information", message.join(" "), {}, done)) === done) {
    await markResolved(document.uri, parts);
  }
}

/** *Mark as Resolved*: what was shown of the service has been seen, and the file is what comes after it. */
export async function markResolved(uri: vscode.Uri | undefined, parts: DeployParts): Promise<void> {
  const place = uri ?? vscode.window.activeTextEditor?.document.uri;
  // In the merge editor one of the other texts may be in front; another file is never what is meant.
  const isSide = !place || isRemoteText(place);
  const one = place && open.get(place.toString());
  const only = isSide && open.size === 1 ? [...open.values()][0] : undefined;
  await markAsResolved(one ?? only, parts);
}

async function markAsResolved(one: Open | undefined, parts: DeployParts): Promise<void> {
  if (!one) {
    void askMessage("information", t("No conflict of this file is being resolved."), {});
    return;
  }
  const { document, id, remote, session } = one;
  if (document.isDirty && !(await document.save())) {
    await showProblem(t("The file could not be saved, so it is not marked as resolved."));
    return;
  }
  open.delete(document.uri.toString());
  await publish();
  await remember(document, id, remote, session, parts);
  sayBriefly(t("{0} can be pushed to {1} now.", id, targetText(session.profile)), 8000);
}

async function remember(
  document: vscode.TextDocument,
  id: string,
  remote: DashboardResource,
  { state, settings, profile }: Session,
  { synced }: DeployParts,
): Promise<void> {
  await state.write({ id, path: relativePath(settings.root, document.uri), value: remote });
  synced.fire({ root: settings.root, profile, id, resource: remote });
}

/** For the condition of the button in the editor's title. */
async function publish(): Promise<void> {
  // By path: seen from the workbench a remote file's URI has another scheme than it has here.
  const paths = Object.fromEntries([...open.values()].map(({ document }) => [document.uri.fsPath, true]));
  await vscode.commands.executeCommand("setContext", "mosaic.resolving", paths);
}
