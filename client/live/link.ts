import * as vscode from "vscode";
import { diagnose } from "../../api/monitoring/diagnose";
import type { PlannedDataSet } from "../../core/live/plan";
import {
  type LiveInquiryParams,
  type LiveInquiryResult,
  type LivePlanParams,
  type LivePlanResult,
  Requests,
} from "../../server/protocol";
import type { DashboardAt } from "../dashboard-at";
import type { LiveNews, LiveWish } from "../webview/picture/messages";
import { connectAlone, connectByHand, type KeyedConnection } from "./connect";
import { diagnosisText } from "./diagnosis-text";
import type { LiveDeps } from "./register";
import { LiveSession } from "./session";
import type { Connection, PlanQuery } from "./session-ports";

/** The view that shows the data. */
export interface LiveView {
  post(news: LiveNews): void;
  /** Shows a place of the text; undefined: that of the tile. */
  reveal(tile: string, range: vscode.Range | undefined): Promise<void>;
}

/** The live data of one dashboard in one view. */
export class LiveLink implements vscode.Disposable {
  private readonly session: LiveSession;
  private readonly subscriptions: vscode.Disposable[] = [];
  /** The plan that was made last. */
  private last: NonNullable<LivePlanResult> | undefined;
  private key: string | undefined;
  private isFirst = true;

  constructor(
    private readonly dashboard: DashboardAt,
    view: LiveView,
    private readonly deps: LiveDeps,
  ) {
    this.session = new LiveSession({
      plan: (query, signal) => this.plan(query, signal),
      connect: async () => this.keep(await connectByHand(dashboard.uri, deps)),
      explain: (pointer, dataSet, query, connection, signal) =>
        this.explain(pointer, dataSet, query, connection, signal),
      reveal: (tile, pointer) => view.reveal(tile, this.rangeOf(pointer)),
      post: (news) => view.post(news),
      now: Date.now,
      later: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
      failed: (error) => deps.log.error(error instanceof Error ? error : String(error)),
    });
    const recheck = () => void this.recheck();
    this.subscriptions.push(deps.profiles.onDidChange(recheck));
    void deps.trust().then((trust) => this.subscriptions.push(trust.onDidChange(recheck)));
  }

  /** The page shows the dashboard and nothing of live data yet. */
  ready(): void {
    this.session.ready();
    if (!this.isFirst) return;
    this.isFirst = false;
    const { isTrusted } = vscode.workspace;
    if (isTrusted && vscode.workspace.getConfiguration("mosaic").get("live.auto", false)) void this.start();
  }

  receive(wish: LiveWish): void {
    this.session.receive(wish).catch((error: unknown) => this.deps.log.error(String(error)));
  }

  changed(): void {
    this.session.changed();
  }

  setVisible(visible: boolean): void {
    this.session.setVisible(visible);
  }

  dispose(): void {
    this.session.dispose();
    for (const subscription of this.subscriptions.splice(0)) subscription.dispose();
  }

  /** Live from the beginning, where that needs no question. */
  private async start(): Promise<void> {
    const connection = this.keep(await connectAlone(this.dashboard.uri, this.deps));
    if (connection) await this.session.turnOn(connection);
  }

  private keep(connection: KeyedConnection | undefined): KeyedConnection | undefined {
    this.key = connection?.key;
    return connection;
  }

  /** Another profile is in use, or consent was taken back: the data is that of another project. */
  private async recheck(): Promise<void> {
    if (this.key === undefined) return;
    const now = await connectAlone(this.dashboard.uri, this.deps);
    if (now?.key !== this.key) this.session.disconnect();
  }

  private async plan(query: PlanQuery, signal: AbortSignal): Promise<LivePlanResult> {
    const params: LivePlanParams = { ...this.params, ...query };
    const source = new vscode.CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const plan = await this.deps.server.request<LivePlanResult>(Requests.livePlan, params, source.token);
      if (plan) this.last = plan;
      return plan;
    } finally {
      signal.removeEventListener("abort", cancel);
      source.dispose();
    }
  }

  private async explain(
    pointer: string,
    { places }: PlannedDataSet,
    { interval, values }: PlanQuery,
    { answers, budget }: Connection,
    signal: AbortSignal,
  ): Promise<string> {
    const language = places.find((place) => place.pointer === pointer)?.language ?? "filter";
    const params: LiveInquiryParams = { ...this.params, pointer, language, now: interval.end, values };
    const answer = await this.deps.server.request<LiveInquiryResult>(Requests.liveInquiry, params);
    if (!answer) return "The dashboard has changed.";
    if ("why" in answer) return answer.why;
    const client = answers.client.within(budget());
    return diagnosisText(await diagnose(client, answer.inquiry, { signal }));
  }

  private get params() {
    const { uri, address } = this.dashboard;
    return address === undefined ? { uri: uri.toString() } : { uri: uri.toString(), address };
  }

  /** Where a query stands, unless the text has changed since the plan. */
  private rangeOf(pointer: string): vscode.Range | undefined {
    const { last, dashboard } = this;
    const document = vscode.workspace.textDocuments.find(
      ({ uri }) => uri.toString() === dashboard.uri.toString(),
    );
    const range = last?.ranges[pointer];
    if (!range || document?.version !== last?.version) return undefined;
    return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
  }
}
