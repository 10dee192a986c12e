import { ICON_PATHS, type IconName } from "../../../core/grid/icon-paths";
import type { TileKind } from "../../../core/grid/kinds";
import { svgElement } from "./dom";

export type { IconName } from "../../../core/grid/icon-paths";

/** A decorative icon; the caller provides the label. */
export function icon(name: IconName | TileKind): SVGSVGElement {
  const paths = ICON_PATHS[name].map((d) => svgElement("path", { d }));
  return svgElement(
    "svg",
    { viewBox: "0 0 16 16", class: `icon icon-${name}`, "aria-hidden": "true" },
    ...paths,
  );
}
