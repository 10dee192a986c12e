import { describe, expect, it } from "vitest";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { fixesOf } from "../features/changing/fixes";

const RUN = 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"';
const CPU = 'metric.type="compute.googleapis.com/instance/cpu/utilization"';
const OWN = 'metric.type="custom.googleapis.com/orders" resource.type="cloud_run_revision"';

function dashboardOf(filter: string, field: string, reducer = "REDUCE_SUM"): Dashboard {
  const aggregation = {
    alignmentPeriod: "60s",
    perSeriesAligner: "ALIGN_RATE",
    crossSeriesReducer: reducer,
    groupByFields: [field],
  };
  const widget = {
    xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter, aggregation } } }] },
  };
  return new Dashboard(JSON.stringify({ displayName: "x", gridLayout: { widgets: [widget] } }, null, 2));
}

const told = (dashboard: Dashboard) => dashboard.findings.filter(({ code }) => code === "group-by-label");

describe("group-by fields", () => {
  it.each([
    [RUN, 'resource.label."zone"', '"cloud_run_revision" has no label "zone"'],
    [RUN, "resource.labels.zone", '"cloud_run_revision" has no label "zone"'],
    [RUN, "resource.labels.revison_name", 'Did you mean "revision_name"?'],
    [RUN, 'resource.label."response_code"', 'It is a label of the metric: use metric.label."response_code".'],
    [RUN, "metric.labels.location", "It is a label of the resource: use resource.labels.location."],
    [RUN, "metric.label.status", "It has response_code, "],
    // Without a resource type those of the metric count.
    [
      CPU,
      'resource.label."cluster_name"',
      `The resource of "compute.googleapis.com/instance/cpu/utilization"`,
    ],
    // A metric of one's own can have any label, its resource not.
    [OWN, 'resource.label."zone"', '"cloud_run_revision" has no label'],
  ])("%s by %s", (filter, field, message) => {
    const [finding, ...others] = told(dashboardOf(filter, field));
    expect(finding?.message).toContain(message);
    expect(finding?.severity).toBe("warning");
    expect(others).toEqual([]);
  });

  it.each([
    [RUN, 'resource.label."service_name"'],
    [RUN, "resource.labels.project_id"],
    [RUN, 'metadata.system_labels."zone"'],
    [RUN, "metadata.user_labels.zone"],
    [RUN, "group.id"],
    [RUN, "resource.type"],
    [RUN, "${zone}"],
    [CPU, 'metric.label."instance_name"'],
    [OWN, 'metric.label."zone"'],
    // More than one resource type, in three ways.
    [`${CPU} resource.type=one_of("gce_instance","k8s_node")`, "resource.label.cluster_name"],
    [`${CPU} (resource.type="gce_instance" OR resource.type="k8s_node")`, "resource.label.cluster_name"],
    [`${CPU} NOT resource.type="gce_instance"`, "resource.label.cluster_name"],
    ["", "resource.label.zone"],
    ["${cluster}", "resource.label.zone"],
  ])("nothing about %s by %s", (filter, field) => {
    expect(told(dashboardOf(filter, field))).toEqual([]);
  });

  it("are not checked without a reducer, which another rule requires", () => {
    expect(told(dashboardOf(RUN, "resource.label.zone", "REDUCE_NONE"))).toEqual([]);
  });

  it.each([
    ["resource.labels.revison_name", "resource.labels.revision_name"],
    ['resource.label."response_code"', 'metric.label."response_code"'],
    ['resource.label."zone"', undefined],
  ])("the fix of %s keeps its spelling", (field, fixed) => {
    const dashboard = dashboardOf(RUN, field);
    const [fix] = fixesOf(dashboard, told(dashboard)[0]!);
    const after = JSON.parse(applyEdits(dashboard.text, fix!.edits)).gridLayout.widgets[0].xyChart;
    const fields = after.dataSets[0].timeSeriesQuery.timeSeriesFilter.aggregation.groupByFields ?? [];
    expect(fields).toEqual(fixed ? [fixed] : []);
    expect(fix!.title).toBe(
      fixed ? `Replace with ${fixed.includes('"') ? fixed : `"${fixed}"`}` : "Remove the group-by field",
    );
  });
});
