import type { Picture } from "../../../core/grid/picture";
import type { ToolbarFilter } from "../../../core/grid/toolbar";
import { createElement, fileText, marked } from "../shared/dom";
import { type IconName, icon } from "../shared/icons";
import { countsLabel, layoutLabel } from "./labels";
import type { FileCommand } from "./messages";

export interface ToolbarEvents {
  /** The reader wants to go to the text of a filter. */
  reveal(id: string): void;
  showProblem(): void;
  /** `in`, `out` or back to the width of the panel. */
  zoom(step: "in" | "out" | "fit"): void;
  /** Save the picture as a file. */
  exportPicture(): void;
  /** Stay with this dashboard, or follow the active one. */
  lock(locked: boolean): void;
  /** Push the file, or compare it with what the service has. */
  command(command: FileCommand): void;
  /** Change the dashboard's name; `heading` shows it. */
  rename(heading: HTMLElement): void;
  /** Opens the inspector, or closes it. */
  inspect(): void;
}

/** Title, what the dashboard is made of, zoom, and the filters that the dashboard's own toolbar would show. */
export class Toolbar {
  readonly root = createElement("div", "toolbar");
  private readonly title = createElement("h1", "title", { dir: "auto" });
  private readonly meta = createElement("div", "meta");
  private readonly problems = createElement("button", "problems", { type: "button" });
  private readonly percent = createElement("span", "percent", { "aria-hidden": "true" });
  readonly filters = createElement("ul", "filters", { "aria-label": "Filters and variables" });
  private readonly zoomOut: HTMLButtonElement;
  private readonly zoomIn: HTMLButtonElement;
  private readonly rename: HTMLButtonElement;
  private readonly lock: HTMLButtonElement;
  private readonly inspect: HTMLButtonElement;
  private readonly commands: readonly HTMLButtonElement[];
  private drawnFilters = "";

  constructor(private readonly events: ToolbarEvents) {
    this.zoomOut = iconButton("zoomOut", "Zoom out", () => events.zoom("out"));
    this.zoomIn = iconButton("zoomIn", "Zoom in", () => events.zoom("in"));
    this.rename = iconButton("rename", "Rename the dashboard", () => events.rename(this.title));
    this.lock = iconButton("unlock", "Lock to this dashboard", () =>
      events.lock(this.lock.getAttribute("aria-pressed") !== "true"),
    );
    this.inspect = iconButton("inspect", "Inspector (Alt+Enter)", () => events.inspect());
    this.commands = [
      iconButton("compare", "Compare with Remote", () => events.command("compare")),
      iconButton("push", "Push Dashboard", () => events.command("push")),
    ];
    for (const button of [this.rename, this.lock, this.inspect, ...this.commands]) button.hidden = true;
    const zoom = createElement(
      "div",
      "zoom",
      { role: "group", "aria-label": "Zoom" },
      this.zoomOut,
      this.percent,
      this.zoomIn,
      iconButton("fit", "Fit to width", () => events.zoom("fit")),
    );
    const view = createElement(
      "div",
      "view-actions",
      {},
      zoom,
      ...this.commands,
      iconButton("save", "Export as SVG", () => events.exportPicture()),
      this.lock,
      this.inspect,
    );
    this.problems.addEventListener("click", () => events.showProblem());
    const about = createElement(
      "div",
      "about",
      {},
      createElement("div", "title-line", {}, this.title, this.rename),
      createElement("div", "meta-line", {}, this.meta, this.problems),
    );
    this.root.append(createElement("div", "toolbar-line", {}, about, view), this.filters);
    this.root.hidden = true;
  }

  show(picture: Picture): void {
    this.root.hidden = false;
    const title = picture.title || "Untitled dashboard";
    if (this.title.textContent !== title) this.title.replaceChildren(...marked(title));
    this.title.classList.toggle("is-untitled", picture.title === "");
    this.title.title = title;
    this.meta.textContent = layoutLabel(picture);
    this.showProblems(picture);
    this.showFilters(picture.filters);
  }

  hide(): void {
    this.root.hidden = true;
  }

  /** What can be done here: rename the dashboard, lock the view, push the file. */
  showMode(editable: boolean, lock: boolean | undefined, deployable: boolean): void {
    this.rename.hidden = !editable;
    for (const button of this.commands) button.hidden = !deployable;
    this.lock.hidden = lock === undefined;
    this.lock.setAttribute("aria-pressed", String(lock === true));
    this.lock.replaceChildren(icon(lock ? "lock" : "unlock"));
    this.lock.title = lock ? "Locked to this dashboard" : "Lock the preview to this dashboard";
  }

  /** Whether the inspector is open; undefined: there is none. */
  showInspector(open: boolean | undefined): void {
    this.inspect.hidden = open === undefined;
    this.inspect.setAttribute("aria-pressed", String(open === true));
  }

  focusInspector(): void {
    this.inspect.focus();
  }

  showZoom(zoom: number, atLeast: boolean, atMost: boolean): void {
    this.percent.textContent = `${Math.round(zoom * 100)}%`;
    this.zoomOut.disabled = atLeast;
    this.zoomIn.disabled = atMost;
  }

  private showProblems(picture: Picture): void {
    const { errors, warnings } = picture.problems;
    const words = countsLabel(errors, warnings);
    this.problems.hidden = words === "";
    this.problems.replaceChildren(icon(errors > 0 ? "error" : "warning"), words);
    this.problems.className = `problems ${errors > 0 ? "badge-error" : "badge-warning"}`;
    this.problems.title = "Go to the first problem";
  }

  private showFilters(filters: readonly ToolbarFilter[]): void {
    const signature = JSON.stringify(filters);
    if (signature === this.drawnFilters) return;
    this.drawnFilters = signature;
    this.filters.hidden = filters.length === 0;
    this.filters.replaceChildren(...filters.map((filter) => createElement("li", "", {}, this.chip(filter))));
  }

  private chip(filter: ToolbarFilter): HTMLElement {
    const words = filter.kind === "variable" ? "Template variable" : "Pinned filter";
    const about = [words, filter.detail].filter(Boolean).join(", ");
    const value = filter.value || "all";
    const chip = createElement("button", `chip chip-${filter.kind}`, { type: "button", title: about });
    const sign =
      filter.kind === "variable"
        ? createElement("span", "chip-sign", { "aria-hidden": "true" }, "$")
        : icon("filterControl");
    chip.append(createElement("span", "visually-hidden", {}, `${words} `));
    chip.append(sign, fileText("span", "chip-name", filter.name), " ");
    chip.append(fileText("span", filter.value ? "chip-value" : "chip-value is-all", value));
    chip.addEventListener("click", () => this.events.reveal(filter.id));
    return chip;
  }
}

function iconButton(name: IconName, label: string, act: () => void): HTMLButtonElement {
  const attributes = { type: "button", "aria-label": label, title: label };
  const button = createElement("button", "icon-button", attributes, icon(name));
  button.addEventListener("click", act);
  return button;
}
