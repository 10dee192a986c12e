import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type EditResult,
  type PictureResult,
  type QueryModelResult,
  type QueryTextResult,
  type QueryValuesResult,
  Requests,
  type SearchMetricsResult,
} from "../../server/protocol";
import { LspPair } from "./client";

const FILTER =
  'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision" metric.labels.nope="a"';
const TEXT = JSON.stringify({
  displayName: "x",
  dashboardFilters: [
    { templateVariable: "where", filterType: "RESOURCE_LABEL", labelKey: "location", stringValue: "" },
  ],
  gridLayout: {
    widgets: [
      { scorecard: { timeSeriesQuery: { timeSeriesFilter: { filter: FILTER } } } },
      {
        scorecard: {
          timeSeriesQuery: {
            timeSeriesFilter: {
              filter: 'metric.type="a.googleapis.com/b" resource.labels.location="nowhere-1"',
            },
          },
        },
      },
      { scorecard: { timeSeriesQuery: { prometheusQuery: "up" } } },
    ],
  },
});
const query = (widget: number) => `/gridLayout/widgets/${widget}/scorecard/timeSeriesQuery`;

let pair: LspPair;
let uri: string;
beforeEach(async () => {
  pair = await LspPair.start();
  uri = await pair.open(TEXT);
});
afterEach(() => pair.stop());

const ask = <Result>(method: string, params: object) =>
  pair.connection.sendRequest<Result>(method, { uri, ...params });

it("shows a query as rows, with findings at them", async () => {
  const model = await ask<QueryModelResult>(Requests.queryModel, { pointer: query(0) });
  const [part] = model!.parts;
  expect(part).toMatchObject({
    pointer: `${query(0)}/timeSeriesFilter`,
    metric: { name: "request count", detail: "DELTA INT64, 1", known: true },
    resource: "cloud_run_revision",
    rows: [{ label: "metric.labels.nope", values: [{ text: "a" }] }],
    findings: [{ severity: "warning", row: 0 }],
  });
  const inside = { pointer: `${query(0)}/timeSeriesFilter/filter` };
  expect(await ask(Requests.queryModel, inside)).toEqual(model);
  expect(await ask(Requests.queryModel, { pointer: query(2) })).toBeNull();
  expect(await ask(Requests.queryModel, { pointer: 7 })).toBeNull();
});

it("finds metrics by words, those of the resource first without any", async () => {
  const search = async (params: object) =>
    (await ask<SearchMetricsResult>(Requests.searchMetrics, params))!.metrics.map(({ type }) => type);
  expect((await search({ query: "cpu vm", limit: 5 }))[0]).toBe(
    "compute.googleapis.com/instance/cpu/utilization",
  );
  const own = await ask<SearchMetricsResult>(Requests.searchMetrics, {
    query: "",
    resource: "cloud_run_revision",
    limit: 3,
  });
  expect(own!.metrics.every(({ fits }) => fits)).toBe(true);
  expect(own!.more).toBe(true);
  expect(await ask(Requests.searchMetrics, { query: {} })).toBeNull();
});

it("knows values from the documentation, the dashboard and its variables", async () => {
  const values = (label: string) =>
    ask<QueryValuesResult>(Requests.queryValues, { pointer: query(0), part: 0, label });
  expect(await values("resource.labels.location")).toEqual([
    { value: "${where.value}", detail: "Template variable" },
    { value: "nowhere-1", detail: "In this dashboard" },
  ]);
  expect(await values("metric.labels.response_code")).toContainEqual({
    value: "500",
    detail: "Usual value",
  });
  expect(await values("nonsense")).toEqual([]);
});

it("completes and checks a text that is not in the file", async () => {
  const pointer = `${query(2)}/prometheusQuery`;
  const text = "sum(rate(up[5m])) by {";
  const help = await ask<QueryTextResult>(Requests.queryText, { pointer, text: "rat", offset: 3 });
  expect(help!.completions[0]).toMatchObject({ label: "rate", offset: 0, length: 3 });
  const { findings, completions } = (await ask<QueryTextResult>(Requests.queryText, { pointer, text }))!;
  expect(findings.map(({ severity }) => severity)).not.toEqual([]);
  expect(completions).toEqual([]);
  expect(await ask(Requests.queryText, { pointer: "/displayName", text: "" })).toBeNull();
});

it("makes a change of a query that is still the one that was seen", async () => {
  const picture = await ask<PictureResult>(Requests.picture, {});
  const { seen } = (await ask<QueryModelResult>(Requests.queryModel, { pointer: query(0) }))!;
  const edit = (one: string, tile = "/gridLayout/widgets/0") => {
    const metric = "run.googleapis.com/request_latencies";
    const change = { type: "metric", part: 0, metric };
    const pointer = query(0).slice("/gridLayout/widgets/0".length);
    const gesture = {
      type: "fields",
      tiles: [tile],
      changes: [{ op: "query", pointer, seen: one, change, stamps: [] }],
    };
    return ask<EditResult>(Requests.edit, { gesture, known: picture!.version });
  };
  expect(await edit(seen)).toMatchObject({
    also: "Also changed: 1 condition that no longer applied.",
  });
  expect(await edit("0.0")).toMatchObject({
    reason: expect.stringMatching(/^The query changed in the meantime/),
  });
  expect(await edit(seen, "/gridLayout/widgets/2")).toMatchObject({ reason: expect.any(String) });
});
