import { type IncomingMessage, request as plainRequest } from "node:http";
import { Agent, type RequestOptions, request as secureRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { type Duplex, Readable } from "node:stream";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { readEndpoint } from "../core/config/endpoint";
import { CommandLineError } from "./io";

type Environment = Readonly<Record<string, string | undefined>>;

/** Timeout for the proxy to open a connection. */
const CONNECT_TIMEOUT_MS = 30_000;

/**
 * A `fetch` that goes through the proxy that the environment names (`HTTPS_PROXY`, else `ALL_PROXY`, else `HTTP_PROXY`, in
 * small letters too, except for the hosts in `NO_PROXY`); Node's own does not in all versions that are supported. Only
 * https is tunnelled, since plain http is for this machine alone, which is always reached directly.
 *
 * @returns undefined when the environment names no proxy
 * @throws CommandLineError when its value is not a valid proxy URL
 */
export function proxyFetch(environment: Environment): typeof fetch | undefined {
  const proxy = proxyIn(environment);
  if (!proxy) return undefined;
  const isException = exceptionsIn(setting(environment, "no_proxy")?.value ?? "");
  const agent = new TunnelAgent(proxy);
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const direct = url.protocol !== "https:" || isThisMachine(url) || isException(url);
    return direct ? fetch(input, init) : send(url, init, agent);
  };
}

/** The proxy that the environment names, for people, without its password. @throws CommandLineError as `proxyFetch` */
export function proxyFact(environment: Environment): string {
  const proxy = proxyIn(environment);
  if (!proxy) return "none";
  const exceptions = setting(environment, "no_proxy");
  const password = proxy.username || proxy.password ? ", with a user name" : "";
  return `${proxy.protocol}//${proxy.host}${password}${exceptions ? `; not for ${exceptions.value}` : ""}`;
}

function isThisMachine(url: URL): boolean {
  const read = readEndpoint(url.origin);
  return read.ok && read.loopback;
}

function setting(environment: Environment, name: string): { name: string; value: string } | undefined {
  for (const key of [name, name.toUpperCase()]) {
    const value = environment[key]?.trim();
    if (value) return { name: key, value };
  }
  return undefined;
}

function proxyIn(environment: Environment): URL | undefined {
  const names = ["https_proxy", "all_proxy", "http_proxy"];
  const found = names.map((name) => setting(environment, name)).find((it) => it !== undefined);
  if (!found) return undefined;
  const { name, value } = found;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  // The value may contain a password, so do not print it.
  if (!URL.canParse(text)) throw new CommandLineError(`the variable ${name} is not a valid proxy URL`);
  const url = new URL(text);
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  throw new CommandLineError(
    `the variable ${name} names a ${url.protocol} proxy, which is not supported; use http or https`,
  );
}

/** Hosts without a proxy: host names with their subdomains, `*` for all, optionally with a port. */
function exceptionsIn(text: string): (url: URL) => boolean {
  const entries = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return (url) => {
    const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    return entries.some((entry) => {
      if (entry === "*") return true;
      const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\[(.*)\](:\d+)?$/, "$1$2")) ?? [];
      if (isIP(entry)) return entry === host;
      if (only !== undefined && only !== port) return false;
      const domain = name.replace(/^\*?\.?/, "");
      return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
    });
  };
}

function send(url: URL, init: RequestInit, agent: TunnelAgent): Promise<Response> {
  const body = typeof init.body === "string" ? Buffer.from(init.body) : undefined;
  const headers = {
    ...Object.fromEntries(new Headers(init.headers)),
    ...(body ? { "content-length": String(body.length) } : {}),
  };
  const signal = init.signal ? { signal: init.signal } : {};
  return new Promise((resolve, reject) => {
    const request = secureRequest(url, { method: init.method ?? "GET", headers, agent, ...signal });
    request.on("error", reject);
    request.on("response", (answer) => {
      resolve(responseOf(answer));
    });
    request.end(body);
  });
}

/** Does not follow redirects; the caller decides. */
function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = answer;
  const hasNoBody = status === 204 || status === 205 || status === 304;
  if (hasNoBody) answer.resume();
  const body = hasNoBody ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers: headersOf(headers) });
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  return headers;
}

/**
 * Opens TLS connections through a proxy and keeps them for the next request. The `https-proxy-agent` in the bundle, a
 * dependency of google-auth-library, has no timeout for the proxy and passes a refusal of the proxy on as a response of the
 * service.
 */
class TunnelAgent extends Agent {
  constructor(private readonly proxy: URL) {
    super({ keepAlive: true });
  }

  override createConnection(
    options: RequestOptions,
    opened?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const host = options.host ?? "";
    const target = `${isIP(host) === 6 ? `[${host}]` : host}:${options.port ?? 443}`;
    const fail = (error: Error) => opened?.(error, undefined as unknown as Duplex);
    const request = requestTo(this.proxy)({
      ...addressOf(this.proxy),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...authorization(this.proxy) },
      timeout: CONNECT_TIMEOUT_MS,
    });
    request.on("timeout", () => request.destroy(coded("ETIMEDOUT")));
    request.on("error", (error) => fail(unreachable(error)));
    request.on("connect", (answer, socket: Socket) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        fail(coded(`the proxy returned ${answer.statusCode} ${answer.statusMessage ?? ""}`.trim()));
        return;
      }
      socket.setTimeout(0);
      const { host: _, port: __, path: ___, ...tls } = options;
      opened?.(
        null,
        connectTls({ ...(tls as ConnectionOptions), socket, servername: isIP(host) ? "" : host }),
      );
    });
    request.end();
    return undefined;
  }
}

function requestTo(proxy: URL): typeof plainRequest {
  return proxy.protocol === "https:" ? (secureRequest as typeof plainRequest) : plainRequest;
}

function addressOf(proxy: URL): { host: string; port: string } {
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  return { host, port: proxy.port || (proxy.protocol === "https:" ? "443" : "80") };
}

function authorization({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function unreachable(error: Error): Error {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ABORT_ERR" ? error : coded(`the proxy cannot be reached: ${code ?? error.message}`, error);
}

/** An error with a code, which is shown to the user. */
function coded(code: string, cause?: Error): Error {
  return Object.assign(new Error(code, cause && { cause }), { code });
}
