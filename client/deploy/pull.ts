import * as vscode from "vscode";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { idOfName, idOfPath } from "../../core/sync/identity";
import { type PullOutcome, type PullPlan, pull } from "../../core/sync/pull";
import { type DashboardResource, isServiceFailure } from "../../core/sync/service";
import { Activity } from "./activity";
import { showFailure, showProblem } from "./messages";
import { dashboardUri, targetText } from "./place";
import { showDiff } from "./remote-text";
import { type DeployParts, type Session, sessionFor } from "./session";
import { relativePath } from "./workspace-files";

const { t } = vscode.l10n;

/** *Pull Dashboard*: into the file it is called for, else into the one in front. */
export async function pullCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const uri = dashboardUri(argument);
  const document = uri && (await vscode.workspace.openTextDocument(uri));
  if (!document || document.isUntitled) {
    void vscode.window.showInformationMessage(t("Open a dashboard that is saved to a file first."));
    return;
  }
  const session = await sessionFor(document.uri, parts);
  if (session) await pullInto(document.uri, document, undefined, session, parts);
}

/** *Pull a Remote Dashboard into a New File*: chosen from what the project has. */
export async function pullDashboardCommand(parts: DeployParts): Promise<void> {
  const place = await folderToUse();
  if (!place) {
    void vscode.window.showInformationMessage(
      t("Open a folder first: the dashboard is written to a file in it."),
    );
    return;
  }
  const session = await sessionFor(place, parts);
  const chosen = session && (await chooseDashboard(session, parts));
  if (!session || !chosen) return;
  const id = idOfName(chosen.name ?? "")!;
  const name = `${idOfPath(chosen.displayName ?? "").toLowerCase() || id}.dashboard.json`;
  const uri = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(place, name),
    filters: { [t("Dashboards")]: ["dashboard.json", "json"] },
    saveLabel: t("Pull"),
  });
  if (!uri) return;
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  const document = exists ? await vscode.workspace.openTextDocument(uri) : undefined;
  await pullInto(uri, document, id, session, parts);
}

/** The folder of the dashboard in front, else the workspace folder, which is asked for when there are several. */
async function folderToUse(): Promise<vscode.Uri | undefined> {
  const uri = dashboardUri(undefined);
  const own = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (own) return vscode.Uri.joinPath(uri, "..");
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? (await vscode.window.showWorkspaceFolderPick())?.uri : folders[0]?.uri;
}

interface Choice extends vscode.QuickPickItem {
  readonly dashboard: DashboardResource;
}

/** A list that fills up while its pages arrive; closing it stops the reading. */
async function chooseDashboard(
  session: Session,
  { log }: DeployParts,
): Promise<DashboardResource | undefined> {
  const stop = new AbortController();
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = t("Dashboards of {0}", targetText(session.profile));
  pick.placeholder = t("Choose the dashboard to pull");
  pick.matchOnDescription = true;
  pick.busy = true;
  pick.show();
  const chosen = new Promise<DashboardResource | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]?.dashboard));
    pick.onDidHide(() => resolve(undefined));
  });
  const fill = async () => {
    const files = new Map((await session.state.list()).map(({ id, path }) => [id, path]));
    const items: Choice[] = [];
    for await (const dashboard of session.service.list({ signal: stop.signal, pageSize: 200 })) {
      const id = idOfName(dashboard.name ?? "");
      if (id === undefined) continue;
      const path = files.get(id);
      items.push({
        dashboard,
        label: dashboard.displayName || id,
        description: id,
        ...(path ? { detail: path } : {}),
      });
    }
    pick.items = items.sort((a, b) => a.label.localeCompare(b.label));
    if (items.length === 0) pick.placeholder = t("The project has no dashboards of its own.");
    pick.busy = false;
  };
  const failed = fill().catch((error: unknown) => error);
  try {
    const first = await Promise.race([
      chosen.then((dashboard) => ({ dashboard })),
      failed.then((e) => ({ error: e })),
    ]);
    if ("dashboard" in first) return first.dashboard;
    if (first.error === undefined) return await chosen;
    pick.hide();
    if (!isServiceFailure(first.error)) throw first.error;
    await showFailure(first.error, log);
    return undefined;
  } finally {
    stop.abort();
    pick.dispose();
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
  const parsed: JsonDocument | undefined = document && readDocument(document.getText());
  const activity = new Activity(t("Pulling from {0}", targetText(profile)));
  const path = relativePath(settings.root, uri);
  try {
    const outcome = await pull(
      {
        path,
        document: parsed,
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
        write: (plan) => (document ? edit(document, plan) : create(uri, plan)),
        progress: (step) => {
          parts.log.info(`${step}: ${path}, ${targetText(profile)}`);
          activity.busy();
        },
      },
    );
    activity.idle();
    await report(uri, session, outcome, parts);
  } finally {
    activity.idle();
  }
}

/** The file against what the pull would make of it, and a question beside it. */
async function consent(uri: vscode.Uri, plan: PullPlan, { remoteTexts }: DeployParts): Promise<boolean> {
  await showDiff(
    uri,
    remoteTexts.uriFor(uri.path, plan.after),
    t("{0}: this file ↔ {1}", plan.id, plan.profile.name),
  );
  const messages = {
    unsaved: t("The file has edits that are not saved. Replace them by what the service has?"),
    diverged: t("The file has edits that the service does not have. Replace them?"),
    unreadable: t("The file is not a JSON object. Replace all of it by what the service has?"),
  };
  const replace = t("Replace");
  return (await vscode.window.showWarningMessage(messages[plan.reason!], replace, t("Cancel"))) === replace;
}

async function edit(document: vscode.TextDocument, plan: PullPlan): Promise<boolean> {
  if (document.getText() !== plan.before) return false;
  const change = new vscode.WorkspaceEdit();
  for (const { offset, length, text } of plan.edits) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    change.replace(document.uri, range, text);
  }
  if (!(await vscode.workspace.applyEdit(change))) return false;
  await document.save();
  return true;
}

async function create(uri: vscode.Uri, plan: PullPlan): Promise<boolean> {
  const change = new vscode.WorkspaceEdit();
  const contents = new TextEncoder().encode(plan.after);
  // Without `overwrite`, a file that has come into being since is left as it is.
  change.createFile(uri, { contents, overwrite: false, ignoreIfExists: false });
  return vscode.workspace.applyEdit(change);
}

async function report(
  uri: vscode.Uri,
  session: Session,
  outcome: PullOutcome,
  { log }: DeployParts,
): Promise<void> {
  const target = targetText(session.profile);
  switch (outcome.kind) {
    case "unchanged":
      vscode.window.setStatusBarMessage(t("{0} is unchanged in {1}.", outcome.id, target), 5000);
      return;
    case "created":
    case "updated":
      if (outcome.stateProblem !== undefined)
        log.warn(`Not remembered on this machine: ${outcome.stateProblem}`);
      await vscode.window.showTextDocument(uri, { preview: false });
      vscode.window.setStatusBarMessage(t("Pulled {0} from {1}.", outcome.plan.id, target), 5000);
      return;
    case "edited-meanwhile":
      await showProblem(t("The file was edited in the meantime and was left as it is. Pull again."));
      return;
    case "missing":
      await showProblem(t("There is no dashboard {0} in {1}.", outcome.id, target));
      return;
    case "failed":
      await showFailure(outcome.failure, log);
      return;
    case "impossible":
      await showProblem(`${outcome.message} ${outcome.action}`);
      return;
  }
}
