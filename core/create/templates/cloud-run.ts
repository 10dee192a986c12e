import { evenLines, type Page } from "../page";
import { chart, legendOf, percentilePlots, pinnedFilter, queryOf, ratioOf, scorecard } from "../parts";

const RESOURCE = "cloud_run_revision";
const BY_SERVICE = "resource.label.service_name";
const legend = legendOf(BY_SERVICE)!;
const requests = {
  metric: "run.googleapis.com/request_count",
  resource: RESOURCE,
  aligner: "ALIGN_RATE",
  reducer: "REDUCE_SUM",
};
const failed = ratioOf(
  { ...requests, where: ['metric.labels.response_code_class="5xx"'] },
  requests,
  "10^2.%",
);
const latencies = { metric: "run.googleapis.com/request_latencies", resource: RESOURCE };
const p95 = { ...latencies, aligner: "ALIGN_DELTA", reducer: "REDUCE_PERCENTILE_95" };
const container = (name: string) => ({
  metric: `run.googleapis.com/container/${name}`,
  resource: RESOURCE,
  aligner: "ALIGN_DELTA",
  reducer: "REDUCE_PERCENTILE_99",
  by: [BY_SERVICE],
});
const instances = {
  metric: "run.googleapis.com/container/instance_count",
  resource: RESOURCE,
  aligner: "ALIGN_MAX",
  reducer: "REDUCE_SUM",
};
const network = (direction: string) => ({
  query: queryOf({
    metric: `run.googleapis.com/container/network/${direction}_bytes_count`,
    resource: RESOURCE,
    aligner: "ALIGN_RATE",
    reducer: "REDUCE_SUM",
  }),
  legend: direction,
});

/** Services on Cloud Run: traffic, errors, latency, and how full their instances are. */
export const cloudRun: Page = {
  title: "Cloud Run services",
  filters: [pinnedFilter("service_name"), pinnedFilter("location")],
  top: [
    [
      scorecard("Requests", queryOf(requests)),
      scorecard("Failed requests (5xx)", failed, 0.01, 0.05),
      scorecard("Request latency, p95", queryOf(p95)),
      scorecard("Instances", queryOf(instances)),
    ],
  ],
  sections: [
    {
      title: "Traffic and errors",
      lines: evenLines([
        chart("Requests by service", "Requests per second", [
          { query: queryOf({ ...requests, by: [BY_SERVICE] }), legend },
        ]),
        chart("Requests by response class", "Requests per second", [
          {
            query: queryOf({ ...requests, by: ["metric.label.response_code_class"] }),
            plotType: "STACKED_AREA",
            legend: legendOf("metric.label.response_code_class")!,
          },
        ]),
        chart(
          "Share of failed requests (5xx)",
          "Share",
          [{ query: failed, legend: "5xx" }],
          [{ label: "1 %", value: 0.01 }],
        ),
      ]),
    },
    {
      title: "Latency",
      lines: evenLines([
        chart("Request latency", "Latency", percentilePlots(latencies, "ALIGN_DELTA")),
        chart("Request latency by service, p95", "Latency", [
          { query: queryOf({ ...p95, by: [BY_SERVICE] }), legend },
        ]),
        chart(
          "Container startup latency",
          "Latency",
          percentilePlots(
            { metric: "run.googleapis.com/container/startup_latencies", resource: RESOURCE },
            "ALIGN_DELTA",
          ),
        ),
      ]),
    },
    {
      title: "Containers",
      subtitle: "Utilization is the 99th percentile of all instances.",
      lines: evenLines(
        [
          chart(
            "CPU utilization by service",
            "Utilization",
            [{ query: queryOf(container("cpu/utilizations")), legend }],
            [{ label: "80 %", value: 0.8 }],
          ),
          chart(
            "Memory utilization by service",
            "Utilization",
            [{ query: queryOf(container("memory/utilizations")), legend }],
            [{ label: "80 %", value: 0.8 }],
          ),
          chart("Instances by state", "Instances", [
            {
              query: queryOf({ ...instances, by: ["metric.label.state"] }),
              plotType: "STACKED_AREA",
              legend: legendOf("metric.label.state")!,
            },
          ]),
          chart("Concurrent requests by service, p99", "Requests", [
            { query: queryOf(container("max_request_concurrencies")), legend },
          ]),
          chart("Network traffic", "Bytes per second", [network("received"), network("sent")]),
          chart("Billable instance time by service", "Instances", [
            {
              query: queryOf({
                metric: "run.googleapis.com/container/billable_instance_time",
                resource: RESOURCE,
                aligner: "ALIGN_RATE",
                reducer: "REDUCE_SUM",
                by: [BY_SERVICE],
              }),
              legend,
            },
          ]),
        ],
        3,
      ),
    },
  ],
};
