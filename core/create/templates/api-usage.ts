import { evenLines, type Page } from "../page";
import { chart, legendOf, percentilePlots, pinnedFilter, queryOf, ratioOf, scorecard, table } from "../parts";

const RESOURCE = "consumed_api";
const BY_CREDENTIAL = "resource.label.credential_id";
const BY_SERVICE = "resource.label.service";
const BY_METHOD = "resource.label.method";
const BY_CLASS = "metric.label.response_code_class";
const requests = {
  metric: "serviceruntime.googleapis.com/api/request_count",
  resource: RESOURCE,
  aligner: "ALIGN_RATE",
  reducer: "REDUCE_SUM",
};
const failing = { ...requests, where: ['metric.labels.response_code_class!="2xx"'] };
const failed = ratioOf(failing, requests, "10^2.%");
const latencies = { metric: "serviceruntime.googleapis.com/api/request_latencies", resource: RESOURCE };

/** Calls of Google APIs by this project: which credential and which service they are by, and what fails. */
export const apiUsage: Page = {
  title: "API usage by credential",
  filters: [pinnedFilter("credential_id"), pinnedFilter("service")],
  top: [
    [
      scorecard("API requests", queryOf(requests)),
      scorecard("Failed API requests", failed, 0.05, 0.2),
      scorecard(
        "API latency, p95",
        queryOf({ ...latencies, aligner: "ALIGN_DELTA", reducer: "REDUCE_PERCENTILE_95" }),
      ),
    ],
  ],
  sections: [
    {
      title: "Usage",
      lines: [
        [
          chart("Requests by credential", "Requests per second", [
            {
              query: queryOf({ ...requests, by: [BY_CREDENTIAL] }),
              plotType: "STACKED_AREA",
              legend: legendOf(BY_CREDENTIAL)!,
            },
          ]),
          chart("Requests by service", "Requests per second", [
            {
              query: queryOf({ ...requests, by: [BY_SERVICE] }),
              plotType: "STACKED_AREA",
              legend: legendOf(BY_SERVICE)!,
            },
          ]),
        ],
        [
          table(
            "Requests per second by credential, service and method",
            queryOf({ ...requests, by: [BY_CREDENTIAL, BY_SERVICE, BY_METHOD] }),
          ),
        ],
      ],
    },
    {
      title: "Errors and latency",
      lines: evenLines([
        chart("Requests by response class", "Requests per second", [
          {
            query: queryOf({ ...requests, by: [BY_CLASS] }),
            plotType: "STACKED_AREA",
            legend: legendOf(BY_CLASS)!,
          },
        ]),
        chart("Failed requests by credential", "Requests per second", [
          {
            query: queryOf({ ...failing, by: [BY_CREDENTIAL] }),
            plotType: "STACKED_BAR",
            legend: legendOf(BY_CREDENTIAL)!,
          },
        ]),
        chart("API latency", "Latency", percentilePlots(latencies, "ALIGN_DELTA")),
      ]),
    },
  ],
};
