import type { Sketch } from "../../../../core/grid/sketch";
import { createElement, fileText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { type Content, plainContent } from "./content";

/** The input of a filter control, with the value that its variable starts with. */
export function controlContent(sketch: Extract<Sketch, { kind: "control" }>): Content {
  const { variable, value, declared } = sketch;
  const name = fileText("span", "control-label", variable || "No variable");
  const box = createElement(
    "div",
    "control-box",
    {},
    fileText("span", value ? "control-value" : "control-value is-all", value || "All"),
    icon("open"),
  );
  const root = createElement("div", "drawing control", {}, name, box);
  if (variable && !declared)
    root.append(createElement("div", "control-note", {}, "No such variable in this dashboard"));
  return plainContent(root);
}
