import { expect, test } from "vitest";
import type { Answer } from "./http";
import { serve } from "./serving";

const BASE = "/v1/projects/orchard-demo/location/global/prometheus/api/v1";
const NOW = Date.UTC(2026, 2, 1, 12);
const UP = 'run_googleapis_com:request_count{monitored_resource="cloud_run_revision"}';

const start = () => serve({ series: { now: () => NOW } });
const resultOf = (answer: Answer) =>
  (answer.json["data"] as { result: readonly Record<string, unknown>[] }).result;
const get = (path: string, parameters: Readonly<Record<string, string>>) =>
  `GET ${BASE}/${path}?${new URLSearchParams(parameters)}`;

test("the same query as GET, as a form and as JSON", async () => {
  const emulator = await start();
  const times = { start: String(NOW / 1000 - 600), end: String(NOW / 1000 - 60), step: "60" };
  const query = { query: `sum by (service_name) (rate(${UP}[5m]))`, ...times };
  const send = `POST ${BASE}/query_range`;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const answers = [
    await emulator.call({ send: get("query_range", query) }),
    await emulator.call({ send, body: new URLSearchParams(query).toString(), headers: form }),
    await emulator.call({ send, body: { ...query, start: Number(query.start) } }),
  ];
  for (const answer of answers) expect(answer.json).toEqual(answers[0]!.json);
  expect(resultOf(answers[0]!).map(({ metric }) => metric)).toEqual([
    { service_name: "storefront" },
    { service_name: "checkout" },
  ]);
});

test("a distribution is its buckets, count and sum", async () => {
  const emulator = await start();
  const ask = async (query: string) =>
    resultOf(await emulator.call({ send: get("query", { query, time: String(NOW / 1000) }) }));
  const name = "run_googleapis_com:request_latencies";
  const [median] = await ask(`histogram_quantile(0.5, sum by (le) (rate(${name}_bucket[5m])))`);
  expect(Number((median!["value"] as [number, string])[1])).toBeGreaterThan(0);
  expect(await ask(`${name}_count - ignoring (le) ${name}_bucket{le="+Inf"} != 0`)).toEqual([]);
  expect(await ask(name)).toEqual([]);
});

test("labels, their values, and series", async () => {
  const emulator = await start();
  const match = { "match[]": UP };
  const data = async (path: string, parameters: Readonly<Record<string, string>>) =>
    (await emulator.call({ send: get(path, parameters) })).json["data"];
  expect(await data("label/service_name/values", match)).toEqual(["checkout", "storefront"]);
  expect(await data("labels", match)).toContain("response_code_class");
  expect(await data("series", match)).toContainEqual(
    expect.objectContaining({ __name__: "run_googleapis_com:request_count", service_name: "checkout" }),
  );
  expect(await data("label/__name__/values", {})).toContain("shop_http_requests_total");
});

test.each([
  ["query", { query: "sum(" }, 400, "bad_data", /parse error: unexpected end of input/],
  [
    "query",
    { query: '{__name__=~"a.*"}' },
    400,
    "bad_data",
    /=~ is an unsupported matchtype for the __name__/,
  ],
  [
    "query_range",
    { query: "up", start: "0", end: "1" },
    400,
    "bad_data",
    /cannot parse "" to a valid duration/,
  ],
  ["query_range", { query: "up", start: "0", end: "99999", step: "1" }, 400, "bad_data", /11,000 points/],
  [
    "query_range",
    { query: "up[5m]", start: "0", end: "9", step: "1" },
    400,
    "bad_data",
    /"range vector" for range/,
  ],
] as const)("%s %j is refused", async (path, parameters, status, errorType, words) => {
  const emulator = await start();
  const answer = await emulator.call({ send: get(path, parameters) });
  expect(answer.status).toBe(status);
  expect(answer.json).toEqual({ status: "error", errorType, error: expect.stringMatching(words) });
});

test("what stands before the service refuses in its own form", async () => {
  const emulator = await start();
  const answer = await emulator.call({ send: get("query", { query: "up", stats: "all" }) });
  expect([answer.status, answer.json.error.message]).toEqual([
    400,
    expect.stringContaining('Unknown name "stats": Cannot bind query parameter.'),
  ]);
});
