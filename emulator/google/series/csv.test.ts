import { expect, it } from "vitest";
import { readPoints } from "./csv";

const NOW = Date.parse("2026-03-01T12:00:00Z");

it("reads points with labels, in any order of columns", () => {
  const { series, metrics } = readPoints(
    `# what the shop counts
value,time,metric,kind,type,resource,resource.zone,metric.shop,user.app
2,-1m,custom.googleapis.com/orders,delta,INT64,gce_instance,a,"Lyon, ""old town""",web
3,2026-03-01T11:58:00Z,custom.googleapis.com/orders,delta,INT64,gce_instance,a,"Lyon, ""old town""",web
`,
    NOW,
  );
  expect(series).toHaveLength(1);
  expect(series[0]).toMatchObject({
    metric: { type: "custom.googleapis.com/orders", labels: { shop: 'Lyon, "old town"' } },
    resource: { type: "gce_instance", labels: { zone: "a" } },
    metadata: { userLabels: { app: "web" } },
    kind: "DELTA",
    valueType: "INT64",
  });
  expect(series[0]!.points(0, NOW).map(({ start, end, value }) => [NOW - start, NOW - end, value])).toEqual([
    [180_000, 120_000, 3],
    [120_000, 60_000, 2],
  ]);
  expect(metrics).toMatchObject([{ type: "custom.googleapis.com/orders", labels: [{ key: "shop" }] }]);
});

it("a distribution has its mean from its buckets, unless it says more", () => {
  const read = (value: string) =>
    readPoints(`time,metric,value\n-1m,a/b,${value}`, NOW).series[0]!.points(0, NOW)[0]!.value;
  expect(read("0|10|20:0|4|0|0")).toMatchObject({ counts: [0, 4, 0, 0], mean: 5, deviation: 0 });
  expect(read("0|10|20:0|4|0|0:6:12")).toMatchObject({ mean: 6, deviation: 12 });
});

it.each([
  ["time,value\n-1m,3", 'line 1: the column "metric" is missing'],
  ["time,metric,value,size\n", 'line 1: unknown column "size"'],
  ["time,metric,value\nyesterday,a/b,3", 'line 2: "yesterday" is not a time'],
  ["time,metric,value\n\n-1m,a/b,many", 'line 3: "many" is not a number'],
  ["time,metric,value\n-1m,a/b,1|2:3", 'line 2: "1|2:3" is not a distribution'],
  ["time,metric,value,kind\n-1m,a/b,1,SUM", "line 2: the kind must be GAUGE"],
  ['time,metric,value\n-1m,a/b,"1', "line 2: a quote is not closed"],
])("%j: %s", (text, message) => {
  expect(() => readPoints(text, NOW)).toThrow(message);
});
