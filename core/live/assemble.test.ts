import { describe, expect, it } from "vitest";
import { readListPage, readPrometheus } from "./answers";
import { assemble } from "./assemble";
import type { LiveAnswer } from "./model";
import { planLive } from "./plan";

const END = Date.UTC(2026, 2, 1, 12);
const CPU = 'metric.type = "compute.googleapis.com/instance/cpu/utilization"';
const mean = { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" };

/** What the first data set of a widget shows, when every request has this answer. */
function show(widget: object, answer: LiveAnswer | undefined, minutes = 5) {
  const interval = { start: END - minutes * 60_000, end: END };
  const plan = planLive({ dashboard: { gridLayout: { widgets: [widget] } }, interval });
  const answers = new Map(answer ? plan.requests.map(({ key }) => [key, answer] as const) : []);
  return assemble(plan.dataSets[0]!, answers);
}
const chart = (set: object = {}, filter: object = {}) => ({
  xyChart: {
    dataSets: [
      { timeSeriesQuery: { timeSeriesFilter: { filter: CPU, aggregation: mean, ...filter } }, ...set },
    ],
  },
});
const series = (zone: string, ...values: (number | undefined)[]) => ({
  metric: { type: "compute.googleapis.com/instance/cpu/utilization" },
  resource: { type: "gce_instance", labels: { project_id: "p", zone } },
  unit: "10^2.%",
  points: values
    .flatMap((doubleValue, i) => {
      const time = new Date(END - (values.length - 1 - i) * 60_000).toISOString();
      return doubleValue === undefined ? [] : [{ interval: { endTime: time }, value: { doubleValue } }];
    })
    .reverse(),
});
const answered = (...timeSeries: object[]): LiveAnswer => ({
  kind: "series",
  ...readListPage({ timeSeries, unit: "10^2.%" }),
});
const dataOf = (result: ReturnType<typeof show>) => {
  if (result.kind !== "data") throw new Error(result.kind);
  return result;
};

describe("a data set", () => {
  it("has names of real labels, gaps, and the unit of the answer", () => {
    const result = dataOf(show(chart(), answered(series("a", 1, undefined, 3), series("b", 4, 5, 6))));
    expect(result.data.series).toEqual([
      { name: "a", labels: ["a"], values: [Number.NaN, Number.NaN, 1, Number.NaN, 3] },
      { name: "b", labels: ["b"], values: [Number.NaN, Number.NaN, 4, 5, 6] },
    ]);
    expect(result.data).toMatchObject({ unit: "10^2.%", labels: [{ key: "zone", of: "resource" }] });
    expect(result.data.times).toMatchObject({ step: 60_000 });
    expect([result.found, result.newest, result.approximate]).toEqual([2, END, []]);
  });

  it.each([
    ["${resource.labels.zone} of ${metric.labels.nothing}!", "a of !"],
    ["${resource.labels.project_id}", "p"],
    ['${resource.labels."zone"}', "a"],
    ["", "a"],
  ])("is called %j: %s", (legendTemplate, name) => {
    const [first] = dataOf(show(chart({ legendTemplate }), answered(series("a", 1)))).data.series;
    expect(first!.name).toBe(name);
  });

  it("keeps the highest of a ranking, and is approximate then", () => {
    const pick = { rankingMethod: "METHOD_MAX", numTimeSeries: 2, direction: "TOP" };
    const answer = answered(series("a", 1, 9), series("b", 5, 5), series("c", 8, 0));
    const result = dataOf(show(chart({}, { pickTimeSeriesFilter: pick }), answer));
    expect(result.data.series.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(result.found).toBe(3);
    expect(result.approximate).toHaveLength(1);
    const lowest = dataOf(
      show(chart({}, { pickTimeSeriesFilter: { ...pick, direction: "BOTTOM" } }), answer),
    );
    expect(lowest.data.series.map(({ name }) => name)).toEqual(["b", "c"]);
  });

  it("prefers the unit of the file", () => {
    const widget = {
      scorecard: {
        timeSeriesQuery: { timeSeriesFilter: { filter: CPU, aggregation: mean }, unitOverride: "s" },
      },
    };
    expect(dataOf(show(widget, answered(series("a", 1)))).data.unit).toBe("s");
  });

  it("draws no more than fifty series, and says how many there are", () => {
    const result = dataOf(
      show(chart(), answered(...Array.from({ length: 60 }, (_, i) => series(`z${i}`, i)))),
    );
    expect([result.data.series.length, result.found]).toEqual([50, 60]);
  });

  it("with a heat map sums the buckets of a column", () => {
    const histogram = (counts: string[]) => ({
      metric: { type: "m" },
      resource: { type: "r" },
      points: [
        {
          interval: { endTime: new Date(END).toISOString() },
          value: {
            distributionValue: {
              bucketOptions: { linearBuckets: { numFiniteBuckets: 2, width: 10, offset: 0 } },
              bucketCounts: counts,
            },
          },
        },
      ],
    });
    const result = dataOf(
      show(chart({ plotType: "HEATMAP" }), answered(histogram(["0", "2"]), histogram(["0", "2", "1"]))),
    );
    expect(result.data.heat).toEqual({ bounds: [0, 10, 20], columns: [[1, 0.25]] });
  });

  it("of a shifted chart comes with what was before, at the times of now", () => {
    const { xyChart } = chart();
    const widget = { xyChart: { ...xyChart, timeshiftDuration: "600s" } };
    const interval = { start: END - 300_000, end: END };
    const plan = planLive({ dashboard: { gridLayout: { widgets: [widget] } }, interval });
    const [now, before] = plan.requests.map(({ key }) => key);
    const earlier = answered(series("a", 7));
    if (earlier.kind !== "series") throw new Error();
    const moved = earlier.series.map((one) => ({
      ...one,
      points: one.points.map((point) => ({ ...point, time: point.time - 600_000 })),
    }));
    const answers = new Map([
      [now!, answered(series("a", 1))],
      [before!, { ...earlier, series: moved }],
    ]);
    const { shifted } = dataOf(assemble(plan.dataSets[0]!, answers));
    expect(shifted!.times.times.at(-1)).toBe(END);
    expect(shifted!.series[0]!.values.at(-1)).toBe(7);
  });
});

describe("what is no data", () => {
  it.each<readonly [LiveAnswer | undefined, object]>([
    [undefined, { kind: "loading" }],
    [answered(), { kind: "nothing", partial: [] }],
    [
      { kind: "refused", message: "No.", status: 400 },
      { kind: "refused", message: "No." },
    ],
    [
      { kind: "failed", message: "No.", action: "Do." },
      { kind: "failed", message: "No.", action: "Do." },
    ],
    [
      { kind: "stopped", message: "Enough." },
      { kind: "stopped", message: "Enough." },
    ],
  ])("%j", (answer, expected) => {
    expect(show(chart(), answer)).toEqual(expected);
  });

  it("partial answers say so", () => {
    const page = readListPage({
      timeSeries: [series("a", 1)],
      executionErrors: [{ code: 4, message: "slow" }],
      unreachable: ["us-east1"],
    });
    expect(dataOf(show(chart(), { kind: "series", ...page })).partial).toEqual([
      "slow",
      "us-east1 is unreachable",
    ]);
  });
});

it("PromQL's answers are read in all their types", () => {
  const read = (resultType: string, result: unknown) =>
    readPrometheus({ status: "success", data: { resultType, result } })!.series;
  expect(read("scalar", [12.5, "3"])[0]!.points).toEqual([{ time: 12_500, value: 3 }]);
  expect(read("vector", [{ metric: { __name__: "up", a: "b" }, value: [1, "+Inf"] }])[0]).toMatchObject({
    metric: "up",
    labels: [{ key: "a", of: "", value: "b" }],
    points: [{ time: 1000, value: Number.POSITIVE_INFINITY }],
  });
  expect(
    read("matrix", [
      {
        metric: {},
        values: [
          [1, "1"],
          [2, "NaN"],
        ],
      },
    ])[0]!.points,
  ).toHaveLength(2);
  expect(readPrometheus({ status: "error" })).toBeUndefined();
});
