import { afterEach, expect, it } from "vitest";
import {
  type LiveInquiryParams,
  type LiveInquiryResult,
  type LivePlanParams,
  type LivePlanResult,
  Requests,
} from "../../server/protocol";
import { LspPair } from "./client";

let pair: LspPair;
afterEach(() => pair.stop());

const URI = "file:///shop/a.dashboard.json";
const END = Date.UTC(2026, 2, 1, 12);
const interval = { start: END - 3_600_000, end: END };
const RUN = 'metric.type = \\"run.googleapis.com/request_count\\" resource.type = \\"cloud_run_revision\\"';
const chart = (query: string) =>
  `{ "xyChart": { "dataSets": [{ "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${query}" } } }] } }`;
const text = (...widgets: readonly string[]) =>
  `{ "displayName": "Shop", "dashboardFilters": [{ "labelKey": "service_name", "templateVariable": "service", "stringValue": "checkout" }],
  "gridLayout": { "widgets": [\n${widgets.join(",\n")}\n] } }`;

const plan = (more: Partial<LivePlanParams> = {}) =>
  pair.connection.sendRequest<LivePlanResult>(Requests.livePlan, { uri: URI, interval, ...more });
const inquiry = (pointer: string) => {
  const params: LiveInquiryParams = { uri: URI, pointer, language: "filter", now: END };
  return pair.connection.sendRequest<LiveInquiryResult>(Requests.liveInquiry, params);
};
const POINTER = "/gridLayout/widgets/0/xyChart/dataSets/0/timeSeriesQuery/timeSeriesFilter/filter";

it("plans what a dashboard asks for, with the places of the queries", async () => {
  pair = await LspPair.start();
  await pair.open(text(chart(`${RUN} \${service}`), chart("metric.type = ")), URI);
  const found = (await plan())!;
  expect(found.plan.requests.map(({ request }) => request)).toMatchObject([
    { kind: "list", filter: expect.stringContaining('resource.labels."service_name" = "checkout"') },
  ]);
  expect(found.ranges[POINTER]!.start).toMatchObject({ line: 2 });
  expect(Object.keys(found.errors)).toEqual(["/gridLayout/widgets/1/xyChart/dataSets/0/timeSeriesQuery"]);
  const chosen = (await plan({ values: { service: ["storefront"] } }))!;
  expect(chosen.plan.requests[0]!.request).toMatchObject({ filter: expect.stringContaining('"storefront"') });
  expect(await plan({ uri: "file:///shop/other.dashboard.json" })).toBeNull();
});

it("plans how to find out what is to blame, with the places of the parts", async () => {
  pair = await LspPair.start();
  const content = text(chart(`${RUN} \${service} metric.labels.response_code = \\"5\\\\\\"00\\"`));
  await pair.open(content, URI);
  const found = await inquiry(POINTER);
  if (!found || !("inquiry" in found)) throw new Error(JSON.stringify(found));
  expect(found.inquiry.suspects.map(({ shown, label }) => [shown, label])).toEqual([
    ['${service} (service_name = "checkout")', "service_name"],
    ['metric.labels.response_code = "5\\"00"', "response_code"],
  ]);
  const line = content.split("\n")[2]!;
  const [variable, code] = found.ranges.map(({ range, value }) => [
    line.slice(range.start.character, range.end.character),
    value && line.slice(value.start.character, value.end.character),
  ]);
  expect(variable).toEqual(["${service}", undefined]);
  expect(code).toEqual(['metric.labels.response_code = \\"5\\\\\\"00\\"', '5\\\\\\"00']);
  expect(await inquiry("/gridLayout/widgets/9")).toEqual({ why: "The query has changed." });
});
