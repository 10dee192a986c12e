import type { Choice } from "../../../../core/inspector/model";
import { createElement, setAttribute, setStyle } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { newId, withCode } from "./parts";

/** Longest pause between letters that are one word, in milliseconds. */
const TYPING_MS = 700;

export interface ListboxOption extends Omit<Choice, "value"> {
  /** Null for "not set". */
  readonly value: string | null;
}

/**
 * A choice from a list, each entry with its description: a button that opens a list box (the select-only combobox of the
 * ARIA practices). Letters go to the next entry that begins so.
 */
export class Listbox {
  readonly root = createElement("div", "listbox");
  private readonly button: HTMLButtonElement;
  private readonly words = createElement("span", "listbox-words");
  private readonly list = createElement("div", "listbox-list", { role: "listbox", tabindex: "-1" });
  private options: readonly ListboxOption[] = [];
  private selected: string | null | undefined;
  private active = 0;
  private typed = "";
  private typedAt = 0;

  constructor(
    id: string,
    label: string,
    describedBy: string,
    private readonly chosen: (value: string | null) => void,
  ) {
    const listId = newId();
    this.list.id = listId;
    this.list.setAttribute("aria-label", label);
    this.list.hidden = true;
    this.button = createElement(
      "button",
      "listbox-button field-box",
      {
        id,
        type: "button",
        role: "combobox",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-controls": listId,
        "aria-label": label,
        "aria-describedby": describedBy,
      },
      this.words,
      icon("open"),
    );
    this.root.append(this.button, this.list);
    this.button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    this.button.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusout", (event) => {
      if (!this.root.contains(event.relatedTarget as Node | null)) this.close();
    });
    // The button keeps the focus; the list only shows what it is at.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
      const index = option ? [...this.list.children].indexOf(option) : -1;
      if (index >= 0) this.choose(index);
    });
  }

  get isOpen(): boolean {
    return !this.list.hidden;
  }

  set disabled(disabled: boolean) {
    this.button.disabled = disabled;
    if (disabled) this.close();
  }

  /** `shown` is what the button says; `faint`: it is no value of its own. */
  show(
    options: readonly ListboxOption[],
    selected: string | null | undefined,
    shown: string,
    faint: boolean,
  ): void {
    this.options = options;
    this.selected = selected;
    this.words.textContent = shown;
    this.words.classList.toggle("is-faint", faint);
    if (this.isOpen) this.draw();
  }

  private open(): void {
    if (this.button.disabled) return;
    this.active = Math.max(
      0,
      this.options.findIndex(({ value }) => value === this.selected),
    );
    this.list.hidden = false;
    setAttribute(this.button, "aria-expanded", "true");
    this.draw();
    this.placeList();
  }

  private close(): void {
    if (!this.isOpen) return;
    this.list.hidden = true;
    this.list.replaceChildren();
    setAttribute(this.button, "aria-expanded", "false");
    this.button.removeAttribute("aria-activedescendant");
  }

  private draw(): void {
    const nodes = this.options.map(({ value, label, description, undocumented }, i) =>
      createElement(
        "div",
        `listbox-option${i === this.active ? " is-active" : ""}`,
        { role: "option", id: `${this.list.id}-${i}`, "aria-selected": String(value === this.selected) },
        createElement(
          "span",
          "listbox-label",
          {},
          createElement("span", value === null ? "is-faint" : "", {}, label),
          undocumented ? createElement("span", "field-note", {}, "not documented") : undefined,
        ),
        description ? createElement("span", "listbox-about", {}, ...withCode(description)) : undefined,
      ),
    );
    this.list.replaceChildren(...nodes);
    this.showActive();
  }

  private showActive(): void {
    for (const [i, node] of [...this.list.children].entries())
      node.classList.toggle("is-active", i === this.active);
    const node = this.list.children[this.active];
    if (!node) return;
    setAttribute(this.button, "aria-activedescendant", node.id);
    node.scrollIntoView({ block: "nearest" });
  }

  /** Below the button, or above where there is more room. */
  private placeList(): void {
    const { top, bottom, left, width } = this.button.getBoundingClientRect();
    const below = innerHeight - bottom - 8;
    const above = top - 8;
    const isBelow = below >= Math.min(this.list.scrollHeight, 260) || below >= above;
    setStyle(this.list, "max-height", `${Math.min(isBelow ? below : above, 360)}px`);
    const listWidth = Math.min(Math.max(width, 260), innerWidth - 16);
    setStyle(this.list, "width", `${listWidth}px`);
    setStyle(this.list, "left", `${Math.max(8, Math.min(left, innerWidth - listWidth - 8))}px`);
    setStyle(this.list, "top", isBelow ? `${bottom + 2}px` : "auto");
    setStyle(this.list, "bottom", isBelow ? "auto" : `${innerHeight - top + 2}px`);
    this.showActive();
  }

  private choose(index: number): void {
    const option = this.options[index];
    this.close();
    if (option && option.value !== this.selected) this.chosen(option.value);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.isComposing) return;
    if (!this.handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private handleKey({ key, altKey }: KeyboardEvent): boolean {
    const last = this.options.length - 1;
    if (!this.isOpen) {
      const opens = ["ArrowDown", "ArrowUp", "Enter", " "].includes(key) && !altKey;
      if (opens || (altKey && key === "ArrowDown")) this.open();
      else return this.typeAhead(key, altKey);
      return true;
    }
    if (key === "Escape") this.close();
    else if (key === "Enter" || key === " " || (altKey && key === "ArrowUp")) this.choose(this.active);
    else if (key === "Tab") {
      this.choose(this.active);
      return false;
    } else if (key === "ArrowDown") this.goTo(Math.min(this.active + 1, last));
    else if (key === "ArrowUp") this.goTo(Math.max(this.active - 1, 0));
    else if (key === "PageDown") this.goTo(Math.min(this.active + 8, last));
    else if (key === "PageUp") this.goTo(Math.max(this.active - 8, 0));
    else if (key === "Home") this.goTo(0);
    else if (key === "End") this.goTo(last);
    else return this.typeAhead(key, altKey);
    return true;
  }

  private goTo(index: number): void {
    this.active = index;
    this.showActive();
  }

  private typeAhead(key: string, altKey: boolean): boolean {
    if (key.length !== 1 || altKey || key === " ") return false;
    const now = Date.now();
    this.typed = now - this.typedAt < TYPING_MS ? this.typed + key.toLowerCase() : key.toLowerCase();
    this.typedAt = now;
    if (!this.isOpen) this.open();
    const from = this.typed.length === 1 ? this.active + 1 : this.active;
    for (let i = 0; i < this.options.length; i++) {
      const index = (from + i) % this.options.length;
      if (this.options[index]!.label.toLowerCase().startsWith(this.typed)) {
        this.goTo(index);
        break;
      }
    }
    return true;
  }
}
