import { keySpan, pathOf } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { durationSeconds } from "../schema/duration";
import { spanOfNode } from "../schema/structure";
import { stringOf } from "../shape";
import { fixWith, propertyOf, replaceFix } from "./fix-builders";
import type { Rule } from "./rule";
import { itemsOf } from "./span";

/** Plot types that may stand beside a time shift; a missing one is drawn as a line. */
const LINES = ["LINE", "PLOT_TYPE_UNSPECIFIED"];

export const timeshiftPlotType: Rule = {
  id: "timeshift-plot-type",
  severity: "error",
  message: "XyChart",
  evidence: "recorded",
  summary: "A chart with a time shift has a plot type other than LINE.",
  details:
    "A time shift compares a chart with an earlier time, and requires the plot type LINE for every data set. The service is known to reject stacked bars; other plot types are a warning.",
  serviceMessage:
    'Field mosaicLayout.tiles[0].widget.xyChart.dataSets[0].plotType has an invalid value of "STACKED_BAR": plot type is incompatible with XyChart\'s timeshiftDuration.',
  check(node, { canonical, value, report }) {
    if (!durationSeconds(stringOf(value["timeshiftDuration"]))) return;
    const shift = memberProperty(node, "timeshiftDuration")!;
    for (const dataSet of itemsOf(node, "dataSets")) {
      const plotType = memberProperty(dataSet, "plotType");
      const name = canonical.valueOf(dataSet)?.["plotType"];
      if (!plotType || typeof name !== "string" || LINES.includes(name)) continue;
      report({
        ...spanOfNode(plotType.value!),
        severity: name === "STACKED_BAR" ? "error" : "warning",
        message: `A chart with "${shift.key}" supports only LINE, not ${name}. Change the plot type to LINE, or remove "${shift.key}".`,
        related: [{ ...keySpan(shift), message: "The time shift is set here." }],
      });
    }
  },
  fixes(dashboard, finding) {
    const dataSets = propertyOf(dashboard, finding)?.parent.parent;
    const chart = dataSets?.parent;
    const shift = memberProperty(chart, "timeshiftDuration");
    return [
      ...replaceFix(dashboard, finding, "LINE"),
      ...(chart && shift
        ? fixWith(dashboard, `Remove "${shift.key}"`, [{ op: "remove", path: [...pathOf(chart), shift.key] }])
        : []),
    ];
  },
  bad: {
    widget: {
      xyChart: {
        timeshiftDuration: "604800s",
        dataSets: [{ plotType: "STACKED_BAR", timeSeriesQuery: { prometheusQuery: "up" } }],
      },
    },
  },
  good: {
    widget: {
      xyChart: {
        timeshiftDuration: "604800s",
        dataSets: [{ plotType: "LINE", timeSeriesQuery: { prometheusQuery: "up" } }],
      },
    },
  },
};
