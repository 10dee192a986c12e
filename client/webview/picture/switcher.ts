import { type Box, GROUP_STRIP } from "../../../core/grid/geometry";
import type { PictureTile } from "../../../core/grid/picture";
import { createElement, fileText, setStyle } from "../shared/dom";

/** About the width of a tab without its name, and of a letter in it, in pixels. */
const TAB_FRAME = 20;
const LETTER = 7;

/**
 * The choice among the members of a single-view group, in the group's strip: tabs or a list, as the group says. Every
 * member is reachable, with the pointer and with the keyboard.
 */
export class Switcher {
  readonly root = createElement("div", "switcher");
  private signature = "";

  constructor(private readonly choose: (member: string) => void) {}

  /** Draws the choice to the right of the group's name, `nameWidth` pixels wide; rebuilds it only when it has changed. */
  update(
    group: PictureTile,
    members: readonly PictureTile[],
    shown: string,
    box: Box,
    nameWidth: number,
  ): void {
    const left = box.left + nameWidth + 4;
    const width = Math.max(box.left + box.width - left - 4, 10);
    setStyle(this.root, "left", `${left}px`);
    setStyle(this.root, "top", `${box.top}px`);
    setStyle(this.root, "width", `${width}px`);
    setStyle(this.root, "height", `${GROUP_STRIP}px`);
    const wanted = group.sketch.kind === "views" && group.sketch.tabs;
    const names = members.map((member, at) => member.title || `View ${at + 1}`);
    const needed = names.reduce((sum, name) => sum + TAB_FRAME + LETTER * name.length, 0);
    // Use a list if the names of the tabs do not fit.
    const tabs = wanted && width >= needed;
    const signature = JSON.stringify([tabs, group.title, shown, members.map((member) => member.id), names]);
    if (signature === this.signature) return;
    this.signature = signature;
    const focused = this.root.contains(document.activeElement);
    const label = `Views of ${group.title || "the group"}`;
    const choices = members.map((member, at) => ({ id: member.id, name: names[at]! }));
    this.root.replaceChildren(tabs ? this.tabs(choices, shown, label) : this.list(choices, shown, label));
    if (focused) this.root.querySelector<HTMLElement>("select, [aria-selected='true']")?.focus();
  }

  private list(choices: readonly Choice[], shown: string, label: string): HTMLElement {
    const select = createElement("select", "views-list", { "aria-label": label });
    for (const { id, name } of choices) {
      const option = fileText("option", "", name);
      option.value = id;
      option.selected = id === shown;
      select.append(option);
    }
    select.addEventListener("change", () => this.choose(select.value));
    const count = createElement(
      "span",
      "views-count",
      { "aria-hidden": "true" },
      `${position(choices, shown)}/${choices.length}`,
    );
    return createElement("div", "views-select", {}, select, count);
  }

  private tabs(choices: readonly Choice[], shown: string, label: string): HTMLElement {
    const list = createElement("div", "views-tabs", { role: "tablist", "aria-label": label });
    for (const { id, name } of choices) {
      const tab = createElement("button", "view-tab", {
        type: "button",
        role: "tab",
        "aria-selected": String(id === shown),
        tabindex: id === shown ? "0" : "-1",
        title: name,
      });
      tab.append(fileText("span", "", name));
      tab.addEventListener("click", () => this.choose(id));
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const at = choices.findIndex(({ id }) => id === shown);
      event.preventDefault();
      this.choose(choices[(at + step + choices.length) % choices.length]!.id);
    });
    return list;
  }
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

function position(choices: readonly Choice[], shown: string): number {
  return choices.findIndex(({ id }) => id === shown) + 1;
}
