import * as vscode from "vscode";
import type { Profile } from "../../core/config/config";
import { DEFAULT_ENDPOINT } from "../../core/config/endpoint";
import { readDocument } from "../../core/document/reader";
import type { Finding } from "../../core/finding";
import { type PushOutcome, push } from "../../core/sync/push";
import { Activity } from "./activity";
import { showFailure, showProblem, showProblems } from "./messages";
import { dashboardUri, targetText } from "./place";
import { detailOf, PushDialogs } from "./questions";
import { type DeployParts, type Session, sessionFor } from "./session";
import { dashboardsBelow, relativePath } from "./workspace-files";

const { t } = vscode.l10n;

/** *Push Dashboard*: of the file it is called for, else of the one in front. */
export async function pushCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const uri = dashboardUri(argument);
  const document = uri && (await vscode.workspace.openTextDocument(uri));
  if (!document || document.isUntitled) {
    void vscode.window.showInformationMessage(t("Open a dashboard that is saved to a file first."));
    return;
  }
  // The file is what git and the other people have; pushing something else would part the two.
  if (document.isDirty && !(await document.save())) {
    await showProblem(t("The file could not be saved, so it was not pushed."));
    return;
  }
  const session = await sessionFor(document.uri, parts);
  if (!session) return;
  parts.refusals.clear(document.uri);
  const activity = new Activity(t("Pushing to {0}", targetText(session.profile)));
  try {
    const outcome = await run(document, session, activity, parts);
    activity.idle();
    await report(document, session.profile, outcome, parts);
  } finally {
    activity.idle();
  }
}

async function run(
  document: vscode.TextDocument,
  session: Session,
  activity: Activity,
  parts: DeployParts,
): Promise<PushOutcome> {
  const { settings, profile, service, state, bases } = session;
  const parsed = readDocument(document.getText());
  const findings = (await parts.findingsFor(document.uri)).map(
    ({ code, severity, message, range }): Finding => {
      const offset = document.offsetAt(toPosition(range.start));
      return { code, severity, message, offset, length: document.offsetAt(toPosition(range.end)) - offset };
    },
  );
  return push(
    {
      path: relativePath(settings.root, document.uri),
      document: parsed,
      profile,
      findings,
      signal: activity.signal,
    },
    {
      service,
      state,
      bases,
      questions: new PushDialogs(document.uri, parsed, parts.remoteTexts, activity),
      otherFiles: () => dashboardsBelow(settings.root, settings.config.dashboards),
      progress: (step) => {
        parts.log.info(`${step}: ${relativePath(settings.root, document.uri)}, ${targetText(profile)}`);
        activity.busy();
      },
    },
  );
}

function toPosition({ line, character }: { line: number; character: number }): vscode.Position {
  return new vscode.Position(line, character);
}

async function report(
  document: vscode.TextDocument,
  profile: Profile,
  outcome: PushOutcome,
  { log, refusals }: DeployParts,
): Promise<void> {
  if ("stateProblem" in outcome && outcome.stateProblem !== undefined) {
    log.warn(`Saved, but not remembered on this machine: ${outcome.stateProblem}`);
  }
  switch (outcome.kind) {
    case "unchanged":
      vscode.window.setStatusBarMessage(t("{0} is unchanged in {1}.", outcome.id, targetText(profile)), 5000);
      return;
    case "created":
    case "updated":
      if (outcome.altered.length > 0)
        log.warn(`The service changed this on saving:\n${detailOf(outcome.altered)}`);
      for (const { code, message } of outcome.falseAlarms) {
        log.warn(`The service accepts what this finding calls an error: ${message} [${code}]`);
      }
      await reportSaved(profile, outcome);
      return;
    case "errors":
      if (outcome.show) await showProblems();
      return;
    case "refused": {
      refusals.show(document, outcome.failure);
      log.error(outcome.failure.message);
      const show = t("Show Problems");
      const message = t("The service refused the dashboard: {0}", outcome.failure.message.split("\n")[0]!);
      if ((await vscode.window.showErrorMessage(message, show)) === show) await showProblems();
      return;
    }
    case "failed":
      await showFailure(outcome.failure, log);
      return;
    case "impossible":
      await showProblem(`${outcome.message} ${outcome.action}`);
      return;
    case "cancelled":
      if (outcome.failure?.maybeDone) void vscode.window.showWarningMessage(outcome.failure.action);
      return;
  }
}

async function reportSaved(
  profile: Profile,
  outcome: PushOutcome & { kind: "created" | "updated" },
): Promise<void> {
  const target = targetText(profile);
  const saved =
    outcome.kind === "created"
      ? t("Created {0} in {1}.", outcome.id, target)
      : t("Updated {0} in {1}.", outcome.id, target);
  const alarms =
    outcome.falseAlarms.length > 0
      ? ` ${t("The service accepts what Mosaic calls an error: a false alarm.")}`
      : "";
  const [open, showLog] = [t("Open in Browser"), t("Show Log")];
  // The console shows what the real service has and nothing else.
  const buttons = [...(profile.endpoint === DEFAULT_ENDPOINT ? [open] : []), ...(alarms ? [showLog] : [])];
  const answer = await vscode.window.showInformationMessage(saved + alarms, ...buttons);
  if (answer === showLog) await vscode.commands.executeCommand("mosaic.showLog");
  if (answer !== open) return;
  const path = `/monitoring/dashboards/builder/${encodeURIComponent(outcome.id)}`;
  const query = `project=${encodeURIComponent(profile.project)}`;
  await vscode.env.openExternal(
    vscode.Uri.from({ scheme: "https", authority: "console.cloud.google.com", path, query }),
  );
}
