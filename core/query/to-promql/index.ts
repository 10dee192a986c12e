import type { Catalog } from "../../catalog/catalog";
import { type Members, stringOf } from "../../shape";
import { promqlOfFilter } from "./from-filter";
import { promqlOfMql } from "./from-mql";
import { NotExact, rangeText } from "./series";

/** A query in PromQL, or why there is none that shows the same. */
export type Conversion =
  | {
      readonly promql: string;
      /** Seconds that a data set has to have as its shortest interval for `${__interval}` to be right. */
      readonly minAlignmentPeriod?: number;
    }
  | { readonly reason: string };

/** The shortest interval of a chart, in seconds. */
const SHORTEST = 60;

/**
 * Converts a query with filters or in MQL.
 *
 * @param query canonical value of a `TimeSeriesQuery`
 * @param inDataSet whether the query's holder can be given a shortest interval
 */
export function toPromql(query: Members, catalog: Catalog, inDataSet: boolean): Conversion {
  const periods: number[] = [];
  // Alignment periods and `${__interval}` both grow with the time range that a chart shows; a fixed range does not.
  const rangeOf = (seconds: number) => {
    periods.push(seconds);
    return inDataSet || seconds <= SHORTEST ? "${__interval}" : rangeText(seconds);
  };
  const mql = stringOf(query["timeSeriesQueryLanguage"]);
  try {
    const promql = mql ? promqlOfMql(mql, catalog, rangeOf) : promqlOfFilter(query, catalog, rangeOf);
    const longest = Math.max(...periods);
    if (Math.min(...periods) !== longest)
      throw new NotExact("both sides of the ratio must have one alignment period");
    return { promql, minAlignmentPeriod: inDataSet && longest > SHORTEST ? longest : undefined };
  } catch (error) {
    if (error instanceof NotExact) return { reason: `Cannot be converted exactly: ${error.message}.` };
    throw error;
  }
}
