import { MAX_COLUMNS } from "../../../../core/grid/arrangement";
import type { Picture, PictureTile } from "../../../../core/grid/picture";
import { createElement } from "../../shared/dom";
import { type IconName, icon } from "../../shared/icons";

/** What the bar can be asked to do. */
export type BarAction =
  | "add"
  | "rename"
  | "duplicate"
  | "delete"
  | "group"
  | "ungroup"
  | "fold"
  | "compact"
  | "convert"
  | "undo"
  | "redo";

export interface BarEvents {
  act(action: BarAction, button: HTMLElement): void;
  columns(columns: number): void;
}

const BUTTONS: readonly (readonly [BarAction, IconName, string])[] = [
  ["rename", "rename", "Rename (F2)"],
  ["duplicate", "duplicate", "Duplicate"],
  ["delete", "delete", "Delete (Del)"],
  ["group", "collapsibleGroup", "Group in a collapsible group"],
  ["ungroup", "ungroup", "Ungroup"],
  ["fold", "fold", "Collapse by default"],
];

/** What can be done to the dashboard and to the selected tiles. One stop in the tab order; arrow keys go on from there. */
export class EditBar {
  readonly root = createElement("div", "edit-bar", { role: "toolbar", "aria-label": "Edit" });
  private readonly buttons = new Map<BarAction, HTMLButtonElement>();
  private readonly columns = createElement("input", "columns-field", {
    type: "number",
    min: "1",
    max: String(MAX_COLUMNS),
    "aria-label": "Columns",
    title: `Columns of the mosaic, 1 to ${MAX_COLUMNS}`,
  });
  private readonly columnsLabel = createElement("label", "columns-label", {}, "Columns", this.columns);
  private shownColumns = 0;

  constructor(private readonly events: BarEvents) {
    const add = this.button("add", "add", "Add a widget", "Add");
    add.setAttribute("aria-haspopup", "menu");
    add.setAttribute("aria-expanded", "false");
    this.root.append(
      add,
      this.button("undo", "undo", "Undo"),
      this.button("redo", "redo", "Redo"),
      separator(),
      ...BUTTONS.map(([action, name, label]) => this.button(action, name, label)),
      separator(),
      this.columnsLabel,
      this.button("compact", "compact", "Close gaps between tiles", "Close gaps"),
      this.button(
        "convert",
        "treemap",
        "Convert to a mosaic layout, where tiles can be resized",
        "Convert to Mosaic",
      ),
    );
    this.root.hidden = true;
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusin", (event) => this.rove(event.target as HTMLElement));
    this.columns.addEventListener("keydown", (event) => {
      // VS Code would take undo and select all for its own.
      if (event.key !== "Tab") event.stopPropagation();
      if (event.key === "Enter") this.takeColumns();
      if (event.key === "Escape") this.columns.value = String(this.shownColumns);
    });
    this.columns.addEventListener("blur", () => this.takeColumns());
    this.rove(add);
  }

  get addButton(): HTMLButtonElement {
    return this.buttons.get("add")!;
  }

  /** Offers what makes sense for this selection. */
  show(picture: Picture, selected: readonly PictureTile[]): void {
    const isMosaic = picture.layout === "mosaic";
    const isList = !isMosaic && picture.layout !== "none";
    const one = selected.length === 1 ? selected[0] : undefined;
    const isGroup = one?.kind === "collapsibleGroup" || one?.kind === "singleViewGroup";
    this.enable("rename", one !== undefined);
    this.enable("duplicate", selected.length > 0);
    this.enable("delete", selected.length > 0);
    this.enable("group", isMosaic && selected.length > 0 && !selected.some(({ group }) => group));
    this.offer("group", isMosaic && !isGroup);
    this.offer("ungroup", isGroup);
    this.offer("fold", one?.kind === "collapsibleGroup");
    this.offer("compact", isMosaic && picture.tiles.length > 0);
    this.offer("convert", isList);
    const fold = this.buttons.get("fold")!;
    fold.setAttribute("aria-pressed", String(one?.sketch.kind === "group" && one.sketch.collapsed));
    this.columnsLabel.hidden = !isMosaic;
    if (picture.columns !== this.shownColumns || document.activeElement !== this.columns) {
      this.shownColumns = picture.columns;
      this.columns.value = String(picture.columns);
    }
  }

  private takeColumns(): void {
    const wanted = Number(this.columns.value);
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_COLUMNS) {
      this.columns.value = String(this.shownColumns);
    } else if (wanted !== this.shownColumns) {
      this.columns.value = String(this.shownColumns);
      this.events.columns(wanted);
    }
  }

  /** A button that is of no use now can still be found, but does nothing. */
  private enable(action: BarAction, enabled: boolean): void {
    this.buttons.get(action)!.setAttribute("aria-disabled", String(!enabled));
  }

  private offer(action: BarAction, offered: boolean): void {
    const button = this.buttons.get(action)!;
    if (button.hidden !== offered) return;
    // The keyboard must not be left on what is taken away.
    const hadFocus = button === document.activeElement;
    button.hidden = !offered;
    if (hadFocus || button.tabIndex === 0) this.rove(this.addButton);
    if (hadFocus) this.addButton.focus();
  }

  private button(action: BarAction, name: IconName, label: string, words?: string): HTMLButtonElement {
    const className = words ? "bar-button with-words" : "bar-button";
    const button = createElement(
      "button",
      className,
      {
        type: "button",
        title: label,
        tabindex: "-1",
        "aria-label": words === undefined || label.startsWith(words) ? label : words,
      },
      icon(name),
      words === undefined ? undefined : createElement("span", "bar-words", {}, words),
    );
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") this.events.act(action, button);
    });
    this.buttons.set(action, button);
    return button;
  }

  private stops(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("button, input")].filter(
      (node) => !node.closest("[hidden]"),
    );
  }

  private rove(to: HTMLElement): void {
    for (const node of this.root.querySelectorAll<HTMLElement>("button, input")) {
      node.tabIndex = node === to ? 0 : -1;
    }
  }

  private onKey(event: KeyboardEvent): void {
    const stops = this.stops();
    const at = stops.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    stops.at(to % stops.length)?.focus();
  }
}

function separator(): HTMLElement {
  return createElement("span", "bar-separator", { "aria-hidden": "true" });
}
