import type { Sketch } from "../../../../core/grid/sketch";
import { createElement, fileText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { type Content, plainContent } from "./content";

/**
 * The input of a filter control, with the value that its variable starts with.
 *
 * @param open opens the list of values at the element; without it the input only shows one
 */
export function controlContent(
  sketch: Extract<Sketch, { kind: "control" }>,
  open?: (at: HTMLElement) => void,
): Content {
  const { variable, value, declared } = sketch;
  const name = fileText("span", "control-label", variable || "No variable");
  const box = createElement(
    open ? "button" : "div",
    "control-box",
    open && { type: "button", tabindex: "-1", "aria-haspopup": "dialog", "data-own-pointer": "" },
    fileText("span", value ? "control-value" : "control-value is-all", value || "All"),
    icon("open"),
  );
  box.addEventListener("click", (event) => {
    // A click at the input is not one at its tile.
    if (open) event.stopPropagation();
    open?.(box);
  });
  const root = createElement("div", "drawing control", {}, name, box);
  if (variable && !declared)
    root.append(createElement("div", "control-note", {}, "No such variable in this dashboard"));
  return plainContent(root);
}
