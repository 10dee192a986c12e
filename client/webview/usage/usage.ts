import { createElement, fileText } from "../shared/dom";
import { icon } from "../shared/icons";
import { chartSentence, UsageChart } from "./chart";
import { daysText, granularityText, totalsSentence } from "./labels";
import {
  type Failure,
  type Progress,
  readUsageHostMessage,
  readUsageViewState,
  type UsageHostMessage,
  type UsageView,
  type UsageViewState,
  type UsageWebviewMessage,
} from "./messages";
import { notesOf } from "./notes";
import { type Sort, UsageTable } from "./table";
import { totalsOf } from "./totals";

interface VsCodeApi {
  postMessage(message: UsageWebviewMessage): void;
  getState(): unknown;
  setState(state: UsageViewState): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

type Action = Extract<UsageWebviewMessage, { type: "do" }>["action"];

const CAN: Readonly<Record<Failure["can"][number], string>> = {
  resume: "Continue",
  retry: "Run Again",
  credentials: "Set Credentials…",
  configuration: "Open Configuration",
  question: "Change Query…",
};

/** The usage view: shows what the host sends, and sends the user's actions. */
class Usage {
  private readonly status = createElement("div", "visually-hidden", {
    role: "status",
    "aria-live": "polite",
  });
  private readonly header = createElement("div", "usage-header");
  private readonly banners = createElement("div", "banners");
  private readonly body = createElement("main", "usage-main", { tabindex: "-1" });
  private readonly chart = new UsageChart((hidden) => this.keep({ hidden }));
  private readonly table = new UsageTable({
    openClient: (id, name) => this.api.postMessage({ type: "client", id, name }),
    changed: (sort, filter) => this.keep({ sort, filter }),
    announce: (words) => this.say(words),
  });
  private state: UsageViewState;
  private main: UsageView | null = null;
  private client: UsageView | null = null;
  private compare = false;
  private progress: Progress | undefined;
  private failure: Failure | undefined;
  private isRestored = false;

  constructor(private readonly api: VsCodeApi) {
    this.state = readUsageViewState(api.getState()) ?? {
      id: 0,
      sort: { column: "requests", descending: true },
      filter: "",
      hidden: [],
      scrollTop: 0,
    };
    document.body.append(
      createElement("header", "usage-top", {}, this.header, this.banners),
      this.body,
      this.status,
    );
    window.addEventListener("message", (event) => this.receive(event.data));
    this.body.addEventListener("scroll", () => this.keepSoon(), { passive: true });
    this.drawEmpty("API usage", "Loading…", []);
    api.postMessage({ type: "ready" });
  }

  private receive(data: unknown): void {
    const message = readUsageHostMessage(data);
    if (message) this.handle(message);
    else {
      const type =
        typeof data === "object" && data !== null && "type" in data ? String(data.type) : typeof data;
      this.api.postMessage({ type: "unsupported", received: type.slice(0, 100) });
    }
  }

  private handle(message: UsageHostMessage): void {
    switch (message.type) {
      case "show":
        this.main = message.view;
        this.client = message.client;
        this.compare = message.compare;
        this.failure = undefined;
        this.draw();
        return;
      case "busy":
        this.progress = message.progress;
        this.failure = undefined;
        this.drawProgress();
        return;
      case "idle":
        this.progress = undefined;
        this.drawProgress();
        return;
      case "failed":
        this.progress = undefined;
        this.failure = message.failure;
        this.drawProgress();
    }
  }

  private get view(): UsageView | null {
    return this.client ?? this.main;
  }

  private draw(): void {
    const { view } = this;
    this.drawHeader(view);
    this.drawProgress();
    if (!view) return;
    if (view.id !== this.state.id) this.state = { ...this.state, id: view.id, filter: "", scrollTop: 0 };
    if (view.allRows === 0) {
      this.drawEmpty(
        "No calls",
        `There were no API calls from ${view.interval.from} to ${view.interval.to} (UTC)${view.client ? " by this client" : ""}.`,
        [
          "Days are in UTC, and the latest day can be delayed by a day.",
          "Check that the region of the profile is the region of the organization.",
          ...(view.legacy ? ["The legacy query excludes the service's own clients."] : []),
        ],
        ...notesOf(view),
      );
      this.say("No calls in this period.");
      return;
    }
    const sentence = createElement("p", "visually-hidden", {}, chartSentence(view));
    this.body.replaceChildren(...notesOf(view), totalsOf(view), this.chart.root, sentence, this.table.root);
    this.chart.show(view, this.state.hidden);
    const own = this.client ? { sort: DEFAULT_SORT, filter: "" } : this.state;
    this.table.show(view, own.sort, own.filter);
    if (!this.isRestored) {
      this.body.scrollTop = this.state.scrollTop;
      this.isRestored = true;
    }
    this.say(totalsSentence(view.totals, view.interval));
  }

  private drawHeader(view: UsageView | null): void {
    const focus = document.activeElement?.getAttribute("data-action");
    const title = createElement("h1", "title", { dir: "auto" }, "API usage");
    if (view?.client) {
      title.replaceChildren("API usage of ", fileText("bdi", "", view.client.name || view.client.id));
    }
    const about = createElement("div", "about", {}, title);
    if (view) {
      const where = view.legacy ? `${view.host}, legacy query` : view.host;
      const words = [daysText(view.interval), granularityText(view.granularity), view.profile, where];
      if (view.previous) words.push(`compared with ${daysText(view.previous.interval)}`);
      const meta = createElement("p", "usage-meta", {}, words.join(" · "));
      meta.title = `Asked ${new Date(view.askedAt).toLocaleString()}${view.jobs.length > 0 ? `\nJobs: ${view.jobs.join(", ")}` : ""}`;
      about.append(meta);
    }
    this.header.replaceChildren(
      createElement(
        "div",
        "usage-line",
        {},
        ...(view?.client ? [this.button("back", "All Clients")] : []),
        about,
      ),
      this.actions(view),
    );
    if (focus) this.header.querySelector<HTMLElement>(`[data-action="${focus}"]`)?.focus();
  }

  private actions(view: UsageView | null): HTMLElement {
    const line = createElement("div", "usage-actions", { role: "group", "aria-label": "Actions" });
    if (view) line.append(this.button("again", "Run Again"));
    line.append(this.button("question", view ? "Change…" : "Query…"));
    if (!view) return line;
    line.append(
      this.button("csv", "Export CSV"),
      this.button("json", "Export JSON"),
      this.button("markdown", "Copy as Markdown"),
    );
    if (!view.client) line.append(this.compareBox());
    return line;
  }

  private compareBox(): HTMLElement {
    const box = createElement("input", "", { type: "checkbox", "data-action": "compare" });
    box.checked = this.compare;
    box.addEventListener("change", () => this.api.postMessage({ type: "compare", on: box.checked }));
    return createElement("label", "compare", {}, box, "Compare with the previous period");
  }

  private button(action: Action, words: string): HTMLButtonElement {
    const isMain = action === "again";
    const button = createElement(
      "button",
      isMain ? "button" : "button button-plain",
      { type: "button", "data-action": action },
      words,
    );
    button.addEventListener("click", () => this.api.postMessage({ type: "do", action }));
    return button;
  }

  private drawProgress(): void {
    const { progress, failure } = this;
    if (progress) {
      const what = { usage: "", previous: "Previous period: ", client: "Client: " }[progress.what];
      const rows = progress.rows > 0 ? `, ${progress.rows.toLocaleString("en-US")} rows` : "";
      const words = `${what}${progress.label}${rows}`;
      const bar = createElement("progress", "usage-progress", { "aria-label": "Querying the service" });
      const line = createElement(
        "div",
        "banner banner-busy",
        {},
        bar,
        createElement("span", "banner-words", {}, words),
      );
      line.append(this.button("cancel", "Cancel"));
      this.replaceBanner(line);
      if (!this.view)
        this.drawEmpty(
          "Querying the service",
          "For a large organization, this can take several minutes.",
          [],
        );
      this.say(words);
      return;
    }
    if (!failure) {
      this.banners.replaceChildren();
      return;
    }
    const kind = failure.stopped ? "banner-stopped" : "banner-failed";
    const words = createElement("span", "banner-words", {}, fileText("strong", "", failure.message), " ");
    words.append(fileText("span", "", failure.action));
    const line = createElement(
      "div",
      `banner ${kind}`,
      {},
      icon(failure.stopped ? "warning" : "error"),
      words,
    );
    const buttons = failure.can.map((can) => this.button(can, CAN[can]));
    line.append(createElement("div", "banner-actions", {}, ...buttons));
    this.replaceBanner(line);
    if (!this.view) {
      this.drawHeader(null);
      this.drawEmpty("No result", "The query failed.", []);
    }
    this.say(`${failure.message} ${failure.action}`);
  }

  /** Keeps the focus on the button that stays, such as Cancel. */
  private replaceBanner(line: HTMLElement): void {
    const focus = this.banners.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-action")
      : undefined;
    this.banners.replaceChildren(line);
    if (focus) line.querySelector<HTMLElement>(`[data-action="${focus}"]`)?.focus();
  }

  private drawEmpty(title: string, words: string, hints: readonly string[], ...notes: readonly Node[]): void {
    const list =
      hints.length > 0
        ? createElement("ul", "hints", {}, ...hints.map((hint) => createElement("li", "", {}, hint)))
        : undefined;
    this.body.replaceChildren(
      ...notes,
      createElement(
        "div",
        "empty",
        {},
        createElement("h2", "empty-title", {}, title),
        createElement("p", "", {}, words),
        list,
      ),
    );
    if (this.header.childElementCount === 0) this.drawHeader(null);
  }

  private say(words: string): void {
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  private saving: ReturnType<typeof setTimeout> | undefined;

  private keepSoon(): void {
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      this.keep({ scrollTop: this.body.scrollTop });
    }, 150);
  }

  /** Sorting and filter of a client's table are not those of the whole. */
  private keep(change: Partial<UsageViewState>): void {
    if (this.client && (change.sort || change.filter !== undefined)) return;
    this.state = { ...this.state, ...change };
    this.api.setState(this.state);
  }
}

const DEFAULT_SORT: Sort = { column: "requests", descending: true };

new Usage(acquireVsCodeApi());
