import type { ChartColor } from "../core/grid/charts/spec";
import type { ChartTheme } from "../core/grid/charts/theme";
import { resolveColor } from "../core/grid/charts/theme";
import { FAMILY } from "./fonts";

/** Colors of a picture: those of the editor's default themes, and of the preview's charts in them. */
export interface Theme {
  readonly name: "light" | "dark";
  /** Behind everything. */
  readonly ground: string;
  /** Of tiles. */
  readonly surface: string;
  readonly words: string;
  readonly faint: string;
  readonly edge: string;
  readonly focus: string;
  readonly bad: string;
  readonly fair: string;
  readonly link: string;
  readonly field: string;
  readonly fieldEdge: string;
  readonly charts: ChartTheme;
  /** Of changes. */
  readonly marks: Readonly<Record<"added" | "removed" | "moved" | "changed", string>>;
}

/** Letters of the preview in an editor with its usual settings, in pixels. */
export const FONT_SIZE = 13;

const shared = { font: FAMILY, fontSize: FONT_SIZE, forced: false, grid: "rgba(128, 128, 128, 0.26)" };

const light: Theme = {
  name: "light",
  ground: "#f8f8f8",
  surface: "#ffffff",
  words: "#3b3b3b",
  faint: "#616161",
  edge: "#e0e0e0",
  focus: "#005fb8",
  bad: "#e51400",
  fair: "#bf8803",
  link: "#005fb8",
  field: "#ffffff",
  fieldEdge: "#cecece",
  charts: {
    ...shared,
    textColor: "rgb(59, 59, 59)",
    mutedTextColor: "rgb(97, 97, 97)",
    surface: "rgb(255, 255, 255)",
    palette: ["#1d8ef5", "#bc7d19", "#2d8670", "#ee3cb5", "#725a21", "#1d5a70", "#402189", "#760a03"].map(
      rgb,
    ),
    good: rgb("#388a34"),
    info: rgb("#1a85ff"),
    fair: rgb("#bf8803"),
    bad: rgb("#e51400"),
    neutral: rgb("#9d9d9d"),
  },
  marks: { added: "#1a7f37", removed: "#cf222e", moved: "#0969da", changed: "#9a6700" },
};

const dark: Theme = {
  name: "dark",
  ground: "#181818",
  surface: "#1f1f1f",
  words: "#cccccc",
  faint: "#9d9d9d",
  edge: "#3a3a3a",
  focus: "#0078d4",
  bad: "#f14c4c",
  fair: "#cca700",
  link: "#4daafc",
  field: "#313131",
  fieldEdge: "#3c3c3c",
  charts: {
    ...shared,
    textColor: "rgb(204, 204, 204)",
    mutedTextColor: "rgb(157, 157, 157)",
    surface: "rgb(31, 31, 31)",
    palette: ["#47b5fa", "#e99d6e", "#048b56", "#cd5fa4", "#dbd922", "#a6e2fb", "#a560fa", "#f52311"].map(
      rgb,
    ),
    good: rgb("#89d185"),
    info: rgb("#3794ff"),
    fair: rgb("#cca700"),
    bad: rgb("#f14c4c"),
    neutral: rgb("#666666"),
  },
  marks: { added: "#3fb950", removed: "#f85149", moved: "#4493f8", changed: "#d29922" },
};

export const THEMES: Readonly<Record<Theme["name"], Theme>> = { light, dark };

/** The color of a series or a state. */
export function colorOf(theme: Theme, color: ChartColor): string {
  return resolveColor(theme.charts, color);
}

/** `#rrggbb` as charts take it. */
function rgb(color: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgb(${channels.join(", ")})`;
}
