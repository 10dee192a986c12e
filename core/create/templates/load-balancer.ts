import { evenLines, type Page } from "../page";
import {
  chart,
  legendOf,
  percentilePlots,
  pinnedFilter,
  queryOf,
  ratioOf,
  type Series,
  scorecard,
  table,
} from "../parts";

const RESOURCE = "https_lb_rule";
const BY_MAP = "resource.label.url_map_name";
const BY_BACKEND = "resource.label.backend_target_name";
const BY_CLASS = "metric.label.response_code_class";

function rate(name: string): Series {
  return {
    metric: `loadbalancing.googleapis.com/https/${name}`,
    resource: RESOURCE,
    aligner: "ALIGN_RATE",
    reducer: "REDUCE_SUM",
  };
}

const failing = (one: Series): Series => ({ ...one, where: ['metric.labels.response_code_class="500"'] });
const failed = ratioOf(failing(rate("request_count")), rate("request_count"), "10^2.%");
const total = { metric: "loadbalancing.googleapis.com/https/total_latencies", resource: RESOURCE };
const backend = { metric: "loadbalancing.googleapis.com/https/backend_latencies", resource: RESOURCE };
const p95 = { aligner: "ALIGN_DELTA", reducer: "REDUCE_PERCENTILE_95" };

/** Global external application load balancers: what clients see, and which backend it comes from. */
export const loadBalancer: Page = {
  title: "Application load balancer",
  filters: [pinnedFilter("url_map_name"), pinnedFilter("backend_target_name")],
  top: [
    [
      scorecard("Requests", queryOf(rate("request_count"))),
      scorecard("Failed requests (5xx)", failed, 0.01, 0.05),
      scorecard("Total latency, p95", queryOf({ ...total, ...p95 })),
      scorecard("Sent to clients", queryOf(rate("response_bytes_count"))),
    ],
  ],
  sections: [
    {
      title: "Clients",
      lines: evenLines([
        chart("Requests by URL map", "Requests per second", [
          { query: queryOf({ ...rate("request_count"), by: [BY_MAP] }), legend: legendOf(BY_MAP)! },
        ]),
        chart("Requests by response class", "Requests per second", [
          {
            query: queryOf({ ...rate("request_count"), by: [BY_CLASS] }),
            plotType: "STACKED_AREA",
            legend: legendOf(BY_CLASS)!,
          },
        ]),
        chart(
          "Share of failed requests (5xx)",
          "Share",
          [{ query: failed, legend: "5xx" }],
          [{ label: "1 %", value: 0.01 }],
        ),
        chart("Total latency", "Latency", percentilePlots(total, "ALIGN_DELTA")),
        chart(
          "Round-trip time to clients",
          "Time",
          percentilePlots(
            { metric: "loadbalancing.googleapis.com/https/frontend_tcp_rtt", resource: RESOURCE },
            "ALIGN_DELTA",
          ),
        ),
        chart("Traffic", "Bytes per second", [
          { query: queryOf(rate("request_bytes_count")), legend: "received" },
          { query: queryOf(rate("response_bytes_count")), legend: "sent" },
        ]),
      ]),
    },
    {
      title: "Backends",
      lines: [
        [
          chart("Requests by backend", "Requests per second", [
            {
              query: queryOf({ ...rate("backend_request_count"), by: [BY_BACKEND] }),
              legend: legendOf(BY_BACKEND)!,
            },
          ]),
          chart("Latency by backend, p95", "Latency", [
            { query: queryOf({ ...backend, ...p95, by: [BY_BACKEND] }), legend: legendOf(BY_BACKEND)! },
          ]),
        ],
        [
          table(
            "Failed requests per second (5xx) by backend",
            queryOf({ ...failing(rate("backend_request_count")), by: [BY_BACKEND] }),
          ),
        ],
      ],
    },
  ],
};
