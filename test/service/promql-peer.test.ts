import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPoints } from "../../emulator/google/series/csv";
import { type Emulator, startEmulator } from "../../emulator/server";

/**
 * The emulator's PromQL beside a real Prometheus over the same samples. Skipped where `prometheus` and `promtool` are not installed; on
 * Debian both are in the package `prometheus`. Written against 2.42.0.
 */
const version = (() => {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" });
    return execFileSync("prometheus", ["--version"], { encoding: "utf8" }).split("\n")[0]!;
  } catch {
    return undefined;
  }
})();

const END = Date.UTC(2026, 2, 1, 12) / 1000;
const MINUTES = 90;

interface Row {
  readonly family: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly (readonly [time: number, value: number])[];
}

/** Seconds of the samples: one a half minute, not quite regular. */
const times = Array.from({ length: MINUTES * 2 }, (_, i) => END - MINUTES * 60 + i * 30 + ((i * 7) % 5));

function counter(step: number, resetAt: number): (readonly [number, number])[] {
  let total = 5;
  return times.map((time, i) => {
    total = i === resetAt ? 1 : total + ((i * step) % 11);
    return [time, total];
  });
}

const rows: readonly Row[] = [
  ...["api", "web"].flatMap((service, s) =>
    ["200", "404", "500"].map((code, c) => ({
      family: "requests",
      name: "requests_total",
      labels: { service, code },
      points: counter(3 + s * 2 + c, c === 1 ? 100 + s : -1),
    })),
  ),
  ...["hall", "attic", "cellar"].map((room, r) => ({
    family: "temperature",
    name: "temperature",
    labels: { room },
    points: times
      // One of them has a gap, and one ends early.
      .filter((_, i) => !(r === 1 && i > 60 && i < 90) && !(r === 2 && i > 130))
      .map((time) => [time, Math.round(1000 * Math.sin(time / 700 + r) * (r + 3)) / 100] as const),
  })),
  ...["api", "web"].map((service, i) => ({
    family: "quota",
    name: "quota",
    labels: { service, team: `team-${i}`, plan: i === 0 ? "small" : "large" },
    points: times.map((time) => [time, 100 * (i + 1)] as const),
  })),
];

const BOUNDS = [0.1, 0.5, 1, 5];
interface Histogram {
  readonly service: string;
  readonly points: readonly {
    readonly time: number;
    readonly counts: readonly number[];
    readonly mean: number;
  }[];
}
const histograms: readonly Histogram[] = ["api", "web"].map((service, s) => {
  const counts = [0, 0, 0, 0, 0];
  return {
    service,
    points: times.map((time, i) => {
      for (const at of counts.keys()) counts[at]! += (i * (at + 1 + s)) % (7 - at);
      return { time, counts: [...counts], mean: 0.5 + s / 4 };
    }),
  };
});

function openMetrics(): string {
  const lines: string[] = [];
  const text = (labels: Readonly<Record<string, string>>) =>
    Object.entries({ project_id: "p1", ...labels })
      .map(([name, value]) => `${name}="${value}"`)
      .join(",");
  for (const [family, type] of [
    ["requests", "counter"],
    ["temperature", "gauge"],
    ["quota", "gauge"],
  ]) {
    lines.push(`# TYPE ${family} ${type}`);
    for (const { name, labels, points } of rows.filter((row) => row.family === family))
      for (const [time, value] of points) lines.push(`${name}{${text(labels)}} ${value} ${time}`);
  }
  lines.push("# TYPE latency histogram");
  for (const { service, points } of histograms) {
    for (const { time, counts, mean } of points) {
      let sum = 0;
      for (const [i, count] of counts.entries()) {
        sum += count;
        lines.push(`latency_bucket{${text({ service, le: String(BOUNDS[i] ?? "+Inf") })}} ${sum} ${time}`);
      }
      lines.push(`latency_count{${text({ service })}} ${sum} ${time}`);
      lines.push(`latency_sum{${text({ service })}} ${sum * mean} ${time}`);
    }
  }
  return `${lines.join("\n")}\n# EOF\n`;
}

function csv(): string {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const columns = ["service", "code", "room", "team", "plan"];
  const type = (name: string, kind: string) => `prometheus.googleapis.com/${name}/${kind}`;
  const line = (
    time: number,
    metric: string,
    kind: string,
    value: number | string,
    labels: Readonly<Record<string, string>>,
  ) => [iso(time), metric, kind, value, "p1", ...columns.map((column) => labels[column] ?? "")].join(",");
  return [
    `time,metric,kind,value,resource.project_id,${columns.map((column) => `metric.${column}`).join(",")}`,
    ...rows.flatMap(({ family, name, labels, points }) =>
      points.map(([time, value]) =>
        family === "requests"
          ? line(time, type(name, "counter"), "CUMULATIVE", value, labels)
          : line(time, type(name, "gauge"), "GAUGE", value, labels),
      ),
    ),
    ...histograms.flatMap(({ service, points }) =>
      points.map(({ time, counts, mean }) =>
        line(
          time,
          type("latency", "histogram"),
          "CUMULATIVE",
          `${BOUNDS.join("|")}:${counts.join("|")}:${mean}`,
          { service },
        ),
      ),
    ),
  ].join("\n");
}

/** Expressions with an answer. */
const EXPRESSIONS = [
  "temperature",
  'temperature{room="hall"}',
  'temperature{room!="hall"}',
  'temperature{room=~"ha.*|cellar"}',
  'requests_total{service="api",code!~"4.."}',
  '{__name__="quota",service="web"}',
  "rate(requests_total[5m])",
  "rate(requests_total[7m])",
  "irate(requests_total[5m])",
  "increase(requests_total[10m])",
  "delta(temperature[10m])",
  "idelta(temperature[5m])",
  "deriv(temperature[10m])",
  "predict_linear(temperature[10m], 600)",
  "resets(requests_total[1h])",
  "changes(temperature[20m])",
  "avg_over_time(temperature[15m])",
  "min_over_time(temperature[15m])",
  "max_over_time(temperature[15m])",
  "sum_over_time(temperature[15m])",
  "count_over_time(temperature[15m])",
  "last_over_time(temperature[15m])",
  "stddev_over_time(temperature[15m])",
  "stdvar_over_time(temperature[15m])",
  "present_over_time(temperature[15m])",
  "quantile_over_time(0.9, temperature[15m])",
  "sum(rate(requests_total[5m]))",
  "sum by (service) (rate(requests_total[5m]))",
  "sum without (code) (rate(requests_total[5m]))",
  "avg by (code) (requests_total)",
  "min(temperature)",
  "max by (room) (temperature)",
  "count by (service) (requests_total)",
  "group by (service) (requests_total)",
  "stddev(temperature)",
  "stdvar(temperature)",
  "quantile(0.25, temperature)",
  "topk(2, temperature)",
  "bottomk(1, temperature)",
  "topk by (service) (1, requests_total)",
  'count_values("size", quota)',
  "temperature + 3",
  "2 * temperature - 1",
  "temperature % 3",
  "quota ^ 2",
  "-temperature",
  "temperature > 2",
  "temperature >= bool 2",
  "2 < temperature",
  "1 == bool 1",
  "requests_total / on (service) group_left quota",
  "requests_total / on (service) group_left (team, plan) quota",
  "quota * on (service) group_right (plan) requests_total",
  "sum by (service) (requests_total) / ignoring (team, plan) quota",
  "sum by (service) (requests_total) / on (service) quota",
  'sum(rate(requests_total{code="500"}[5m])) / sum(rate(requests_total[5m])) * 100',
  'requests_total and on (service) quota{plan="small"}',
  'requests_total unless on (code) requests_total{code="500"}',
  'temperature{room="hall"} or quota',
  "requests_total == on (service, code) group_left requests_total",
  "histogram_quantile(0.95, sum by (le) (rate(latency_bucket[5m])))",
  "histogram_quantile(0.5, sum by (le, service) (rate(latency_bucket[10m])))",
  "histogram_quantile(0.99, latency_bucket)",
  "histogram_quantile(1.5, latency_bucket)",
  "rate(latency_sum[5m]) / rate(latency_count[5m])",
  "abs(temperature)",
  "ceil(temperature)",
  "floor(temperature)",
  "round(temperature)",
  "round(temperature, 0.5)",
  "clamp(temperature, -1, 2)",
  "clamp_min(temperature, 0)",
  "clamp_max(temperature, 0)",
  "sgn(temperature)",
  "sqrt(quota)",
  "exp(temperature)",
  "ln(quota) + log2(quota) + log10(quota)",
  "absent(quota)",
  'absent(nothing{job="a",room=~"b"})',
  "absent_over_time(nothing[5m])",
  "scalar(temperature{room='hall'})",
  "vector(7)",
  "time() - 5",
  "pi()",
  "timestamp(temperature)",
  "hour() + minute() / 100",
  "day_of_week(vector(0)) + days_in_month(vector(1e9)) + day_of_month(vector(1e9)) + month(vector(1e9)) + year(vector(1e9))",
  'label_replace(temperature, "level", "$1-x", "room", "(.).*")',
  'label_join(quota, "all", "/", "team", "plan")',
  "temperature offset 10m",
  "rate(requests_total[5m] offset 10m)",
  "temperature @ 1772364000",
  "temperature @ end()",
  "max_over_time(sum by (service) (rate(requests_total[5m]))[20m:1m])",
  "avg_over_time(rate(requests_total[5m])[10m:])",
  "sum_over_time(temperature[10m:2m] offset 5m)",
  "3",
  "1 + 2 * 3 ^ 2 ^ 0.5 - -4 / 2",
  "temperature{room='nowhere'}",
];

/** Expressions that both refuse. */
const REFUSED = [
  "sum(rate(requests_total[5m])",
  "rate(temperature)",
  "temperature[5m] + 1",
  "1 == 1",
  "nosuch(temperature)",
  "quota + on () temperature",
  "requests_total / on (service) quota",
  '{code=~".*"}',
  "",
  "temperature and 1",
  "topk(temperature)",
];

interface Reply {
  readonly status: string;
  readonly errorType?: string;
  readonly data?: { readonly resultType: string; readonly result: unknown };
}

interface Peer {
  readonly url: string;
  stop(): Promise<void>;
}

describe.skipIf(version === undefined)(`as ${version}`, () => {
  let peer: Peer;
  let emulator: Emulator;
  beforeAll(async () => {
    peer = await startPeer();
    const points = readPoints(csv(), END * 1000);
    emulator = await startEmulator({ series: { points, onlyOwn: true, now: () => END * 1000 } });
  });
  afterAll(async () => {
    await emulator?.close();
    await peer?.stop();
  });

  const ask = async (method: "query" | "query_range", parameters: Readonly<Record<string, string>>) => {
    const own = `${emulator.url}/v1/projects/p1/location/global/prometheus/api/v1/${method}`;
    const theirs = `${peer.url}/api/v1/${method}`;
    const replies = [own, theirs].map(async (url) => {
      const answer = await fetch(`${url}?${new URLSearchParams(parameters)}`);
      return { code: answer.status, ...((await answer.json()) as Reply) };
    });
    return Promise.all(replies) as Promise<[Reply & { code: number }, Reply & { code: number }]>;
  };

  it.each(EXPRESSIONS)("%s", async (query) => {
    const [own, theirs] = await ask("query", { query, time: String(END - 60) });
    expect(own.status).toBe("success");
    expectAlike(own.data, theirs.data);
    const range = { query, start: String(END - 3000), end: String(END - 60), step: "120" };
    const [ownRange, theirRange] = await ask("query_range", range);
    expect(ownRange.status).toBe("success");
    expectAlike(ownRange.data, theirRange.data);
  });

  it("temperature[5m] as a matrix", async () => {
    for (const query of ["temperature[5m]", "temperature[10m:3m]"]) {
      const [own, theirs] = await ask("query", { query, time: String(END - 60) });
      expectAlike(own.data, theirs.data);
    }
  });

  it.each(REFUSED)("refuses %j", async (query) => {
    const [own, theirs] = await ask("query", { query, time: String(END - 60) });
    expect([own.code, own.status, own.errorType]).toEqual([theirs.code, theirs.status, theirs.errorType]);
    expect(own.status).toBe("error");
  });
});

type Points = Readonly<Record<string, readonly (readonly [time: number, value: string])[]>>;

/** Series by their labels. */
function pointsOf(data: Reply["data"]): Points {
  if (!data) return {};
  if (data.resultType === "scalar" || data.resultType === "string")
    return { "": [data.result as [number, string]] };
  const result = data.result as readonly {
    readonly metric: Readonly<Record<string, string>>;
    readonly value?: [number, string];
    readonly values?: [number, string][];
  }[];
  return Object.fromEntries(
    result.map(({ metric, value, values }) => [
      JSON.stringify(Object.entries(metric).sort()),
      value ? [value] : (values ?? []),
    ]),
  );
}

function expectAlike(own: Reply["data"], theirs: Reply["data"]): void {
  expect(own?.resultType).toBe(theirs?.resultType);
  const [mine, wanted] = [pointsOf(own), pointsOf(theirs)];
  expect(Object.keys(mine).sort()).toEqual(Object.keys(wanted).sort());
  for (const [key, points] of Object.entries(wanted)) {
    expect(mine[key]!.map(([time]) => time)).toEqual(points.map(([time]) => time));
    for (const [i, [time, text]] of points.entries()) {
      const [value, other] = [Number(mine[key]![i]![1]), Number(text)];
      if (mine[key]![i]![1] === text) continue;
      const size = Math.max(1e-12, Math.abs(other));
      expect(Math.abs(value - other) / size, `${key} at ${time}: ${value}, not ${other}`).toBeLessThan(1e-9);
    }
  }
}

/** A Prometheus over the samples, on a port of its own. */
async function startPeer(): Promise<Peer> {
  const folder = await mkdtemp(path.join(tmpdir(), "mosaic-prometheus-"));
  const file = path.join(folder, "samples.txt");
  const data = path.join(folder, "data");
  await writeFile(file, openMetrics());
  await writeFile(path.join(folder, "prometheus.yml"), "");
  execFileSync("promtool", ["tsdb", "create-blocks-from", "openmetrics", file, data], { stdio: "ignore" });
  const child = spawn(
    "prometheus",
    [
      `--config.file=${path.join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${data}`,
      "--storage.tsdb.retention.time=100y",
      "--web.listen-address=127.0.0.1:0",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    let address = "";
    createInterface(child.stderr).on("line", (line) => {
      said.push(line);
      address ||= /Listening on.*address=(127\.0\.0\.1:\d+)/.exec(line)?.[1] ?? "";
      if (line.includes("Server is ready")) resolve(`http://${address}`);
    });
    child.once("exit", () => reject(new Error(`prometheus ended:\n${said.join("\n")}`)));
  });
  return {
    url,
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
