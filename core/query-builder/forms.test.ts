import { expect, test } from "vitest";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { fileFormOf } from "../forms";
import type { QueryChange } from "./model/model";
import { findQuery, readQuery } from "./read";
import { writeQuery } from "./write";

const POINTER = "/gridLayout/widgets/0/scorecard/timeSeriesQuery";
const CPU = "compute.googleapis.com/instance/cpu/utilization";
const ZONE = { type: "value", part: 0, row: 0, index: 0, text: "b" } as const;
const MAX = {
  type: "step",
  part: 0,
  step: "aggregation",
  member: "perSeriesAligner",
  value: "ALIGN_MAX",
} as const;

const yaml = (filter: string, aligner = "ALIGN_MEAN") =>
  `displayName: x\ngridLayout:\n  widgets:\n    - scorecard:\n        timeSeriesQuery:\n          timeSeriesFilter:\n            filter: ${filter} # keep\n            aggregation:\n              perSeriesAligner: ${aligner}\n`;
const heredoc = (filter: string, aligner = "ALIGN_MEAN") =>
  `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = <<EOF\n{ "gridLayout": { "widgets": [{ "scorecard": { "timeSeriesQuery": { "timeSeriesFilter": {\n  "filter": "${filter}",\n  "aggregation": { "perSeriesAligner": "${aligner}" }\n} } } }] } }\nEOF\n}\n`;
const encoded = (filter: string, aligner = "ALIGN_MEAN") =>
  `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = jsonencode({\n    gridLayout = { widgets = [{ scorecard = { timeSeriesQuery = { timeSeriesFilter = {\n      filter = "${filter}"\n      aggregation = { perSeriesAligner = "${aligner}" }\n    } } } }] }\n  })\n}\n`;
const plain = (zone: string) => `metric.type="${CPU}" AND resource.labels.zone=${zone}`;
const quoted = (zone: string) => plain(zone).replaceAll('"', '\\"');

test.each<[string, string, string, QueryChange, string]>([
  ["YAML", "a.dashboard.yaml", yaml(`'${plain('"a"')}'`), ZONE, yaml(`'${plain('"b"')}'`)],
  ["YAML", "a.dashboard.yaml", yaml(`'${plain('"a"')}'`), MAX, yaml(`'${plain('"a"')}'`, "ALIGN_MAX")],
  ["a heredoc", "a.tf", heredoc(quoted('"a"')), ZONE, heredoc(quoted('"b"'))],
  [
    "a heredoc with a reference",
    "a.tf",
    heredoc(`${quoted('"a"')} project=\\"\${var.project}\\"`),
    ZONE,
    heredoc(`${quoted('"b"')} project=\\"\${var.project}\\"`),
  ],
  ["jsonencode", "a.tf", encoded(quoted('"a"')), ZONE, encoded(quoted('"b"'))],
  ["jsonencode", "a.tf", encoded(quoted('"a"')), MAX, encoded(quoted('"a"'), "ALIGN_MAX")],
])("in %s (%s)", (_, file, text, change, result) => {
  const [one] = fileFormOf(`file:///${file}`)!.read(text);
  const dashboard = Dashboard.of(one!.document!);
  const query = findQuery(dashboard, dashboard.canonical.nodeOf(POINTER))!;
  expect(readQuery(dashboard, query).parts[0]!.rows[0]).toMatchObject({ operator: "is" });
  const made = writeQuery(dashboard, query, change);
  expect(made.ok ? applyEdits(text, made.edits) : made.reason).toBe(result);
});
