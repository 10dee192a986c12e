import type { LabelFacts } from "./facts";
import type { SampleHeat, SampleSeries, SampleTimes } from "./series";

/** A series with the name that a legend shows. Values that are missing at a time are NaN. */
export interface NamedSeries extends SampleSeries {
  readonly name: string;
}

/** What one data set draws, sample data and live data alike. */
export interface PlotData {
  /** Unit of the values, as the service writes units; empty for none. */
  readonly unit: string;
  /** The labels that tell the series apart; each series has their values in this order. */
  readonly labels: readonly LabelFacts[];
  readonly times: SampleTimes;
  readonly series: readonly NamedSeries[];
  /** For a heat map, beside the series. */
  readonly heat?: SampleHeat;
}
