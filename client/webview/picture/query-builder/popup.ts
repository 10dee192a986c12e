import { createElement, setAttribute, setStyle } from "../../shared/dom";
import type { Option } from "./combobox";

const GAP = 2;
const MARGIN = 8;
const MOST_HEIGHT = 320;

/** The list of suggestions below or above a field, over everything else. */
export class Popup {
  private readonly list: HTMLElement;
  private items: HTMLElement[] = [];
  private readonly moved = () => this.place();

  /** @param taken called with the number of the entry that was clicked */
  constructor(
    private readonly field: HTMLInputElement | HTMLTextAreaElement,
    id: string,
    label: string,
    private readonly taken: (index: number) => void,
    /** Where the list belongs, in pixels of the window; at the field by default. */
    private readonly spot: () => DOMRect = () => field.getBoundingClientRect(),
  ) {
    this.list = createElement("div", "query-popup", { role: "listbox", id, "aria-label": label });
    // The field keeps the focus.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get isOpen(): boolean {
    return this.list.isConnected;
  }

  show(options: readonly Option[]): void {
    if (options.length === 0) {
      this.close();
      return;
    }
    let group: string | undefined;
    const children: HTMLElement[] = [];
    this.items = options.map((option, i) => {
      if (option.group !== undefined && option.group !== group) {
        group = option.group;
        children.push(createElement("div", "query-popup-group", { role: "presentation" }, group));
      }
      const item = this.item(option, i);
      children.push(item);
      return item;
    });
    this.list.replaceChildren(...children);
    if (!this.isOpen) {
      // In its landmark, for screen readers; not nearer to the field, which would clip it.
      (this.field.closest("aside, main") ?? document.body).append(this.list);
      window.addEventListener("resize", this.moved);
      document.addEventListener("scroll", this.moved, true);
    }
    this.list.scrollTop = 0;
    if (this.field.getAttribute("role") === "combobox") setAttribute(this.field, "aria-expanded", "true");
    setAttribute(this.field, "aria-controls", this.list.id);
    this.place();
  }

  mark(index: number): void {
    this.items.forEach((item, i) => {
      setAttribute(item, "aria-selected", String(i === index));
    });
    const item = this.items[index];
    if (!item) {
      this.field.removeAttribute("aria-activedescendant");
      return;
    }
    setAttribute(this.field, "aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  close(): void {
    if (!this.isOpen) return;
    this.list.remove();
    window.removeEventListener("resize", this.moved);
    document.removeEventListener("scroll", this.moved, true);
    this.field.removeAttribute("aria-activedescendant");
    this.field.removeAttribute("aria-controls");
    if (this.field.getAttribute("role") === "combobox") setAttribute(this.field, "aria-expanded", "false");
  }

  private item({ label, detail, note, value }: Option, index: number): HTMLElement {
    const line = createElement("span", "query-option-line", {});
    line.append(
      createElement("span", "query-option-label", { dir: "auto" }, ...breakable(label)),
      ...(detail ? [createElement("span", "query-option-detail", { dir: "auto" }, detail)] : []),
    );
    const item = createElement(
      "div",
      "query-option",
      { role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false", title: value },
      line,
      ...(note ? [createElement("span", "query-option-note", { dir: "auto" }, note)] : []),
    );
    item.addEventListener("click", () => this.taken(index));
    return item;
  }

  /** Below the field where there is room, else above it; never out of the window. */
  private place(): void {
    if (!this.isOpen) return;
    const { list } = this;
    const { left, top, bottom, width } = this.spot();
    // Measured where there is the most room, because a fixed box is as wide as what is left of it allows.
    setStyle(list, "left", "0px");
    const below = innerHeight - bottom - MARGIN;
    const above = top - MARGIN;
    const isBelow = below >= Math.min(MOST_HEIGHT, list.scrollHeight) || below >= above;
    setStyle(list, "min-width", `${Math.min(width, innerWidth - 2 * MARGIN)}px`);
    setStyle(list, "max-height", `${Math.max(80, Math.min(MOST_HEIGHT, isBelow ? below : above))}px`);
    const most = innerWidth - list.offsetWidth - MARGIN;
    setStyle(list, "left", `${Math.max(MARGIN, Math.min(left, most))}px`);
    setStyle(list, "top", `${isBelow ? bottom + GAP : top - GAP - list.offsetHeight}px`);
  }
}

/** A long name that may break behind its slashes and dots. */
function breakable(text: string): (Node | string)[] {
  return text
    .split(/(?<=[/.])(?=[^/.])/)
    .flatMap((part, i) => (i === 0 ? [part] : [createElement("wbr", ""), part]));
}
