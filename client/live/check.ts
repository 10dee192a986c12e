import * as vscode from "vscode";
import { PRICE, SeriesBudget } from "../../api/monitoring/budget";
import { checkDashboard, type Evidence, type PlanSource } from "../../api/monitoring/check";
import { monitoringOf } from "../../api/profile";
import type { Destination } from "../../api/trust/destination";
import type { Profile } from "../../core/config/config";
import type { Suspect } from "../../core/live/diagnose";
import type { QueryPlace } from "../../core/live/plan";
import {
  type LiveInquiryParams,
  type LiveInquiryResult,
  type LivePlanParams,
  type LivePlanResult,
  Requests,
} from "../../server/protocol";
import { askMessage } from "../ask";
import { chooseDashboard, mayHoldSeveral } from "../choose";
import type { DashboardAt } from "../dashboard-at";
import { dashboardUri } from "../deploy/session/location";
import { callService } from "../deploy/session/messages";
import { environmentOf, isTrusted, profileInUse } from "../deploy/session/session";
import { inform } from "../notify";
import type { Trust } from "../trust/trust";
import { connectAlone, isFree } from "./connect";
import { evidenceFinding } from "./evidence";
import type { LiveFindings } from "./findings";
import type { LiveDeps } from "./register";

/** The range that is looked at, in milliseconds. */
const RANGE = 3_600_000;

type Plan = NonNullable<LivePlanResult>;
/** Range of a suspect, and of the string in it. */
type SuspectRanges = Extract<LiveInquiryResult, { readonly inquiry: unknown }>["ranges"][number];

/** *Check Against the Project*: runs the queries of a dashboard and shows what the project says, as findings of their own. */
export async function checkAgainstProject(
  argument: unknown,
  findings: LiveFindings,
  deps: LiveDeps,
): Promise<void> {
  const uri = dashboardUri(argument);
  const document = uri && (await vscode.workspace.openTextDocument(uri));
  if (!document) {
    inform("Open a dashboard first.");
    return;
  }
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const dashboard = await chooseDashboard(document, deps.list, editor?.selection.active);
  if (!dashboard || !(await isTrusted())) return;
  const settings = await deps.profiles.settingsFor(document.uri);
  const profile = await profileInUse(settings, deps.profiles);
  const trust = await deps.trust();
  const destination = profile && (await trust.allow(profile, settings));
  if (!destination) return;
  const interval = { start: Date.now() - RANGE, end: Date.now() };
  const plan = await planOf(dashboard, interval, deps);
  if (!plan) {
    inform("This file is not a dashboard that Mosaic can read.");
    return;
  }
  const queries = plan.plan.requests.length;
  if (queries === 0) {
    inform("No query of this dashboard can be checked.");
    return;
  }
  const budget = new SeriesBudget(
    vscode.workspace.getConfiguration("mosaic").get<number>("live.maxSeries", 2000),
  );
  if (!(await mayRead(profile, destination, queries, budget.most, trust))) return;
  const client = monitoringOf(destination, environmentOf(deps), budget);
  const ranges: Ranges = new Map();
  const title = `Checking queries against project ${profile.project}`;
  const checked = await callService(title, { log: deps.log, profile }, (signal, say) =>
    checkDashboard(client, sourceOf(dashboard, plan, interval.end, ranges, deps), {
      signal,
      now: Date.now,
      explain: true,
      onProgress: (done, of) => say(`${done} of ${of} queries`),
    }),
  );
  if (!checked) return;
  if (document.isClosed || document.version !== plan.version) {
    inform("The dashboard was changed during the check. Run the check again.");
    return;
  }
  show(document, profile.project, plan, checked.value, ranges, findings);
  await report(checked.value, profile, budget);
}

type Ranges = Map<Suspect, SuspectRanges>;

/**
 * The same after a save, without questions and messages: only where reads are allowed already, for presence alone, and within the
 * hourly limit of live data.
 */
export async function checkSaved(
  document: vscode.TextDocument,
  findings: LiveFindings,
  deps: LiveDeps,
  signal: AbortSignal,
): Promise<void> {
  const connection = await connectAlone(document.uri, deps);
  // Which of several dashboards is meant would be a question.
  if (!connection || (mayHoldSeveral(document) && ((await deps.list(document.uri))?.length ?? 1) > 1)) return;
  const dashboard: DashboardAt = { uri: document.uri };
  const now = Date.now();
  const plan = await planOf(dashboard, { start: now - RANGE, end: now }, deps);
  if (!plan || plan.plan.requests.length === 0 || signal.aborted) return;
  const client = connection.answers.client.within(connection.budget());
  const ranges: Ranges = new Map();
  const options = { signal, now: Date.now, explain: true, presenceOnly: true };
  const evidence = await checkDashboard(client, sourceOf(dashboard, plan, now, ranges, deps), options);
  if (document.isClosed || document.version !== plan.version) return;
  show(document, connection.project, plan, evidence, ranges, findings);
}

function show(
  document: vscode.TextDocument,
  project: string,
  plan: Plan,
  evidence: readonly Evidence[],
  ranges: Ranges,
  findings: LiveFindings,
): void {
  const found = evidence.flatMap((one) => evidenceFinding(one, plan.ranges, ranges));
  const time = new Date().toLocaleTimeString(vscode.env.language, { hour: "2-digit", minute: "2-digit" });
  findings.show(document, `${project}, ${time}`, found);
}

function sourceOf(
  dashboard: DashboardAt,
  plan: Plan,
  now: number,
  ranges: Ranges,
  { server }: LiveDeps,
): PlanSource {
  return {
    plan: async () => plan.plan,
    refuse: ({ pointer }) => errorOf(plan, pointer),
    inquire: async ({ pointer, language }: QueryPlace) => {
      const params: LiveInquiryParams = { ...paramsOf(dashboard), pointer, language, now };
      const answer = await server.request<LiveInquiryResult>(Requests.liveInquiry, params);
      if (!answer) return "The dashboard has changed.";
      if ("why" in answer) return answer.why;
      for (const [i, suspect] of answer.inquiry.suspects.entries()) {
        const at = answer.ranges[i];
        if (at) ranges.set(suspect, at);
      }
      return answer.inquiry;
    },
  };
}

/** The error that Mosaic itself has found in a query: it is shown already, and the query is not sent. */
function errorOf({ errors }: Plan, pointer: string): string | undefined {
  const dataSet = /^.*\/timeSeriesQuery(?=\/|$)/.exec(pointer)?.[0] ?? pointer;
  return Object.hasOwn(errors, dataSet) ? errors[dataSet] : undefined;
}

function paramsOf({ uri, address }: DashboardAt) {
  return { uri: uri.toString(), ...(address !== undefined && { address }) };
}

function planOf(
  dashboard: DashboardAt,
  interval: LivePlanParams["interval"],
  { server }: LiveDeps,
): Promise<LivePlanResult> {
  const params: LivePlanParams = { ...paramsOf(dashboard), interval };
  return server.request<LivePlanResult>(Requests.livePlan, params);
}

/** Whether the user agrees to the price, once or for good, which are the last two words. Asked until the user allows it for good; an emulator on this machine is free. */
export async function mayRead(
  { project }: Profile,
  destination: Destination,
  queries: number,
  most: number,
  trust: Trust,
  [once, always]: readonly [once: string, always: string] = ["Check", "Always Check This Project"],
): Promise<boolean> {
  if (isFree(destination)) return true;
  if (trust.allowsReads(destination)) return true;
  const question = `Run ${queries} ${queries === 1 ? "query" : "queries"} against project ${project}?`;
  const detail = `${PRICE}\nQueries without data need a few more. Reading stops after ${most} time series.`;
  const answer = await askMessage("information", question, { modal: true, detail }, once, always);
  if (answer === always) await trust.allowReads(destination);
  return answer !== undefined;
}

/** One message about the whole check. */
async function report(
  evidence: readonly Evidence[],
  { project }: Profile,
  budget: SeriesBudget,
): Promise<void> {
  const count = (...kinds: readonly string[]) =>
    evidence.filter(({ result }) => kinds.includes(result.kind)).length;
  const parts = (
    [
      ["with data", count("data", "present")],
      ["without", count("nothing")],
      ["rejected", count("refused")],
      ["not checked", count("sample", "failed", "stopped", "loading")],
    ] as const
  ).flatMap(([words, number]) => (number > 0 ? [`${number} ${words}`] : []));
  const failure = evidence
    .map(({ result }) => result)
    .find(({ kind }) => kind === "failed" || kind === "stopped");
  const why = failure && "message" in failure ? ` ${failure.message}` : "";
  const text = `Project ${project}: ${parts.join(", ")}.${why} ${budget.used} time series were read.`;
  await askMessage(failure ? "warning" : "information", text, {});
}
