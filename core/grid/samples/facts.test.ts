import { describe, expect, it } from "vitest";
import type { MetricFacts, QueryFacts } from "./facts";
import { factsOf } from "./read-facts";

const METRICS: Readonly<Record<string, MetricFacts>> = {
  "a.googleapis.com/cpu/utilization": {
    kind: "GAUGE",
    valueType: "DOUBLE",
    unit: "10^2.%",
    labels: [
      { key: "zone", of: "resource", values: [] },
      { key: "instance_id", of: "resource", values: [] },
      { key: "core", of: "metric", values: ["0", "1"] },
    ],
  },
  "a.googleapis.com/bytes_count": { kind: "DELTA", valueType: "INT64", unit: "By", labels: [] },
  "a.googleapis.com/cpu/usage_time": { kind: "CUMULATIVE", valueType: "DOUBLE", unit: "s{CPU}", labels: [] },
  "a.googleapis.com/latencies": { kind: "DELTA", valueType: "DISTRIBUTION", unit: "ms", labels: [] },
  "a.googleapis.com/up": { kind: "GAUGE", valueType: "BOOL", unit: "", labels: [] },
  "a.googleapis.com/replicas": { kind: "GAUGE", valueType: "INT64", unit: "1", labels: [] },
  "a.googleapis.com/memory/limit_utilization": { kind: "GAUGE", valueType: "DOUBLE", unit: "1", labels: [] },
  "a.googleapis.com/load": { kind: "GAUGE", valueType: "DOUBLE", unit: "1", labels: [] },
  "a_googleapis_com:bytes_count": { kind: "DELTA", valueType: "INT64", unit: "By", labels: [] },
};
const read = (query: unknown) => factsOf(query, (name) => METRICS[name]);
const filter = (name: string, aggregation: object = {}, more: object = {}, rest = "") =>
  read({
    timeSeriesFilter: { filter: `metric.type="a.googleapis.com/${name}"${rest}`, aggregation, ...more },
  });
const short = ({ values, unit, series, labels }: QueryFacts) =>
  `${values} [${unit}] ${series} ${labels.map(({ key }) => key).join(",")}`;

describe("filter queries", () => {
  it.each([
    ["cpu/utilization", {}, "share [10^2.%] 5 instance_id,core"],
    ["cpu/utilization", { perSeriesAligner: "ALIGN_PERCENT_CHANGE" }, "percent [%] 5 instance_id,core"],
    ["bytes_count", { perSeriesAligner: "ALIGN_RATE" }, "rate [By/s] 3 series"],
    ["bytes_count", { perSeriesAligner: "ALIGN_DELTA" }, "count [By] 3 series"],
    ["cpu/usage_time", { perSeriesAligner: "ALIGN_RATE" }, "rate [1] 3 series"],
    ["latencies", { perSeriesAligner: "ALIGN_DELTA" }, "distribution [ms] 3 series"],
    ["latencies", { perSeriesAligner: "ALIGN_PERCENTILE_99" }, "level [ms] 3 series"],
    ["latencies", { crossSeriesReducer: "REDUCE_COUNT" }, "count [1] 1 "],
    ["up", { perSeriesAligner: "ALIGN_FRACTION_TRUE" }, "share [10^2.%] 3 series"],
    ["up", {}, "flag [1] 3 series"],
    ["replicas", {}, "count [1] 3 series"],
    ["memory/limit_utilization", {}, "share [1] 3 series"],
    ["load", {}, "level [1] 3 series"],
    ["unheard/of", {}, "level [] 3 series"],
  ])("%s with %j", (name, aggregation, expected) => {
    expect(short(filter(name, aggregation))).toBe(expected);
  });

  it("have a series for each value of what they are grouped by", () => {
    const by = (...groupByFields: string[]) => ({
      perSeriesAligner: "ALIGN_MEAN",
      crossSeriesReducer: "REDUCE_MEAN",
      groupByFields,
    });
    expect(filter("cpu/utilization", by()).series).toBe(1);
    expect(filter("cpu/utilization", by('resource.label."zone"')).series).toBeGreaterThan(2);
    expect(filter("cpu/utilization", by("metric.labels.core"))).toMatchObject({
      series: 2,
      labels: [{ key: "core", of: "metric", values: ["0", "1"] }],
    });
    expect(filter("cpu/utilization", by("metadata.user_labels.app")).labels[0]).toMatchObject({
      key: "app",
      of: "user",
    });
  });

  it("have as many as the ranking keeps, and the values that the filter fixes", () => {
    const by = { crossSeriesReducer: "REDUCE_SUM", groupByFields: ["resource.labels.zone"] };
    expect(filter("cpu/utilization", by, { pickTimeSeriesFilter: { numTimeSeries: 2 } }).series).toBe(2);
    const fixed = filter("cpu/utilization", by, {}, ' resource.labels.zone = "west"');
    expect(fixed).toMatchObject({ series: 1, labels: [{ key: "zone", values: ["west"] }] });
  });

  it("give way to the unit that the file wants", () => {
    const query = { filter: 'metric.type="a.googleapis.com/replicas"', aggregation: {} };
    expect(read({ timeSeriesFilter: query, unitOverride: "%" })).toMatchObject({
      unit: "%",
      values: "percent",
    });
    expect(read({ timeSeriesFilter: query, unitOverride: "" })).toMatchObject({ unit: "1", values: "count" });
  });

  it("know period and quantile", () => {
    const aggregation = { alignmentPeriod: "300s", perSeriesAligner: "ALIGN_PERCENTILE_95" };
    expect(filter("latencies", aggregation)).toMatchObject({ period: 300, quantile: 0.95 });
  });
});

describe("other queries", () => {
  it.each([
    ["sum(up)", "level [] 1 "],
    ["sum by (zone, le) (rate(requests_total[5m]))", "rate [1/s] 4 zone"],
    ["rate(a_googleapis_com:bytes_count[1m])", "rate [By/s] 3 series"],
    ["histogram_quantile(0.99, sum by (le) (rate(x_seconds_bucket[5m])))", "level [s] 1 "],
    ["100 * sum(a) / sum(b)", "percent [%] 1 "],
    ["sum(rate(a_total[5m])) / sum(rate(b_total[5m]))", "share [10^2.%] 1 "],
    ["sum(increase(orders_total[1h])) / 3600", "level [] 1 "],
    ["topk(2, sum by (pod) (memory_bytes))", "level [By] 2 pod"],
    ['sum by (code) (rate(http_total{code="500"}[5m]))', "rate [1/s] 1 code"],
    ["count by (node) (kube_node)", "count [1] 4 node"],
    ["${cluster} this is no PromQL (", "level [] 3 series"],
    ["", "level [] 3 series"],
  ])("PromQL %s", (prometheusQuery, expected) => {
    expect(short(read({ prometheusQuery }))).toBe(expected);
  });

  it("PromQL is called after its metric", () => {
    expect(read({ prometheusQuery: 'sum by (a) (rate(orders_total{x="y"}[5m]))' }).name).toBe("orders_total");
    expect(read({ prometheusQuery: '{"__name__"="odd.name"}' }).name).toBe("odd.name");
  });

  it("MQL tells metric and groups", () => {
    const query =
      "fetch x | metric 'a.googleapis.com/latencies' | group_by [resource.zone], [v: percentile(value.latencies, 95)]";
    expect(read({ timeSeriesQueryLanguage: query })).toMatchObject({ unit: "ms", values: "level" });
  });

  it.each([
    ["| group_by [], [v: sum(value.bytes_count)] | value [rate: v / 3600]", "level [] 1 "],
    ["| value div(val(), 3600)", "level [] 3 series"],
    ["| ratio", "share [10^2.%] 3 series"],
    ["| group_by [resource.zone, metric.code], sum(val())", "level [By] 4 zone,code"],
    ["| group_by [resource.zone, metric.zone], sum(val())", "level [By] 4 resource.zone,metric.zone"],
  ])("MQL %s", (steps, expected) => {
    const query = `fetch x::a.googleapis.com/bytes_count ${steps}`;
    expect(short(read({ timeSeriesQueryLanguage: query }))).toBe(expected);
  });

  it.each([
    ["bytes / 1024 AS mib", true],
    ["(t.ended - t.started) AS took", true],
    ["ROUND(size, 1) AS size", true],
    ["SAFE_CAST(code AS INT64) AS code", true],
    ["TIMESTAMP_DIFF(a, b, SECOND) AS age", true],
    ["CONCAT(a, '-', b) AS name", false],
    ["CAST(code AS STRING) AS code", false],
    ["DATE_SUB(day, INTERVAL 1 DAY) AS day", false],
    ["day - INTERVAL 1 DAY AS day", false],
    ["FORMAT('%d of %d', a + 1, b) AS text", false],
    ["service", false],
  ])("SQL %s is a number: %s", (column, isNumber) => {
    const { labels, measures } = read({ opsAnalyticsQuery: { sql: `SELECT ${column} FROM t` } });
    expect([labels.length, measures?.length ?? 0]).toEqual(isNumber ? [0, 1] : [1, 0]);
  });

  it("SQL tells its columns", () => {
    const sql =
      "WITH t AS (SELECT 1 AS one) SELECT DISTINCT t.service, region AS place, COUNT(*) AS n FROM t GROUP BY 1";
    expect(read({ opsAnalyticsQuery: { sql } })).toMatchObject({
      name: "n",
      labels: [{ key: "service" }, { key: "place" }],
      measures: ["n"],
    });
    expect(read({ opsAnalyticsQuery: { sql: "SELECT * FROM t" } }).labels).toEqual([]);
    expect(read({ opsAnalyticsQuery: { sql: "/* SELECT a FROM b */" } }).labels).toEqual([]);
  });

  it("a ratio of alike is a share", () => {
    const side = { filter: 'metric.type="a.googleapis.com/bytes_count"', aggregation: {} };
    const other = { filter: 'metric.type="a.googleapis.com/replicas"', aggregation: {} };
    const ratio = (denominator: object) => read({ timeSeriesFilterRatio: { numerator: side, denominator } });
    expect(ratio(side).values).toBe("share");
    expect(ratio(other).values).toBe("rate");
  });

  it.each([
    undefined,
    null,
    3,
    "x",
    [],
    {},
    { timeSeriesFilter: [] },
    { prometheusQuery: 4 },
    { traceQuery: {} },
  ])("%j is met with what is usual", (query) => {
    expect(read(query)).toMatchObject({ name: expect.any(String), series: expect.any(Number) });
  });
});
