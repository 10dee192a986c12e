import * as vscode from "vscode";
import { SeriesBudget } from "../../api/monitoring/budget";
import { monitoringOf } from "../../api/profile";
import { labelRequests, labelValuesIn } from "../../core/live/label-values";
import type { LiveAnswer } from "../../core/live/model";
import { type LivePlanParams, type LivePlanResult, Requests } from "../../server/protocol";
import { askMessage } from "../ask";
import { chooseDashboard, type ListDashboards } from "../choose";
import { dashboardUri } from "../deploy/session/location";
import { callService } from "../deploy/session/messages";
import { environmentOf, isTrusted, profileInUse } from "../deploy/session/session";
import { mayRead } from "../live/check";
import { inform } from "../notify";
import type { Trust } from "../trust/trust";
import type { LabelValueStore } from "./label-value-store";
import type { OverlayDeps } from "./overlays";

/** The range of the plan; the values are of a day. */
const RANGE = 3_600_000;

const BUTTONS = ["Read", "Always Read This Project"] as const;

export interface LabelValueDeps extends OverlayDeps {
  readonly context: vscode.ExtensionContext;
  readonly list: ListDashboards;
  trust(): Promise<Trust>;
}

/**
 * *Read Label Values*: reads which values the labels of a dashboard's metrics have in the project, for completion.
 *
 * @returns whether the store changed; errors were shown
 */
export async function readLabelValues(
  argument: unknown,
  store: LabelValueStore,
  deps: LabelValueDeps,
): Promise<boolean> {
  const uri = dashboardUri(argument);
  const document = uri && (await vscode.workspace.openTextDocument(uri));
  if (!document) {
    inform("Open a dashboard first.");
    return false;
  }
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const dashboard = await chooseDashboard(document, deps.list, editor?.selection.active);
  if (!dashboard || !(await isTrusted())) return false;
  const settings = await deps.profiles.settingsFor(document.uri);
  const profile = await profileInUse(settings, deps.profiles);
  const trust = await deps.trust();
  const destination = profile && (await trust.allow(profile, settings));
  if (!destination) return false;
  const now = Date.now();
  const params: LivePlanParams = {
    uri: dashboard.uri.toString(),
    interval: { start: now - RANGE, end: now },
    ...(dashboard.address !== undefined && { address: dashboard.address }),
  };
  const plan = await deps.server.request<LivePlanResult>(Requests.livePlan, params);
  const requests = labelRequests(plan?.plan.requests.flatMap(({ places }) => places) ?? [], now);
  if (requests.length === 0) {
    inform("No query of this dashboard names a metric.");
    return false;
  }
  const most = vscode.workspace.getConfiguration("mosaic").get<number>("live.maxSeries", 2000);
  const budget = new SeriesBudget(most);
  if (!(await mayRead(profile, destination, requests.length, most, trust, BUTTONS))) return false;
  const client = monitoringOf(destination, environmentOf(deps), budget);
  const title = `Reading label values of project ${profile.project}`;
  const read = await callService(title, { log: deps.log, profile }, async (signal, say) => {
    let done = 0;
    return Promise.all(
      requests.map(async ({ metric, request }): Promise<readonly [string, LiveAnswer]> => {
        const answer = await client.ask(request, { signal });
        say(`${++done} of ${requests.length} metrics`);
        return [metric, answer];
      }),
    );
  });
  if (!read) return false;
  const values = labelValuesIn(read.value);
  await store.add(profile, { project: profile.project, readAt: new Date(now).toISOString(), values });
  const failed = read.value.flatMap(([, answer]) => (answer.kind === "series" ? [] : [answer.message]));
  const labels = Object.values(values).reduce((sum, one) => sum + Object.keys(one).length, 0);
  const text = `Project ${profile.project}: the values of ${labels} labels were read and can be completed. ${budget.used} time series were read.`;
  const why =
    failed[0] === undefined ? "" : ` ${failed.length} of ${requests.length} queries failed: ${failed[0]}`;
  await askMessage(why === "" ? "information" : "warning", text + why, {});
  return true;
}
