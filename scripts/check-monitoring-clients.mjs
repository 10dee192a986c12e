// Google's own Node client for Monitoring v3 (over REST) and a Prometheus client library against the emulator. They are installed into a
// temporary folder, as in check-google-client.mjs. Run it when the wire format of time series changes:
// `npm run build && node scripts/check-monitoring-clients.mjs`.
import assert from "node:assert/strict";
import { checkClients, TOKEN } from "./emulator-clients.mjs";

const GOOGLE = "6.1.1";
const PROMETHEUS = "3.5.1";
const PROJECT = "projects/orchard-demo";
const METRIC = "run.googleapis.com/request_count";

await checkClients(
  [`@google-cloud/monitoring@${GOOGLE}`, `prometheus-query@${PROMETHEUS}`],
  async (require, url) => {
    await google(require, new URL(url));
    await prometheus(require, url);
  },
);
console.log(
  `@google-cloud/monitoring ${GOOGLE} and prometheus-query ${PROMETHEUS} work against the emulator.`,
);

async function google(require, { hostname, port }) {
  const { MetricServiceClient } = require("@google-cloud/monitoring");
  const { OAuth2Client } = require("google-auth-library");
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: TOKEN, expiry_date: Date.now() + 3_600_000 });
  const client = new MetricServiceClient({
    fallback: true,
    protocol: "http",
    apiEndpoint: hostname,
    port: Number(port),
    authClient,
  });
  try {
    const [descriptor] = await client.getMetricDescriptor({ name: `${PROJECT}/metricDescriptors/${METRIC}` });
    assert.deepEqual([descriptor.metricKind, descriptor.valueType], ["DELTA", "INT64"]);
    const [found] = await client.listMetricDescriptors({
      name: PROJECT,
      filter: `metric.type = starts_with("run.googleapis.com/")`,
      activeOnly: true,
    });
    assert.ok(found.some(({ type }) => type === METRIC));

    const end = Math.floor(Date.now() / 60_000) * 60;
    const request = {
      name: PROJECT,
      filter: `metric.type = "${METRIC}"`,
      view: "FULL",
      interval: { startTime: { seconds: end - 1800 }, endTime: { seconds: end } },
      aggregation: {
        alignmentPeriod: { seconds: 300 },
        perSeriesAligner: "ALIGN_RATE",
        crossSeriesReducer: "REDUCE_SUM",
        groupByFields: ["resource.labels.service_name", "metric.labels.response_code_class"],
      },
    };
    const [series] = await client.listTimeSeries(request);
    assert.equal(series.length, 6);
    for (const { metricKind, valueType, points, resource } of series) {
      assert.deepEqual([metricKind, valueType, points.length], ["GAUGE", "DOUBLE", 6]);
      assert.deepEqual(Object.keys(resource.labels).sort(), ["project_id", "service_name"]);
      const ends = points.map(({ interval }) => Number(interval.endTime.seconds));
      assert.deepEqual(
        ends,
        [...ends].sort((a, b) => b - a),
      );
      assert.equal(ends[0], end);
      assert.equal(typeof points[0].value.doubleValue, "number");
    }
    const streamed = [];
    for await (const one of client.listTimeSeriesAsync({ ...request, pageSize: 4 })) streamed.push(one);
    const pointsIn = (list) => list.reduce((sum, { points }) => sum + points.length, 0);
    assert.equal(pointsIn(streamed), pointsIn(series));

    const [headers] = await client.listTimeSeries({ ...request, view: "HEADERS" });
    assert.equal(pointsIn(headers), 0);
    assert.equal(headers.length, 6);

    const [histograms] = await client.listTimeSeries({
      ...request,
      filter: 'metric.type = "run.googleapis.com/request_latencies"',
      aggregation: { alignmentPeriod: { seconds: 300 }, perSeriesAligner: "ALIGN_DELTA" },
    });
    const { distributionValue } = histograms[0].points[0].value;
    const counts = distributionValue.bucketCounts.map(Number);
    assert.equal(
      Number(distributionValue.count),
      counts.reduce((a, b) => a + b, 0),
    );

    await assert.rejects(
      client.listTimeSeries({
        ...request,
        aggregation: { ...request.aggregation, perSeriesAligner: "ALIGN_INTERPOLATE" },
      }),
      { code: 3, httpStatusCode: 400, message: /aligner cannot be applied/ },
    );
    await assert.rejects(client.listTimeSeries({ ...request, filter: 'metric.type = "a.b/c"' }), {
      code: 5,
      httpStatusCode: 404,
    });
  } finally {
    await client.close();
  }
}

async function prometheus(require, url) {
  const { PrometheusDriver } = require("prometheus-query");
  const client = new PrometheusDriver({
    endpoint: url,
    baseURL: `/v1/${PROJECT}/location/global/prometheus/api/v1`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const name = "run_googleapis_com:request_count";
  const end = Date.now() - 120_000;
  const instant = await client.instantQuery(`sum by (service_name) (rate(${name}[5m]))`, end);
  assert.equal(instant.resultType, "vector");
  assert.deepEqual(instant.result.map(({ metric }) => metric.labels.service_name).sort(), [
    "checkout",
    "storefront",
  ]);
  const range = await client.rangeQuery(`sum(rate(${name}[5m]))`, end - 600_000, end, 60);
  assert.equal(range.resultType, "matrix");
  assert.equal(range.result[0].values.length, 11);
  const series = await client.series(`${name}{service_name="checkout"}`, end - 600_000, end);
  assert.ok(series.length > 0);
  assert.deepEqual((await client.labelValues("service_name", [name])).sort(), ["checkout", "storefront"]);
  assert.ok((await client.labelNames([name])).includes("response_code_class"));
  await assert.rejects(client.instantQuery("sum("), { httpStatus: 400, error: /parse error/ });
}
