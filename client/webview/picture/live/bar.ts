import { createElement } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { type LiveRange, type LiveState, type LiveWish, LONGEST_RANGE, SHORTEST_RANGE } from "./messages";
import { inputTime, intervalText, RANGES } from "./times";

const CUSTOM = "custom";

/** The line with the switch from sample data to live data, and what belongs to live data: time range, refresh, what was read. */
export class LiveBar {
  readonly root = createElement("div", "live-bar", { role: "group", "aria-label": "Data" });
  /** Above the board: why nothing more is read. */
  readonly banner = createElement("div", "banner banner-live");
  private readonly sample = toggle("Sample data", () => this.wish({ kind: "switch", on: false }));
  private readonly live = toggle("Live data", () => this.wish({ kind: "switch", on: true }));
  private readonly rest = createElement("div", "live-rest");
  private readonly project = createElement("span", "live-project");
  private readonly range = select("Time range", () => this.onRange());
  private readonly from = dateInput("Start");
  private readonly to = dateInput("End");
  private readonly custom = createElement("form", "live-custom");
  private readonly customError = createElement("span", "live-error", { role: "alert" });
  private readonly reset = textButton("Reset zoom", () => this.wish({ kind: "zoom", interval: null }));
  private readonly refresh = select("Refresh", () => this.onRefresh());
  private readonly now = createElement("button", "icon-button", {
    type: "button",
    "aria-label": "Refresh now",
    title: "Refresh now",
  });
  private readonly count = createElement("span", "live-count");
  private drawn = "";
  private state: LiveState | undefined;

  constructor(
    private readonly wish: (wish: LiveWish) => void,
    private readonly announce: (words: string) => void,
  ) {
    const choice = createElement("div", "live-switch", {}, this.sample, this.live);
    this.now.append(icon("refresh"));
    this.now.addEventListener("click", () => this.wish({ kind: "now" }));
    this.custom.append(this.from, "–", this.to, textButton("Apply", undefined, "submit"), this.customError);
    this.custom.addEventListener("submit", (event) => {
      event.preventDefault();
      this.applyCustom();
    });
    this.custom.hidden = true;
    for (const [value, words] of [
      ["0", "No refresh"],
      ["60", "Every minute"],
      ["300", "Every 5 minutes"],
    ] as const)
      this.refresh.append(createElement("option", "", { value }, words));
    this.rest.append(this.project, this.range, this.custom, this.reset, this.refresh, this.now, this.count);
    this.root.append(choice, this.rest);
    this.root.hidden = true;
    this.banner.hidden = true;
  }

  /** Undefined: live data is not offered here. */
  show(state: LiveState | undefined): void {
    this.state = state;
    this.root.hidden = state === undefined;
    const signature = JSON.stringify(state && { ...state, controls: [], read: 0, pending: 0 });
    this.showCount(state);
    if (signature === this.drawn) return;
    this.drawn = signature;
    this.showBanner(state);
    if (!state) return;
    this.sample.setAttribute("aria-pressed", String(!state.on));
    this.live.setAttribute("aria-pressed", String(state.on));
    this.live.classList.toggle("is-asking", state.asking);
    this.rest.hidden = !state.on;
    this.project.textContent = state.project;
    this.project.title = `Live data of project ${state.project}`;
    this.showRange(state);
    this.reset.hidden = !state.zoomed;
    this.refresh.value = String(state.refresh);
    // The past does not change.
    const isPast = !("seconds" in state.range);
    this.refresh.disabled = isPast;
  }

  private showRange(state: LiveState): void {
    const { range } = state;
    const options = RANGES.map(([words, seconds]) =>
      createElement("option", "", { value: String(seconds) }, words),
    );
    const known = "seconds" in range && RANGES.some(([, seconds]) => seconds === range.seconds);
    if (!known) {
      const words = "seconds" in range ? `Last ${range.seconds} s` : intervalText(range.start, range.end);
      options.unshift(createElement("option", "", { value: "own" }, words));
    }
    this.range.replaceChildren(...options, createElement("option", "", { value: CUSTOM }, "Custom…"));
    this.range.value = known ? String((range as { seconds: number }).seconds) : "own";
    this.custom.hidden = true;
  }

  private showCount(state: LiveState | undefined): void {
    if (!state?.on) return;
    const words = `${state.read.toLocaleString("en")} time series read`;
    if (this.count.textContent !== words) this.count.textContent = words;
    this.count.title =
      "Time series read in this preview so far. Google bills reads by time series returned: USD 0.50 per million.";
    const isBusy = state.pending > 0;
    if (this.count.classList.contains("is-busy") === isBusy) return;
    this.count.classList.toggle("is-busy", isBusy);
    if (!isBusy && state.read > 0) this.announce(`Live data is shown. ${words}.`);
  }

  private showBanner(state: LiveState | undefined): void {
    const words = state?.on ? state.problem || state.paused : (state?.problem ?? "");
    this.banner.hidden = words === "";
    this.banner.replaceChildren();
    if (words === "" || !state) return;
    this.banner.append(icon("warning"), createElement("span", "banner-words", {}, words));
    const wish: LiveWish = state.problem ? { kind: "switch", on: true } : { kind: "continue" };
    const button = textButton(state.problem ? "Retry" : "Read More", () => this.wish(wish));
    button.className = "button";
    this.banner.append(button);
    this.announce(words);
  }

  private onRange(): void {
    const { value } = this.range;
    if (value === CUSTOM) {
      const { start, end } = this.state?.interval ?? { start: Date.now() - 3_600_000, end: Date.now() };
      this.from.value = inputTime(start);
      this.to.value = inputTime(end);
      this.customError.textContent = "";
      this.custom.hidden = false;
      this.from.focus();
    } else if (value !== "own") this.wish({ kind: "range", range: { seconds: Number(value) } });
  }

  private applyCustom(): void {
    const range: LiveRange = { start: Date.parse(this.from.value), end: Date.parse(this.to.value) };
    const seconds = (range.end - range.start) / 1000;
    const wrong = !Number.isFinite(seconds)
      ? "Enter both times."
      : seconds < SHORTEST_RANGE
        ? "The end must be after the start."
        : seconds > LONGEST_RANGE
          ? "The longest range is six weeks."
          : "";
    this.customError.textContent = wrong;
    if (wrong === "") this.wish({ kind: "range", range });
  }

  private onRefresh(): void {
    const seconds = Number(this.refresh.value);
    if (seconds === 0 || seconds === 60 || seconds === 300) this.wish({ kind: "refresh", seconds });
  }
}

function toggle(words: string, act: () => void): HTMLButtonElement {
  const button = createElement("button", "live-toggle", { type: "button", "aria-pressed": "false" }, words);
  button.addEventListener("click", act);
  return button;
}

function textButton(
  words: string,
  act: (() => void) | undefined,
  type: "button" | "submit" = "button",
): HTMLButtonElement {
  const button = createElement("button", "live-button", { type }, words);
  if (act) button.addEventListener("click", act);
  return button;
}

function select(label: string, act: () => void): HTMLSelectElement {
  const list = createElement("select", "live-select", { "aria-label": label, title: label });
  list.addEventListener("change", act);
  return list;
}

function dateInput(label: string): HTMLInputElement {
  return createElement("input", "live-input", { type: "datetime-local", "aria-label": label });
}
