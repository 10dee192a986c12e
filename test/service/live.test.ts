import { describe, expect, it, test } from "vitest";
import { ServiceError } from "../../api/errors";
import { SeriesBudget } from "../../api/monitoring/budget";
import { diagnose as diagnoseBy } from "../../api/monitoring/diagnose";
import { labelValues } from "../../api/monitoring/label-values";
import { monitoringOf, type ProfileEnvironment } from "../../api/profile";
import { assemble } from "../../core/live/assemble";
import { inquiryInto, type Query } from "../../core/live/diagnose";
import type { ListRequest, LiveAnswer } from "../../core/live/model";
import { planLive } from "../../core/live/plan";
import { readPoints } from "../../emulator/google/series/csv";
import type { EmulatorOptions } from "../../emulator/server";
import { dashboardsDestination } from "../support/destinations";
import { ALIGNED, COUNTED, END, NOW, POINTS, START } from "../support/vectors";
import { serve } from "./serving";

const surroundings = { environment: {}, programs: "untrusted", attempts: 3 } as const;
const RUN = 'metric.type = "run.googleapis.com/request_count"';

async function start(options: EmulatorOptions = {}, budget?: SeriesBudget) {
  const emulator = await serve({ series: { now: () => NOW }, ...options });
  const destination = dashboardsDestination(emulator.url, { project: "orchard-demo" });
  const requests: string[] = [];
  const watched: ProfileEnvironment = {
    ...surroundings,
    fetch: async (url, init) => {
      requests.push(`${init?.method} ${url}`);
      return fetch(url, init);
    },
  };
  return { emulator, requests, client: monitoringOf(destination, watched, budget) };
}

const diagnose = (client: Parameters<typeof diagnoseBy>[0], query: Query, now: number) =>
  diagnoseBy(client, inquiryInto(query, now));
const list = (filter: string, more: Partial<ListRequest> = {}): ListRequest => ({
  kind: "list",
  filter,
  steps: [],
  view: "FULL",
  interval: { start: Date.parse(START), end: Date.parse(END) },
  ...more,
});
const seriesOf = (answer: LiveAnswer) => {
  if (answer.kind !== "series") throw new Error(`${answer.kind}: ${answer.message}`);
  return answer.series;
};

describe("client and emulator together", () => {
  it.each([...ALIGNED, ...COUNTED])(
    "$metric $aligner $seconds s",
    async ({ metric, aligner, seconds, expected }) => {
      const { client } = await start({ series: { points: readPoints(POINTS, NOW), now: () => NOW } });
      const steps = [{ period: seconds, aligner, reducer: "REDUCE_NONE", groupBy: [] }];
      const [found] = seriesOf(await client.ask(list(`metric.type = "${metric}"`, { steps })));
      const values = Object.fromEntries(
        found!.points.map(({ time, value }) => [new Date(time).toISOString().slice(11, 16), value as number]),
      );
      expect(Object.keys(values).sort()).toEqual(Object.keys(expected).sort());
      for (const [time, value] of Object.entries(expected)) expect(values[time]).toBeCloseTo(value, 9);
    },
  );

  it("show a whole dashboard", async () => {
    const { client } = await start();
    const rate = { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_RATE", crossSeriesReducer: "REDUCE_SUM" };
    const side = (rest: string) => ({ filter: `${RUN} ${rest}`, aggregation: rate });
    const set = (timeSeriesQuery: object, more: object = {}) => ({ timeSeriesQuery, ...more });
    const latency = {
      filter: 'metric.type = "run.googleapis.com/request_latencies"',
      aggregation: { ...rate, perSeriesAligner: "ALIGN_DELTA" },
    };
    const dashboard = {
      dashboardFilters: [{ labelKey: "service_name", templateVariable: "service", stringValue: "checkout" }],
      gridLayout: {
        widgets: [
          {
            xyChart: {
              dataSets: [
                set(
                  {
                    timeSeriesFilter: {
                      ...side("${service}"),
                      aggregation: { ...rate, groupByFields: ["metric.labels.response_code_class"] },
                    },
                  },
                  { legendTemplate: "code ${metric.labels.response_code_class}" },
                ),
                set({ timeSeriesFilter: latency }, { plotType: "HEATMAP" }),
                set({
                  prometheusQuery:
                    'sum(rate(run_googleapis_com:request_count{monitored_resource="cloud_run_revision",${service}}[5m]))',
                }),
              ],
            },
          },
          {
            scorecard: {
              timeSeriesQuery: {
                timeSeriesFilterRatio: {
                  numerator: side('metric.labels.response_code_class = "5xx"'),
                  denominator: side(""),
                },
              },
            },
          },
        ],
      },
    };
    const plan = planLive({ dashboard, interval: { start: NOW - 3_600_000, end: NOW } });
    const answers = new Map(
      await Promise.all(
        plan.requests.map(async ({ key, request }) => [key, await client.ask(request)] as const),
      ),
    );
    const results = plan.dataSets.map((planned) => assemble(planned, answers));
    const [codes, heat, promql, ratio] = results.map((result) => {
      if (result.kind !== "data") throw new Error(JSON.stringify(result));
      return result.data;
    });
    expect(codes!.series.map(({ name }) => name).sort()).toEqual(["code 2xx", "code 4xx", "code 5xx"]);
    expect(heat!.heat!.columns.length).toBe(60);
    // Both languages count the same requests.
    const sum = codes!.series.reduce((total, { values }) => total + values.at(-10)!, 0);
    const same = promql!.series[0]!.values[promql!.times.times.indexOf(codes!.times.times.at(-10)!)]!;
    expect(same / sum).toBeGreaterThan(0.5);
    expect(same / sum).toBeLessThan(2);
    const share = ratio!.series[0]!.values.filter((value) => !Number.isNaN(value));
    expect(Math.max(...share)).toBeLessThan(0.2);
    expect(Math.min(...share)).toBeGreaterThan(0);
  });
});

describe("reading", () => {
  it("joins pages that cut series", async () => {
    const [whole, paged] = [await start(), await start({ series: { now: () => NOW, pageSize: 7 } })];
    const request = list(RUN, {
      steps: [{ period: 60, aligner: "ALIGN_RATE", reducer: "REDUCE_NONE", groupBy: [] }],
    });
    const answers = [await whole.client.ask(request), await paged.client.ask(request)];
    expect(answers[1]).toEqual(answers[0]);
    expect(paged.requests.length).toBeGreaterThan(3);
  });

  it("stops at the limit, and says so", async () => {
    const budget = new SeriesBudget(5);
    const { client, requests } = await start({}, budget);
    const answer = await client.ask(list(RUN));
    expect(seriesOf(answer).length).toBeLessThanOrEqual(6);
    expect(answer).toMatchObject({ partial: [expect.stringContaining("the limit of 5 time series")] });
    const sent = requests.length;
    expect(await client.ask(list(RUN))).toEqual({
      kind: "stopped",
      message: "The limit of 5 time series was reached.",
    });
    expect(requests.length).toBe(sent);
    expect(budget.used).toBeGreaterThanOrEqual(5);
  });

  it("counts a query without series as one", async () => {
    const budget = new SeriesBudget();
    const { client } = await start({}, budget);
    await client.ask(list(`${RUN} resource.labels.service_name = "nobody"`));
    await client.ask({ kind: "instant", query: "vector(1)", time: NOW });
    expect([budget.used, budget.queries]).toEqual([2, 2]);
  });

  it("sends what is too long for a URL as a form", async () => {
    const { client, requests } = await start();
    const names = Array.from({ length: 90 }, (_, i) => `"a-service-with-a-name-${i}"`).join(", ");
    const filter = `${RUN} resource.labels.service_name = one_of("checkout", ${names})`;
    expect(seriesOf(await client.ask(list(filter))).length).toBeGreaterThan(0);
    expect(requests).toEqual([expect.stringMatching(/^POST .*\/timeSeries$/)]);
  });

  it("has no more than four requests under way", async () => {
    const { emulator, client } = await start();
    let [running, most] = [0, 0];
    const counting: ProfileEnvironment = {
      ...surroundings,
      fetch: async (url, init) => {
        most = Math.max(most, ++running);
        try {
          return await fetch(url, init);
        } finally {
          running--;
        }
      },
    };
    const other = monitoringOf(dashboardsDestination(emulator.url, { project: "orchard-demo" }), counting);
    const asked = Array.from({ length: 12 }, (_, i) =>
      other.ask(list(`${RUN} resource.labels.location = "x${i}"`)),
    );
    await Promise.all([...asked, client.ask(list(RUN))]);
    expect(most).toBeLessThanOrEqual(4);
  });

  it("stops down to the socket", async () => {
    const { emulator, client } = await start();
    emulator.inject({ delay: 60_000 }, { delay: 60_000 });
    const stop = new AbortController();
    const asked = client.ask(list(RUN), { signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toMatchObject({ kind: "cancelled" });
  });

  it("tries again after a refusal for the rate", async () => {
    const { emulator, client } = await start();
    emulator.inject({ status: 429, retryAfter: 0 });
    expect(seriesOf(await client.ask(list(RUN))).length).toBeGreaterThan(0);
  });

  it("shows what an answer lacks", async () => {
    const { client } = await start({
      series: { now: () => NOW, errors: ["shard 3 is slow"], unreachable: ["us-east1"] },
    });
    expect(await client.ask(list(RUN))).toMatchObject({
      partial: ["shard 3 is slow", "us-east1 is unreachable"],
    });
  });
});

describe("refusals", () => {
  const cpu = 'metric.type = "compute.googleapis.com/instance/cpu/utilization"';
  const rate = { steps: [{ period: 60, aligner: "ALIGN_RATE", reducer: "REDUCE_NONE", groupBy: [] }] };
  test.each([
    [list(cpu, rate), /aligner cannot be applied to metrics with kind GAUGE/],
    [list('metric.type = "a.b/c"'), /Cannot find metric/],
    [list('resource.type = "x"'), /must specify a restriction/],
    [{ kind: "instant", query: "sum(", time: NOW } as const, /parse error: unexpected end of input/],
    [{ kind: "instant", query: '{__name__=~"x"}', time: NOW } as const, /unsupported matchtype/],
  ])("%j", async (request, words) => {
    const { client } = await start();
    expect(await client.ask(request)).toMatchObject({
      kind: "refused",
      message: expect.stringMatching(words),
    });
  });

  test("of a project are failures", async () => {
    const { client } = await start({ deny: ["orchard-demo"] });
    expect(await client.ask(list(RUN))).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("Permission monitoring.timeSeries.list denied"),
      action: expect.stringContaining("roles/monitoring.viewer"),
    });
  });

  test("of a metric tell both readings", async () => {
    const { client } = await start({
      series: { now: () => NOW, deniedMetrics: ["run.googleapis.com/request_count"] },
    });
    expect(await client.ask(list(RUN))).toMatchObject({
      kind: "refused",
      message: expect.stringMatching(/permission to see metric.*may also be misspelled/),
    });
  });

  test("the quota project is left out where it is not allowed", async () => {
    const { emulator } = await start();
    const charged: (string | null)[] = [];
    const environment: ProfileEnvironment = {
      environment: {},
      programs: "untrusted",
      fetch: async (url, init) => {
        const project = new Headers(init?.headers).get("x-goog-user-project");
        charged.push(project);
        if (project === null) return fetch(url, init);
        const details = [
          { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "USER_PROJECT_DENIED" },
        ];
        return Response.json(
          { error: { code: 403, message: "no", status: "PERMISSION_DENIED", details } },
          { status: 403 },
        );
      },
    };
    const destination = dashboardsDestination(emulator.url, { project: "orchard-demo" });
    const { MonitoringClient } = await import("../../api/monitoring/client");
    const plain = monitoringOf(destination, environment) as unknown as { http: never };
    const client = new MonitoringClient(plain.http, "orchard-demo", { quotaProject: "orchard-demo" });
    expect(seriesOf(await client.ask(list(RUN))).length).toBeGreaterThan(0);
    expect(charged).toEqual(["orchard-demo", null]);
  });
});

describe("why a query has no data", () => {
  const query = (text: string, language: "filter" | "promql" = "filter") => ({
    text,
    language,
    variables: [],
    catalog: undefined,
  });
  const NAME = "run_googleapis_com:request_count";
  test.each([
    [
      query(`${RUN} resource.labels.service_name = "chekout"`),
      "culprit",
      'resource.labels.service_name = "chekout"',
      ["checkout", "storefront"],
    ],
    [
      query(`${RUN} resource.labels.location = "europe-west1" metric.labels.response_code_class = "500"`),
      "culprit",
      'metric.labels.response_code_class = "500"',
      ["2xx", "4xx", "5xx"],
    ],
    [
      query(`sum(rate(${NAME}{location="europe-west1",service_name="chekout"}[5m]))`, "promql"),
      "culprit",
      'service_name="chekout"',
      ["checkout", "storefront"],
    ],
  ] as const)("%j", async (asked, kind, text, values) => {
    const { client } = await start();
    const found = await diagnose(client, asked, NOW);
    expect(found).toMatchObject({ kind, suspect: { text }, values });
    if (found.kind === "culprit")
      expect(asked.text.slice(found.suspect.offset, found.suspect.end)).toBe(text);
  });

  test("the metric itself, an old one, or several parts", async () => {
    const points = readPoints(
      `time,metric,value,metric.a\n-3h,custom.googleapis.com/old,1,x\n-40d,custom.googleapis.com/gone,1,x`,
      NOW,
    );
    const { client } = await start({ series: { points, now: () => NOW } });
    const kind = async (text: string) => (await diagnose(client, query(text), NOW)).kind;
    expect(await kind('metric.type = "custom.googleapis.com/old"')).toBe("old");
    expect(await kind('metric.type = "custom.googleapis.com/gone" metric.labels.a = "x"')).toBe("no-metric");
    expect(await kind(`${RUN} resource.labels.location = "x" resource.labels.service_name = "y"`)).toBe(
      "combination",
    );
  });

  test("one metric of several in PromQL", async () => {
    const { client } = await start();
    const text = `sum(rate(${NAME}[5m])) / sum(rate(run_googleapis_com:nothing_count[5m]))`;
    expect(await diagnose(client, query(text, "promql"), NOW)).toEqual({
      kind: "no-metric",
      metric: "run_googleapis_com:nothing_count",
    });
  });

  test("is not guessed from a partial answer", async () => {
    const { client } = await start({ series: { now: () => NOW, unreachable: ["us-east1"] } });
    const found = await diagnose(client, query(`${RUN} resource.labels.service_name = "nobody"`), NOW);
    expect(found).toEqual({ kind: "unknown", why: "us-east1 is unreachable" });
  });
});

test("values of labels", async () => {
  const { client } = await start();
  expect(await labelValues(client, RUN, "service_name", NOW)).toEqual(["checkout", "storefront"]);
  const selector = "run_googleapis_com:request_count";
  expect(await client.promqlLabelValues("service_name", [selector])).toEqual(["checkout", "storefront"]);
  await expect(client.promqlLabelValues("a", ["{"])).rejects.toThrow(ServiceError);
});
