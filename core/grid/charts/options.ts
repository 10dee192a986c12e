import { formatValue } from "../samples/units";
import { axesOption } from "./axes-option";
import { heatOption } from "./heat-option";
import type { ChartOption } from "./option";
import { gaugeOption, pieOption, treemapOption } from "./round-options";
import { type Size, smallFontSize } from "./size";
import type { ChartSpec } from "./spec";
import type { ChartTheme } from "./theme";

/** The chart as ECharts wants it. */
export function optionOf(spec: ChartSpec, theme: ChartTheme, size: Size, interactive: boolean): ChartOption {
  return {
    animation: false,
    backgroundColor: "transparent",
    textStyle: { color: theme.textColor, fontFamily: theme.font, fontSize: smallFontSize(theme) },
    ...(interactive ? { tooltip: tooltipOf(spec, theme) } : {}),
    ...partsOf(spec, theme, size, interactive),
  };
}

function partsOf(spec: ChartSpec, theme: ChartTheme, size: Size, interactive: boolean): ChartOption {
  switch (spec.kind) {
    case "axes":
      return axesOption(spec, theme, size, interactive);
    case "heat":
      return heatOption(spec, theme, size);
    case "pie":
      return pieOption(spec, theme, size, interactive);
    case "treemap":
      return treemapOption(spec, theme, size);
    case "gauge":
      return gaugeOption(spec, theme, size);
  }
}

/** Drawn on the canvas as well: a tooltip in the page would need style attributes. */
function tooltipOf(spec: ChartSpec, theme: ChartTheme): Record<string, unknown> {
  return {
    trigger: spec.kind === "axes" ? "axis" : "item",
    renderMode: "richText",
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.surface,
    borderColor: theme.grid,
    textStyle: { color: theme.textColor, fontFamily: theme.font, fontSize: theme.fontSize - 1 },
    axisPointer: {
      type: "line",
      animation: false,
      lineStyle: { color: theme.mutedTextColor, type: "dashed" },
    },
    ...(spec.kind === "axes"
      ? {
          formatter: (points: unknown) =>
            pointText(
              points,
              spec.y.map(({ unit }) => unit),
              spec,
            ),
        }
      : {}),
  };
}

/** The lines of a tooltip: the place on X, then every series with its value. */
function pointText(
  points: unknown,
  units: readonly string[],
  spec: Extract<ChartSpec, { kind: "axes" }>,
): string {
  const list = (Array.isArray(points) ? points : [points]) as {
    readonly seriesIndex: number;
    readonly dataIndex: number;
    readonly axisValueLabel?: string;
  }[];
  const [first] = list;
  if (!first) return "";
  const lines = list.flatMap(({ seriesIndex, dataIndex }) => {
    const series = spec.series[seriesIndex];
    const value = series?.values[dataIndex];
    if (!series || value === undefined || value === null) return [];
    return [`${series.name}: ${formatValue(value, units[series.axis] ?? "")}`];
  });
  return [spec.x.labels[first.dataIndex] ?? "", ...lines].map(plain).join("\n");
}

/** Braces and bars would be read as rich text of the canvas. */
function plain(text: string): string {
  return text.replace(/[{}|]/g, " ");
}
