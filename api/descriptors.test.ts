import { expect, it, test } from "vitest";
import { DescriptorsClient, readOverlay } from "./descriptors";
import { errorOfAnswer, ServiceError } from "./errors";
import { HttpClient, type HttpRequest } from "./http";

/** A client over scripted answers: a value is answered, an error is thrown. */
function scripted(...answers: unknown[]) {
  const calls: HttpRequest[] = [];
  const http = Object.create(HttpClient.prototype) as HttpClient;
  http.request = async (request) => {
    calls.push(request);
    const answer = answers[calls.length - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { client: new DescriptorsClient(http, "example.com:my-project"), calls };
}

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const out: T[] = [];
  for await (const page of pages) out.push(...page);
  return out;
}

it("makes compact records of metrics", async () => {
  const { client, calls } = scripted({
    metricDescriptors: [
      {
        name: "projects/p/metricDescriptors/custom.googleapis.com/orders",
        type: "custom.googleapis.com/orders",
        metricKind: "CUMULATIVE",
        valueType: "INT64",
        unit: "{order}",
        description: "Long.",
        metadata: { samplePeriod: "60s", ingestDelay: "0s" },
        displayName: "Orders",
        launchStage: "BETA",
        labels: [
          { key: "store", description: "Which." },
          { key: "count", valueType: "INT64" },
        ],
        monitoredResourceTypes: ["global"],
      },
      { type: "custom.googleapis.com/bare", metricKind: "SOMETHING_NEW", valueType: "MONEY" },
      { metricKind: "GAUGE" },
      null,
    ],
  });
  expect(await all(client.metrics())).toEqual([
    {
      type: "custom.googleapis.com/orders",
      kind: "CUMULATIVE",
      valueType: "INT64",
      unit: "{order}",
      stage: "BETA",
      description: "Long.",
      samplePeriod: 60,
      labels: ["store", "count"],
      resources: ["global"],
    },
    { type: "custom.googleapis.com/bare" },
  ]);
  expect(calls[0]).toMatchObject({
    method: "GET",
    path: "/v3/projects/example.com%3Amy-project/metricDescriptors",
    query: { pageSize: 1000, fields: expect.stringContaining("labels(key)") },
  });
});

it("makes compact records of resources, page after page", async () => {
  const { client, calls } = scripted(
    { monitoredResourceDescriptors: [{ type: "a", labels: [{ key: "zone" }] }], nextPageToken: "n" },
    { monitoredResourceDescriptors: [{ type: "b" }] },
  );
  const filter = 'resource.type = starts_with("a")';
  expect(await all(client.resources({ filter, pageSize: 1 }))).toEqual([
    { type: "a", labels: ["zone"] },
    { type: "b" },
  ]);
  expect(calls.map(({ query }) => query)).toMatchObject([
    { filter, pageSize: 1, pageToken: undefined },
    { filter, pageSize: 1, pageToken: "n" },
  ]);
});

it("does not go round in circles", async () => {
  const page = { nextPageToken: "n" };
  await expect(all(scripted(page, page, page).client.metrics())).rejects.toMatchObject({
    kind: "unexpected",
  });
});

it("does not take anything else for a list", async () => {
  for (const answer of [[], "x", null]) {
    await expect(all(scripted(answer).client.metrics())).rejects.toBeInstanceOf(ServiceError);
  }
});

test.each([
  [[], "roles/monitoring.viewer"],
  [
    [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SERVICE_DISABLED" }],
    "Enable the Cloud Monitoring API",
  ],
])("advises what helps reading metrics", async (details, action) => {
  const error = { code: 403, message: "Permission denied.", status: "PERMISSION_DENIED", details };
  const failing = scripted(errorOfAnswer({ status: 403, body: { error } })).client;
  await expect(all(failing.metrics())).rejects.toMatchObject({
    kind: "permission",
    status: 403,
    action: expect.stringContaining(action),
  });
});

it("reads both lists and tells how far it is", async () => {
  const { client, calls } = scripted(
    { monitoredResourceDescriptors: [{ type: "gce_instance" }] },
    { metricDescriptors: [{ type: "a" }, { type: "b" }], nextPageToken: "n" },
    { metricDescriptors: [{ type: "c" }] },
  );
  const told: unknown[] = [];
  const { signal } = new AbortController();
  const now = new Date("2026-11-20T10:00:00Z");
  expect(await readOverlay(client, "p", { signal, now, onProgress: (at) => told.push(at) })).toEqual({
    project: "p",
    readAt: "2026-11-20T10:00:00.000Z",
    metrics: [{ type: "a" }, { type: "b" }, { type: "c" }],
    resources: [{ type: "gce_instance" }],
  });
  expect(told).toEqual([
    { metrics: 0, resources: 1 },
    { metrics: 2, resources: 1 },
    { metrics: 3, resources: 1 },
  ]);
  expect(calls.every((call) => call.signal === signal)).toBe(true);
});
