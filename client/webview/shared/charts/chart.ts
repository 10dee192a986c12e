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
  /** Where things are in a chart with axes; undefined for others. */
  area(): PlotArea | undefined;
  /** Takes the chart off the page. It must not be used afterwards. */
  dispose(): void;
}

/** The area between the axes, in pixels of the element, and where the places along X lie in it. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The middle of a place along X. */
  xOf(index: number): number;
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
  let area: PlotArea | undefined;
  const show = () => {
    area = undefined;
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
    area() {
      area ??= areaOf(chart, shown.spec);
      return area;
    },
    dispose: () => chart.dispose(),
  };
}

function areaOf(chart: EChartsType, spec: ChartSpec): PlotArea | undefined {
  if ((spec.kind !== "axes" && spec.kind !== "heat") || (spec.kind === "axes" && spec.horizontal))
    return undefined;
  const count = spec.x.labels.length;
  if (count === 0) return undefined;
  const xOf = (index: number) => Number(chart.convertToPixel({ xAxisIndex: 0 }, index));
  const middle = (xOf(0) + xOf(count - 1)) / 2;
  const isInside = (x: number, y: number) => chart.containPixel({ gridIndex: 0 }, [x, y]);
  const height = chart.getHeight();
  const center = Array.from({ length: 9 }, (_, i) => ((i + 1) * height) / 10).find((y) =>
    isInside(middle, y),
  );
  if (center === undefined) return undefined;
  return {
    left: edge(middle, 0, (x) => isInside(x, center)),
    right: edge(middle, chart.getWidth(), (x) => isInside(x, center)),
    top: edge(center, 0, (y) => isInside(middle, y)),
    bottom: edge(center, height, (y) => isInside(middle, y)),
    xOf,
  };
}

/** The last place on the way from inside to outside that is still inside, to half a pixel. */
function edge(inside: number, outside: number, isInside: (at: number) => boolean): number {
  let [within, beyond] = [inside, outside];
  if (isInside(beyond)) return beyond;
  while (Math.abs(beyond - within) > 0.5) {
    const at = (within + beyond) / 2;
    if (isInside(at)) within = at;
    else beyond = at;
  }
  return within;
}
