import type { HttpReply, HttpRequest, Service } from "../wire/service";
import type { UsageAccess } from "./access";
import { failureReply, jsonReply, notFound, tooManyRequests, UsageHttpError } from "./error";

/** One method of the usage service. */
export interface UsageRoute {
  readonly method: "GET" | "POST";
  /** Path with `{variables}` for single segments. */
  readonly path: string;
  /** Any one of these is enough. */
  readonly permissions: readonly string[];
  /** Carries the call out and gives the answer. @throws UsageHttpError */
  handle(call: UsageCall): unknown;
}

export interface UsageCall {
  /** Path variables, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body; undefined for calls without one. */
  readonly body: unknown;
}

export interface UsageServiceOptions {
  readonly routes: readonly UsageRoute[];
  readonly access: UsageAccess;
  /** Called with internal errors. */
  readonly report: (problem: unknown) => void;
}

/** The usage service and the login host that belongs to it, under one address. */
export class UsageService implements Service {
  private readonly routes: readonly { route: UsageRoute; pattern: RegExp; names: string[] }[];

  constructor(private readonly options: UsageServiceOptions) {
    this.routes = options.routes.map((route) => ({
      route,
      names: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
      pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, "([^/]+)")}$`),
    }));
  }

  owns(path: string): boolean {
    return path === "/oauth/token" || path.startsWith("/api/v2/");
  }

  async handle(request: HttpRequest): Promise<HttpReply> {
    try {
      if (request.path === "/oauth/token") return this.options.access.tokenFor(request);
      return this.answer(request);
    } catch (error) {
      if (error instanceof UsageHttpError) return failureReply(error);
      this.options.report(error);
      return failureReply(FAILURES[500]!);
    }
  }

  failure(status: number, retryAfter: number | undefined): HttpReply {
    // The gateway does not use the error format of the service.
    if (status === 502) {
      return {
        status,
        headers: { "content-type": "text/html" },
        body: "<html><h1>502 Bad Gateway</h1></html>\n",
      };
    }
    if (status === 429) return failureReply(tooManyRequests(retryAfter ?? 1));
    const known = FAILURES[status];
    const headers: Record<string, string> =
      retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` };
    const [code, message] = known
      ? [known.code, known.message]
      : [status < 500 ? "bad.request" : "internal.server.error", `Failed with status ${status}.`];
    return failureReply(new UsageHttpError(status, code, message, headers));
  }

  tooLarge(limit: number): HttpReply {
    return failureReply(
      new UsageHttpError(
        413,
        "request.entity.too.large",
        `The request is over the size limit. Maximum bytes: ${limit}`,
      ),
    );
  }

  private answer(request: HttpRequest): HttpReply {
    const { access } = this.options;
    const rate = access.admit(request);
    const { route, path } = this.find(request);
    access.need(...route.permissions);
    const body = route.method === "POST" ? readBody(request) : undefined;
    return jsonReply(200, route.handle({ path, query: request.query, body }), rate);
  }

  private find(request: HttpRequest): { route: UsageRoute; path: Record<string, string> } {
    for (const { route, pattern, names } of this.routes) {
      const match = route.method === request.method ? pattern.exec(request.path) : null;
      if (!match) continue;
      const path = Object.fromEntries(names.map((name, i) => [name, decode(match[i + 1]!)]));
      return { route, path };
    }
    throw notFound("the requested path");
  }
}

const FAILURES: Readonly<Record<number, UsageHttpError>> = Object.fromEntries(
  (
    [
      [400, "bad.request", "The request could not be understood by the server due to malformed syntax."],
      [401, "bad.credentials", "Invalid login credentials."],
      [403, "not.authorized", "You are not authorized to perform the requested action."],
      [404, "not.found", "The requested resource was not found."],
      [408, "client.timeout", "The client did not produce a request within the server timeout limit."],
      [409, "general.conflict", "The resource conflicts with existing data."],
      [413, "request.entity.too.large", "The request is over the size limit."],
      [415, "unsupported.media.type", "Unsupported Media Type."],
      [500, "internal.server.error", "The server encountered an unexpected condition."],
      [503, "service.unavailable", "Service Unavailable. Please try again later."],
      [504, "request.timeout", "The request timed out."],
    ] as const
  ).map(([status, code, message]) => [status, new UsageHttpError(status, code, message)]),
);

function readBody(request: HttpRequest): unknown {
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) throw FAILURES[415]!;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(request.body));
  } catch {
    throw FAILURES[400]!;
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw FAILURES[400]!;
  }
}
