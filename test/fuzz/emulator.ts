import { connect } from "node:net";
import { type Emulator, startEmulator } from "../../emulator/server";
import { specimens } from "../property/specimens";
import { Chance, mutated, type Target } from "./target";

const DASHBOARDS = "/v1/projects/orchard-demo/dashboards";
const PATHS = [
  ...[
    DASHBOARDS,
    `${DASHBOARDS}/a`,
    `${DASHBOARDS}/b?validateOnly=true`,
    `${DASHBOARDS}?pageSize=2&pageToken=x`,
  ],
  "/v3/projects/orchard-demo/metricDescriptors?filter=metric.type%3Dstarts_with(%22run%22)",
  "/v3/projects/orchard-demo/monitoredResourceDescriptors",
  "/v3/projects/orchard-demo/timeSeries?filter=metric.type%3D%22a%22&interval.endTime=2026-01-01T00:00:00Z",
  "/v1/projects/orchard-demo/location/global/prometheus/api/v1/query_range?query=up&start=0&end=60&step=15s",
  "/api/v2/usage/query",
  "/api/v2/oauth/clients/a/usage/query",
  "/oauth/token",
  "/",
];
const METHODS = ["GET", "GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD", "BREW"];
const TYPES = ["application/json", "application/x-www-form-urlencoded", "text/plain", "a/b; charset=utf-16"];
const TEXTS = specimens.map(({ text }) => text);
const PIECES = [
  "%",
  "%00",
  "%2F",
  "..",
  "//",
  "?",
  "&",
  "=",
  "#",
  "@",
  ":",
  "*",
  "~",
  "projects",
  "-1",
  "1e9",
  "é",
];

/** How many requests a case sends. */
const REQUESTS = 12;
/** In milliseconds; the emulator answers in a few. */
const PATIENCE = 10_000;

/** The text without halves of surrogate pairs. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** The raw bytes of a request, most of them correct HTTP. */
function request(chance: Chance, host: string): Buffer {
  const path = chance.is(0.6)
    ? chance.of(PATHS)
    : encodeURI(wellFormed(mutated(chance.of(PATHS), chance, PIECES)));
  const body = chance.is(0.5)
    ? mutated(chance.of(TEXTS), chance)
    : chance.of([...TEXTS, "", "{}", "[]", "null"]);
  const bytes = Buffer.from(body);
  const length = chance.is(0.9) ? bytes.length : chance.below(bytes.length + 5);
  const lines = [
    `${chance.of(METHODS)} ${path.replace(/[\s\0]/g, "%20")} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    `Content-Type: ${chance.of(TYPES)}`,
    ...(chance.is(0.9) ? ["Authorization: Bearer x"] : []),
    ...(chance.is(0.1) ? [`X-Goog-FieldMask: ${chance.of(["*", "a.b", ",", "displayName"])}`] : []),
    `Content-Length: ${length}`,
  ];
  const whole = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
  return chance.is(0.1) ? Buffer.from(mutated(whole.toString("latin1"), chance), "latin1") : whole;
}

/** Sends bytes and gives what comes back until the connection ends; empty when it ends without an answer. */
function send(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer after ${PATIENCE} ms`));
    }, PATIENCE);
    const done = () => {
      clearTimeout(timer);
      resolve(answer);
    };
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("close", done);
    // The other side may close before it has read everything.
    socket.on("error", done);
  });
}

/** Requests over real sockets; the emulator answers each, never with a failure of its own, and goes on. */
class EmulatorTarget implements Target {
  readonly name = "emulator";

  async run(seed: number): Promise<number> {
    const chance = new Chance(seed);
    const emulator: Emulator = await startEmulator({});
    try {
      const { port, host } = new URL(emulator.url);
      for (let i = 0; i < REQUESTS; i++) {
        const bytes = request(chance, host);
        const answer = await send(Number(port), bytes);
        const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
        if (status?.startsWith("5") && status !== "501")
          throw new Error(`${answer.slice(0, 400)}\n\nto ${bytes.toString("utf8").slice(0, 600)}`);
      }
      const health = await fetch(`${emulator.url}${DASHBOARDS}`, { headers: { authorization: "Bearer x" } });
      if (!health.ok) throw new Error(`afterwards a list is answered with ${health.status}`);
      return REQUESTS;
    } finally {
      await emulator.close();
    }
  }
}

export const emulatorTarget: Target = new EmulatorTarget();
