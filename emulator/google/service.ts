import type { HttpReply, HttpRequest, Service } from "../wire/service";
import { checkToken } from "./access";
import { applyFieldMask, type OutputType, readFieldMask } from "./field-mask";
import { enumsAsNumbers } from "./output";
import { type Parameters, type ParameterType, readParameters } from "./parameters";
import { detail, invalidArgument, RpcError, type StatusName } from "./rpc-error";

/** One REST method of a Google service. */
export interface GoogleRoute {
  readonly httpMethod: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with `{variables}` for single segments, and `{variables=**}` for the rest of the path. */
  readonly path: string;
  /** Full RPC name, for error details. */
  readonly rpc: string;
  readonly parameters: Readonly<Record<string, ParameterType>>;
  /** Whether the call carries a JSON body; `parameters` when the members of the body, or of a form, are the parameters. */
  readonly hasBody: boolean | "parameters";
  /** Type of the answer, for `fields` and enum numbers. */
  readonly output: OutputType;
  /** Carries the call out and gives the answer; one of another shape than JSON with status 200 as a `RawReply`. @throws RpcError */
  handle(call: GoogleCall): Promise<unknown>;
}

/** An answer that is sent as it is. */
export class RawReply {
  constructor(
    readonly status: number,
    readonly value: unknown,
  ) {}
}

export interface GoogleCall {
  /** Path variables, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly parameters: Parameters["own"];
  /** The body as text; empty for calls without one. */
  readonly body: string;
}

export interface GoogleServiceOptions {
  readonly routes: readonly GoogleRoute[];
  readonly token: string | undefined;
  /** Unknown member names that a response may have. */
  readonly extraMembers: ReadonlySet<string>;
  /** Called with internal errors. */
  readonly report: (problem: unknown) => void;
}

const JSON_HEADERS = {
  "content-type": "application/json; charset=UTF-8",
  "cache-control": "private",
  vary: "Origin, X-Origin, Referer",
};

/** What all Google services share: routing, credentials, query parameters, output formats, errors. */
export class GoogleService implements Service {
  private readonly routes: readonly { route: GoogleRoute; pattern: RegExp; names: string[] }[];

  constructor(private readonly options: GoogleServiceOptions) {
    this.routes = options.routes.map((route) => {
      const names = [...route.path.matchAll(/\{(\w+)(?:=\*\*)?\}/g)].map((match) => match[1]!);
      const pattern = route.path
        .replace(/[.:]/g, "\\$&")
        .replace(/\{\w+\}/g, "([^/]+)")
        .replace(/\{\w+=\*\*\}/g, "(.+)");
      return { route, names, pattern: new RegExp(`^${pattern}$`) };
    });
  }

  owns(path: string): boolean {
    return /^\/v[0-9]/.test(path);
  }

  async handle(request: HttpRequest): Promise<HttpReply> {
    try {
      return await this.answer(overridden(request));
    } catch (error) {
      if (error instanceof RpcError) return errorReply(error);
      this.options.report(error);
      return errorReply(new RpcError("INTERNAL", "Internal error encountered."));
    }
  }

  failure(status: number, retryAfter: number | undefined): HttpReply {
    if (status === 502) return htmlReply(502, "The server encountered a temporary error. Please try again.");
    const [name, message] = FAILURES[status] ?? (status < 500 ? FAILURES[400]! : FAILURES[500]!);
    const details = retryAfter === undefined ? [] : [detail("RetryInfo", { retryDelay: `${retryAfter}s` })];
    const headers: Record<string, string> =
      retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` };
    const reply = errorReply(new RpcError(name, message, details, headers));
    return { ...reply, status, body: reply.body.replace(/"code": \d+/, `"code": ${status}`) };
  }

  tooLarge(limit: number): HttpReply {
    return errorReply(invalidArgument(`Request payload size exceeds the limit: ${limit} bytes.`));
  }

  private async answer(request: HttpRequest): Promise<HttpReply> {
    const found = this.find(request);
    if (!found) return htmlReply(404, "The requested URL was not found on this server.");
    const { route, path } = found;
    checkToken(this.options.token, request.headers, request.query, route.rpc);
    const query =
      route.hasBody === "parameters"
        ? new URLSearchParams([...request.query, ...bodyParameters(request)])
        : request.query;
    const parameters = readParameters(query, route.parameters);
    const maskText = parameters.fields ?? headerText(request.headers["x-goog-fieldmask"]);
    const mask = maskText ? readFieldMask(maskText, route.output, this.options.extraMembers) : undefined;
    const body = route.hasBody === true ? readBody(request) : "";
    const value = await route.handle({ path, parameters: parameters.own, body });
    if (value instanceof RawReply) return jsonReply(value.status, value.value, false);
    const named = parameters.enumNumbers ? enumsAsNumbers(value, route.output) : value;
    return jsonReply(200, applyFieldMask(named, mask), parameters.pretty);
  }

  private find(request: HttpRequest): { route: GoogleRoute; path: Record<string, string> } | undefined {
    for (const { route, pattern, names } of this.routes) {
      const match = route.httpMethod === request.method ? pattern.exec(request.path) : null;
      const values = match
        ?.slice(1)
        .map((text, i) => decodeSegment(text, route.path.includes(`{${names[i]}=**}`)));
      if (!values || values.includes(undefined)) continue;
      return { route, path: Object.fromEntries(names.map((name, i) => [name, values[i]!])) };
    }
    return undefined;
  }
}

const FAILURES: Readonly<Record<number, readonly [StatusName, string]>> = {
  400: ["INVALID_ARGUMENT", "Request contains an invalid argument."],
  401: ["UNAUTHENTICATED", "Request had invalid authentication credentials."],
  403: ["PERMISSION_DENIED", "The caller does not have permission"],
  404: ["NOT_FOUND", "Requested entity was not found."],
  409: ["ABORTED", "Too many concurrent edits to the project configuration. Please try again."],
  429: [
    "RESOURCE_EXHAUSTED",
    "Quota exceeded for quota metric 'Requests' of service 'monitoring.googleapis.com'.",
  ],
  499: ["CANCELLED", "The operation was cancelled."],
  500: ["INTERNAL", "Internal error encountered."],
  501: ["UNIMPLEMENTED", "Operation is not implemented, or supported, or enabled."],
  503: ["UNAVAILABLE", "The service is currently unavailable."],
  504: ["DEADLINE_EXCEEDED", "Deadline expired before operation could complete."],
};

/** Decodes path segments one by one; a segment with an encoded slash does not match. */
function decodeSegment(segment: string, several: boolean): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text.includes("/") && !several ? undefined : text;
  } catch {
    return undefined;
  }
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** A GET that was too long for a URL comes as a form, with the method that is meant in a header. */
function overridden(request: HttpRequest): HttpRequest {
  const method = headerText(request.headers["x-http-method-override"]);
  if (request.method !== "POST" || method?.toUpperCase() !== "GET") return request;
  const form = new URLSearchParams(Buffer.from(request.body).toString("utf8"));
  return { ...request, method: "GET", query: new URLSearchParams([...request.query, ...form]) };
}

/** The members of a JSON object or of a form; no body has none. @throws RpcError 400 for another body */
function bodyParameters(request: HttpRequest): [string, string][] {
  if (request.method === "GET" || request.body.length === 0) return [];
  if (FORM.test(request.headers["content-type"] ?? ""))
    return [...new URLSearchParams(Buffer.from(request.body).toString("utf8"))];
  let value: unknown;
  try {
    value = JSON.parse(readBody(request));
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw invalidArgument("Invalid JSON payload received. Unexpected token.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidArgument("Invalid JSON payload received. Expected an object.");
  return Object.entries(value).map(([name, member]) => [name, String(member)]);
}

/** @throws RpcError 400 for what is not UTF-8 text labelled as JSON. */
function readBody(request: HttpRequest): string {
  const type = request.headers["content-type"];
  const good =
    type === undefined || /^application\/json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(type.trim());
  if (!good) throw invalidArgument(`Unsupported content type "${type}"; send application/json.`);
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw invalidArgument(`Unsupported content encoding "${encoding}".`);
  try {
    // Keep a byte order mark, so that the JSON reader reports it.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(request.body);
  } catch {
    throw invalidArgument("Invalid JSON payload received. Encountered non UTF-8 code points.");
  }
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}

function jsonReply(status: number, value: unknown, pretty: boolean): HttpReply {
  const body = pretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value);
  return { status, headers: JSON_HEADERS, body };
}

function errorReply(error: RpcError): HttpReply {
  const reply = jsonReply(error.code, error.body(), true);
  return { ...reply, headers: { ...JSON_HEADERS, ...error.headers } };
}

/** Requests that do not reach the service get an HTML page, as from Google's front end. */
function htmlReply(status: number, text: string): HttpReply {
  const title = `Error ${status}`;
  return {
    status,
    headers: { "content-type": "text/html; charset=UTF-8" },
    body: `<!DOCTYPE html>\n<html lang=en>\n<title>${title}</title>\n<p><b>${status}.</b> ${text}\n</html>\n`,
  };
}
