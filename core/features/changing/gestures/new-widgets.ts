import type { Dashboard } from "../../../dashboard";
import type { ContentKind } from "../../../grid/kinds";
import { listOf, membersOf, stringOf } from "../../../shape";

/** An example query that has data in most projects. */
const CPU = 'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance"';

/** The same metric in PromQL, by zone. */
const PROMQL =
  'avg by (zone) (avg_over_time(compute_googleapis_com:instance_cpu_utilization{monitored_resource="gce_instance"}[${__interval}]))';

function cpu(more: object = {}): object {
  return {
    timeSeriesFilter: {
      filter: CPU,
      aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN", ...more },
    },
  };
}

const BY_ZONE = { crossSeriesReducer: "REDUCE_MEAN", groupByFields: ['resource.label."zone"'] };

/** A new widget of a kind, in canonical form: complete, valid and without findings. */
export function newWidget(
  kind: ContentKind,
  dashboard: Dashboard,
  query?: "promql",
): Readonly<Record<string, unknown>> {
  if (kind === "xyChart" && query === "promql") {
    const timeSeriesQuery = { prometheusQuery: PROMQL };
    return {
      title: "CPU utilization by zone",
      xyChart: { dataSets: [{ plotType: "LINE", targetAxis: "Y1", timeSeriesQuery }] },
    };
  }
  switch (kind) {
    case "xyChart":
      return {
        title: "CPU utilization",
        xyChart: { dataSets: [{ plotType: "LINE", targetAxis: "Y1", timeSeriesQuery: cpu() }] },
      };
    case "scorecard":
      return {
        title: "CPU utilization",
        scorecard: {
          timeSeriesQuery: cpu({ crossSeriesReducer: "REDUCE_MEAN" }),
          sparkChartView: { sparkChartType: "SPARK_LINE" },
        },
      };
    case "timeSeriesTable":
      return {
        title: "CPU utilization by zone",
        timeSeriesTable: { dataSets: [{ timeSeriesQuery: cpu(BY_ZONE) }], metricVisualization: "NUMBER" },
      };
    case "pieChart":
      return {
        title: "CPU utilization by zone",
        pieChart: {
          chartType: "DONUT",
          dataSets: [{ sliceNameTemplate: "${resource.labels.zone}", timeSeriesQuery: cpu(BY_ZONE) }],
        },
      };
    case "treemap":
      return {
        title: "CPU utilization by zone",
        treemap: { dataSets: [{ timeSeriesQuery: cpu(BY_ZONE) }], treemapHierarchy: ["zone"] },
      };
    case "text":
      return {
        text: { content: "## Text\n\nDescribe this dashboard here.", format: "MARKDOWN" },
      };
    case "alertChart":
      return { alertChart: { name: `${projectOf(dashboard)}/alertPolicies/1234567890` } };
    case "incidentList":
      return { title: "Incidents", incidentList: {} };
    case "logsPanel":
      return { title: "Errors in the logs", logsPanel: { filter: "severity>=ERROR" } };
    case "errorReportingPanel":
      return { title: "Errors", errorReportingPanel: { projectNames: [projectOf(dashboard)] } };
    case "collapsibleGroup":
      return { title: "Group", collapsibleGroup: {} };
    case "singleViewGroup":
      return { title: "Views", singleViewGroup: { displayType: "TAB" } };
    case "sectionHeader":
      return { title: "Section", sectionHeader: { dividerBelow: true } };
    case "filterControl":
      return { filterControl: { templateVariable: variableOf(dashboard) } };
    case "blank":
      return { blank: {} };
  }
}

/** The project that the dashboard is of, where it says so. */
function projectOf({ canonical }: Dashboard): string {
  const name = stringOf(membersOf(canonical.value)["name"]);
  return /^projects\/[^/]+/.exec(name)?.[0] ?? "projects/my-project";
}

/** A template variable that the dashboard declares. */
function variableOf({ canonical }: Dashboard): string {
  const filters = listOf(membersOf(canonical.value)["dashboardFilters"]);
  return filters.map((filter) => stringOf(membersOf(filter)["templateVariable"])).find(Boolean) ?? "";
}
