import { stringOf } from "../shape";
import { aggregated } from "./example";
import type { Rule } from "./rule";
import { spanOf } from "./span";

export const reducerWithoutAligner: Rule = {
  id: "reducer-without-aligner",
  severity: "warning",
  message: "Aggregation",
  evidence: "documented",
  summary: "A reducer is set without an aligner.",
  details:
    "Series can be combined only if their points have the same timestamps, which an aligner ensures. A secondary aggregation gets aligned series, so it needs no aligner.",
  check(node, { canonical, value, report }) {
    if (canonical.fieldOf(node)?.name !== "aggregation") return;
    const reducer = stringOf(value["crossSeriesReducer"]);
    const aligner = stringOf(value["perSeriesAligner"]);
    if (!reducer || reducer === "REDUCE_NONE" || (aligner && aligner !== "ALIGN_NONE")) return;
    if ("perSeriesAligner" in value && !aligner) return;
    report({
      ...spanOf(node, "crossSeriesReducer"),
      message: `${reducer} requires aligned series. Set "perSeriesAligner" and "alignmentPeriod" too, or remove the reducer.`,
    });
  },
  bad: aggregated({ crossSeriesReducer: "REDUCE_SUM" }),
  good: aggregated({
    alignmentPeriod: "60s",
    perSeriesAligner: "ALIGN_MEAN",
    crossSeriesReducer: "REDUCE_SUM",
  }),
};
