import type { Sketch } from "../../../core/grid/sketch";
import { element, fileText } from "../dom";
import { icon } from "../icons";
import { type Content, plain } from "./content";

/** The input of a filter control, with the value that its variable starts with. */
export function controlContent(sketch: Extract<Sketch, { kind: "control" }>): Content {
  const { variable, value, declared } = sketch;
  const name = fileText("span", "control-label", variable || "No variable");
  const box = element(
    "div",
    "control-box",
    {},
    fileText("span", value ? "control-value" : "control-value is-all", value || "All"),
    icon("open"),
  );
  const root = element("div", "drawing control", {}, name, box);
  if (variable && !declared)
    root.append(element("div", "control-note", {}, "No such variable in this dashboard"));
  return plain(root);
}
