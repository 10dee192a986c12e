import { describe, expect, it, test } from "vitest";
import { readPoints } from "../../emulator/google/series/csv";
import type { SeriesOptions } from "../../emulator/google/series/store";
import {
  ALIGNED,
  COUNTED,
  END,
  FIVE,
  FLAGS,
  HISTOGRAM,
  MERGED,
  NOW,
  PERCENTILES,
  POINTS,
  REDUCED,
  START,
} from "../support/vectors";
import type { Answer } from "./http";
import { serve } from "./serving";

const LIST = "/v3/projects/orchard-demo/timeSeries";

interface Series {
  readonly metric: { readonly type: string; readonly labels?: Readonly<Record<string, string>> };
  readonly resource: { readonly type: string; readonly labels: Readonly<Record<string, string>> };
  readonly metricKind: string;
  readonly valueType: string;
  readonly points: readonly {
    readonly interval: { readonly startTime: string; readonly endTime: string };
    readonly value: Readonly<Record<string, unknown>>;
  }[];
}
const seriesOf = (answer: Answer) => (answer.json["timeSeries"] ?? []) as readonly Series[];

type Parameters = Readonly<Record<string, string | readonly string[]>>;

function url(parameters: Parameters): string {
  const query = new URLSearchParams();
  const all: Parameters = { "interval.startTime": START, "interval.endTime": END, ...parameters };
  for (const [name, value] of Object.entries(all))
    for (const one of typeof value === "string" ? [value] : value) query.append(name, one);
  return `GET ${LIST}?${query}`;
}

async function serveVectors(options: SeriesOptions = {}) {
  const points = readPoints(POINTS, NOW);
  return serve({ series: { points, now: () => NOW, ...options } });
}

const filterOf = (metric: string) => `metric.type = "${metric}"`;
const numberOf = (value: Readonly<Record<string, unknown>>) => Number(Object.values(value)[0]);
const clock = (time: string) => time.slice(11, 16);
const pointsOf = (series: Series | undefined) =>
  Object.fromEntries(
    series?.points.map(({ interval, value }) => [clock(interval.endTime), numberOf(value)]) ?? [],
  );

describe("aligners", () => {
  it.each([...ALIGNED, ...COUNTED])("$metric $aligner $seconds s", async (vector) => {
    const emulator = await serveVectors();
    const answer = await emulator.call({
      send: url({
        filter: filterOf(vector.metric),
        "aggregation.alignmentPeriod": `${vector.seconds}s`,
        "aggregation.perSeriesAligner": vector.aligner,
      }),
    });
    const found = pointsOf(seriesOf(answer)[0]);
    expect(Object.keys(found).sort()).toEqual(Object.keys(vector.expected).sort());
    for (const [time, value] of Object.entries(vector.expected)) expect(found[time]).toBeCloseTo(value, 9);
  });

  it.each(PERCENTILES)("percentile %s of a distribution", async (suffix, value) => {
    const emulator = await serveVectors();
    const steps: readonly Parameters[] = [
      { "aggregation.perSeriesAligner": `ALIGN_PERCENTILE_${suffix}` },
      {
        "aggregation.perSeriesAligner": "ALIGN_SUM",
        "aggregation.crossSeriesReducer": `REDUCE_PERCENTILE_${suffix}`,
      },
    ];
    for (const step of steps) {
      const answer = await emulator.call({
        send: url({ filter: filterOf(HISTOGRAM), "aggregation.alignmentPeriod": "60s", ...step }),
      });
      expect(pointsOf(seriesOf(answer)[0])).toEqual({ "12:00": value });
    }
  });

  it("merge distributions", async () => {
    const emulator = await serveVectors();
    const send = url({
      filter: filterOf(MERGED),
      "aggregation.alignmentPeriod": "60s",
      "aggregation.perSeriesAligner": "ALIGN_SUM",
    });
    expect(seriesOf(await emulator.call({ send }))[0]?.points[0]?.value).toEqual({
      distributionValue: {
        count: "10",
        mean: 16,
        sumOfSquaredDeviation: 290,
        bucketOptions: { explicitBuckets: { bounds: [0, 10, 20, 40] } },
        bucketCounts: ["0", "2", "5", "3"],
      },
    });
  });

  it.each([
    ["ALIGN_COUNT_TRUE", 3],
    ["ALIGN_COUNT_FALSE", 1],
    ["ALIGN_FRACTION_TRUE", 0.75],
  ])("%s of booleans", async (aligner, value) => {
    const emulator = await serveVectors();
    const send = url({
      filter: filterOf(FLAGS),
      "aggregation.alignmentPeriod": "60s",
      "aggregation.perSeriesAligner": aligner,
    });
    expect(pointsOf(seriesOf(await emulator.call({ send }))[0])).toEqual({ "12:00": value });
  });
});

it.each(REDUCED)("%s", async (reducer, value) => {
  const emulator = await serveVectors();
  const answer = await emulator.call({
    send: url({
      filter: filterOf(FIVE),
      "aggregation.alignmentPeriod": "60s",
      "aggregation.perSeriesAligner": "ALIGN_MEAN",
      "aggregation.crossSeriesReducer": reducer,
    }),
  });
  const [only, ...more] = seriesOf(answer);
  expect(more).toEqual([]);
  expect(pointsOf(only)["12:00"]).toBeCloseTo(value, 9);
  expect(only?.resource).toEqual({ type: "global", labels: { project_id: "orchard-demo" } });
  expect(only?.metric.labels).toBeUndefined();
});

const RUN = 'metric.type = "run.googleapis.com/request_count" resource.type = "cloud_run_revision"';
const RATE = { "aggregation.alignmentPeriod": "60s", "aggregation.perSeriesAligner": "ALIGN_RATE" };

test("synthetic points agree, whatever range they are asked in", async () => {
  const emulator = await serve({ series: { now: () => NOW } });
  const by = { "aggregation.crossSeriesReducer": "REDUCE_SUM" };
  const points = async (start: string) => {
    const send = url({ filter: RUN, ...RATE, ...by, "interval.startTime": start });
    return pointsOf(seriesOf(await emulator.call({ send }))[0]);
  };
  const [short, long] = [await points("2026-03-01T11:50:00Z"), await points("2026-03-01T11:20:00Z")];
  expect(Object.keys(short)).toHaveLength(10);
  expect(Object.keys(long)).toHaveLength(40);
  expect(long).toMatchObject(short);
});

test("grouping keeps the grouped labels, and the project", async () => {
  const emulator = await serve({ series: { now: () => NOW } });
  const send = url({
    filter: RUN,
    ...RATE,
    "aggregation.crossSeriesReducer": "REDUCE_SUM",
    "aggregation.groupByFields": ["resource.labels.service_name", 'metric.labels."response_code_class"'],
  });
  const found = seriesOf(await emulator.call({ send }));
  expect(new Set(found.map(({ resource }) => resource.labels["service_name"]))).toEqual(
    new Set(["storefront", "checkout"]),
  );
  for (const { resource, metric, metricKind, valueType } of found) {
    expect(Object.keys(resource.labels).sort()).toEqual(["project_id", "service_name"]);
    expect(Object.keys(metric.labels ?? {})).toEqual(["response_code_class"]);
    expect([metricKind, valueType]).toEqual(["GAUGE", "DOUBLE"]);
  }
});

test("pages cut series, and hold every point once", async () => {
  const emulator = await serve({ series: { now: () => NOW } });
  const whole = seriesOf(await emulator.call({ send: url({ filter: RUN, ...RATE }) }));
  const count = (list: readonly Series[]) => list.reduce((sum, { points }) => sum + points.length, 0);
  const points = new Map<string, string[]>();
  let token: string | undefined = "";
  let pages = 0;
  while (token !== undefined) {
    const answer: Answer = await emulator.call({
      send: url({ filter: RUN, ...RATE, pageSize: "7", pageToken: token }),
    });
    expect(count(seriesOf(answer))).toBeLessThanOrEqual(7);
    for (const series of seriesOf(answer)) {
      const key = JSON.stringify([series.metric, series.resource]);
      points.set(key, [...(points.get(key) ?? []), ...series.points.map(({ interval }) => interval.endTime)]);
    }
    token = answer.json.nextPageToken;
    pages++;
  }
  expect(pages).toBe(Math.ceil(count(whole) / 7));
  expect([...points.values()]).toEqual(
    whole.map((series) => series.points.map(({ interval }) => interval.endTime)),
  );
});

test("headers have no points, and their pages count series", async () => {
  const emulator = await serve({ series: { now: () => NOW } });
  const answer = await emulator.call({ send: url({ filter: RUN, view: "HEADERS", pageSize: "2" }) });
  expect(seriesOf(answer)).toHaveLength(2);
  expect(seriesOf(answer)[0]).not.toHaveProperty("points");
  expect(answer.json.nextPageToken).toEqual(expect.any(String));
});

test("nothing that matches is an empty answer", async () => {
  const emulator = await serve();
  const send = url({ filter: `${RUN} resource.labels.service_name = "nobody"` });
  expect((await emulator.call({ send })).json).toEqual({});
});

test("a GET that is too long for a URL comes as a form", async () => {
  const emulator = await serve({ series: { now: () => NOW } });
  const [, path = ""] = url({ filter: RUN, ...RATE }).split(" ");
  const [where, form] = path.split("?");
  const answer = await emulator.call({
    send: `POST ${where}`,
    body: form,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-http-method-override": "GET",
    },
  });
  expect(seriesOf(answer)).toEqual(seriesOf(await emulator.call({ send: `GET ${path}` })));
});

test("answers lack what the options say", async () => {
  const emulator = await serveVectors({ errors: ["shard 3 is slow"], unreachable: ["europe-west1"] });
  const answer = await emulator.call({ send: url({ filter: filterOf(FIVE) }) });
  expect(answer.json["executionErrors"]).toEqual([{ code: 13, message: "shard 3 is slow" }]);
  expect(answer.json["unreachable"]).toEqual(["europe-west1"]);
});

const GAUGE_TYPE = 'metric.type = "compute.googleapis.com/instance/cpu/utilization"';

test.each<readonly [why: string, parameters: Parameters, status: number, words: RegExp]>([
  ["an unknown parameter", { colour: "red" }, 400, /Unknown name "colour": Cannot bind query parameter/],
  ["no filter", { filter: "" }, 400, /missing field filter/],
  ["a filter that cannot be read", { filter: 'metric.type = "a' }, 400, /Field filter had an invalid value/],
  ["no metric", { filter: 'resource.type = "gce_instance"' }, 400, /must specify a restriction/],
  ["an unknown metric", { filter: 'metric.type = "a.b/c"' }, 404, /Cannot find metric\(s\) that match/],
  [
    "an aligner that does not fit",
    { filter: GAUGE_TYPE, ...RATE },
    400,
    /aligner cannot be applied to metrics with kind GAUGE and value type DOUBLE/,
  ],
  [
    "a short period",
    { filter: GAUGE_TYPE, ...RATE, "aggregation.alignmentPeriod": "10s" },
    400,
    /greater than or equal to 1 minute/,
  ],
  [
    "a period alone",
    { filter: GAUGE_TYPE, "aggregation.alignmentPeriod": "60s" },
    400,
    /^Request was missing field aggregation.perSeriesAligner.$/,
  ],
  [
    "an end before the start",
    { filter: GAUGE_TYPE, "interval.endTime": "2026-03-01T11:00:00Z" },
    400,
    /Field interval.endTime had an invalid value/,
  ],
  [
    "an unknown aligner",
    { filter: GAUGE_TYPE, ...RATE, "aggregation.perSeriesAligner": "ALIGN_ALL" },
    400,
    /Aligner\), "ALIGN_ALL"/,
  ],
])("%s is refused", async (_, parameters, status, words) => {
  const emulator = await serve();
  const answer = await emulator.call({ send: url({ filter: GAUGE_TYPE, ...parameters }) });
  expect([answer.status, answer.json.error.message]).toEqual([status, expect.stringMatching(words)]);
});

test("a metric that nobody may see", async () => {
  const emulator = await serveVectors({ deniedMetrics: [FIVE] });
  const answer = await emulator.call({ send: url({ filter: filterOf(FIVE) }) });
  expect(answer.status).toBe(403);
});

test("descriptors know the user's own metrics, one by one too", async () => {
  const emulator = await serveVectors();
  const path = `GET /v3/projects/orchard-demo/metricDescriptors`;
  expect((await emulator.call({ send: `${path}/${FIVE}` })).json).toMatchObject({
    type: FIVE,
    metricKind: "GAUGE",
    labels: [{ key: "n" }],
  });
  const missing = await emulator.call({ send: `${path}/custom.googleapis.com/none` });
  expect([missing.status, missing.json.error.message]).toEqual([
    404,
    "Could not find descriptor for metric 'custom.googleapis.com/none'.",
  ]);
});
