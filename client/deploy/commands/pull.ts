import * as vscode from "vscode";
import type { JsonDocument } from "../../../core/document/reader";
import { documentOf } from "../../../core/forms";
import { idOfName, idOfPath } from "../../../core/sync/identity";
import { type PullOutcome, type PullPlan, pull } from "../../../core/sync/pull";
import { type DashboardResource, isServiceFailure } from "../../../core/sync/service";
import { fileOf } from "../../../core/sync/state";
import { askFile } from "../../ask";
import { GrowingList, inform, type ListItem, sayBriefly } from "../../notify";
import { refuseLinkedWrite } from "../disk";
import { Activity } from "../session/activity";
import { partOf } from "../session/chosen";
import { dashboardUri, targetText } from "../session/location";
import { showError, showFailure } from "../session/messages";
import { type DeployParts, type Session, sessionFor } from "../session/session";
import { notifyPullOutcome } from "../session/synced";
import { Templates } from "../session/templates";
import { createFile, editDocument, openFresh, relativePath } from "../session/workspace-files";
import { showDiff } from "../texts/remote-text";
import { confirmOverDiff } from "./dialogs";
import { readRemote } from "./remote-side";
import { chosenPart, fileSubject, sessionsOf, subjectsOf } from "./target";

/** *Pull Dashboard*: into the given file, otherwise the active one; without a file, into a new one. */
export async function pullCommand(argument: unknown, parts: DeployParts, selection?: unknown): Promise<void> {
  const subjects = subjectsOf(argument, selection);
  const subject = subjects[0];
  if (subject && subjects.length > 1) {
    const { pullSelected } = await import("./many/pull-many");
    for (const group of (await sessionsOf(subjects, parts)) ?? []) {
      await pullSelected(group.subjects, group.session, parts);
    }
    return;
  }
  if (subject && !subject.uri && subject.id !== undefined) {
    const session = await sessionFor(subject.location, parts, subject.profile);
    const remote = session && (await readRemote(session, subject.id, parts));
    if (session && remote) await pullNew(remote, subject.location, session, parts);
    return;
  }
  const document = await fileSubject(argument);
  const session = document && (await sessionFor(document.uri, parts));
  if (!document || !session) return;
  const id = chosenPart(argument, document) === "" ? undefined : subject?.id;
  await pullInto(document.uri, document, id, session, parts);
}

/** *Pull into a New File*: chosen from what the project has. */
export async function pullDashboardCommand(parts: DeployParts): Promise<void> {
  const place = await folderToUse();
  if (!place) {
    inform("Open a folder first. The dashboard is written to a file in it.");
    return;
  }
  const session = await sessionFor(place, parts);
  const chosen = session && (await chooseDashboard(session, parts));
  if (session && chosen) await pullNew(chosen, place, session, parts);
}

/** Into a file that the user chooses; an existing one is treated like any other. */
export async function pullNew(
  chosen: DashboardResource,
  place: vscode.Uri,
  session: Session,
  parts: DeployParts,
): Promise<void> {
  const id = idOfName(chosen.name ?? "")!;
  const name = `${idOfPath(chosen.displayName ?? "").toLowerCase() || id}.dashboard.json`;
  const uri = await askFile({
    defaultUri: vscode.Uri.joinPath(place, name),
    filters: { ["Dashboards"]: ["dashboard.json", "json", "dashboard.yaml", "yaml", "yml"] },
    saveLabel: "Pull",
  });
  if (!uri) return;
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  const document = exists ? await openFresh(uri) : undefined;
  await pullInto(uri, document, id, session, parts);
}

/** The folder of the active dashboard, otherwise the workspace folder; asks if there are several. */
async function folderToUse(): Promise<vscode.Uri | undefined> {
  const uri = dashboardUri(undefined);
  const own = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (own) return vscode.Uri.joinPath(uri, "..");
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? (await vscode.window.showWorkspaceFolderPick())?.uri : folders[0]?.uri;
}

interface Choice extends ListItem {
  readonly dashboard: DashboardResource;
}

/** A list that fills up while its pages arrive; closing it stops the reading. */
async function chooseDashboard(session: Session, parts: DeployParts): Promise<DashboardResource | undefined> {
  const { log } = parts;
  const stop = new AbortController();
  const list = new GrowingList<Choice>(
    `Dashboards of ${targetText(session.profile)}`,
    "Choose the dashboard to pull",
  );
  const chosen = list.chosen.then((choice) => choice?.dashboard);
  const fill = async () => {
    const { records } = await session.state.list();
    const files = new Map(records.map((record) => [record.id, fileOf(record)]));
    const items: Choice[] = [];
    for await (const dashboard of session.service.list({ signal: stop.signal, pageSize: 200 })) {
      const id = idOfName(dashboard.name ?? "");
      if (id === undefined) continue;
      const path = files.get(id);
      items.push({
        dashboard,
        label: dashboard.displayName || id,
        description: id,
        detail: path || undefined,
      });
    }
    items.sort((a, b) => a.label.localeCompare(b.label));
    list.fill(items, items.length === 0 ? "The project has no custom dashboards." : undefined);
  };
  const failed = fill().catch((error: unknown) => error);
  try {
    const first = await Promise.race([
      chosen.then((dashboard) => ({ dashboard })),
      failed.then((e) => ({ error: e })),
    ]);
    if ("dashboard" in first) return first.dashboard;
    if (first.error === undefined) return await chosen;
    list.dispose();
    if (!isServiceFailure(first.error)) throw first.error;
    if (await showFailure(first.error, log, session.profile)) return await chooseDashboard(session, parts);
    return undefined;
  } finally {
    stop.abort();
    list.dispose();
  }
}

async function pullInto(
  uri: vscode.Uri,
  document: vscode.TextDocument | undefined,
  id: string | undefined,
  session: Session,
  parts: DeployParts,
): Promise<void> {
  const { settings, profile, service, state, bases } = session;
  const part = document ? partOf(document, id) : "";
  const parsed: JsonDocument | undefined =
    document && documentOf(document.uri.path + part, document.getText());
  const activity = new Activity(`Pulling from ${targetText(profile)}`);
  const path = relativePath(settings.root, uri) + part;
  try {
    const outcome = await pull(
      {
        path,
        document: parsed,
        filledBy: parsed && (await new Templates().filledBy(uri, parsed.text)),
        unsaved: document?.isDirty ?? false,
        profile,
        signal: activity.signal,
        ...(id === undefined ? {} : { id }),
      },
      {
        service,
        state,
        bases,
        async replace(plan) {
          activity.idle();
          return consent(uri, plan, parts);
        },
        write: async (plan) => {
          await refuseLinkedWrite(settings.root, uri);
          return document ? editDocument(document, plan) : createFile(uri, plan);
        },
        progress: (step) => {
          parts.log.info(`${step}: ${path}, ${targetText(profile)}`);
          activity.busy();
        },
      },
    );
    activity.idle();
    notifyPullOutcome(session, outcome, parts);
    if (await report(uri, session, outcome, parts)) await pullInto(uri, document, id, session, parts);
  } finally {
    activity.idle();
  }
}

/** The file against what the pull would make of it, and a question over it. */
async function consent(
  uri: vscode.Uri,
  plan: PullPlan,
  { remoteTexts }: DeployParts,
): Promise<"replace" | "merge" | "cancel"> {
  const { merged, id, profile } = plan;
  const after = merged?.ok ? merged.text : plan.after;
  const right = merged?.ok ? "merged" : profile.name;
  const title = `${id}: local → ${right}`;
  await showDiff(uri, remoteTexts.uriFor(uri.path, after), title);
  const messages = {
    unsaved: "The file has unsaved changes. Replace them with the remote version?",
    diverged: merged?.ok
      ? "Both sides were edited, without overlap. Merge the remote edits into the file?"
      : "The file has local edits. Replace them?",
    unreadable: "The file cannot be read as a dashboard. Replace its contents with the remote version?",
  };
  const [merge, replace] = ["Merge", merged?.ok ? "Replace with Remote Version" : "Replace"];
  const answer = await confirmOverDiff(messages[plan.reason!], merged?.ok ? [merge, replace] : [replace]);
  return answer === merge ? "merge" : answer === replace ? "replace" : "cancel";
}

/** Shows the result. @returns true if the user chooses *Retry*. */
async function report(
  uri: vscode.Uri,
  session: Session,
  outcome: PullOutcome,
  { log }: DeployParts,
): Promise<boolean> {
  const target = targetText(session.profile);
  switch (outcome.kind) {
    case "unchanged":
      sayBriefly(`${outcome.id} is unchanged in ${target}.`, 5000);
      return false;
    case "created":
    case "updated":
    case "merged":
      if (outcome.stateProblem !== undefined)
        log.warn(`The sync state was not saved: ${outcome.stateProblem}`);
      await vscode.window.showTextDocument(uri, { preview: false });
      sayBriefly(
        outcome.kind === "merged"
          ? `Merged ${outcome.plan.id} from ${target} into the file.`
          : `Pulled ${outcome.plan.id} from ${target}.`,
        5000,
      );
      return false;
    case "edited-meanwhile":
      await showError(
        "The file was edited in the meantime or cannot be saved. Nothing was changed. Pull again.",
      );
      return false;
    case "missing":
      await showError(`There is no dashboard ${outcome.id} in ${target}.`);
      return false;
    case "failed":
      return showFailure(outcome.failure, log, session.profile);
    case "cancelled":
    case "conflict":
    case "planned":
      return false;
    case "impossible":
      await showError(`${outcome.message} ${outcome.action}`);
      return false;
  }
}
