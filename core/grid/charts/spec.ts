/**
 * What a chart shows, as plain data: it can come from sample data, from a service, or over a channel. Nothing in it is
 * markup; every text is shown as it is.
 */
export type ChartSpec = AxesSpec | HeatSpec | PieSpec | TreemapSpec | GaugeSpec;

/** A place in the theme's palette, or a color with a meaning. */
export type ChartColor = number | "good" | "info" | "fair" | "bad" | "neutral";

/** Lines, areas and bars over one X axis and up to two Y axes. */
export interface AxesSpec {
  readonly kind: "axes";
  readonly x: Categories;
  /** The first one stands at the right, as in the console; the second one at the left. */
  readonly y: readonly AxisSpec[];
  readonly series: readonly SeriesSpec[];
  readonly lines: readonly LineSpec[];
  /** Values along X, categories along Y. */
  readonly horizontal: boolean;
  /** No axes, no grid: a spark chart. */
  readonly bare: boolean;
}

/** What stands along X. */
export interface Categories {
  readonly labels: readonly string[];
  readonly title: string;
  /** At every how many of them a label looks well, ascending; by default wherever there is room. */
  readonly steps?: readonly number[];
  /** Instead of steps: places where labels look well together, the densest list first. */
  readonly places?: readonly (readonly number[])[];
}

export interface AxisSpec {
  readonly title: string;
  readonly unit: string;
  readonly log: boolean;
  /** Where the axis stands when there is only one; right by default. */
  readonly left?: boolean;
}

export interface SeriesSpec {
  readonly name: string;
  readonly shape: "line" | "area" | "bar";
  /** Place in `y`. */
  readonly axis: number;
  readonly values: readonly (number | null)[];
  readonly color: ChartColor;
  /** Areas and bars of one name stand on top of each other; empty stands alone. */
  readonly stack: string;
  readonly dashed?: boolean;
  readonly faint?: boolean;
  /** A line that has to be seen in front of whatever is behind it. */
  readonly strong?: boolean;
}

/** A line across the chart at one value. */
export interface LineSpec {
  readonly value: number;
  readonly label: string;
  readonly axis: number;
  readonly color: ChartColor;
  /** Everything above or below it is tinted. */
  readonly tint?: "above" | "below";
}

/** How much is in each bucket at each time. */
export interface HeatSpec {
  readonly kind: "heat";
  readonly x: Categories;
  /** Bounds of the buckets, one more than there are rows. */
  readonly bounds: readonly number[];
  readonly unit: string;
  readonly title: string;
  /** Column by column, 0 to 1. */
  readonly columns: readonly (readonly number[])[];
}

export interface PieSpec {
  readonly kind: "pie";
  readonly donut: boolean;
  /** Names and shares stand at the slices. */
  readonly labels: boolean;
  readonly unit: string;
  readonly slices: readonly { readonly name: string; readonly value: number; readonly color: ChartColor }[];
}

export interface TreemapSpec {
  readonly kind: "treemap";
  readonly nodes: readonly TreemapNode[];
}

export interface TreemapNode {
  readonly name: string;
  readonly value: number;
  readonly color: ChartColor;
  readonly children?: readonly TreemapNode[];
}

export interface GaugeSpec {
  readonly kind: "gauge";
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  /** Colored parts of the dial, ascending; the first one starts at `low`. */
  readonly bands: readonly { readonly to: number; readonly color: ChartColor }[];
  readonly color: ChartColor;
}
