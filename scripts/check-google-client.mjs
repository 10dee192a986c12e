// Google's own Node client against the emulator: all five methods over REST, and paging. The client and what it needs are
// 40 MB, which is too much for a development dependency, so it is installed into a temporary folder for this check alone.
// Run it when something of the emulator's wire changes: `npm run build && node scripts/check-google-client.mjs`.
import assert from "node:assert/strict";
import { checkClients, TOKEN } from "./emulator-clients.mjs";

const VERSION = "4.2.0";
const PARENT = "projects/orchard-demo";
// With an access token the client's REST transport leaves the HTTP status in its errors.
const NOT_FOUND = { code: 404, message: /Requested entity was not found/ };
const ALREADY_EXISTS = { code: 409 };
const INVALID_ARGUMENT = { code: 400 };

await checkClients([`@google-cloud/monitoring-dashboards@${VERSION}`], (require, url) =>
  check(require, new URL(url)),
);
console.log(`@google-cloud/monitoring-dashboards ${VERSION}: all five methods work against the emulator.`);

async function check(require, { hostname, port }) {
  const { DashboardsServiceClient } = require("@google-cloud/monitoring-dashboards").v1;
  const { OAuth2Client } = require("google-auth-library");
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: TOKEN, expiry_date: Date.now() + 3_600_000 });
  const client = new DashboardsServiceClient({
    fallback: true,
    protocol: "http",
    apiEndpoint: hostname,
    port: Number(port),
    authClient,
  });
  try {
    await methods(client);
    await paging(client);
  } finally {
    await client.close();
  }
}

/** Create, get, update and delete with the client's own types, and its errors. */
async function methods(client) {
  const name = `${PARENT}/dashboards/pears`;
  const dashboard = {
    name,
    displayName: "Pears",
    labels: { team: "orchard" },
    mosaicLayout: {
      columns: 12,
      tiles: [
        {
          width: 6,
          height: 4,
          widget: {
            title: "Ripeness",
            xyChart: {
              dataSets: [
                {
                  plotType: "LINE",
                  minAlignmentPeriod: { seconds: 60 },
                  timeSeriesQuery: {
                    timeSeriesFilter: {
                      filter: 'metric.type="compute.googleapis.com/instance/cpu/utilization"',
                      aggregation: { alignmentPeriod: { seconds: 60 }, perSeriesAligner: "ALIGN_MEAN" },
                    },
                  },
                },
              ],
            },
          },
        },
      ],
    },
  };
  const [dry] = await client.createDashboard({ parent: PARENT, dashboard, validateOnly: true });
  assert.equal(dry.displayName, "Pears");
  await assert.rejects(client.getDashboard({ name }), NOT_FOUND);

  const [made] = await client.createDashboard({ parent: PARENT, dashboard });
  assert.match(made.name, /^projects\/\d+\/dashboards\/pears$/);
  assert.ok(made.etag);
  await assert.rejects(client.createDashboard({ parent: PARENT, dashboard }), ALREADY_EXISTS);

  const [got] = await client.getDashboard({ name });
  assert.deepEqual(got, made);
  assert.equal(got.layout, "mosaicLayout");
  const [set] = got.mosaicLayout.tiles[0].widget.xyChart.dataSets;
  assert.equal(set.plotType, "LINE");
  assert.equal(String(set.minAlignmentPeriod.seconds), "60");

  const [changed] = await client.updateDashboard({ dashboard: { ...got, displayName: "Ripe pears" } });
  assert.equal(changed.displayName, "Ripe pears");
  assert.notEqual(changed.etag, got.etag);
  // The previous etag is stale.
  await assert.rejects(client.updateDashboard({ dashboard: { ...got, displayName: "Late" } }));
  await assert.rejects(
    client.updateDashboard({ dashboard: { ...changed, mosaicLayout: { columns: 99, tiles: [] } } }),
    INVALID_ARGUMENT,
  );

  await client.deleteDashboard({ name });
  await assert.rejects(client.getDashboard({ name }), NOT_FOUND);
  await assert.rejects(client.deleteDashboard({ name }), NOT_FOUND);
}

/** Lists in the client's three ways: all pages, one page at a time, and as a stream of dashboards. */
async function paging(client) {
  const ids = Array.from({ length: 23 }, (_, i) => `tree-${String(i).padStart(2, "0")}`);
  for (const id of ids) {
    const dashboard = { name: `${PARENT}/dashboards/${id}`, displayName: id, gridLayout: {} };
    await client.createDashboard({ parent: PARENT, dashboard });
  }
  const idsOf = (dashboards) => dashboards.map(({ name }) => name.split("/").pop()).sort();
  const [all] = await client.listDashboards({ parent: PARENT, pageSize: 5 });
  assert.deepEqual(idsOf(all), ids);

  const streamed = [];
  for await (const one of client.listDashboardsAsync({ parent: PARENT, pageSize: 7 })) streamed.push(one);
  assert.deepEqual(idsOf(streamed), ids);

  const paged = [];
  let request = { parent: PARENT, pageSize: 10 };
  let pages = 0;
  while (request) {
    const [dashboards, next] = await client.listDashboards(request, { autoPaginate: false });
    paged.push(...dashboards);
    request = next;
    pages++;
  }
  assert.deepEqual([pages, idsOf(paged)], [3, ids]);
}
