import { createElement } from "../shared/dom";
import { icon } from "../shared/icons";
import type { BoardView } from "./board";

export interface FindPorts {
  /** Ids of the tiles whose titles, queries or texts hold these words. */
  find(text: string): Promise<readonly string[] | null>;
  announce(words: string): void;
}

/** How long to wait for the next letter before the server is asked. */
const TYPING_MS = 120;

/** Searches the tiles, and goes from one that is found to the next. Ctrl+F opens it, Escape closes it. */
export class FindBar {
  readonly root = createElement("div", "find-bar", { role: "search", "aria-label": "Find tiles" });
  private readonly field = createElement("input", "find-field", {
    type: "text",
    placeholder: "Find in titles, queries and metrics",
    "aria-label": "Find in titles, queries and metrics",
    spellcheck: "false",
  });
  private readonly count = createElement("span", "find-count", { "aria-hidden": "true" });
  private found: readonly string[] = [];
  private at = -1;
  private question = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private back: Element | null = null;

  constructor(
    private readonly board: BoardView,
    private readonly ports: FindPorts,
  ) {
    this.root.hidden = true;
    this.root.append(
      this.field,
      this.count,
      this.button("chevronUp", "Previous (Shift+Enter)", () => this.step(-1)),
      this.button("chevronDown", "Next (Enter)", () => this.step(1)),
      this.button("close", "Close (Escape)", () => this.close()),
    );
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.search(true), TYPING_MS);
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Opens the bar, or goes to its field. */
  open(): void {
    if (this.root.hidden) this.back = document.activeElement;
    this.root.hidden = false;
    this.field.focus();
    this.field.select();
    if (this.field.value) void this.search(false);
  }

  /** The picture has changed: marks what is found in it. */
  shown(): void {
    if (!this.root.hidden && this.field.value) void this.search(false);
  }

  close(): void {
    if (this.root.hidden) return;
    clearTimeout(this.timer);
    this.question++;
    this.root.hidden = true;
    this.mark([]);
    const view = this.board.view(this.board.selection.current ?? "");
    if (view && !view.hidden) this.board.focusTile(view.id, true);
    else if (this.back instanceof HTMLElement) this.back.focus();
  }

  /** @param isTyped by the user just now: goes to the first tile, and says how many there are */
  private async search(isTyped: boolean): Promise<void> {
    const question = ++this.question;
    const text = this.field.value.trim();
    const found = text === "" ? [] : await this.ports.find(text).catch(() => null);
    if (question !== this.question || found === null) return;
    const current = this.found[this.at];
    this.mark(found.filter((id) => this.board.view(id)));
    this.at = current === undefined ? -1 : this.found.indexOf(current);
    if (isTyped && this.found.length > 0) this.go(Math.max(0, this.at));
    this.showCount();
    if (isTyped && text) this.ports.announce(this.found.length === 0 ? "No tiles found" : this.words());
  }

  private step(by: 1 | -1): void {
    const { found } = this;
    if (found.length === 0) {
      this.ports.announce("No tiles found");
      return;
    }
    this.go((this.at + by + found.length) % found.length);
    this.showCount();
    this.ports.announce(this.words());
  }

  /** Selects a tile and brings it into view; the focus stays in the field. */
  private go(index: number): void {
    this.at = index;
    const id = this.found[index];
    const view = id === undefined ? undefined : this.board.view(id);
    if (!view || id === undefined) return;
    const { activeElement } = document;
    this.board.focusTile(id);
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  }

  private mark(found: readonly string[]): void {
    for (const id of this.found) this.board.view(id)?.root.classList.remove("is-found");
    this.found = found;
    for (const id of found) this.board.view(id)?.root.classList.add("is-found");
  }

  private showCount(): void {
    const { found, at } = this;
    const text = this.field.value.trim();
    this.count.textContent =
      text === "" ? "" : found.length === 0 ? "No results" : `${at < 0 ? "?" : at + 1} of ${found.length}`;
    this.root.classList.toggle("has-nothing", text !== "" && found.length === 0);
  }

  private words(): string {
    const view = this.board.view(this.found[this.at] ?? "");
    const title = view?.tile.title || "a tile without title";
    return `${title}, ${this.at + 1} of ${this.found.length} tiles found`;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && event.target === this.field) this.step(event.shiftKey ? -1 : 1);
    else if (event.key === "F3") this.step(event.shiftKey ? -1 : 1);
    else {
      // Letters are for the field, not for the preview's keys.
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private button(name: "chevronUp" | "chevronDown" | "close", label: string, act: () => void): HTMLElement {
    const button = createElement(
      "button",
      "icon-button",
      { type: "button", title: label, "aria-label": label },
      icon(name),
    );
    button.addEventListener("click", act);
    return button;
  }
}
