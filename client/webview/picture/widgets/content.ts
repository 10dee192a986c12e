import { type Chart, type ChartSpec, type ChartTheme, drawChart } from "../../shared/charts/chart";
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

  constructor(
    className: string,
    /** What to draw; a function where it depends on the theme or the room. */
    private readonly spec: ChartSpec,
  ) {
    this.root = createElement("div", `chart ${className}`);
  }

  draw(theme: ChartTheme): void {
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
