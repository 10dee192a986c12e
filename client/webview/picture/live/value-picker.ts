import { createElement, fileText, setStyle } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { type LiveControl, MOST_VALUES } from "./messages";

export interface PickerEvents {
  /** Use these values; null: those of the file. */
  choose(key: string, values: readonly string[] | null): void;
  /** The values of the project are wanted. */
  load(key: string): void;
  /** Go to the filter in the text. */
  reveal(id: string): void;
}

/** Values that the list shows at a time. */
const MOST_SHOWN = 200;
/** Distance of the list from the button and from the edge of the page, in pixels. */
const GAP = 4;

/** A dashboard filter with its value: a button that opens the list of values. */
export class ValuePicker {
  readonly root = createElement("li", "live-control");
  private readonly button = createElement("button", "chip live-chip", {
    type: "button",
    "aria-haspopup": "dialog",
    "aria-expanded": "false",
  });
  private readonly panel = createElement("div", "live-panel", { popover: "auto", role: "dialog" });
  private readonly input = createElement("input", "live-input", {
    type: "text",
    placeholder: "Find or enter a value",
    "aria-label": "Find or enter a value",
    spellcheck: "false",
  });
  private readonly list = createElement("ul", "live-values", { "aria-label": "Values" });
  private readonly note = createElement("p", "live-note", { role: "status" });
  private readonly apply = button("Apply", () => this.take([...this.marked]));
  private opener: HTMLElement = this.button;
  private marked = new Set<string>();

  constructor(
    private control: LiveControl,
    private readonly events: PickerEvents,
  ) {
    const foot = createElement("div", "live-panel-foot", {}, this.apply);
    foot.append(
      button("Any value", () => this.take([])),
      button("As in the file", () => this.take(null)),
      button("Go to text", () => {
        this.panel.hidePopover();
        events.reveal(this.control.id);
      }),
    );
    this.panel.append(this.input, this.list, this.note, foot);
    this.root.append(this.button, this.panel);
    this.button.addEventListener("click", () => this.open(this.button));
    this.input.addEventListener("input", () => this.drawList());
    this.panel.addEventListener("keydown", (event) => this.onKey(event));
    this.panel.addEventListener("toggle", () => {
      const isOpen = this.panel.matches(":popover-open");
      this.button.setAttribute("aria-expanded", String(isOpen));
      if (!isOpen && document.activeElement === document.body) this.opener.focus();
    });
    this.show(control);
  }

  show(control: LiveControl): void {
    this.control = control;
    const words = control.kind === "variable" ? "Template variable" : "Pinned filter";
    this.panel.setAttribute("aria-label", `${words} ${control.name}`);
    const value = control.values.join(", ") || "all";
    const sign =
      control.kind === "variable"
        ? createElement("span", "chip-sign", { "aria-hidden": "true" }, "$")
        : icon("filterControl");
    const own = control.values.length > 0 ? "chip-value" : "chip-value is-all";
    this.button.replaceChildren(
      createElement("span", "visually-hidden", {}, `${words} `),
      sign,
      fileText("span", "chip-name", control.name),
      " ",
      fileText("span", own, value),
      icon("open"),
    );
    this.button.title = [words, control.detail, value].filter(Boolean).join(", ");
    this.button.classList.toggle("is-chosen", control.chosen);
    if (this.panel.matches(":popover-open")) this.drawList();
  }

  /** Opens the list of values below the element that was pressed. */
  open(opener: HTMLElement): void {
    const { control, panel } = this;
    this.opener = opener;
    this.marked = new Set(control.values);
    this.input.value = "";
    if (!control.options && !control.loading) this.events.load(control.key);
    this.drawList();
    panel.showPopover();
    const at = opener.getBoundingClientRect();
    const left = Math.min(at.left, innerWidth - panel.offsetWidth - GAP);
    setStyle(panel, "left", `${Math.max(GAP, left)}px`);
    setStyle(panel, "top", `${at.bottom + GAP}px`);
    setStyle(panel, "max-height", `${Math.max(innerHeight - at.bottom - 2 * GAP, 120)}px`);
    this.input.focus();
  }

  /** The values of the project and those in use that contain what was entered. */
  private shown(): string[] {
    const all = [...new Set([...this.control.values, ...this.marked, ...(this.control.options ?? [])])];
    const wanted = this.input.value.trim().toLowerCase();
    return all.filter((value) => value.toLowerCase().includes(wanted));
  }

  private drawList(): void {
    const values = this.shown();
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    this.list.replaceChildren(...values.slice(0, MOST_SHOWN).map((value) => this.row(value)));
    // A row that had the focus keeps it.
    if (focused["value"] !== undefined)
      this.list.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused["value"])}"]`)?.focus();
    const { loading, note, options } = this.control;
    const entered = this.input.value.trim();
    this.note.textContent = loading
      ? "Reading values from the project…"
      : entered !== "" && values.length === 0
        ? `Enter uses "${entered}".`
        : note || (options?.length === 0 ? "The project has no values for it." : "");
    this.note.hidden = this.note.textContent === "";
    this.apply.disabled = this.marked.size === 0;
  }

  private row(value: string): HTMLElement {
    const box = createElement("input", "", { type: "checkbox", "aria-label": `Also ${value}` });
    box.checked = this.marked.has(value);
    box.addEventListener("change", () => {
      if (box.checked && this.marked.size < MOST_VALUES) this.marked.add(value);
      else this.marked.delete(value);
      this.apply.disabled = this.marked.size === 0;
    });
    const only = createElement("button", "live-value", { type: "button", dir: "auto" }, value);
    only.dataset["value"] = value;
    only.addEventListener("click", () => this.take([value]));
    return createElement("li", "", {}, box, only);
  }

  private onKey(event: KeyboardEvent): void {
    // The keys of the board and of the page are not meant here.
    event.stopPropagation();
    if (event.key === "Enter" && event.target === this.input) {
      const entered = this.input.value.trim();
      const [first, ...more] = this.shown();
      if (first !== undefined && more.length === 0) this.take([first]);
      else if (entered !== "") this.take([entered]);
      event.preventDefault();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const rows = [this.input, ...this.list.querySelectorAll<HTMLElement>(".live-value")];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), rows.length - 1)]?.focus();
    event.preventDefault();
  }

  private take(values: readonly string[] | null): void {
    this.panel.hidePopover();
    this.opener.focus();
    this.events.choose(this.control.key, values);
  }
}

function button(words: string, act: () => void): HTMLButtonElement {
  const node = createElement("button", "live-button", { type: "button" }, words);
  node.addEventListener("click", act);
  return node;
}
