import { expect, test } from "vitest";
import type { Answer } from "./http";
import { serve } from "./serving";

const METRICS = "/v3/projects/orchard-demo/metricDescriptors";
const RESOURCES = "/v3/projects/orchard-demo/monitoredResourceDescriptors";

interface Descriptor {
  readonly name: string;
  readonly type: string;
  readonly labels?: readonly { readonly key: string }[];
}
const metricsOf = (answer: Answer) => (answer.json["metricDescriptors"] ?? []) as readonly Descriptor[];
const resourcesOf = (answer: Answer) =>
  (answer.json["monitoredResourceDescriptors"] ?? []) as readonly Descriptor[];
const filtered = (path: string, filter: string) => `GET ${path}?filter=${encodeURIComponent(filter)}`;

test("a project has public metrics and its team's own", async () => {
  const emulator = await serve();
  const metrics = metricsOf(await emulator.call({ send: `GET ${METRICS}` }));
  expect(metrics.length).toBeGreaterThan(500);
  expect(metrics.find(({ type }) => type === "run.googleapis.com/request_count")).toMatchObject({
    name: "projects/orchard-demo/metricDescriptors/run.googleapis.com/request_count",
    metricKind: "DELTA",
    valueType: "INT64",
    monitoredResourceTypes: ["cloud_run_revision"],
    launchStage: "GA",
  });
  const own = ["custom.googleapis.com/", "workload.googleapis.com/", "logging.googleapis.com/user/"];
  for (const prefix of own)
    expect(
      metrics.some(({ type }) => type.startsWith(prefix)),
      prefix,
    ).toBe(true);
});

test("resources have their labels", async () => {
  const emulator = await serve();
  const resources = resourcesOf(await emulator.call({ send: `GET ${RESOURCES}` }));
  const instance = resources.find(({ type }) => type === "gce_instance");
  expect(instance?.name).toBe("projects/orchard-demo/monitoredResourceDescriptors/gce_instance");
  expect(instance?.labels?.map(({ key }) => key)).toContain("zone");
});

test.each([METRICS, RESOURCES])("pages of %s hold everything once", async (path) => {
  const emulator = await serve();
  const read = (answer: Answer) => [...metricsOf(answer), ...resourcesOf(answer)].map(({ type }) => type);
  const all = read(await emulator.call({ send: `GET ${path}` }));
  const paged: string[] = [];
  let token: string | undefined = "";
  while (token !== undefined) {
    const answer: Answer = await emulator.call({
      send: `GET ${path}?pageSize=97&pageToken=${encodeURIComponent(token)}`,
    });
    expect(read(answer).length).toBeLessThanOrEqual(97);
    paged.push(...read(answer));
    token = answer.json.nextPageToken;
  }
  expect(paged).toEqual(all);
  expect(new Set(paged).size).toBe(all.length);
});

test("a size that is none stands for the largest", async () => {
  const emulator = await serve();
  const all = metricsOf(await emulator.call({ send: `GET ${METRICS}` })).length;
  for (const size of ["0", "-1", "20000"]) {
    expect(metricsOf(await emulator.call({ send: `GET ${METRICS}?page_size=${size}` }))).toHaveLength(all);
  }
});

test.each([
  ['metric.type = starts_with("custom.googleapis.com/shop/o")', ["custom.googleapis.com/shop/orders"]],
  ['metric.type = "run.googleapis.com/request_count"', ["run.googleapis.com/request_count"]],
  [
    'metric.type = starts_with("workload.googleapis.com/") AND metric.type != ends_with(".depth")',
    ["workload.googleapis.com/shop.payment.attempts"],
  ],
  ['project = "orchard-demo" AND metric.type = "custom.googleapis.com/none"', []],
])("metrics filtered by %s", async (filter, types) => {
  const emulator = await serve();
  const answer = await emulator.call({ send: filtered(METRICS, filter) });
  expect(metricsOf(answer).map(({ type }) => type)).toEqual(types);
});

test("resources are filtered by type and label", async () => {
  const emulator = await serve();
  const filter = 'resource.type = starts_with("gce_") AND resource.label:instance_id';
  const found = resourcesOf(await emulator.call({ send: filtered(RESOURCES, filter) }));
  expect(found.map(({ type }) => type)).toContain("gce_instance");
  expect(found.every(({ type }) => type.startsWith("gce_"))).toBe(true);
  expect(found.every(({ labels }) => labels?.some(({ key }) => key === "instance_id"))).toBe(true);
});

test.each([
  [METRICS, "metric.type ="],
  [METRICS, 'resource.type = "gce_instance"'],
  [RESOURCES, 'metric.type = "run.googleapis.com/request_count"'],
  [METRICS, 'metric.type > "a"'],
])("%s refuses the filter %s", async (path, filter) => {
  const emulator = await serve();
  const answer = await emulator.call({ send: filtered(path, filter) });
  expect([answer.status, answer.json.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
});

test("a token leads on in the list that it is from, and in no other", async () => {
  const emulator = await serve();
  const { json } = await emulator.call({ send: `GET ${METRICS}?pageSize=1` });
  const token = encodeURIComponent(json.nextPageToken!);
  const other = await emulator.call({ send: `GET ${RESOURCES}?pageSize=1&pageToken=${token}` });
  expect(other.status).toBe(400);
  expect((await emulator.call({ send: `GET ${METRICS}?pageSize=1&pageToken=${token}` })).status).toBe(200);
});

test("partial answers and enum numbers work as everywhere", async () => {
  const emulator = await serve();
  const filter = encodeURIComponent('metric.type = "custom.googleapis.com/shop/orders"');
  const fields = "metricDescriptors(type,labels/key,metricKind),nextPageToken";
  const answer = await emulator.call({
    send: `GET ${METRICS}?filter=${filter}&fields=${fields}&alt=json;enum-encoding=int`,
  });
  expect(answer.json).toEqual({
    metricDescriptors: [
      {
        type: "custom.googleapis.com/shop/orders",
        labels: [{ key: "store" }, { key: "payment_method" }],
        metricKind: 3,
      },
    ],
  });
});

test("without its token a call is a 401, and a denied project is a 403", async () => {
  const emulator = await serve({ token: "sesame", deny: ["meadow-demo"] });
  expect((await emulator.call({ send: `GET ${METRICS}` })).status).toBe(401);
  const answer = await emulator.call({
    send: "GET /v3/projects/meadow-demo/metricDescriptors",
    headers: { authorization: "Bearer sesame" },
  });
  expect([answer.status, answer.json.error.status]).toEqual([403, "PERMISSION_DENIED"]);
  expect(answer.json.error.message).toContain("monitoring.metricDescriptors.list");
});
