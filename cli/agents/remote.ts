import { matchesGlob } from "../../core/config/glob";
import { settingsFor } from "../../core/config/severity";
import { Dashboard } from "../../core/dashboard";
import type { JsonDocument } from "../../core/document/reader";
import type { Finding } from "../../core/finding";
import { documentOf, filePart } from "../../core/forms";
import { type PushDialogs, type PushPlan, push } from "../../core/sync/push";
import { isServiceFailure } from "../../core/sync/service";
import { fileOf } from "../../core/sync/state";
import { refuseLeaving } from "../../disk/links";
import type { Remote, RemoteComparison, RemoteList } from "../../mcp/index";
import { type DeployFile, type DeployFiles, readDeployFiles } from "../deploy/inputs";
import { targetText } from "../deploy/report";
import { type TargetValues, targetFor } from "../deploy/target";
import type { Io } from "../io";
import { Templates } from "../templates";
import type { Terminal } from "../terminal";

/** Nobody answers at a terminal: what needs consent fails with what to run. */
const NOBODY: Terminal = { interactive: false, ask: async () => "" };

/**
 * The service for agents. Where it is and who signs in is decided by the options of the command and the configuration,
 * with consent as for every other command; a tool cannot choose it.
 */
export function remoteFor(values: TargetValues, run: Io, mayPush: boolean): Remote {
  const remote: Remote = {
    list: (signal) => list(values, run, signal),
    compare: (file, signal) => compare(file, values, run, signal),
  };
  if (!mayPush) return remote;
  return {
    ...remote,
    push: (file, confirm, typed, signal) => save(file, confirm, typed, values, run, signal),
  };
}

async function list(values: TargetValues, io: Io, signal: AbortSignal): Promise<RemoteList> {
  const { profile, service, state } = await targetFor(io.cwd, values, io, NOBODY);
  const files = new Map((await state.list()).records.map((record) => [record.id, fileOf(record)]));
  const dashboards: RemoteList["dashboards"][number][] = [];
  try {
    for await (const remote of service.list({ signal })) {
      const id = String(remote.name ?? "")
        .split("/")
        .pop()!;
      dashboards.push({ id, title: String(remote.displayName ?? ""), file: files.get(id) || undefined });
    }
  } catch (failure) {
    if (!isServiceFailure(failure)) throw failure;
    throw new Error(`${failure.message} ${failure.action}`);
  }
  dashboards.sort((a, b) => a.title.localeCompare(b.title) || (a.id < b.id ? -1 : 1));
  return { target: targetText(profile), dashboards };
}

async function compare(
  file: string,
  values: TargetValues,
  run: Io,
  signal: AbortSignal,
): Promise<RemoteComparison> {
  const { found, inputs, document, filledBy } = await opened(file, values, run);
  const { path, target } = found;
  const { profile, service, state, bases } = target;
  const outcome = await push(
    { path, document, profile, findings: [], filledBy, dryRun: true, signal },
    { service, state, bases, dialogs: NO_QUESTIONS, claimants: (id) => inputs.claimants(target, id) },
  );
  const errors = findingsOf(found, document).filter(({ severity }) => severity === "error");
  return { target: targetText(profile), account: await target.account(), errors, outcome };
}

async function save(
  file: string,
  confirm: (plan: PushPlan) => boolean,
  typed: string | undefined,
  values: TargetValues,
  run: Io,
  signal: AbortSignal,
) {
  const { found, inputs, document, filledBy } = await opened(file, values, run);
  const { path, target } = found;
  const { profile, service, state, bases } = target;
  await refuseLeaving(target.root, found.absolute);
  const dialogs: PushDialogs = {
    ...NO_QUESTIONS,
    confirm: async (plan) => confirm(plan),
    typeName: async (why) => (why === "protected" ? typed : undefined),
  };
  return push(
    { path, document, profile, findings: findingsOf(found, document), filledBy, signal },
    { service, state, bases, dialogs, claimants: (id) => inputs.claimants(target, id) },
  );
}

/** One dashboard file with its target, as it is now. */
async function opened(file: string, values: TargetValues, run: Io) {
  const problems: string[] = [];
  const io: Io = { ...run, out: () => undefined, err: (text) => void problems.push(text) };
  const inputs: DeployFiles = await readDeployFiles([file], values, io, "globs", NOBODY);
  const [found, ...others] = inputs.files;
  if (!found || others.length > 0 || inputs.unreadable > 0)
    throw new Error(problems.join(" ").trim() || "The file has not exactly one dashboard to compare.");
  const { text } = await found.open();
  const template = new Templates(io.cwd).of(found.absolute, text);
  const document = documentOf(found.source, text, template);
  return { found, inputs, document, filledBy: template?.certain ? template.by : undefined };
}

function findingsOf({ path, target }: DeployFile, document: JsonDocument): readonly Finding[] {
  const dashboard = document.form ? Dashboard.of(document) : new Dashboard(document.text);
  return dashboard.findingsUnder(settingsFor(target.config, filePart(path), matchesGlob));
}

/** An agent never overwrites, and errors end a push. Another project in the file's own name is part of what is shown. */
const NO_QUESTIONS: PushDialogs = {
  errors: async () => "cancel",
  otherProject: async () => true,
  conflict: async () => "cancel",
  confirm: async () => false,
  typeName: async () => undefined,
};
