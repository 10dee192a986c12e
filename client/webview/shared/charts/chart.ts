import { optionOf } from "../../../../core/grid/charts/options";
import type { ChartSpec } from "../../../../core/grid/charts/spec";
import type { ChartTheme } from "../../../../core/grid/charts/theme";
import { type EChartsType, init } from "./echarts";

export type { ChartSpec } from "../../../../core/grid/charts/spec";
export type { ChartTheme } from "../../../../core/grid/charts/theme";
export { onThemeChange, readTheme } from "./theme";

/** A chart on the page. */
export interface Chart {
  /** Shows something else, in the same or another theme. */
  update(spec: ChartSpec, theme: ChartTheme): void;
  /** Fits the chart to its element again. */
  resize(): void;
  /** Takes the chart off the page. It must not be used afterwards. */
  dispose(): void;
}

export interface DrawOptions {
  /** Values are shown under the pointer. Without it the chart takes no events at all. */
  readonly interactive?: boolean;
}

/**
 * Draws a chart into an element that has a size. Nothing moves, nothing is loaded, and texts are texts. The element is
 * hidden from screen readers; the caller provides a text or table instead.
 */
export function drawChart(
  element: HTMLElement,
  spec: ChartSpec,
  theme: ChartTheme,
  { interactive = false }: DrawOptions = {},
): Chart {
  element.setAttribute("aria-hidden", "true");
  const chart: EChartsType = init(element, null, {
    renderer: "canvas",
    width: Math.max(element.clientWidth, 1),
    height: Math.max(element.clientHeight, 1),
  });
  let shown = { spec, theme };
  const show = () => {
    const size = { width: chart.getWidth(), height: chart.getHeight() };
    chart.setOption(optionOf(shown.spec, shown.theme, size, interactive), {
      notMerge: true,
      lazyUpdate: false,
    });
  };
  show();
  return {
    update(next, nextTheme) {
      shown = { spec: next, theme: nextTheme };
      show();
    },
    resize() {
      const [width, height] = [Math.max(element.clientWidth, 1), Math.max(element.clientHeight, 1)];
      if (width === chart.getWidth() && height === chart.getHeight()) return;
      chart.resize({ width, height, silent: true });
      // How much of the axes is shown depends on the room.
      show();
    },
    dispose: () => chart.dispose(),
  };
}
