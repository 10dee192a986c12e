import * as vscode from "vscode";
import { nameOf } from "../../core/sync/identity";
import { same } from "../../core/sync/normal-form";
import { type DashboardResource, isServiceFailure } from "../../core/sync/service";
import { findBase } from "../../core/sync/state";
import { askMessage, askPick } from "../ask";
import { confirmOn } from "./consent";
import { callService, showProblem } from "./messages";
import { targetText } from "./place";
import { readRemote } from "./remote-side";
import { type DeployParts, type Session, sessionFor } from "./session";
import { dashboardSubject } from "./subject";
import { type Deleted, Trash } from "./trash";

const { t } = vscode.l10n;

/** *Delete Remote Dashboard*: on the service only, never a file, and what was there last is kept. */
export async function deleteCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  if (!subject) return;
  const { session, id, document } = subject;
  const { profile, settings, service } = session;
  let shown = await readRemote(session, id, parts);
  if (!shown) return;
  const target = targetText(profile);
  for (;;) {
    const title = shown.displayName || id;
    const question = t("Delete the dashboard “{0}” ({1}) from {2}?", title, id, target);
    const detail = await detailFor(session, shown, document !== undefined, id);
    if (!(await confirmOn(profile, question, detail, t("Delete")))) return;
    const seen: DashboardResource = shown;
    // Nobody agreed to lose what was saved while the question was open.
    const done = await callService(
      t("Deleting from {0}", target),
      { log: parts.log, profile },
      async (signal) => {
        const now = await service.get(id, { signal });
        if (!now) return { kind: "gone" as const };
        if (!same(now, seen)) return { kind: "changed" as const, now };
        const deleted = await new Trash(parts.context).keep(settings.root, profile, id, now);
        try {
          await service.delete(id, { signal });
        } catch (failure) {
          // A lost answer of a delete that was carried out looks like this when it is sent again.
          if (!isServiceFailure(failure) || failure.kind !== "not-found") throw failure;
        }
        return { kind: "deleted" as const, deleted };
      },
    );
    if (!done) return;
    if (done.value.kind === "changed") {
      shown = done.value.now;
      await showProblem(t("The dashboard was edited in the meantime and was not deleted."));
      continue;
    }
    parts.synced.fire({ root: settings.root, profile, id, resource: undefined });
    if (done.value.kind === "deleted") await offerUndo(done.value.deleted, title, session, parts);
    return;
  }
}

async function detailFor(
  session: Session,
  remote: DashboardResource,
  hasFile: boolean,
  id: string,
): Promise<string> {
  const base = await findBase(session.bases, id, "", remote);
  return [
    ...(base && same(base.value, remote) ? [] : [t("It has edits that were never pulled to this machine.")]),
    ...(hasFile ? [t("The file stays.")] : []),
    t("What is there now is kept on this machine: “Restore Deleted Dashboard” brings it back."),
  ].join("\n");
}

async function offerUndo(
  deleted: Deleted,
  title: string,
  session: Session,
  parts: DeployParts,
): Promise<void> {
  const undo = t("Undo");
  const message = t("Deleted “{0}” from {1}.", title, targetText(session.profile));
  if ((await askMessage("information", message, {}, undo)) === undo) await restore(deleted, session, parts);
}

interface Choice extends vscode.QuickPickItem {
  readonly deleted: Deleted;
}

/** *Restore Deleted Dashboard*: one of those that were deleted from this workspace. */
export async function restoreCommand(parts: DeployParts): Promise<void> {
  const all = await new Trash(parts.context).list();
  if (all.length === 0) {
    void askMessage("information", t("No dashboard was deleted from this workspace."), {});
    return;
  }
  const choices = all.map(
    (deleted): Choice => ({
      deleted,
      label: deleted.value.displayName || deleted.id,
      description: `${deleted.id} · ${deleted.profile}`,
      detail: t("deleted {0}", new Date(deleted.deletedAt).toLocaleString()),
    }),
  );
  const chosen = await askPick(choices, {
    title: t("Restore Deleted Dashboard"),
    matchOnDescription: true,
  });
  if (!chosen) return;
  const { deleted } = chosen;
  const session = await sessionFor(vscode.Uri.parse(deleted.root), parts, deleted.profile);
  if (!session) return;
  const { project, endpoint } = session.profile;
  if (project !== deleted.project || endpoint !== deleted.endpoint) {
    await showProblem(
      t(
        "It was deleted from the project {0} at {1}, which the profile {2} does not name any more.",
        deleted.project,
        deleted.endpoint,
        deleted.profile,
      ),
    );
    return;
  }
  const question = t("Create the dashboard {0} in {1} again?", deleted.id, targetText(session.profile));
  if (await confirmOn(session.profile, question, "", t("Create"))) await restore(deleted, session, parts);
}

async function restore(deleted: Deleted, session: Session, parts: DeployParts): Promise<void> {
  const { profile, settings, service } = session;
  const { id } = deleted;
  const target = targetText(profile);
  const value = { ...deleted.value, name: nameOf(profile.project, id) };
  const created = await callService(t("Creating in {0}", target), { log: parts.log, profile }, (signal) =>
    service.create(value, { signal }),
  );
  if (!created) return;
  await new Trash(parts.context).drop(deleted);
  parts.synced.fire({ root: settings.root, profile, id, resource: created.value });
  vscode.window.setStatusBarMessage(t("Created {0} in {1} again.", id, target), 5000);
}
