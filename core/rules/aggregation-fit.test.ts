import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../catalog/catalog";
import { Dashboard } from "../dashboard";
import { fixesOf } from "../features/changing/fixes";

const CPU = 'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance"';
const SENT =
  'metric.type="compute.googleapis.com/instance/network/sent_bytes_count" resource.type="gce_instance"';
const UPTIME = 'metric.type="kubernetes.io/container/restart_count" resource.type="k8s_container"';
const LATENCY = 'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision"';
const PROBE = 'metric.type="monitoring.googleapis.com/uptime_check/check_passed" resource.type="uptime_url"';

const PERIOD = { alignmentPeriod: "60s" };
const step = (perSeriesAligner?: string, crossSeriesReducer?: string) => ({
  ...PERIOD,
  ...(perSeriesAligner && { perSeriesAligner }),
  ...(crossSeriesReducer && { crossSeriesReducer }),
});

function dashboardOf(query: object, own = shippedCatalog()): Dashboard {
  const widget = { xyChart: { dataSets: [{ timeSeriesQuery: query }] } };
  return new Dashboard(JSON.stringify({ displayName: "x", gridLayout: { widgets: [widget] } }), own);
}

function told(query: object, own = shippedCatalog()): string[] {
  const dashboard = dashboardOf(query, own);
  return dashboard.findings
    .filter(({ code }) => code === "aggregation-fit")
    .map(({ offset, length }) => dashboard.text.slice(offset, offset + length).replaceAll('"', ""));
}

const filter = (text: string, aggregation?: object, secondaryAggregation?: object) => ({
  timeSeriesFilter: {
    filter: text,
    ...(aggregation && { aggregation }),
    ...(secondaryAggregation && { secondaryAggregation }),
  },
});

describe("one aggregation", () => {
  it.each([
    [CPU, step("ALIGN_MEAN", "REDUCE_PERCENTILE_99"), []],
    [CPU, step("ALIGN_RATE"), ["ALIGN_RATE"]],
    [CPU, step("ALIGN_PERCENTILE_99"), ["ALIGN_PERCENTILE_99"]],
    [SENT, step("ALIGN_RATE", "REDUCE_SUM"), []],
    [UPTIME, step("ALIGN_DELTA", "REDUCE_SUM"), []],
    [LATENCY, step("ALIGN_DELTA", "REDUCE_PERCENTILE_95"), []],
    [LATENCY, step("ALIGN_MEAN"), ["ALIGN_MEAN"]],
    [LATENCY, step("ALIGN_DELTA", "REDUCE_MAX"), ["REDUCE_MAX"]],
    [LATENCY, step("ALIGN_PERCENTILE_50", "REDUCE_MAX"), []],
    [PROBE, step("ALIGN_FRACTION_TRUE", "REDUCE_MEAN"), []],
    [PROBE, step("ALIGN_NEXT_OLDER", "REDUCE_COUNT_FALSE"), []],
    [PROBE, step("ALIGN_MEAN"), ["ALIGN_MEAN"]],
    // One finding is enough: what comes after is as wrong as what it is made of.
    [CPU, step("ALIGN_RATE", "REDUCE_COUNT_TRUE"), ["ALIGN_RATE"]],
    // Without an aligner another rule has the word, and an unknown one is an error of its own.
    [CPU, step(undefined, "REDUCE_SUM"), []],
    [CPU, step("ALIGN_RAET", "REDUCE_COUNT_TRUE"), []],
    [CPU, {}, []],
  ])("%s with %j", (text, aggregation, expected) => {
    expect(told(filter(text, aggregation))).toEqual(expected);
  });

  it("says nothing of a metric that is not known for certain", () => {
    const aggregation = step("ALIGN_RATE");
    for (const text of [
      "",
      'metric.type="custom.googleapis.com/x"',
      'metric.type="workload.googleapis.com/vault.token.renew.time"',
      'metric.type="prometheus.googleapis.com/up/gauge"',
      'metric.type="compute.googleapis.com/quota/x/usage"',
      'metric.type=starts_with("run.googleapis.com/")',
      `${CPU} OR ${LATENCY}`,
      `NOT ${CPU}`,
      'select_slo_health("projects/p/services/s/serviceLevelObjectives/o")',
      'metric.type="$' + '{metric}"',
    ]) {
      expect(told(filter(text, aggregation)), text).toEqual([]);
    }
  });

  it("takes numbers and snake case for what they stand for", () => {
    const query = {
      time_series_filter: { filter: CPU, aggregation: { alignment_period: "60s", per_series_aligner: 2 } },
    };
    expect(told(query)).toEqual(["2"]);
  });
});

describe("several steps", () => {
  it.each([
    [LATENCY, step("ALIGN_DELTA"), step("ALIGN_PERCENTILE_99"), []],
    [LATENCY, step("ALIGN_PERCENTILE_99"), step("ALIGN_PERCENTILE_99"), ["ALIGN_PERCENTILE_99"]],
    [SENT, step("ALIGN_RATE", "REDUCE_SUM"), step("ALIGN_MEAN"), []],
    [SENT, step("ALIGN_RATE"), step("ALIGN_RATE"), ["ALIGN_RATE"]],
    [CPU, step("ALIGN_MEAN"), step("ALIGN_NONE", "REDUCE_MAX"), []],
    [CPU, step("ALIGN_MEAN"), step("ALIGN_NONE", "REDUCE_COUNT_TRUE"), ["REDUCE_COUNT_TRUE"]],
    [CPU, step("ALIGN_PERCENTILE_99"), step("ALIGN_PERCENTILE_99"), ["ALIGN_PERCENTILE_99"]],
  ])("%s with %j and %j", (text, first, second, expected) => {
    expect(told(filter(text, first, second))).toEqual(expected);
  });

  it("looks at each side of a ratio, and at the quotient as a number", () => {
    const ratio = (numerator: object, denominator: object, secondaryAggregation = {}) => ({
      timeSeriesFilterRatio: {
        numerator: { filter: SENT, aggregation: numerator },
        denominator: { filter: LATENCY, aggregation: denominator },
        secondaryAggregation,
      },
    });
    expect(told(ratio(step("ALIGN_RATE"), step("ALIGN_PERCENTILE_99"), step("ALIGN_MEAN")))).toEqual([]);
    expect(told(ratio(step("ALIGN_PERCENTILE_99"), step("ALIGN_RATE"), step("ALIGN_COUNT_TRUE")))).toEqual([
      "ALIGN_PERCENTILE_99",
      "ALIGN_RATE",
      "ALIGN_COUNT_TRUE",
    ]);
  });
});

describe("a project's own metric", () => {
  const own = shippedCatalog().extend({
    project: "shop",
    readAt: new Date().toISOString(),
    metrics: [{ type: "custom.googleapis.com/shop/latency", kind: "CUMULATIVE", valueType: "DISTRIBUTION" }],
    resources: [],
  });
  const text = 'metric.type="custom.googleapis.com/shop/latency"';

  it("is known for certain", () => {
    expect(told(filter(text, step("ALIGN_DELTA")), own)).toEqual([]);
    expect(told(filter(text, step("ALIGN_PERCENTILE_99")), own)).toEqual([]);
    expect(told(filter(text, step("ALIGN_MEAN")), own)).toEqual(["ALIGN_MEAN"]);
    expect(told(filter(text, step("ALIGN_MEAN")))).toEqual([]);
  });
});

it("offers what fits, the usual first", () => {
  const dashboard = dashboardOf(filter(UPTIME, step("ALIGN_MEAN")));
  const finding = dashboard.findings.find(({ code }) => code === "aggregation-fit")!;
  expect(finding.message).toBe(
    "ALIGN_MEAN does not apply to series with kind CUMULATIVE and value type INT64: the chart stays empty. Use ALIGN_RATE, ALIGN_DELTA.",
  );
  expect(fixesOf(dashboard, finding).map(({ title }) => title)).toEqual([
    'Replace with "ALIGN_RATE"',
    'Replace with "ALIGN_DELTA"',
  ]);
});
