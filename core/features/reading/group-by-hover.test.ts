import { expect, it } from "vitest";
import { Dashboard } from "../../dashboard";
import { hoverAt } from "./hover";

const RUN = String.raw`metric.type=\"run.googleapis.com/request_count\" resource.type=\"cloud_run_revision\"`;

function hover(field: string): string | undefined {
  const text = `{ "gridLayout": { "widgets": [ { "xyChart": { "dataSets": [ { "timeSeriesQuery": {
    "timeSeriesFilter": { "filter": "${RUN}", "aggregation": { "groupByFields": ["${field}"] } } } } ] } } ] } }`;
  const found = hoverAt(new Dashboard(text), text.indexOf(`["${field}`) + 12)?.contents;
  return (found as { value: string } | undefined)?.value;
}

it.each([
  [String.raw`resource.label.\"location\"`, "Label of the monitored resource `cloud_run_revision`."],
  ["resource.labels.location", "Label of the monitored resource `cloud_run_revision`."],
  [
    String.raw`metric.label.\"response_code_class\"`,
    "Label of the metric `run.googleapis.com/request_count`.",
  ],
  ["metadata.user_labels.team", "A user-defined label of the resource"],
])("hover on %s says what the label belongs to", (field, expected) => {
  expect(hover(field)).toContain(expected);
});
