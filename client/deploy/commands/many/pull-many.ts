import * as vscode from "vscode";
import { dashboardPaths, documentOf, filePart } from "../../../../core/forms";
import { oneAtATime } from "../../../../core/sync/batch";
import { idOfName, idOfPath } from "../../../../core/sync/identity";
import { type FirstRead, inParallelListed } from "../../../../core/sync/listed";
import { type PullOutcome, type PullPlan, pull } from "../../../../core/sync/pull";
import { withCachedList } from "../../../../core/sync/state";
import { DocumentVersion } from "../../../../core/sync/version";
import { askPicks } from "../../../ask";
import { claimsBelow } from "../../claims";
import { refuseLinkedWrite } from "../../disk";
import { targetText } from "../../session/location";
import { callService } from "../../session/messages";
import { type DeployParts, type Session, sessionFor } from "../../session/session";
import { notifyPullOutcome } from "../../session/synced";
import { Templates } from "../../session/templates";
import {
  createFile,
  editDocument,
  fileUri,
  openFresh,
  readText,
  relativePath,
} from "../../session/workspace-files";
import { comparisonEntry } from "../dialogs";
import { settingsInFront } from "../switch-profile";
import type { CommandTarget } from "../target";
import { showSummary, withProgress } from "./progress";
import { resultOf } from "./summary";

/** A dashboard to pull into a file, which may have to be made. */
interface Job {
  /** As in `ReadFile`. */
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly id: string | undefined;
}

/** *Pull All*: everything the project has, into the files there are and, where it is wanted, into new ones. */
export async function pullAllCommand(parts: DeployParts): Promise<void> {
  const settings = await settingsInFront(parts.profiles);
  const session = settings && (await sessionFor(settings.root, parts));
  if (!session) return;
  const { profile, service } = session;
  const { root } = session.settings;
  const listed = await callService(
    `Reading from ${targetText(profile)}`,
    { log: parts.log, profile },
    async (signal) => {
      const all: { id: string; displayName: string | undefined }[] = [];
      for await (const { name, displayName } of service.list({ signal, pageSize: 100 })) {
        const id = idOfName(name ?? "");
        if (id !== undefined) all.push({ id, displayName });
      }
      return all;
    },
  );
  if (!listed) return;
  const claims = await claimsBelow(session);
  const taken = new Set([...claims.paths].map(filePart));
  const jobs = listed.value.map(({ id, displayName }) =>
    jobFor(root, claims.of(id).at(-1) ?? freePath(displayName, id, taken), id),
  );
  await pullMany(jobs, session, parts);
}

/** Selected files, and dashboards without a file. */
export async function pullSelected(
  subjects: readonly CommandTarget[],
  session: Session,
  parts: DeployParts,
): Promise<void> {
  const { root } = session.settings;
  const taken = new Set<string>();
  const jobs = subjects.map(async ({ uri, id }) => {
    if (!uri) return [jobFor(root, freePath(undefined, id ?? "dashboard", taken), id)];
    const path = relativePath(root, uri);
    const text = (await textOf(uri))?.text ?? "";
    const paths = dashboardPaths(path, text);
    if (id === undefined || paths.length === 1) return paths.map((one) => jobFor(root, one, id));
    return [jobFor(root, `${path}#${id}`, id)];
  });
  await pullMany((await Promise.all(jobs)).flat(), session, parts);
}

function freePath(title: string | undefined, id: string, taken: Set<string>): string {
  const stem = idOfPath(title ?? "").toLowerCase() || id;
  for (let number = 1; ; number++) {
    const path = `${stem}${number === 1 ? "" : `-${number}`}.dashboard.json`;
    if (taken.has(path)) continue;
    taken.add(path);
    return path;
  }
}

function jobFor(root: vscode.Uri, path: string, id: string | undefined): Job {
  return { path, uri: fileUri(root, path), id };
}

/** The document of a file; undefined when there is none. */
function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return openFresh(uri).then(
    (document) => document,
    () => undefined,
  );
}

/** The text of a file, for comparing: from the editor only if it is open, because opening hundreds is slow. */
async function textOf(
  uri: vscode.Uri,
): Promise<{ readonly text: string; readonly unsaved: boolean } | undefined> {
  if (vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) {
    const document = await opened(uri);
    return document && { text: document.getText(), unsaved: document.isDirty };
  }
  const text = await readText(uri).catch(() => undefined);
  return text === undefined ? undefined : { text, unsaved: false };
}

async function pullMany(jobs: readonly Job[], session: Session, parts: DeployParts): Promise<void> {
  const { settings, profile, service, bases } = session;
  const target = targetText(profile);
  const state = withCachedList(session.state);
  const templates = new Templates();
  const pullOne = async (
    { path, uri, id }: Job,
    answer: "merge" | "cancel",
    dryRun: boolean,
    signal: AbortSignal,
    first: FirstRead | undefined,
  ): Promise<PullOutcome | undefined> => {
    if (signal.aborted) return undefined;
    const document = dryRun ? undefined : await opened(uri);
    const file = document ? { text: document.getText(), unsaved: document.isDirty } : await textOf(uri);
    const outcome = await pull(
      {
        path,
        document: file && documentOf(path, file.text),
        filledBy: file && (await templates.filledBy(uri, file.text)),
        unsaved: file?.unsaved ?? false,
        profile,
        dryRun,
        signal,
        first,
        ...(id === undefined ? {} : { id }),
      },
      {
        service,
        state,
        bases,
        replace: async () => answer,
        write: async (plan) => {
          await refuseLinkedWrite(settings.root, uri);
          return document ? editDocument(document, plan) : createFile(uri, plan);
        },
      },
    );
    notifyPullOutcome(session, outcome, parts);
    return outcome;
  };
  const referenceOf = ({ id }: Job) => (id === undefined ? undefined : { service, id });
  const compared = await withProgress(`Comparing with ${target}`, (counter) =>
    inParallelListed<Job, PullOutcome>(
      jobs,
      (job, _, first) => pullOne(job, "cancel", true, counter.signal, first),
      { ...counter, referenceOf },
    ),
  );
  if (compared.stopped) return;
  const planned = jobs.flatMap((job, index) => {
    const outcome = compared.value[index];
    const plan = outcome?.kind === "planned" ? outcome.plan : undefined;
    // Files with local edits are not in the list, because a check mark is not enough consent.
    return plan && (plan.reason === undefined || canMerge(plan)) ? [{ job, plan }] : [];
  });
  const chosen = planned.length > 0 ? await choose(planned, target) : [];
  if (!chosen) return;
  const plans = new Map(chosen.map(({ job, plan }) => [job, plan]));
  // Each dashboard of a file is written into what the one before has left.
  const turns = new Map<string, ReturnType<typeof oneAtATime>>();
  const turnOf = ({ path }: Job) => {
    const file = filePart(path);
    const turn = turns.get(file) ?? oneAtATime();
    turns.set(file, turn);
    return turn;
  };
  const pulled = await withProgress(`Pulling from ${target}`, (counter) =>
    inParallelListed<Job, PullOutcome>(
      [...plans.keys()],
      (job, _, first) =>
        turnOf(job)(() =>
          pullOne(job, canMerge(plans.get(job)!) ? "merge" : "cancel", false, counter.signal, first),
        ),
      { ...counter, referenceOf },
    ),
  );
  const after = new Map([...plans.keys()].map((job, index) => [job, pulled.value[index]]));
  const results = jobs.map((job, index) =>
    resultOf(job.path, after.has(job) ? after.get(job) : compared.value[index]),
  );
  await showSummary(`Pulled from ${target}`, results, async ({ path }) => {
    await vscode.window.showTextDocument(fileUri(settings.root, path));
  });
}

function canMerge({ reason, merged }: PullPlan): boolean {
  return reason === "diverged" && merged?.ok === true;
}

interface Planned {
  readonly job: Job;
  readonly plan: PullPlan;
}

async function choose(planned: readonly Planned[], target: string): Promise<readonly Planned[] | undefined> {
  const items = planned.map(({ job, plan }) => ({
    one: { job, plan },
    icon: iconOf(plan),
    label: job.path,
    ...wordsAbout(plan),
    // Merges and new files are not selected by default.
    picked: plan.reason === undefined && plan.before !== undefined,
  }));
  const picked = await askPicks(items, {
    title: `Pull from ${target}`,
    placeHolder: "Select files to write. Conflicts are not written; the summary lists them.",
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ one }) => one);
}

function iconOf(plan: PullPlan): string {
  if (plan.before === undefined) return "new-file";
  return plan.reason === "diverged" ? "git-merge" : "edit";
}

/** The description and the detail of an entry. */
function wordsAbout({ path, before, after, reason, changes }: PullPlan): {
  description: string;
  detail?: string;
} {
  if (before === undefined) return { description: "new file" };
  if (changes.length === 0)
    return { description: reason === "unreadable" ? "replace the file" : "no difference" };
  const [local, pulled] = [before, after].map((text) => new DocumentVersion(documentOf(path, text)));
  const words = comparisonEntry(local, pulled);
  return reason === "diverged" ? { ...words, description: "merge" } : words;
}
