import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, type FaultPlan, FaultSource, noFaults } from "./faults";
import { type Callers, foreignCaller, isEverywhere, pageHeaders, preflight } from "./google/access";
import { DashboardStore } from "./google/dashboard-store";
import { projectNumber } from "./google/project";
import type { OrderedRefusal } from "./google/refuse-paths";
import { dashboardRoutes } from "./google/routes/dashboards";
import { descriptorRoutes } from "./google/routes/descriptors";
import { prometheusRoutes } from "./google/routes/prometheus";
import { timeSeriesRoutes } from "./google/routes/time-series";
import { readPoints } from "./google/series/csv";
import { type SeriesOptions, SeriesStore } from "./google/series/store";
import { GoogleService } from "./google/service";
import { UsageAccess } from "./usage/access";
import { type JobOutcome, UsageJobs } from "./usage/jobs";
import { legacyUsageRoutes } from "./usage/legacy-routes";
import { usageRoutes } from "./usage/routes";
import { UsageService } from "./usage/service";
import { type Log, silent } from "./wire/log";
import { seededRandom } from "./wire/random";
import type { HttpReply, HttpRequest, Service } from "./wire/service";

export interface EmulatorOptions {
  /** Address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** Accepted names in `Host`, in addition to loopback and `host`; in lower case. */
  readonly allowedHosts?: readonly string[];
  /** Accepted origins, in addition to loopback. */
  readonly allowedOrigins?: readonly string[];
  /** Port to listen on; any free one by default. */
  readonly port?: number;
  /** Folder in which the dashboards are kept; in memory only by default. */
  readonly data?: string;
  /** Access token that every call must carry. */
  readonly token?: string;
  /** Dashboards to reject although they are valid. */
  readonly refuse?: readonly OrderedRefusal[];
  /** Unknown members and enum values to accept. */
  readonly newer?: readonly string[];
  /** Projects, by id or number, that return 403. */
  readonly deny?: readonly string[];
  readonly faults?: FaultPlan;
  /** Seed of the faults; 1 by default. */
  readonly seed?: number;
  readonly log?: Log;
  readonly usage?: UsageOptions;
  /** Files with points of the user, in CSV; they are read once. */
  readonly points?: readonly string[];
  /** The points that time series are made of, and what answers lack. */
  readonly series?: SeriesOptions;
}

/** What is special to the usage service. */
export interface UsageOptions {
  /** The only OAuth client that gets tokens; calls then need one. */
  readonly client?: { readonly id: string; readonly secret: string };
  /** How long tokens live, in seconds; a day by default. */
  readonly tokenSeconds?: number;
  /** Denied permissions. */
  readonly denied?: readonly string[];
  /** How long jobs wait and run, in milliseconds. */
  readonly queuedMs?: number;
  readonly runningMs?: number;
  /** Calls that one token may make a minute; 300 by default. */
  readonly ratePerMinute?: number;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

export interface Emulator {
  /** Base URL without a slash at its end. */
  readonly url: string;
  /** Queues faults for the next requests, in this order, before random ones. */
  inject(...faults: Fault[]): void;
  /** Queues outcomes of the next usage jobs, before random ones. */
  nextJobs(...outcomes: JobOutcome[]): void;
  /** Stops listening, gives running requests a moment to finish, then closes all connections. */
  close(): Promise<void>;
}

const MAX_BODY = 10 * 1024 * 1024;
const MAX_DRAINED = 10 * MAX_BODY;
const CLOSE_GRACE_MS = 1000;

/**
 * Starts the emulator and resolves once it listens.
 * Rejects with the system's error when it cannot listen or cannot use the data folder.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", port = 0, log = silent } = options;
  const store = await DashboardStore.open(options.data, log);
  const newer = new Set(options.newer);
  const report = (problem: unknown) =>
    log(`internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
  const denied = new Set((options.deny ?? []).map(projectNumber));
  const series = new SeriesStore(await seriesOptions(options));
  const google = new GoogleService({
    routes: [
      ...dashboardRoutes({ store, newer, refuse: options.refuse ?? [], denied }),
      ...descriptorRoutes(denied, series),
      ...timeSeriesRoutes(series, denied),
      ...prometheusRoutes(series, denied),
    ],
    token: options.token,
    extraMembers: newer,
    report,
  });
  const { jobs, service: usage } = usageService(options, report);
  const faults = new FaultSource(options.faults ?? noFaults, seededRandom(options.seed ?? 1));
  const front = new Front([google, usage], faults, callersOf(options), log);
  const server = createServer((request, response) => void front.serve(request, response));
  server.requestTimeout = 60_000;
  await listen(server, host, port);
  return {
    url: urlOf(server.address() as AddressInfo, host),
    inject: (...next) => faults.inject(...next),
    nextJobs: (...outcomes) => jobs.next(...outcomes),
    close: () => close(server, front),
  };
}

/** Rejects with an error that names the file and the line. */
async function seriesOptions({ points = [], series }: EmulatorOptions): Promise<SeriesOptions> {
  if (points.length === 0) return series ?? {};
  const now = (series?.now ?? Date.now)();
  const read = await Promise.all(
    points.map(async (file) => {
      try {
        return readPoints(await readFile(file, "utf8"), now);
      } catch (error) {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  );
  return {
    ...series,
    points: {
      series: read.flatMap((one) => one.series),
      metrics: read.flatMap((one) => one.metrics),
    },
  };
}

function callersOf({ host, allowedHosts = [], allowedOrigins = [] }: EmulatorOptions): Callers {
  const own = host === undefined || isEverywhere(host) ? [] : [host.toLowerCase()];
  return { hosts: new Set([...own, ...allowedHosts]), origins: new Set(allowedOrigins) };
}

function usageService(
  { usage = {}, token, faults, seed = 1 }: EmulatorOptions,
  report: (problem: unknown) => void,
): { jobs: UsageJobs; service: UsageService } {
  const { now = Date.now, client, tokenSeconds = 86_399, denied, ratePerMinute = 300 } = usage;
  const jobs = new UsageJobs({
    now,
    queuedMs: usage.queuedMs,
    runningMs: usage.runningMs,
    chances: faults?.jobs ?? [],
    random: seededRandom(seed),
  });
  const access = new UsageAccess({
    token,
    client,
    tokenSeconds,
    denied: new Set(denied),
    ratePerMinute,
    now,
  });
  const routes = [...usageRoutes(jobs, now), ...legacyUsageRoutes(jobs, now)];
  return { jobs, service: new UsageService({ routes, access, report }) };
}

/** Handles a request of any service. */
class Front {
  readonly closing = new AbortController();

  constructor(
    private readonly services: readonly Service[],
    private readonly faults: FaultSource,
    private readonly callers: Callers,
    private readonly log: Log,
  ) {}

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const [path = "/", query = ""] = (request.url ?? "/").split(/\?(.*)/s);
    let outcome: string;
    try {
      outcome = await this.answer(request, response, path, query);
    } catch (error) {
      outcome = `broken off: ${error instanceof Error ? error.message : String(error)}`;
      request.socket.destroy();
    }
    this.log(`${request.method} ${path} ${outcome} ${Math.round(performance.now() - started)} ms`);
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
  ): Promise<string> {
    const foreign = foreignCaller(request.headers, this.callers);
    if (foreign) return send(request, response, plain(403, `Refused: ${foreign}.\n`));
    for (const [name, value] of Object.entries(pageHeaders(request.headers, this.callers)))
      response.setHeader(name, value);
    const asked = preflight(request.method, request.headers);
    if (asked) return send(request, response, asked);
    const service = this.services.find((candidate) => candidate.owns(path));
    if (!service) return send(request, response, plain(404, "Not found.\n"));
    const method = request.method ?? "GET";
    const fault = this.faults.next(method !== "GET" && method !== "HEAD");
    if (fault.delay) await sleep(fault.delay, undefined, { signal: this.closing.signal });
    if (fault.close === "before") return hangUp(request, "dropped");
    const body = await readBody(request);
    if (!body) return send(request, response, service.tooLarge(MAX_BODY));
    if (fault.status !== undefined) {
      const retryAfter = fault.status === 429 || fault.status === 503 ? fault.retryAfter : undefined;
      return send(request, response, service.failure(fault.status, retryAfter));
    }
    const call: HttpRequest = {
      method,
      path,
      query: new URLSearchParams(query),
      headers: request.headers,
      body,
    };
    if (fault.late) {
      // Not awaited, because `handle` reports its own errors.
      setTimeout(() => void service.handle(call), fault.late);
      return `${send(request, response, service.failure(504, undefined))}, but carried out after`;
    }
    const reply = await service.handle(call);
    if (fault.close === "after") return hangUp(request, `${reply.status}, answer lost`);
    if (fault.late === 0)
      return `${send(request, response, service.failure(504, undefined))}, but carried out`;
    if (fault.slow !== undefined) {
      return sendSlowly(request, response, reply, fault.slow, this.closing.signal);
    }
    return send(request, response, reply, { truncate: fault.truncate === true });
  }
}

/**
 * The whole body, or undefined if it is too large for the service. A body that is too large is still read up to a limit,
 * because a client that is cut off while it sends does not see the response.
 */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_DRAINED) throw new Error("the body does not end");
    if (size > MAX_BODY) chunks = [];
    else chunks.push(chunk);
  }
  return size > MAX_BODY ? undefined : Buffer.concat(chunks);
}

function hangUp(request: IncomingMessage, what: string): string {
  request.socket.destroy();
  return what;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: HttpReply,
  { truncate = false } = {},
): string {
  const body = begin(response, reply);
  if (!truncate) {
    response.end(body);
    return String(reply.status);
  }
  response.write(body.subarray(0, body.length >> 1), () => request.socket.destroy());
  return `${reply.status}, truncated`;
}

/** Number of chunks of a slow body. */
const PIECES = 10;

/** Sends the response in chunks over this many milliseconds, or until the client disconnects. */
async function sendSlowly(
  request: IncomingMessage,
  response: ServerResponse,
  reply: HttpReply,
  ms: number,
  signal: AbortSignal,
): Promise<string> {
  const body = begin(response, reply);
  const size = Math.max(1, Math.ceil(body.length / PIECES));
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await sleep(ms / PIECES, undefined, { signal });
    if (request.socket.destroyed) return `${reply.status}, not waited for`;
  }
  response.end();
  return `${reply.status}, slow`;
}

/** Sends the head of an answer and gives its body. */
function begin(response: ServerResponse, reply: HttpReply): Buffer {
  const body = Buffer.from(reply.body, "utf8");
  response.writeHead(reply.status, { ...reply.headers, "content-length": String(body.length) });
  return body;
}

function plain(status: number, body: string): HttpReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** The URL of the server; for an address of all interfaces, the loopback URL. */
function urlOf({ port, address, family }: AddressInfo, host: string): string {
  const name = isEverywhere(address) ? "127.0.0.1" : host === "localhost" ? "localhost" : address;
  return `http://${family === "IPv6" && name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function close(server: Server, front: Front): Promise<void> {
  front.closing.abort();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(grace);
}
