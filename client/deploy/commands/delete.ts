import type * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { childAt, valueOf } from "../../../core/document/node";
import { documentOf } from "../../../core/forms";
import { deleteDashboard, keptTexts, restoreDashboard } from "../../../core/sync/delete";
import type { PushDialogs } from "../../../core/sync/push";
import { askMessage, askPick } from "../../ask";
import { type ListItem, sayBriefly } from "../../notify";
import { accountLine } from "../../trust/account";
import { Activity } from "../session/activity";
import { targetText } from "../session/location";
import { showError, showFailure } from "../session/messages";
import { type DeployParts, type Session, sessionFor } from "../session/session";
import { workspaceFiles } from "../session/workspace-files";
import { confirmProfileName } from "./consent";
import { creationDetail } from "./creation-text";
import { settingsInFront } from "./switch-profile";
import { dashboardSubject } from "./target";

/** *Delete Remote Dashboard*: deletes on the service only, never a file, and stores a backup. */
export async function deleteCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  if (!subject) return;
  const { session, id, document } = subject;
  const { profile, settings, service, state, bases } = session;
  const target = targetText(profile);
  const activity = new Activity(`Deleting from ${target}`);
  let title = id;
  let asked = false;
  activity.busy();
  try {
    const outcome = await deleteDashboard(
      { id, profile, signal: activity.signal },
      {
        service,
        state,
        bases,
        files: workspaceFiles(settings.root),
        async confirm(remote, unseen) {
          activity.idle();
          title = remote.displayName || id;
          const detail = [
            ...(asked ? ["It was edited in the meantime."] : []),
            ...(!unseen
              ? []
              : document
                ? ["It has remote edits that were never pulled to this machine."]
                : ["It was never pulled to this machine."]),
            ...(document ? ["The local file is kept."] : []),
            "A backup is saved on this machine. Use *Restore Deleted Dashboard* to undo.",
            await accountLine(profile),
          ].join("\n");
          asked = true;
          const question = `Delete the dashboard "${title}" (${id}) from ${target}?`;
          const go = "Delete";
          const answer = await askMessage("warning", question, { modal: true, detail }, go);
          if (answer === go) activity.busy();
          return answer === go;
        },
        async typeName(expected) {
          activity.idle();
          return (await confirmProfileName(profile, "Delete")) ? expected : undefined;
        },
      },
    );
    activity.idle();
    switch (outcome.kind) {
      case "failed":
        if (await showFailure(outcome.failure, parts.log, profile)) await deleteCommand(argument, parts);
        return;
      case "missing":
        parts.synced.fire({ root: settings.root, profile, id, resource: undefined });
        await showError(`There is no dashboard ${id} in ${target}.`);
        return;
      case "cancelled":
        if (outcome.failure?.outcomeUnknown) void askMessage("warning", outcome.failure.action, {});
        return;
      case "deleted": {
        parts.synced.fire({ root: settings.root, profile, id, resource: undefined });
        const undo = "Undo";
        const message = `Deleted "${title}" from ${target}.`;
        const answer = await askMessage("information", message, {}, undo);
        // Do not ask again on undo.
        if (answer === undo) await restore(id, session, parts, async () => true);
        return;
      }
    }
  } finally {
    activity.idle();
  }
}

/** *Restore Deleted Dashboard*: one of those that were deleted through the profile in use. */
export async function restoreCommand(parts: DeployParts): Promise<void> {
  const settings = await settingsInFront(parts.profiles);
  const session = settings && (await sessionFor(settings.root, parts));
  if (!session) return;
  const { profile } = session;
  const choices = await keptDashboards(session.settings.root, profile);
  if (choices.length === 0) {
    void askMessage(
      "information",
      `There are no backups of dashboards deleted from ${targetText(profile)}.`,
      {},
    );
    return;
  }
  const chosen = await askPick(choices, {
    title: "Restore Deleted Dashboard",
    matchOnDescription: true,
  });
  if (!chosen) return;
  const confirm = async () => {
    const question = `Restore the dashboard ${chosen.id} in ${targetText(profile)}?`;
    const go = "Create";
    const detail = [chosen.about, await accountLine(profile)].filter(Boolean).join("\n\n");
    return (await askMessage("warning", question, { modal: true, detail }, go)) === go;
  };
  await restore(chosen.id, session, parts, confirm, chosen.path);
}

async function keptDashboards(
  root: vscode.Uri,
  profile: Profile,
): Promise<(ListItem & { readonly id: string; readonly path: string; readonly about: string })[]> {
  const files = workspaceFiles(root);
  return Promise.all(
    (await keptTexts(files, profile)).map(async ({ id, path, time }) => {
      const { root: value } = documentOf(path, (await files.read(path).catch(() => undefined)) ?? "");
      const title = childAt(value, "displayName");
      const label = title?.kind === "string" && title.value ? title.value : id;
      const when = time === "" ? "" : new Date(time).toLocaleString();
      const about = [creationDetail(value && valueOf(value)), when && `Deleted: ${when}`]
        .filter(Boolean)
        .join("\n");
      return { id, path, label, about, description: [id, when].filter(Boolean).join(" · ") };
    }),
  );
}

async function restore(
  id: string,
  session: Session,
  parts: DeployParts,
  confirm: () => Promise<boolean>,
  kept?: string,
): Promise<void> {
  const { profile, settings, service, state } = session;
  const target = targetText(profile);
  const dialogs: PushDialogs = {
    confirm,
    errors: async () => "ask-service",
    otherProject: async () => true,
    conflict: async () => "cancel",
    typeName: async (_, expected) => ((await confirmProfileName(profile, "Create")) ? expected : undefined),
  };
  const outcome = await restoreDashboard(
    { id, profile },
    { service, state, dialogs, files: workspaceFiles(settings.root) },
    kept,
  );
  switch (outcome?.kind) {
    case "created":
    case "unchanged":
      parts.synced.fire({ root: settings.root, profile, id, resource: outcome.resource });
      sayBriefly(`Restored ${id} in ${target}.`, 5000);
      return;
    case "conflict":
      await showError(`The dashboard ${id} already exists in ${target}. Nothing was restored.`);
      return;
    case "failed":
    case "refused":
      if (await showFailure(outcome.failure, parts.log, profile))
        await restore(id, session, parts, confirm, kept);
      return;
    case "impossible":
      await showError(`${outcome.message} ${outcome.action}`);
      return;
  }
}
