import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import type { JsonDocument } from "../../../core/document/reader";
import { documentOf } from "../../../core/forms";
import { type PushOutcome, push } from "../../../core/sync/push";
import { askMessage } from "../../ask";
import { markDone } from "../../first-steps";
import { sayBriefly } from "../../notify";
import { claimsBelow } from "../claims";
import { leadsOut } from "../disk";
import { Activity } from "../session/activity";
import { findingsWithin } from "../session/chosen";
import { findingsOf } from "../session/findings";
import { targetText } from "../session/location";
import { showError, showErrors, showFailure } from "../session/messages";
import { type DeployParts, type Session, sessionFor } from "../session/session";
import { notifyPushOutcome } from "../session/synced";
import { editDocument, relativePath } from "../session/workspace-files";
import { consoleUrl } from "./console";
import { changesDetail, VscodePushDialogs } from "./dialogs";
import { resolveByHand } from "./resolve";
import { chosenPart, fileSubject, sessionsOf, subjectsOf } from "./target";

/** *Push Dashboard*: the given file, otherwise the active one. */
export async function pushCommand(argument: unknown, parts: DeployParts, selection?: unknown): Promise<void> {
  const subjects = subjectsOf(argument, selection);
  if (subjects.length > 1) {
    const { pushMany } = await import("./many/push-many");
    const files = subjects.filter(({ uri }) => uri !== undefined);
    for (const { session, subjects } of (await sessionsOf(files, parts)) ?? []) {
      await pushMany(
        subjects.map(({ uri, id }) => ({ uri: uri!, id })),
        session,
        parts,
      );
    }
    return;
  }
  const document = await fileSubject(argument);
  if (!document) return;
  // Save first, so that git has what is pushed.
  if (document.isDirty && !(await document.save())) {
    await showError("The file was not pushed, because it could not be saved.");
    return;
  }
  const session = await sessionFor(document.uri, parts);
  if (!session) return;
  const away = await leadsOut(session.settings.root, document.uri);
  if (away !== undefined) {
    await showError(`The file was not pushed: ${away}.`);
    return;
  }
  parts.refusals.clear(document.uri);
  const activity = new Activity(`Pushing to ${targetText(session.profile)}`);
  try {
    const part = chosenPart(argument, document);
    const parsed = documentOf(document.uri.path + part, document.getText());
    const dialogs = new VscodePushDialogs(document.uri, parsed, parts.remoteTexts, activity, (conflict) =>
      resolveByHand(document, conflict, session, parts),
    );
    const outcome = await run(document, part, parsed, dialogs, session, activity, parts);
    activity.idle();
    notifyPushOutcome(session, outcome, parts);
    if (dialogs.pullInstead) {
      const { pullCommand } = await import("./pull");
      await pullCommand(document.uri, parts);
    } else if (await report(document, parsed, session.profile, outcome, parts))
      await pushCommand(document.uri, parts);
  } finally {
    activity.idle();
  }
}

async function run(
  document: vscode.TextDocument,
  part: string,
  parsed: JsonDocument,
  dialogs: VscodePushDialogs,
  session: Session,
  activity: Activity,
  parts: DeployParts,
): Promise<PushOutcome> {
  const { settings, profile, service, state, bases } = session;
  const { findings, filledBy } = await findingsOf(document, parts);
  return push(
    {
      path: relativePath(settings.root, document.uri) + part,
      document: parsed,
      profile,
      findings: findingsWithin(parsed, findings),
      filledBy,
      signal: activity.signal,
    },
    {
      service,
      state,
      bases,
      dialogs,
      file: {
        write: (change) => editDocument(document, change),
        findings: async (merged) => findingsWithin(merged, (await findingsOf(document, parts)).findings),
      },
      claimants: async (id) => (await claimsBelow(session)).of(id),
      progress: (step) => {
        parts.log.info(`${step}: ${relativePath(settings.root, document.uri)}, ${targetText(profile)}`);
        activity.busy();
      },
    },
  );
}

/** Shows the result. @returns true if the user chooses *Retry*. */
async function report(
  document: vscode.TextDocument,
  parsed: JsonDocument,
  profile: Profile,
  outcome: PushOutcome,
  { log, refusals }: DeployParts,
): Promise<boolean> {
  if ("stateProblem" in outcome && outcome.stateProblem !== undefined) {
    log.warn(`Pushed, but the sync state was not saved: ${outcome.stateProblem}`);
  }
  switch (outcome.kind) {
    case "unchanged":
      sayBriefly(`${outcome.id} is unchanged in ${targetText(profile)}.`, 5000);
      return false;
    case "created":
    case "updated":
      markDone("pushed");
      if (outcome.altered.length > 0)
        log.warn(`The service changed the following when saving:\n${changesDetail(outcome.altered)}`);
      for (const { code, message } of outcome.falseAlarms) {
        log.warn(`False alarm: the service accepts this, but Mosaic reports an error: ${message} [${code}]`);
      }
      await reportSaved(profile, outcome);
      return false;
    case "errors":
      if (outcome.show) await showErrors();
      return false;
    case "refused": {
      refusals.show(document, parsed, outcome.failure);
      log.error(outcome.failure.message);
      const show = "Show Problems";
      const message = `The service rejected the dashboard: ${outcome.failure.message.split("\n")[0]!}`;
      if ((await askMessage("error", message, {}, show)) === show) await showErrors();
      return false;
    }
    case "failed":
      return showFailure(outcome.failure, log, profile);
    case "impossible":
      await showError(`${outcome.message} ${outcome.action}`);
      return false;
    case "conflict":
    case "planned":
      return false;
    case "cancelled":
      if (outcome.failure?.outcomeUnknown) void askMessage("warning", outcome.failure.action, {});
      return false;
  }
}

async function reportSaved(
  profile: Profile,
  outcome: PushOutcome & { kind: "created" | "updated" },
): Promise<void> {
  const target = targetText(profile);
  const saved =
    outcome.kind === "created"
      ? `Created ${outcome.id} in ${target}.`
      : `Updated ${outcome.id} in ${target}.`;
  const alarms =
    outcome.falseAlarms.length > 0
      ? ` False alarm: the service accepts a dashboard in which Mosaic reports errors.`
      : "";
  const [open, showLog] = ["Open in Console", "Show Log"];
  const url = consoleUrl(profile, outcome.id);
  const buttons = [...(url ? [open] : []), ...(alarms ? [showLog] : [])];
  const answer = await askMessage("information", saved + alarms, {}, ...buttons);
  if (answer === showLog) await vscode.commands.executeCommand("mosaic.showLog");
  if (answer === open && url) await vscode.env.openExternal(url);
}
