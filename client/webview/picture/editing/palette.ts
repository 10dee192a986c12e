import type { LayoutKind } from "../../../../core/grid/arrangement";
import { type ContentKind, kindName } from "../../../../core/grid/kinds";
import { isMosaicOnly } from "../../../../core/grid/moves/board";
import { createElement, setStyle } from "../../shared/dom";
import { icon } from "../../shared/icons";
import type { Point } from "./slots";

/** What can be added, by use. */
const SECTIONS: readonly (readonly [heading: string, kinds: readonly (ContentKind | "promql")[]])[] = [
  ["Charts", ["xyChart", "promql", "scorecard", "timeSeriesTable", "pieChart", "treemap"]],
  ["Text and structure", ["text", "sectionHeader", "collapsibleGroup", "singleViewGroup", "blank"]],
  ["Lists", ["logsPanel", "errorReportingPanel", "incidentList", "alertChart"]],
  ["Controls", ["filterControl"]],
];

/** What is added: a kind, and the language of its query where that is not the usual one. */
export interface NewWidget {
  readonly kind: ContentKind;
  readonly query?: "promql";
}

const SLACK = 4;

export interface PaletteEvents {
  /** A kind was chosen; `at`: for the place that the palette was opened at. */
  chosen(kind: NewWidget, at: Point | undefined): void;
  /** A kind is being dragged onto the board by this pointer. */
  dragged(kind: NewWidget, pointer: number): void;
}

/** The widget kinds to choose from: a menu for click, keyboard and dragging. Letters go to the kind that begins so. */
export class Palette {
  readonly root = createElement("div", "palette", { role: "menu", "aria-label": "Add a widget" });
  private items: HTMLElement[] = [];
  private at: Point | undefined;
  private opener: HTMLElement | undefined;
  private press: { readonly pointer: number; readonly x: number; readonly y: number } | undefined;

  constructor(private readonly events: PaletteEvents) {
    this.root.hidden = true;
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusout", (event) => {
      if (!this.root.contains(event.relatedTarget as Node | null)) this.close(false);
    });
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** Opens below an element, or at a point of the window for a place of the board. */
  open(
    layout: LayoutKind,
    opener: HTMLElement,
    where?: { readonly x: number; readonly y: number; readonly at: Point },
  ): void {
    this.draw(layout);
    this.opener = opener;
    this.at = where?.at;
    this.root.hidden = false;
    const box = opener.getBoundingClientRect();
    const own = this.root.getBoundingClientRect();
    const left = where?.x ?? box.left;
    const top = where?.y ?? box.bottom + 2;
    setStyle(this.root, "left", `${Math.max(4, Math.min(left, innerWidth - own.width - 4))}px`);
    setStyle(this.root, "top", `${Math.max(4, Math.min(top, innerHeight - own.height - 4))}px`);
    if (opener.hasAttribute("aria-expanded")) opener.setAttribute("aria-expanded", "true");
    this.items[0]?.focus();
  }

  /** `back`: the focus returns to where it came from. */
  close(back = true): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    if (this.opener?.hasAttribute("aria-expanded")) this.opener.setAttribute("aria-expanded", "false");
    if (back) this.opener?.focus({ preventScroll: true });
  }

  private draw(layout: LayoutKind): void {
    const isList = layout === "grid" || layout === "row" || layout === "column";
    this.items = [];
    const sections = SECTIONS.flatMap(([heading, kinds]) => {
      const fitting = kinds.filter((kind) => !isList || kind === "promql" || !isMosaicOnly(kind));
      if (fitting.length === 0) return [];
      const title = createElement("div", "palette-heading", { "aria-hidden": "true" }, heading);
      const items = fitting.map((kind) => this.item(kind));
      return [
        createElement("div", "palette-section", { role: "group", "aria-label": heading }, title, ...items),
      ];
    });
    this.root.replaceChildren(...sections);
  }

  private item(what: ContentKind | "promql"): HTMLElement {
    const added: NewWidget = what === "promql" ? { kind: "xyChart", query: what } : { kind: what };
    const { kind } = added;
    const name = added.query ? "PromQL chart" : kindName(kind);
    const words = name.charAt(0).toUpperCase() + name.slice(1);
    const item = createElement(
      "button",
      "palette-item",
      { type: "button", role: "menuitem", tabindex: "-1" },
      icon(kind),
      words,
    );
    this.items.push(item);
    item.addEventListener("click", () => {
      const { at } = this;
      this.close(true);
      this.events.chosen(added, at);
    });
    item.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.press = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
      // The moves belong to the item until it is a drag, however fast the pointer leaves.
      item.setPointerCapture(event.pointerId);
    });
    item.addEventListener("pointermove", (event) => {
      const { press } = this;
      if (press?.pointer !== event.pointerId) return;
      if (Math.abs(event.clientX - press.x) < SLACK && Math.abs(event.clientY - press.y) < SLACK) return;
      this.press = undefined;
      item.releasePointerCapture(event.pointerId);
      this.close(true);
      this.events.dragged(added, event.pointerId);
    });
    item.addEventListener("pointerup", () => {
      this.press = undefined;
    });
    return item;
  }

  private onKey(event: KeyboardEvent): void {
    const at = this.items.indexOf(event.target as HTMLElement);
    const go = (to: number) => this.items.at(to % this.items.length)?.focus();
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(-1);
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (/^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      this.find(event.key, at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private find(letter: string, from: number): void {
    const after = [...this.items.slice(from + 1), ...this.items.slice(0, from + 1)];
    after.find((item) => item.textContent?.toLowerCase().startsWith(letter.toLowerCase()))?.focus();
  }
}
