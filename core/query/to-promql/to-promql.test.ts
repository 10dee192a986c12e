import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../../catalog/catalog";
import { promql } from "../../languages/promql";
import { toPromql } from ".";

const CPU = 'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance"';
const RUN = 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"';
const LATENCY = 'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision"';
const PROBE = 'metric.type="monitoring.googleapis.com/uptime_check/check_passed" resource.type="uptime_url"';

const step = (aligner: string, reducer?: string, groupByFields?: string[], alignmentPeriod = "60s") => ({
  alignmentPeriod,
  perSeriesAligner: aligner,
  ...(reducer && { crossSeriesReducer: reducer }),
  ...(groupByFields && { groupByFields }),
});
const filtered = (filter: string, aggregation: object) => ({ timeSeriesFilter: { filter, aggregation } });

/** The query, or the reason why there is none; a query has to be free of findings. */
function converted(query: Record<string, unknown>, inDataSet = true): string {
  const result = toPromql(query, shippedCatalog(), inDataSet);
  if ("reason" in result) return result.reason;
  const variables = [{ name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" }];
  expect(promql.check(result.promql, { variables }).filter(({ severity }) => severity !== "hint")).toEqual(
    [],
  );
  return result.minAlignmentPeriod ? `${result.promql} every ${result.minAlignmentPeriod}` : result.promql;
}

const vm = 'compute_googleapis_com:instance_cpu_utilization{monitored_resource="gce_instance"';
const run = 'run_googleapis_com:request_count{monitored_resource="cloud_run_revision"';
const latency = 'run_googleapis_com:request_latencies_bucket{monitored_resource="cloud_run_revision"';
const I = "[${__interval}]";

describe("a filter in PromQL", () => {
  it.each([
    [CPU, step("ALIGN_MEAN"), `avg_over_time(${vm}}${I})`],
    [CPU, step("ALIGN_MAX", "REDUCE_MEAN"), `avg(max_over_time(${vm}}${I}))`],
    [
      CPU,
      step("ALIGN_MEAN", "REDUCE_PERCENTILE_95", ['resource.label."zone"', "metadata.user_labels.team"]),
      `quantile by (zone, metadata_user_team) (0.95, avg_over_time(${vm}}${I}))`,
    ],
    [RUN, step("ALIGN_RATE", "REDUCE_SUM"), `sum(rate(${run}}${I}))`],
    [RUN, step("ALIGN_DELTA"), `increase(${run}}${I})`],
    [RUN, step("ALIGN_RATE", "REDUCE_NONE", ["resource.label.zone"]), `rate(${run}}${I})`],
    [LATENCY, step("ALIGN_PERCENTILE_99"), `histogram_quantile(0.99, rate(${latency}}${I}))`],
    [
      LATENCY,
      step("ALIGN_DELTA", "REDUCE_PERCENTILE_50", ['metric.label."response_code"']),
      `histogram_quantile(0.50, sum by (le, response_code) (rate(${latency}}${I})))`,
    ],
    [
      PROBE,
      step("ALIGN_FRACTION_TRUE"),
      `avg_over_time(monitoring_googleapis_com:uptime_check_check_passed{monitored_resource="uptime_url"}${I})`,
    ],
    // A longer period is kept as the shortest interval of the data set.
    [RUN, step("ALIGN_RATE", undefined, undefined, "300s"), `rate(${run}}${I}) every 300`],
  ])("%s with %j", (filter, aggregation, expected) => {
    expect(converted(filtered(filter, aggregation))).toBe(expected);
  });

  it.each([
    ['resource.labels.zone="a"', 'zone="a"'],
    ['resource.labels.zone!="a b"', 'zone!="a b"'],
    ['resource.labels.zone=one_of("a.b","c")', String.raw`zone=~"a\\.b|c"`],
    ['resource.labels.zone!=starts_with("us-")', 'zone!~"us-.*"'],
    ['resource.labels.zone=ends_with("-a")', 'zone=~".*-a"'],
    ['resource.labels.zone=has_substring("East", true)', 'zone=~"(?i).*East.*"'],
    [String.raw`resource.labels.zone=monitoring.regex.full_match("us-\\w+")`, String.raw`zone=~"us-\\w+"`],
    ['metadata.user_labels."app.team"="x"', 'metadata_user_app_team="x"'],
    ['metadata.system_labels.name="x"', 'metadata_system_name="x"'],
    ['resource.labels.zone="${zone.value}"', 'zone="${zone.value}"'],
    ["${zone}", "${zone}"],
  ])("compares %s", (clause, matcher) => {
    expect(converted(filtered(`${CPU} ${clause}`, step("ALIGN_MEAN")))).toBe(
      `avg_over_time(${vm},${matcher}}${I})`,
    );
  });

  it("calls a metric's label otherwise when the resource has one of that name", () => {
    const catalog = shippedCatalog();
    const [metric, key] = [...catalog.metrics()].flatMap((one) => {
      const [type] = one.resources;
      const shared = one.labels.find((label) => type && catalog.resource(type)?.labels.includes(label));
      return one.kind === "GAUGE" && one.valueType === "INT64" && one.resources.length === 1 && shared
        ? [[one, shared] as const]
        : [];
    })[0]!;
    const filter = `metric.type="${metric.type}" metric.labels.${key}="x"`;
    expect(converted(filtered(filter, step("ALIGN_MEAN")))).toContain(`{metric_${key}="x"}`);
  });

  it("divides the sides of a ratio that have the same labels", () => {
    const part = (clause: string, by?: string[]) => ({
      filter: `${RUN}${clause}`,
      aggregation: step("ALIGN_RATE", "REDUCE_SUM", by),
    });
    const failed = ' metric.labels.response_code_class="5xx"';
    expect(converted({ timeSeriesFilterRatio: { numerator: part(failed), denominator: part("") } })).toBe(
      `sum(rate(${run},response_code_class="5xx"}${I})) / sum(rate(${run}}${I}))`,
    );
    const uneven = { numerator: part(failed), denominator: part("", ["resource.labels.location"]) };
    expect(converted({ timeSeriesFilterRatio: uneven })).toContain("reduced to the same labels");
  });

  it("keeps a longer period as a range where there is no data set", () => {
    const query = filtered(RUN, step("ALIGN_RATE", undefined, undefined, "600s"));
    expect(converted(query, false)).toBe(`rate(${run}}[10m])`);
  });

  it.each([
    ["OR", filtered(`${CPU} (resource.labels.zone="a" OR resource.labels.zone="b")`, step("ALIGN_MEAN"))],
    ["NOT", filtered(`${CPU} NOT resource.labels.zone="a"`, step("ALIGN_MEAN"))],
    ["the operator >", filtered(`${CPU} resource.labels.zone>"a"`, step("ALIGN_MEAN"))],
    ["project", filtered(`${CPU} project="x"`, step("ALIGN_MEAN"))],
    ["does not select exactly one", filtered('resource.type="gce_instance"', step("ALIGN_MEAN"))],
    [
      "are not known",
      filtered('metric.type="custom.googleapis.com/x" resource.type="global"', step("ALIGN_MEAN")),
    ],
    [
      "several resource types",
      filtered('metric.type="logging.googleapis.com/log_entry_count"', step("ALIGN_MEAN")),
    ],
    ["no aligner", filtered(CPU, {})],
    ["ALIGN_INTERPOLATE", filtered(CPU, step("ALIGN_INTERPOLATE"))],
    ["ALIGN_MEAN of a DELTA", filtered(RUN, step("ALIGN_MEAN"))],
    ["REDUCE_STDDEV", filtered(CPU, step("ALIGN_MEAN", "REDUCE_STDDEV"))],
    ["only percentiles", filtered(LATENCY, step("ALIGN_DELTA", "REDUCE_SUM"))],
    ['no label "zone"', filtered(RUN, step("ALIGN_RATE", "REDUCE_SUM", ["resource.label.zone"]))],
    [
      "pickTimeSeriesFilter",
      { timeSeriesFilter: { filter: CPU, aggregation: step("ALIGN_MEAN"), pickTimeSeriesFilter: {} } },
    ],
    ["whole time range", { ...filtered(CPU, step("ALIGN_MEAN")), outputFullDuration: true }],
    ["syntax errors", filtered(`${CPU} (`, step("ALIGN_MEAN"))],
  ])("refuses with the reason: %s", (reason, query) => {
    const text = converted(query);
    expect(text).toMatch(/^Cannot be converted exactly: .*\.$/);
    expect(text).toContain(reason);
  });
});

describe("MQL in PromQL", () => {
  const mql = (text: string) => converted({ timeSeriesQueryLanguage: text });
  const fetch = "fetch cloud_run_revision\n| metric 'run.googleapis.com/request_count'\n";
  it.each([
    [`${fetch}| align rate(1m)\n| every 1m`, `rate(${run}}${I})`],
    [
      `fetch cloud_run_revision::run.googleapis.com/request_count | align delta(5m) | every 5m`,
      `increase(${run}}${I}) every 300`,
    ],
    [
      `${fetch}| filter (resource.location == 'eu' && metric.response_code_class != '5xx')\n| align rate(1m)\n| every 1m\n| group_by [resource.service_name, response_code], [value_aggregate: aggregate(value.request_count)]`,
      `sum by (service_name, response_code) (rate(${run},location="eu",response_code_class!="5xx"}${I}))`,
    ],
    [
      "fetch gce_instance | metric 'compute.googleapis.com/instance/cpu/utilization' | ${zone} | filter resource.zone =~ 'us-.*' | group_by 1m, [v: mean(value.utilization)] | every 1m | group_by [], .max",
      `max(avg_over_time(${vm},\${zone},zone=~"us-.*"}${I}))`,
    ],
  ])("%s", (text, expected) => {
    expect(mql(text)).toBe(expected);
  });

  it.each([
    ['"top" has no counterpart', `${fetch}| align rate(1m) | every 1m | top 5`],
    ["no counterpart here", `${fetch}| group_by [], .sum`],
    ["no alignment", `${fetch}| align rate(1m)`],
    ['"every" differs', `${fetch}| align rate(1m) | every 5m`],
    ["exactly one metric", `{ ${fetch} ; ${fetch} } | ratio`],
    ["OR and NOT", `${fetch}| filter (a == 'x') || (b == 'y') | align rate(1m) | every 1m`],
    ["escapes", `${fetch}| filter resource.location =~ 'a\\\\.b' | align rate(1m) | every 1m`],
    ["not one label", `${fetch}| align rate(1m) | every 1m | group_by [nothing], .sum`],
    ['"row_count"', `${fetch}| align rate(1m) | every 1m | group_by [], [row_count: row_count()]`],
  ])("refuses with the reason: %s", (reason, text) => {
    expect(mql(text)).toContain(reason);
  });
});
