import type { TileMark } from "../../../core/grid/compare/model";
import { marksIn, type NumberedChange, numbered } from "../../../core/grid/compare/numbered";
import { summaryOf } from "../../../core/grid/compare/summary";
import { createElement, fileText } from "../shared/dom";
import { icon } from "../shared/icons";
import { type Anchor, topInStep } from "./in-step";
import { type CompareHostMessage, type CompareWebviewMessage, readCompareHostMessage } from "./messages";
import { type Marked, PaneView } from "./pane";

interface VsCodeApi {
  postMessage(message: CompareWebviewMessage): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** A change, and the pane that has it; pane 0 is what all others are compared with. */
interface Entry extends NumberedChange {
  readonly pane: number;
}

/** Versions of a dashboard beside each other, scrolled in step, with the changes marked and listed. */
class Compare {
  private readonly title = createElement("h1", "title");
  private readonly summary = createElement("p", "summary");
  private readonly legend = createElement("ul", "mark-legend", { "aria-label": "Legend" });
  private readonly panesRoot = createElement("div", "panes");
  private readonly list = createElement("section", "change-list", { "aria-label": "Changes" });
  private readonly status = createElement("div", "visually-hidden", {
    role: "status",
    "aria-live": "polite",
  });
  private readonly problem = createElement("div", "empty");
  private panes: PaneView[] = [];
  private entries: readonly Entry[] = [];
  private buttons: readonly HTMLButtonElement[] = [];
  private current = -1;

  constructor(private readonly api: VsCodeApi) {
    const tool = (name: "closed" | "open", label: string, act: () => void) => {
      const button = createElement("button", "icon-button", {
        type: "button",
        title: label,
        "aria-label": label,
      });
      button.append(icon(name));
      button.addEventListener("click", act);
      return button;
    };
    const previous = tool("open", "Previous change (P)", () => this.step(-1));
    previous.classList.add("is-turned");
    const text = createElement("button", "button", { type: "button" }, "Text Diff");
    text.addEventListener("click", () => this.api.postMessage({ type: "text" }));
    const header = createElement(
      "header",
      "header compare-header",
      {},
      createElement("div", "compare-about", {}, this.title, this.summary),
      this.legend,
      createElement(
        "div",
        "compare-tools",
        {},
        previous,
        tool("open", "Next change (N)", () => this.step(1)),
        text,
      ),
    );
    this.problem.hidden = true;
    const main = createElement("main", "compare-main", {}, this.panesRoot, this.list, this.problem);
    document.body.append(header, main, this.status);
    window.addEventListener("message", ({ data }) => {
      const message = readCompareHostMessage(data);
      if (message) this.handle(message);
    });
    window.addEventListener("keydown", (event) => this.onKey(event));
    this.api.postMessage({ type: "ready" });
  }

  private handle(message: CompareHostMessage): void {
    if (message.type === "step") this.step(message.step);
    else if (message.type === "problem") this.showProblem(message.text);
    else this.show(message);
  }

  private showProblem(text: string): void {
    this.problem.replaceChildren(createElement("p", "", {}, text));
    this.problem.hidden = false;
    this.panesRoot.hidden = true;
    this.list.hidden = true;
    this.status.textContent = text;
  }

  private show({ title, panes, comparisons }: Extract<CompareHostMessage, { type: "show" }>): void {
    this.problem.hidden = true;
    this.panesRoot.hidden = false;
    this.list.hidden = false;
    let next = 1;
    this.entries = comparisons.flatMap((comparison, at) => {
      const own = numbered(comparison, next).map((change) => ({ ...change, pane: at + 1 }));
      next += own.length;
      return own;
    });
    this.title.replaceChildren(fileText("span", "", title));
    const words = comparisons.map((comparison, at) => {
      const changed = summaryOf(comparison) || "no differences";
      return comparisons.length > 1 ? `${panes[at + 1]!.name}: ${changed}` : changed;
    });
    this.summary.textContent = sentence(words.join(". "));
    this.status.textContent = this.summary.textContent;
    this.drawLegend();
    this.drawPanes(panes);
    this.drawList(panes.map(({ name }) => name));
    this.select(Math.min(this.current, this.entries.length - 1), false);
  }

  private drawLegend(): void {
    this.legend.replaceChildren(
      ...marksIn(this.entries).map((mark) =>
        createElement("li", "", {}, createElement("span", `mark-sign mark-${mark}`), sentence(mark)),
      ),
    );
  }

  private drawPanes(panes: Extract<CompareHostMessage, { type: "show" }>["panes"]): void {
    if (this.panes.length !== panes.length) {
      this.panes = panes.map(
        (_, at): PaneView =>
          new PaneView({ chosen: (id) => this.chosen(at, id), scrolled: () => this.follow(at) }),
      );
      // All are in the page before the first one is drawn, which looks for what is in sight.
      this.panesRoot.replaceChildren(...this.panes.map(({ root }) => root));
    }
    for (const [at, pane] of this.panes.entries()) pane.show(panes[at]!, this.markedIn(at));
  }

  private markedIn(pane: number): Marked[] {
    return this.entries.flatMap((entry) => {
      const id = idIn(entry, pane);
      return id === undefined || !entry.mark
        ? []
        : [{ id, number: entry.number, mark: entry.mark, kind: entry.kind }];
    });
  }

  private drawList(names: readonly string[]): void {
    const items = this.entries.map((entry, at) => {
      const button = createElement("button", "change-entry", { type: "button" });
      button.append(
        createElement(
          "span",
          `change-number ${entry.mark ? `mark-${entry.mark}` : ""}`,
          {},
          String(entry.number),
        ),
        createElement(
          "span",
          "change-words",
          {},
          fileText("strong", "", entry.name),
          ` ${entry.kind}`,
          ...(entry.changes.length > 0
            ? [fileText("span", "change-detail", entry.changes.map(({ text }) => text).join("; "))]
            : []),
        ),
      );
      button.addEventListener("click", () => this.select(at, true));
      return button;
    });
    this.buttons = items;
    const parts: HTMLElement[] = [];
    for (let pane = 1; pane < names.length; pane++) {
      const heading = names.length > 2 ? `Changes in ${names[pane]}` : "Changes";
      const own = items.filter((_, at) => this.entries[at]!.pane === pane);
      parts.push(createElement("h2", "list-heading", {}, heading));
      parts.push(
        own.length === 0
          ? createElement("p", "list-empty", {}, "No differences")
          : createElement("ol", "", {}, ...own.map((item) => createElement("li", "", {}, item))),
      );
    }
    this.list.replaceChildren(...parts);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "n") this.step(1);
    else if (event.key === "p") this.step(-1);
    else return;
    event.preventDefault();
  }

  private step(by: 1 | -1): void {
    const { length } = this.entries;
    if (length === 0) {
      this.status.textContent = "No differences.";
      return;
    }
    const from = this.current < 0 && by < 0 ? 0 : this.current;
    this.select((from + by + length) % length, true);
  }

  /** A tile was clicked: its change is selected, but nothing scrolls away from under the pointer. */
  private chosen(pane: number, id: string): void {
    const at = this.entries.findIndex((entry) => idIn(entry, pane) === id);
    if (at >= 0) this.select(at, false);
  }

  private select(index: number, scroll: boolean): void {
    this.current = index;
    for (const [at, button] of this.buttons.entries()) {
      if (at === index) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const entry = this.entries[index];
    for (const [at, pane] of this.panes.entries()) pane.point(entry && idIn(entry, at));
    if (!entry) return;
    this.buttons[index]!.scrollIntoView({ block: "nearest" });
    const words = entry.changes.map(({ text }) => text).join("; ");
    this.status.textContent = `Change ${index + 1} of ${this.entries.length}: ${entry.name} ${entry.kind}. ${words}`;
    if (!scroll) return;
    const at = this.panes.findIndex((_, pane) => pane > 0 && idIn(entry, pane) !== undefined);
    const main = Math.max(at, 0);
    const id = idIn(entry, main);
    if (id === undefined) return;
    this.panes[main]!.scrollToTile(id);
    this.follow(main);
    // A tile that moved is in sight in every pane that has it.
    for (const [other, pane] of this.panes.entries()) {
      const there = idIn(entry, other);
      if (other !== main && there !== undefined) pane.scrollToTile(there);
    }
  }

  /** Scrolls the other panes to what this one shows. */
  private follow(from: number): void {
    const top = this.panes[from]!.scrollTop;
    const inBase =
      from === 0
        ? top
        : topInStep(
            top,
            this.anchors(from).map(([a, b]): Anchor => [b, a]),
          );
    for (const [at, pane] of this.panes.entries()) {
      if (at === from) continue;
      pane.scrollTop = at === 0 ? inBase : topInStep(inBase, this.anchors(at));
    }
  }

  /** Tiles that differ and are in the base and in a pane. */
  private anchors(pane: number): Anchor[] {
    return this.entries.flatMap((entry) => {
      if (entry.pane !== pane) return [];
      const [before, after] = [idIn(entry, 0), idIn(entry, pane)];
      const from = before === undefined ? undefined : this.panes[0]!.topOf(before);
      const to = after === undefined ? undefined : this.panes[pane]!.topOf(after);
      return from === undefined || to === undefined ? [] : [[from, to] as const];
    });
  }
}

/** The tile of a change in a pane. */
function idIn({ tile, pane }: Entry, at: number): string | undefined {
  if (at === 0) return tile?.before?.id;
  return at === pane ? tile?.after?.id : undefined;
}

function sentence(text: TileMark | string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Fills the page with a comparison. */
export function startCompare(): void {
  new Compare(acquireVsCodeApi());
}
