import { expect, it } from "vitest";
import { Dashboard } from "../../../dashboard";
import { applyEdits } from "../../../edit/edit";
import { fixesOf } from "../fixes";

const ZONE = 'resource.label."zone"';
const filter = (metric: string, resource: string, more = "") =>
  `metric.type="${metric}" resource.type="${resource}"${more}`;
const LATENCY = "run.googleapis.com/request_latencies";
const COUNT = "run.googleapis.com/request_count";
const CPU = "compute.googleapis.com/instance/cpu/utilization";

function board(
  text: string,
  aggregation: object,
  query: object = {},
  dataSet: object = { plotType: "LINE" },
): Dashboard {
  const timeSeriesQuery = { timeSeriesFilter: { filter: text, aggregation }, ...query };
  const widget = { xyChart: { dataSets: [{ timeSeriesQuery, ...dataSet }] } };
  return new Dashboard(JSON.stringify({ displayName: "x", gridLayout: { widgets: [widget] } }, null, 2));
}
const step = (aligner: string, reducer?: string, ...groupByFields: string[]) => ({
  alignmentPeriod: "60s",
  perSeriesAligner: aligner,
  ...(reducer && { crossSeriesReducer: reducer }),
  ...(groupByFields.length > 0 && { groupByFields }),
});

it.each([
  // What the starter becomes with another metric.
  [
    "resource type, aligner, reducer, group-by fields",
    board(filter(LATENCY, "gce_instance"), step("ALIGN_MEAN", "REDUCE_MEAN", ZONE)),
    board(filter(LATENCY, "cloud_run_revision"), step("ALIGN_DELTA", "REDUCE_PERCENTILE_99")),
  ],
  [
    "aligner, group-by fields",
    board(
      filter(COUNT, "cloud_run_revision"),
      step("ALIGN_FRACTION_TRUE", "REDUCE_SUM", ZONE, 'resource.label."location"'),
    ),
    board(filter(COUNT, "cloud_run_revision"), step("ALIGN_RATE", "REDUCE_SUM", 'resource.label."location"')),
  ],
  [
    "aligner, unit",
    board(filter(CPU, "gce_instance"), step("ALIGN_RATE"), { unitOverride: "By" }),
    board(filter(CPU, "gce_instance"), step("ALIGN_MEAN")),
  ],
  [
    "resource type, aligner",
    board(filter(LATENCY, "gce_instance"), step("ALIGN_MEAN", "REDUCE_SUM"), {}, { plotType: "HEATMAP" }),
    board(
      filter(LATENCY, "cloud_run_revision"),
      step("ALIGN_DELTA", "REDUCE_SUM"),
      {},
      { plotType: "HEATMAP" },
    ),
  ],
  [
    "resource type, group-by fields",
    board(
      filter(COUNT, "gce_instance", ' resource.labels.location="eu"'),
      step("ALIGN_RATE", "REDUCE_SUM", 'resource.label."response_code"'),
    ),
    board(
      filter(COUNT, "cloud_run_revision", ' resource.labels.location="eu"'),
      step("ALIGN_RATE", "REDUCE_SUM", 'metric.label."response_code"'),
    ),
  ],
])("one fix adapts %s", (what, before, after) => {
  const codes = new Set(["aggregation-fit", "group-by-label", "filter-metric-resource"]);
  const found = before.findings.filter(({ code }) => codes.has(code));
  expect(found.length).toBeGreaterThan(0);
  for (const finding of found) {
    const [fix] = fixesOf(before, finding);
    expect(fix!.title).toBe(`Adapt the query to the metric: ${what}`);
    expect(applyEdits(before.text, fix!.edits)).toBe(after.text);
  }
  expect(after.findings.filter(({ code }) => codes.has(code))).toEqual([]);
});

it("keeps a unit of the same dimension, and leaves a single misfit to its own fix", () => {
  const before = board(
    filter(LATENCY, "cloud_run_revision"),
    step("ALIGN_PERCENTILE_99", "REDUCE_COUNT_TRUE"),
    { unitOverride: "s" },
  );
  const finding = before.findings.find(({ code }) => code === "aggregation-fit")!;
  expect(
    fixesOf(before, finding)
      .map(({ title }) => title)
      .join(),
  ).not.toContain("Adapt");
});
