import { ICON_PATHS, type IconName } from "../../core/grid/icon-paths";
import { el, type SvgNode } from "./node";

/** An icon, its upper left corner at a point. Sizes are pixels. */
export function icon(name: IconName, x: number, y: number, size: number, color: string): SvgNode {
  const scale = Math.round((size / 16) * 1000) / 1000;
  return el(
    "g",
    {
      transform: `translate(${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}) scale(${scale})`,
      fill: "none",
      stroke: color,
      "stroke-width": 1.3,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    ...ICON_PATHS[name].map((d) => el("path", { d })),
  );
}
