import { HourlyBudget, SeriesBudget } from "../../api/monitoring/budget";
import { diagnose } from "../../api/monitoring/diagnose";
import { monitoringOf } from "../../api/profile";
import { LiveAnswers } from "../../client/live/answers";
import { diagnosisText } from "../../client/live/diagnosis-text";
import { LiveSession } from "../../client/live/session";
import type { LiveNews, LiveState, LiveTile } from "../../client/webview/picture/messages";
import { Dashboard } from "../../core/dashboard";
import { dashboardInquiry, dashboardPlan } from "../../core/features/reading/live";
import { dashboardsDestination } from "./destinations";

export interface SessionOptions {
  readonly check?: number;
  readonly hour?: number;
  readonly now?: () => number;
  readonly post?: (news: LiveNews) => void;
}

/** A session with a text and a service behind it, without an editor: what the extension and the server do. */
export class SessionOverText {
  readonly session: LiveSession;
  readonly tiles = new Map<string, LiveTile>();
  state: LiveState | undefined;
  /** Requests that left, as path and query. */
  readonly requests: string[] = [];
  readonly failures: unknown[] = [];
  readonly revealed: string[] = [];
  /** Timers that have not come yet, in the order in which they were set. */
  readonly timers: { readonly ms: number; readonly act: () => void }[] = [];
  allows = true;

  constructor(
    public text: string,
    endpoint: string,
    { check = 2000, hour = 20_000, now = Date.now, post }: SessionOptions = {},
  ) {
    const destination = dashboardsDestination(endpoint, { project: "demo-project" });
    const client = monitoringOf(destination, {
      environment: {},
      programs: "untrusted",
      attempts: 1,
      fetch: (url, init) => {
        this.requests.push(`${init?.method} ${url}`);
        return fetch(url, init);
      },
    });
    const answers = new LiveAnswers(client, new HourlyBudget(hour, now));
    const budget = () => new SeriesBudget(check, answers.hour);
    const dashboard = () => new Dashboard(this.text);
    this.session = new LiveSession({
      async plan({ interval, values, zoomed }) {
        return { ...dashboardPlan(dashboard(), interval, values, zoomed), version: 1, ranges: {} };
      },
      connect: async () => (this.allows ? { project: "demo-project", answers, budget } : undefined),
      async explain(pointer, _, { interval, values }, connection, signal) {
        const inquiry = dashboardInquiry(dashboard(), { pointer, language: "filter" }, interval.end, values);
        if (typeof inquiry === "string") return inquiry;
        return diagnosisText(await diagnose(client.within(connection.budget()), inquiry, { signal }));
      },
      reveal: async (_, pointer) => void this.revealed.push(pointer),
      post: (news) => {
        if (news.kind === "state") this.state = news.state;
        else {
          if (news.all) this.tiles.clear();
          for (const tile of news.tiles) this.tiles.set(tile.id, tile);
        }
        post?.(JSON.parse(JSON.stringify(news)));
      },
      now,
      later: (ms, act) => {
        const timer = { ms, act };
        this.timers.push(timer);
        return () => {
          const at = this.timers.indexOf(timer);
          if (at >= 0) this.timers.splice(at, 1);
        };
      },
      failed: (error) => this.failures.push(error),
    });
  }

  /** Calls back the timers that are due after so many milliseconds. */
  pass(ms: number): void {
    for (const timer of this.timers.filter((one) => one.ms <= ms)) {
      this.timers.splice(this.timers.indexOf(timer), 1);
      timer.act();
    }
  }

  /** Changes the text and lets it rest. */
  edit(text: string): void {
    this.text = text;
    this.session.changed();
    this.pass(1000);
  }
}
