import { describe, expect, it } from "vitest";
import type { ListRequest, LiveRequest } from "./model";
import { type LiveInput, planLive } from "./plan";

const END = Date.UTC(2026, 2, 1, 12, 0, 37);
const HOUR = 3_600_000;
const CPU = 'metric.type = "compute.googleapis.com/instance/cpu/utilization"';
const mean = { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" };

function plan(widgets: readonly object[], more: Partial<LiveInput> = {}) {
  const dashboard = { displayName: "d", gridLayout: { widgets }, ...(more.dashboard as object) };
  return planLive({ interval: { start: END - HOUR, end: END }, ...more, dashboard });
}
const chart = (...queries: object[]) => ({
  xyChart: { dataSets: queries.map((timeSeriesQuery) => ({ timeSeriesQuery })) },
});
const filterQuery = (aggregation: object = mean, more: object = {}) => ({
  timeSeriesFilter: { filter: CPU, aggregation, ...more },
});
const only = (planned: ReturnType<typeof plan>) => planned.requests[0]!.request;
const list = (request: LiveRequest) => request as ListRequest;
const clock = (time: number) => new Date(time).toISOString().slice(11, 19);

describe("requests", () => {
  it("equal ones are one, and know everything that they serve", () => {
    const scorecard = { scorecard: { timeSeriesQuery: filterQuery() } };
    const { requests, dataSets } = plan([chart(filterQuery(), filterQuery()), scorecard]);
    expect(requests).toHaveLength(1);
    expect(requests[0]!.serves).toEqual([
      "/gridLayout/widgets/0/xyChart/dataSets/0",
      "/gridLayout/widgets/0/xyChart/dataSets/1",
      "/gridLayout/widgets/1/scorecard",
    ]);
    expect(requests[0]!.places.map(({ pointer }) => pointer)).toEqual([
      "/gridLayout/widgets/0/xyChart/dataSets/0/timeSeriesQuery/timeSeriesFilter/filter",
      "/gridLayout/widgets/0/xyChart/dataSets/1/timeSeriesQuery/timeSeriesFilter/filter",
      "/gridLayout/widgets/1/scorecard/timeSeriesQuery/timeSeriesFilter/filter",
    ]);
    expect(dataSets.map(({ tile }) => tile)).toEqual([
      "/gridLayout/widgets/0",
      "/gridLayout/widgets/0",
      "/gridLayout/widgets/1",
    ]);
  });

  it("do not change with a title", () => {
    const key = (title: string) => plan([{ title, ...chart(filterQuery()) }]).requests.map((one) => one.key);
    expect(key("Before")).toEqual(key("After"));
  });

  it("end on a multiple of the period", () => {
    const { interval } = list(only(plan([chart(filterQuery())])));
    expect([clock(interval.start), clock(interval.end)]).toEqual(["11:00:00", "12:00:00"]);
  });

  it.each([
    [HOUR, "60s", 60],
    [HOUR, "300s", 300],
    [6 * HOUR, "60s", 300],
    [5 * 24 * HOUR, "60s", 3600],
    [42 * 24 * HOUR, "60s", 21_600],
  ])("of %d ms with a period of %s align to %d s", (range, alignmentPeriod, expected) => {
    const interval = { start: END - range, end: END };
    const { steps } = list(only(plan([chart(filterQuery({ ...mean, alignmentPeriod }))], { interval })));
    expect(steps[0]!.period).toBe(expected);
  });

  it("without an aligner have no step", () => {
    for (const aggregation of [{}, { alignmentPeriod: "60s" }, { perSeriesAligner: "ALIGN_NONE" }])
      expect(list(only(plan([chart(filterQuery(aggregation))]))).steps).toEqual([]);
  });

  it("have the second step, with an aligner that changes nothing for a reducer alone", () => {
    const secondary = { crossSeriesReducer: "REDUCE_MAX", groupByFields: ["resource.labels.zone"] };
    const request = list(only(plan([chart(filterQuery(mean, { secondaryAggregation: secondary }))])));
    expect(request.steps).toEqual([
      { period: 60, aligner: "ALIGN_MEAN", reducer: "REDUCE_NONE", groupBy: [] },
      { period: 60, aligner: "ALIGN_MEAN", reducer: "REDUCE_MAX", groupBy: ["resource.labels.zone"] },
    ]);
    for (const nothing of [{}, { perSeriesAligner: "ALIGN_NONE", crossSeriesReducer: "REDUCE_NONE" }])
      expect(
        list(only(plan([chart(filterQuery(mean, { secondaryAggregation: nothing }))]))).steps,
      ).toHaveLength(1);
  });

  it("of a full duration have one window, except in charts", () => {
    const query = { ...filterQuery(), outputFullDuration: true };
    const scorecard = (more: object = {}) => plan([{ scorecard: { timeSeriesQuery: query, ...more } }]);
    expect(list(only(scorecard())).steps[0]!.period).toBe(3600);
    expect(list(only(scorecard({ sparkChartView: {} }))).steps[0]!.period).toBe(60);
    expect(list(only(plan([chart(query)]))).steps[0]!.period).toBe(60);
  });

  it("of a time range of the widget keep it, unless somebody zooms", () => {
    const widget = { ...chart(filterQuery()), timeRange: { relativeDuration: "600s" } };
    expect(clock(list(only(plan([widget]))).interval.start)).toBe("11:50:00");
    expect(clock(list(only(plan([widget], { zoomed: true }))).interval.start)).toBe("11:00:00");
  });

  it("that are shifted are asked for as well", () => {
    const { xyChart } = chart(filterQuery());
    const { requests, dataSets } = plan([{ xyChart: { ...xyChart, timeshiftDuration: "3600s" } }]);
    expect(requests.map(({ request }) => clock(list(request).interval.end))).toEqual([
      "12:00:00",
      "11:00:00",
    ]);
    expect(dataSets[0]!.shifted).toMatchObject({ seconds: 3600 });
  });

  it("of a ratio are two with the same windows", () => {
    const side = (alignmentPeriod: string, filter: string) => ({
      filter,
      aggregation: { ...mean, alignmentPeriod },
    });
    const ratio = {
      numerator: side("60s", CPU),
      denominator: side("300s", `${CPU} resource.labels.zone = "a"`),
    };
    const { requests, dataSets } = plan([chart({ timeSeriesFilterRatio: ratio })]);
    expect(requests.map(({ request }) => list(request).steps[0]!.period)).toEqual([300, 300]);
    expect(dataSets[0]!.source).toMatchObject({ kind: "ratio", steps: [] });
    expect(dataSets[0]!.notes).toEqual(["How the service divides series is not documented."]);
  });

  it("in PromQL are over a range for charts and at its end for values", () => {
    const query = { prometheusQuery: "rate(up[${__interval}])" };
    expect(only(plan([chart(query)]))).toMatchObject({ kind: "range", query: "rate(up[60s])", step: 60 });
    expect(only(plan([{ scorecard: { timeSeriesQuery: query } }]))).toMatchObject({ kind: "instant" });
    expect(only(plan([{ pieChart: { dataSets: [{ timeSeriesQuery: query }] } }]))).toMatchObject({
      kind: "instant",
    });
    expect(only(plan([{ scorecard: { timeSeriesQuery: query, sparkChartView: {} } }]))).toMatchObject({
      kind: "range",
    });
  });
});

it.each([
  [{ timeSeriesQueryLanguage: "fetch x" }, /MQL/],
  [{ opsAnalyticsQuery: { sql: "SELECT 1" } }, /No public API runs this SQL/],
  [{ traceQuery: {} }, /trace/],
  [{}, /no query/],
  [{ timeSeriesFilter: { filter: "metric.type = " } }, /syntax error/],
  [{ prometheusQuery: "up{${nobody}}" }, /not declared/],
])("%j keeps sample data and says why", (query, why) => {
  const { requests, dataSets } = plan([chart(query)]);
  expect(requests).toEqual([]);
  expect(dataSets[0]!.source).toMatchObject({ kind: "sample", because: expect.stringMatching(why) });
});

it.each([
  undefined,
  3,
  [],
  { gridLayout: { widgets: [null, { xyChart: 3 }, { scorecard: { timeSeriesQuery: 4 } }] } },
])("%j has a plan", (dashboard) => {
  expect(planLive({ dashboard, interval: { start: END - HOUR, end: END } }).requests).toEqual([]);
});
