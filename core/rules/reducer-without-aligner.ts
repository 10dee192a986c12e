import { textOf } from "../grid/values";
import { aggregated } from "./example";
import type { Rule } from "./rule";
import { spanOf } from "./span";

export const reducerWithoutAligner: Rule = {
  id: "reducer-without-aligner",
  severity: "warning",
  message: "Aggregation",
  evidence: "documented",
  summary: "Series are combined without being aligned first.",
  details:
    "Points of different series can only be combined when they lie at the same times, which is what an aligner does. The second aggregation of a query gets series that are aligned already, so it may do without.",
  check(node, { canonical, value, report }) {
    if (canonical.fieldOf(node)?.name !== "aggregation") return;
    const reducer = textOf(value["crossSeriesReducer"]);
    const aligner = textOf(value["perSeriesAligner"]);
    if (!reducer || reducer === "REDUCE_NONE" || (aligner && aligner !== "ALIGN_NONE")) return;
    if ("perSeriesAligner" in value && !aligner) return;
    report({
      ...spanOf(node, "crossSeriesReducer"),
      message: `${reducer} combines aligned series only. Set "perSeriesAligner" and "alignmentPeriod" too, or remove the reducer.`,
    });
  },
  bad: aggregated({ crossSeriesReducer: "REDUCE_SUM" }),
  good: aggregated({
    alignmentPeriod: "60s",
    perSeriesAligner: "ALIGN_MEAN",
    crossSeriesReducer: "REDUCE_SUM",
  }),
};
