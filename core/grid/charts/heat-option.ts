import { formatValue } from "../samples/units";
import { gridOf, intervalOf, shownAxes, titleOf } from "./axes-option";
import type { ChartOption } from "./option";
import { type Size, smallFontSize } from "./size";
import type { HeatSpec } from "./spec";
import { type ChartTheme, withAlpha } from "./theme";

/** A heatmap: times along X, buckets along Y, the more the stronger the color. */
export function heatOption(spec: HeatSpec, theme: ChartTheme, size: Size): ChartOption {
  const { along, values } = shownAxes(false, false, size);
  const color = theme.palette[0] ?? theme.textColor;
  const rows = Math.max(spec.bounds.length - 1, 0);
  const every = Math.max(1, Math.ceil(rows / Math.max(size.height / 34, 1)));
  const label = { color: theme.mutedTextColor, fontSize: smallFontSize(theme) };
  return {
    grid: gridOf(along || values),
    xAxis: {
      type: "category",
      data: [...spec.x.labels],
      show: along,
      ...titleOf(spec.x.title, theme, size),
      axisLine: { lineStyle: { color: theme.grid } },
      axisTick: { show: false },
      axisLabel: { ...label, hideOverlap: true, ...intervalOf(spec.x, size.width, theme) },
    },
    yAxis: {
      type: "category",
      data: Array.from({ length: rows }, (_, row) => formatValue(spec.bounds[row]!, spec.unit)),
      show: values,
      position: "right",
      ...titleOf(spec.title, theme, size),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...label, interval: (row: number) => row % every === 0 },
    },
    visualMap: {
      show: false,
      min: 0,
      max: 1,
      inRange: { color: [withAlpha(color, 0.12), withAlpha(color, 0.5), withAlpha(color, 1)] },
    },
    series: [
      {
        type: "heatmap",
        silent: true,
        progressive: 0,
        emphasis: { disabled: true },
        itemStyle: { borderColor: theme.surface, borderWidth: size.width / spec.x.labels.length > 6 ? 1 : 0 },
        data: spec.columns.flatMap((column, x) =>
          column.flatMap((heat, y) => (heat > 0.02 ? [[x, y, heat]] : [])),
        ),
      },
    ],
  };
}
