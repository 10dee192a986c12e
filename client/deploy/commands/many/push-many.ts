import * as vscode from "vscode";
import type { Profile } from "../../../../core/config/config";
import { dashboardPaths, documentOf, filePart } from "../../../../core/forms";
import type { PushDialogs, PushPlan } from "../../../../core/sync/push";
import { pushAll } from "../../../../core/sync/push-all";
import { withCachedList } from "../../../../core/sync/state";
import { Version } from "../../../../core/sync/version";
import { askPicks } from "../../../ask";
import { sayBriefly } from "../../../notify";
import { accountLine } from "../../../trust/account";
import { claimsBelow } from "../../claims";
import { leadsOut } from "../../disk";
import { findingsWithin, partOf } from "../../session/chosen";
import { findingsOf } from "../../session/findings";
import { targetText } from "../../session/location";
import { type DeployParts, type Session, sessionFor } from "../../session/session";
import { notifyPushOutcome } from "../../session/synced";
import { dashboardsBelow, fileUri, openFresh, relativePath } from "../../session/workspace-files";
import { confirmProfileName } from "../consent";
import { comparisonEntry } from "../dialogs";
import { settingsInFront } from "../switch-profile";
import { showSummary, withProgress } from "./progress";
import { type Result, resultOf } from "./summary";

/** *Push All Changed*: of the configuration in front. Nothing is selected by default. */
export async function pushAllCommand(parts: DeployParts): Promise<void> {
  const settings = await settingsInFront(parts.profiles);
  const session = settings && (await sessionFor(settings.root, parts));
  if (!session) return;
  const { root, config } = session.settings;
  const { paths } = await session.state.list();
  const files = await dashboardsBelow(root, config.dashboards, paths);
  await pushMany(
    [...new Set(files.map(({ path }) => filePart(path)))].map((path) => ({ uri: fileUri(root, path) })),
    session,
    parts,
    false,
  );
}

/** A dashboard to push. */
interface File {
  /** As in `ReadFile`. */
  readonly path: string;
  readonly document: vscode.TextDocument;
}

/** A file to push; without an id, all dashboards in it. */
interface Selected {
  readonly uri: vscode.Uri;
  readonly id?: string | undefined;
}

/**
 * Compares first, lists the changes, and pushes the selected ones. Conflicts are never in the list.
 *
 * @param named whether the user selected these files, so that all are selected by default
 */
export async function pushMany(
  selected: readonly Selected[],
  session: Session,
  parts: DeployParts,
  named = true,
): Promise<void> {
  const { settings, profile } = session;
  const target = targetText(profile);
  const { service, bases } = session;
  const state = withCachedList(session.state);
  const claims = once(() => claimsBelow({ settings, state }));
  const files: File[] = [];
  const unsaved: Result[] = [];
  for (const { uri, id } of selected) {
    const document = await openFresh(uri);
    // As for a single push, save first, so that git has what is pushed.
    const path = relativePath(settings.root, uri);
    const away = await leadsOut(settings.root, uri);
    if (away !== undefined) unsaved.push({ path, tally: "failed", reason: away });
    else if (!document.isDirty || (await document.save())) {
      const paths =
        id === undefined ? dashboardPaths(path, document.getText()) : [path + partOf(document, id)];
      for (const one of paths) files.push({ path: one, document });
    } else
      unsaved.push({
        path,
        tally: "failed",
        reason: "The file was not pushed, because it could not be saved.",
      });
  }
  const itemOf = async (file: File, questions: PushDialogs) => {
    const { path, document } = file;
    const id = (await claims()).idOf(path);
    const claimants = async (id: string) => (await claims()).of(id);
    const request = async () => {
      const parsed = documentOf(path, document.getText());
      const { findings, filledBy } = await findingsOf(document, parts);
      return { path, document: parsed, profile, findings: findingsWithin(parsed, findings), filledBy };
    };
    return { path, id, request, ports: { service, state, bases, dialogs: questions, claimants } };
  };
  const run = (
    title: string,
    dryRun: boolean,
    on: readonly File[],
    questionsFor: (file: File) => PushDialogs,
  ) =>
    withProgress(title, async (counter) => {
      const items = await Promise.all(on.map((file) => itemOf(file, questionsFor(file))));
      const outcomes = await pushAll<(typeof items)[number]>(items, { ...counter, dryRun });
      for (const outcome of outcomes) if (outcome) notifyPushOutcome(session, outcome, parts);
      return outcomes;
    });

  const compared = await run(`Comparing with ${target}`, true, files, silent);
  if (compared.stopped) return;
  const planned = files.flatMap((file, index) => {
    const outcome = compared.value[index];
    return outcome?.kind === "planned" ? [{ file, plan: outcome.plan }] : [];
  });
  const left = compared.value.filter(
    (outcome) => outcome?.kind !== "planned" && outcome?.kind !== "unchanged",
  );
  const chosen =
    planned.length > 0 ? await choose(planned, left.length + unsaved.length, profile, named) : [];
  if (!chosen) return;
  if (planned.length > 0 && chosen.length === 0) {
    sayBriefly("Nothing was selected, so nothing was pushed.");
    return;
  }
  if (chosen.length > 0 && profile.protected && !(await confirmProfileName(profile, "Push"))) return;

  const plans = new Map(chosen.map(({ file, plan }) => [file, plan]));
  const pushed = await run(`Pushing to ${target}`, false, [...plans.keys()], (file) =>
    agreedTo(plans.get(file)!, profile.name),
  );
  const after = new Map([...plans.keys()].map((file, index) => [file, pushed.value[index]]));
  const results = files.map((file, index) =>
    resultOf(file.path, after.has(file) ? after.get(file) : compared.value[index]),
  );
  results.push(...unsaved);
  await showSummary(`Pushed to ${target}`, results, async ({ path }) => {
    await vscode.window.showTextDocument(fileUri(settings.root, path));
  });
}

interface Planned {
  readonly file: File;
  readonly plan: PushPlan;
}

async function choose(
  planned: readonly Planned[],
  left: number,
  profile: Profile,
  picked: boolean,
): Promise<readonly Planned[] | undefined> {
  const created = planned.filter(({ plan }) => plan.action === "create").length;
  const counts = [
    ...(planned.length > created ? [`${planned.length - created} to update`] : []),
    ...(created > 0 ? [`${created} to create`] : []),
    ...(left > 0 ? [`${left} with conflicts or errors`] : []),
  ];
  const items = planned.map(({ file, plan }) => ({
    one: { file, plan },
    icon: plan.action === "create" ? "add" : "edit",
    label: file.path,
    ...(plan.action === "create"
      ? { description: `create ${plan.id}` }
      : comparisonEntry(plan.remote, plan.local)),
    picked,
  }));
  const chosen = await askPicks(items, {
    title: `Push to ${targetText(profile)}`,
    placeHolder: `${counts.join(", ")}. Select what to push. ${await accountLine(profile)}`,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return chosen?.map(({ one }) => one);
}

/** No questions while comparing; what needs an answer is listed in the summary. */
function silent(): PushDialogs {
  return {
    errors: async () => "cancel",
    otherProject: async () => true,
    conflict: async () => "cancel",
    confirm: async () => false,
    typeName: async () => undefined,
  };
}

/** Answers that confirm exactly this plan. */
function agreedTo(plan: PushPlan, profileName: string): PushDialogs {
  const version = new Version(plan.remote);
  return {
    ...silent(),
    confirm: async ({ remote }) => version.equals(new Version(remote)),
    typeName: async (why) => (why === "protected" ? profileName : undefined),
  };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
