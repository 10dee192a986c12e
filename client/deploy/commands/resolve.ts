import * as vscode from "vscode";
import { type JsonDocument, readAgain } from "../../../core/document/reader";
import { documentOf } from "../../../core/forms";
import { type Base, findBase, gapOf } from "../../../core/sync/base";
import { commonText, hasMarkers, mergeLines } from "../../../core/sync/line-merge";
import { type Merged, merge3 } from "../../../core/sync/merge";
import { missingEdits } from "../../../core/sync/resolution";
import type { DashboardResource } from "../../../core/sync/service";
import { isYamlName } from "../../../core/yaml/names";
import { askMessage } from "../../ask";
import { inertLabel } from "../../inert";
import { sayBriefly } from "../../notify";
import { partOf } from "../session/chosen";
import { targetText } from "../session/location";
import { showError } from "../session/messages";
import type { DeployParts, Session } from "../session/session";
import { Templates } from "../session/templates";
import { applyEdits, editDocument, relativePath } from "../session/workspace-files";
import { dashboardText } from "../texts/dashboard-text";
import { isRemoteText, showDiff } from "../texts/remote-text";
import { changesDetail, confirmOverDiff, historyGapText } from "./dialogs";
import { readRemote } from "./remote-side";
import { dashboardSubject } from "./target";

/** *Resolve Conflict*: merges remote edits into the file if nothing overlaps, otherwise opens the merge editor. */
export async function resolveCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  if (!subject) return;
  const { session, id, document } = subject;
  const filledBy = document && (await new Templates().filledBy(document.uri, document.getText()));
  if (filledBy !== undefined) {
    await showError(`The file is a template, which ${filledBy} fills in. Change it by hand.`);
    return;
  }
  const remote = document && (await readRemote(session, id, parts));
  if (!document || !remote) return;
  const { profile, settings, bases } = session;
  const part = partOf(document, id);
  const path = relativePath(settings.root, document.uri) + part;
  const parsed = documentOf(document.uri.path + part, document.getText());
  if (parsed.root?.kind !== "object" || parsed.problems.some((p) => p.severity === "error")) {
    await showError("The file has syntax errors. Fix them first.");
    return;
  }
  const base = await findBase(bases, { id, path, local: parsed, remote });
  const target = targetText(profile);
  if (!base) {
    const left = parts.remoteTexts.uriFor(document.uri.path, dashboardText(remote, profile, id, parsed));
    await showDiff(left, document.uri, `${id}: ${profile.name} → this file`);
    const gap = await gapOf(bases, path);
    const why = "There is no common base version. Merge by hand.";
    const byHand = "Merge by Hand…";
    const answer = await askMessage("information", gap ? `${why} ${historyGapText(gap)}` : why, {}, byHand);
    if (answer === byHand) await resolveByHand(document, { id, base, remote }, session, parts);
    return;
  }
  const merged = merge3(base.value, parsed, remote);
  if (!merged.ok) {
    await resolveByHand(document, { id, base, remote, merged }, session, parts);
    return;
  }
  if (merged.incoming.length > 0) {
    const right = parts.remoteTexts.uriFor(document.uri.path, merged.text);
    await showDiff(document.uri, right, `${id}: this file → merged`);
    const merge = "Merge";
    if ((await confirmOverDiff(`Merge these edits from ${target} into the file?`, [merge])) !== merge) return;
    if (!(await editDocument(document, { before: parsed.text, edits: merged.edits }))) {
      await showError("The file was edited in the meantime or cannot be saved. Nothing was changed.");
      return;
    }
    await vscode.window.showTextDocument(document, { preview: false });
  }
  await remember(document, id, remote, session, parts);
  sayBriefly(
    merged.incoming.length > 0
      ? `Merged. Push the file to update ${target}.`
      : `The file already has all edits from ${target}.`,
    8000,
  );
}

/** What is being merged by hand: the file, and the version of the service that was shown for it. */
interface Open {
  readonly document: vscode.TextDocument;
  readonly id: string;
  readonly base: Base | undefined;
  readonly remote: DashboardResource;
  readonly session: Session;
  /** The file before the merge. */
  readonly before: JsonDocument;
  /** Whether each conflict was put before the user. */
  readonly shown: boolean;
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
 * VS Code's merge editor with the three texts in the style of the file. The service's version counts as seen only when
 * the user says that the file is right, by *Mark as Resolved*.
 */
export async function resolveByHand(
  document: vscode.TextDocument,
  { id, base, remote, merged }: ThreeSides,
  session: Session,
  parts: DeployParts,
): Promise<void> {
  if (!remote) return;
  const { profile } = session;
  const before = documentOf(document.uri.path + partOf(document, id), document.getText());
  const rest = merged && !merged.ok ? merged.rest : undefined;
  const conflicts = merged && !merged.ok ? merged.conflicts : [];
  const ours = rest ? readAgain(before, rest.text) : before;
  const theirs = dashboardText(remote, profile, id, ours);
  const marks = { ours: "This File", theirs: profile.name.replace(/\s+/g, " ") };
  // Without a base, and if lines alone show no conflict, every different line is a conflict.
  const common = () => commonText(ours.text, theirs);
  let baseText = base ? dashboardText(base.value, profile, id, ours) : common();
  let lines = mergeLines(baseText, ours.text, theirs, marks);
  if (lines.conflicts === 0) lines = mergeLines((baseText = common()), ours.text, theirs, marks);
  // With markers in the file, the merge editor counts its conflicts; otherwise it considers them resolved.
  if (!(await applyEdits(document, { before: before.text, edits: replaced(before.text, lines.text) }))) {
    await showError("The file was edited in the meantime. Nothing was changed.");
    return;
  }
  const text = (path: string, content: string) =>
    parts.remoteTexts.uriFor(
      `${path}/${id}.dashboard.${isYamlName(document.uri.path) ? "yaml" : "json"}`,
      content,
    );
  const sides = {
    base: text("base", baseText),
    input1: {
      uri: text(profile.name, theirs),
      title: inertLabel(profile.name),
      description: inertLabel(targetText(profile)),
    },
    input2: {
      uri: text("file", ours.text),
      title: "This File",
      description: inertLabel(relativePath(session.settings.root, document.uri)),
    },
    output: document.uri,
  };
  const shown = lines.conflicts >= conflicts.length;
  const one: Open = { document, id, base, remote, session, before, shown };
  open.set(document.uri.toString(), one);
  await publish();
  try {
    await vscode.commands.executeCommand("_open.mergeEditor", sides);
  } catch (error) {
    // The command is not part of VS Code's API; without it, the markers in the text show the same.
    parts.log.warn(
      `Could not open the merge editor: ${error instanceof Error ? error.message : String(error)}`,
    );
    await vscode.window.showTextDocument(document, { preview: false });
  }
  const [done, restore, picture] = ["Mark as Resolved", "Restore the File", "Show as Pictures"];
  const message = [
    lines.conflicts === 1 ? "Resolve 1 conflict." : `Resolve ${lines.conflicts} conflicts.`,
    ...(conflicts.length > 0 ? [`${changesDetail(conflicts).replaceAll("\n", "; ")}.`] : []),
    ...(rest ? ["Remote edits without conflicts are already in the file."] : []),
    "Then mark the conflict as resolved and push.",
  ];
  let answer = await askMessage("information", message.join(" "), {}, done, restore, picture);
  while (answer === picture) {
    parts.showComparison({
      title: `${id}: conflict`,
      versions: [
        { name: "Common version", uri: sides.base },
        { name: "This file", uri: sides.input2.uri },
        { name: profile.name, uri: sides.input1.uri },
      ],
    });
    answer = await askMessage("information", message.join(" "), {}, done, restore, picture);
  }
  if (answer === done) await markResolved(document.uri, parts);
  if (answer === restore) await restoreFile(one);
}

/** One edit that turns the first text into the second. */
function replaced(before: string, after: string): { offset: number; length: number; text: string }[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    { offset: start, length: before.length - end - start, text: after.slice(start, after.length - end) },
  ];
}

/** Cancels a merge by hand and restores the file. */
async function restoreFile({ document, before }: Open): Promise<void> {
  const text = document.getText();
  if (!(await editDocument(document, { before: text, edits: replaced(text, before.text) }))) {
    await showError("Could not save the file. Undo the merge in the editor.");
    return;
  }
  open.delete(document.uri.toString());
  await publish();
}

/** *Mark as Resolved*: the shown remote version becomes the base of the file. */
export async function markResolved(uri: vscode.Uri | undefined, parts: DeployParts): Promise<void> {
  const place = uri ?? vscode.window.activeTextEditor?.document.uri;
  // In the merge editor, another text of the merge may be active; never use another file.
  const isSide = !place || isRemoteText(place);
  const one = place && open.get(place.toString());
  const only = isSide && open.size === 1 ? [...open.values()][0] : undefined;
  await markAsResolved(one ?? only, parts);
}

async function markAsResolved(one: Open | undefined, parts: DeployParts): Promise<void> {
  if (!one) {
    void askMessage("information", "No conflict of this file is being resolved.", {});
    return;
  }
  const { document, id, remote, session } = one;
  if (hasMarkers(document.getText())) {
    await showError("The file still has conflict markers such as <<<<<<<. Resolve each conflict first.");
    return;
  }
  if (document.isDirty && !(await document.save())) {
    await showError("The conflict was not marked as resolved, because the file could not be saved.");
    return;
  }
  if (!(await isComplete(one, parts))) return;
  open.delete(document.uri.toString());
  await publish();
  await remember(document, id, remote, session, parts);
  const push = "Push";
  const message = `Marked the conflict with ${id} as resolved.`;
  if ((await askMessage("information", message, {}, push)) === push) {
    const { pushCommand } = await import("./push");
    await pushCommand(document.uri, parts);
  }
}

/** Asks if the file lacks edits of either side without a decision. */
async function isComplete(
  { document, id, base, remote, session, before, shown }: Open,
  parts: DeployParts,
): Promise<boolean> {
  const after = documentOf(document.uri.path + partOf(document, id), document.getText());
  if (after.root?.kind !== "object" || after.problems.some((p) => p.severity === "error")) {
    await showError("The file has syntax errors. Fix them first.");
    return false;
  }
  const { profile } = session;
  const { theirs, ours } = base
    ? missingEdits(base.value, before, after, remote, shown)
    : { theirs: [], ours: [] };
  if (theirs.length + ours.length === 0) return true;
  const list = (lead: string, texts: readonly string[]) =>
    texts.length > 0 ? [`${lead}\n${changesDetail(texts.map((text) => ({ text })))}`] : [];
  const detail = [...list("Edited remotely:", theirs), ...list("Edited locally:", ours)].join("\n\n");
  const [look, mark] = ["Show Differences", "Mark as Resolved"];
  const message = "Edits from before the merge are missing in the file. Mark it as resolved anyway?";
  const answer = await askMessage("warning", message, { modal: true, detail }, look, mark);
  if (answer === look) {
    const left = parts.remoteTexts.uriFor(document.uri.path, dashboardText(remote, profile, id, after));
    await showDiff(left, document.uri, `${id}: ${profile.name} → this file`);
  }
  return answer === mark;
}

async function remember(
  document: vscode.TextDocument,
  id: string,
  remote: DashboardResource,
  { state, settings, profile }: Session,
  { synced }: DeployParts,
): Promise<void> {
  const path = relativePath(settings.root, document.uri) + partOf(document, id);
  await state.write({ id, path, value: remote });
  synced.fire({ root: settings.root, profile, id, resource: remote });
}

/** For the condition of the button in the editor's title. */
async function publish(): Promise<void> {
  // By path, because the URI of a remote file has another scheme in the workbench.
  const paths = Object.fromEntries([...open.values()].map(({ document }) => [document.uri.fsPath, true]));
  await vscode.commands.executeCommand("setContext", "mosaic.resolving", paths);
}
