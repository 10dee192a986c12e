import {
  type Chart,
  type ChartSpec,
  type ChartTheme,
  drawChart,
  type PlotArea,
} from "../../shared/charts/chart";
import { createElement } from "../../shared/dom";

/** A drawn widget: what goes into the tile, and the charts in it. */
export interface Content {
  readonly root: HTMLElement;
  readonly charts: readonly ChartSlot[];
  /** It shows sample data. */
  readonly isSample: boolean;
}

/** A place in a content that holds a chart while it is in sight. */
export class ChartSlot {
  readonly root: HTMLElement;
  private chart: Chart | undefined;
  private theme: ChartTheme | undefined;

  constructor(
    className: string,
    private spec: ChartSpec,
  ) {
    this.root = createElement("div", `chart ${className}`);
  }

  /** Where things are in the drawing; undefined while it is not drawn, or where there are no axes. */
  get area(): PlotArea | undefined {
    return this.chart?.area();
  }

  /** Shows something else in the same place. */
  change(spec: ChartSpec): void {
    this.spec = spec;
    if (this.chart && this.theme) this.chart.update(spec, this.theme);
  }

  draw(theme: ChartTheme): void {
    this.theme = theme;
    if (this.chart) this.chart.update(this.spec, theme);
    else this.chart = drawChart(this.root, this.spec, theme);
  }

  resize(): void {
    this.chart?.resize();
  }

  dispose(): void {
    this.chart?.dispose();
    this.chart = undefined;
    this.root.replaceChildren();
  }
}

/** Content that is made of elements alone. */
export function plainContent(root: HTMLElement, isSample = false): Content {
  return { root, charts: [], isSample };
}
