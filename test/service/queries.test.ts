import { expect, test } from "vitest";
import { ALL, create, dashboard, serve } from "./serving";

test.each([
  "alt=json",
  "alt=json&prettyPrint=false&key=k&quotaUser=me",
  "$.xgafv=2",
  "%24alt=json%3Benum-encoding%3Dint",
])("the query %s is taken", async (query) => {
  const emulator = await serve();
  await create(emulator, "pears");
  expect((await emulator.call({ send: `GET ${ALL}/pears?${query}` })).status).toBe(200);
});

test.each([
  ["GET", "updateMask=displayName"],
  ["POST", "dashboardId=pears"],
  ["GET", "validateOnly=true"],
])("an unknown parameter is refused: %s with %s", async (method, query) => {
  const emulator = await serve();
  const name = query.split("=")[0];
  const answer = await emulator.call({
    send: `${method} ${ALL}?${query}`,
    ...(method === "POST" && { body: dashboard("pears") }),
  });
  expect(answer.status).toBe(400);
  expect(answer.json.error.message).toBe(
    `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. ` +
      `Field '${name}' could not be found in request message.`,
  );
});

test("bad values are refused", async () => {
  const emulator = await serve();
  const answer = await emulator.call({ send: `POST ${ALL}?validateOnly=maybe`, body: dashboard("pears") });
  expect(answer.json.error.message).toBe(`Invalid value at 'validate_only' (TYPE_BOOL), "maybe"`);
  expect((await emulator.call({ send: `GET ${ALL}?alt=proto` })).status).toBe(400);
});

test("prettyPrint=false gives one line", async () => {
  const emulator = await serve();
  await create(emulator, "pears");
  expect((await emulator.call({ send: `GET ${ALL}/pears?prettyPrint=false` })).text).not.toContain("\n");
  expect((await emulator.call({ send: `GET ${ALL}/pears` })).text).toContain('{\n  "displayName"');
});

test("enums are answered as numbers on request", async () => {
  const emulator = await serve();
  const answer = await emulator.call({
    send: `POST ${ALL}?$alt=json;enum-encoding=int`,
    body: {
      displayName: "Orchard",
      gridLayout: {
        widgets: [
          {
            xyChart: {
              dataSets: [
                {
                  plotType: "STACKED_BAR",
                  timeSeriesQuery: {
                    timeSeriesFilter: {
                      filter: 'metric.type="custom.example/crates"',
                      aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_COUNT_FALSE" },
                    },
                  },
                },
              ],
            },
          },
          { text: { content: "x" } },
        ],
      },
    },
  });
  expect(answer.json).toMatchObject({
    gridLayout: {
      widgets: [
        {
          xyChart: {
            dataSets: [
              {
                plotType: 3,
                targetAxis: 1,
                timeSeriesQuery: { timeSeriesFilter: { aggregation: { perSeriesAligner: 24 } } },
              },
            ],
          },
        },
        { text: { format: 1 } },
      ],
    },
  });
});

test.each([
  ["name", ["name"]],
  ["name,etag", ["etag", "name"]],
  ["display_name", ["displayName"]],
  ["*", ["displayName", "etag", "gridLayout", "name"]],
])("fields=%s", async (fields, keys) => {
  const emulator = await serve();
  await create(emulator, "pears");
  const { json } = await emulator.call({ send: `GET ${ALL}/pears?fields=${fields}` });
  expect(Object.keys(json).sort()).toEqual(keys);
});

test.each(["dashboards(name,gridLayout/widgets/text)", "dashboards.name,dashboards.gridLayout.widgets.text"])(
  "fields=%s reaches into lists",
  async (fields) => {
    const emulator = await serve();
    const { name } = await create(emulator, "pears");
    const { json } = await emulator.call({ send: `GET ${ALL}?fields=${fields}` });
    const text = { content: "pears", format: "MARKDOWN", style: {} };
    expect(json).toEqual({ dashboards: [{ name, gridLayout: { widgets: [{ text }] } }] });
  },
);

test.each(["crates", "dashboards(crates)", "dashboards(name", "name,,etag"])(
  "fields=%s is refused",
  async (fields) => {
    const emulator = await serve();
    const answer = await emulator.call({ send: `GET ${ALL}?fields=${fields}` });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json.error.details)).toContain("Error expanding 'fields' parameter.");
  },
);

test("what is not a method of the service is a page, not JSON", async () => {
  const emulator = await serve();
  for (const send of [
    `PUT ${ALL}/pears`,
    "GET /v1/projects/orchard-demo",
    `GET ${ALL}/a%2Fb`,
    `GET ${ALL}/%zz`,
  ]) {
    const answer = await emulator.call({ send });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
  }
});

test("bodies must be JSON in UTF-8 of at most 10 MiB", async () => {
  const emulator = await serve();
  const send = `POST ${ALL}`;
  const body = JSON.stringify(dashboard("pears"));
  const types = ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"];
  for (const type of types) {
    expect((await emulator.call({ send, body, headers: { "content-type": type } })).status).toBe(400);
  }
  const good = { send, body, headers: { "content-type": "application/json; charset=utf-8" } };
  expect((await emulator.call(good)).status).toBe(200);
  const answer = await emulator.call({ send, body: `{"displayName": "${"x".repeat(10 * 1024 * 1024)}"}` });
  expect(answer.json.error.message).toBe("Request payload size exceeds the limit: 10485760 bytes.");
  const latin1 = await fetch(`${emulator.url}${ALL}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: new Uint8Array([0x22, 0xe9, 0x22]),
  });
  expect([latin1.status, await latin1.text()]).toEqual([
    400,
    expect.stringContaining("non UTF-8 code points"),
  ]);
});

test("a body that is nested beyond all measure is refused, not died of", async () => {
  const emulator = await serve();
  const answer = await emulator.call({ send: `POST ${ALL}`, body: `${"[".repeat(200_000)}` });
  expect(answer.json.error.message).toContain("Message too deep.");
});

test("connections are kept open between calls", async () => {
  const emulator = await serve();
  const answer = await emulator.call({ send: `GET ${ALL}` });
  expect(answer.headers.get("connection")).toBe("keep-alive");
});
