import { type ErrorAnswer, ServiceError } from "../errors";
import type { HttpDialect, HttpRequest } from "../http";
import type { UsageResult, UsageRun } from "./run";

/** Kind of a failure, which decides what can be done next. */
export type Situation =
  /** The query is invalid; nothing was sent. */
  | "query"
  /** The service rejected a call or did not respond. */
  | "call"
  | "job-failed"
  | "job-cancelled"
  /** The job did not end within the time that the caller had. */
  | "job-running"
  /** The service no longer knows the job, or never did. */
  | "job-gone"
  /** The pages of a result lead to another host, in a cycle, or never end. */
  | "paging"
  /** The user stopped waiting. */
  | "stopped";

/** A usage query that failed. */
export class UsageServiceError extends ServiceError {
  readonly situation: Situation;
  /** The service's own key, such as `missing.any.permissions`. */
  readonly code: string | undefined;
  /** Any one of these would have been enough. */
  readonly permissions: readonly string[];
  /** Under which the service finds the call in its log. */
  readonly contextId: string | undefined;
  /** Argument of `UsageClient.resume`: good jobs are read again, the others are started again. */
  readonly run: UsageRun | undefined;
  /** What was read before; `missing` says which days are not in it. */
  readonly partial: UsageResult | undefined;

  constructor(
    kind: ServiceError["kind"],
    message: string,
    more: {
      action?: string;
      status?: number | undefined;
      situation?: Situation;
      code?: string | undefined;
      permissions?: readonly string[];
      contextId?: string | undefined;
      run?: UsageRun;
      partial?: UsageResult;
      timedOut?: boolean;
      cause?: unknown;
    } = {},
  ) {
    const { status, ...rest } = more;
    super(kind, message, {
      ...rest,
      action: more.action ?? ACTIONS[kind],
      ...(status === undefined ? {} : { status }),
    });
    this.situation = more.situation ?? "call";
    this.code = more.code;
    this.permissions = more.permissions ?? [];
    this.contextId = more.contextId;
    this.run = more.run;
    this.partial = more.partial;
  }

  /** The same failure with another situation or more details. */
  with(more: {
    message?: string;
    action?: string;
    situation?: Situation;
    run?: UsageRun;
    partial?: UsageResult;
  }): UsageServiceError {
    const { message = this.message, ...rest } = more;
    return new UsageServiceError(this.kind, message, { ...this.own(), ...rest, cause: this.cause ?? this });
  }

  private own() {
    const { action, status, situation, code, permissions, contextId, run, partial, timedOut } = this;
    return {
      action,
      status,
      situation,
      code,
      permissions,
      contextId,
      timedOut,
      ...(run && { run }),
      ...(partial && { partial }),
    };
  }
}

const ACTIONS: Readonly<Record<ServiceError["kind"], string>> = {
  cancelled: "Nothing was changed. You can run the query again.",
  unreachable: "Check the connection and the region or base URL of the usage profile, then try again.",
  credentials: "Get a new access token, or check the credentials of the usage profile.",
  permission: "Grant the OAuth client a role with the missing permission, or choose another profile.",
  "not-found": "Check the client id and the region of the usage profile.",
  exists: "Try again.",
  changed: "Try again.",
  refused: "Change the query as described by the service.",
  busy: "Wait a minute and try again.",
  unavailable: "The service is temporarily unavailable. Try again in a few minutes.",
  unexpected: "Check the base URL of the usage profile.",
};

/** Any failure as a `UsageServiceError`; anything else is a bug and is rethrown. */
export function toUsageServiceError(error: unknown): UsageServiceError {
  if (error instanceof UsageServiceError) return error;
  if (!(error instanceof ServiceError)) throw error;
  const { kind, message, status, timedOut } = error;
  // Keep specific advice, such as a wait or a variable.
  const own = kind === "credentials" || kind === "busy" ? { action: error.action } : {};
  return new UsageServiceError(kind, message, { ...own, status, timedOut, cause: error });
}

/** How the usage service differs from Google's: error body, waits, and what to retry. */
export const usageDialect: HttpDialect = {
  errorOf: usageServiceErrorOf,
  retryAfterMs: ({ body, headers, status }) => {
    if (status !== 429) return undefined;
    const inMessage = /\[(\d+)\]\s*seconds/i.exec(text(member(body, "message")))?.[1];
    const seconds = Number(inMessage ?? headers.get("inin-ratelimit-reset") ?? Number.NaN);
    return Number.isFinite(seconds) ? seconds * 1000 : undefined;
  },
  repeatable: new Set([500, 502, 503, 504]),
};

/** The typed error of an answer that is no success. Bodies that are no JSON come from a gateway. */
export function usageServiceErrorOf({ status, body }: ErrorAnswer, request: HttpRequest): UsageServiceError {
  const code = text(member(body, "code")) || undefined;
  const kind = kindOf(status);
  const said = text(member(body, "message"));
  const permissions = kind === "permission" ? missingPermissions(said, body, request.path) : [];
  return new UsageServiceError(kind, said || `The usage service returned HTTP status ${status}.`, {
    status,
    code,
    permissions,
    contextId: text(member(body, "contextId")) || undefined,
    action:
      permissions.length > 0
        ? `Grant the OAuth client or user a role with the permission ${permissions.join(" or ")}.`
        : undefined,
    ...(code === "ip.not.authorized" && {
      action: "The organization allows only certain IP addresses. Use one of them.",
    }),
  });
}

function kindOf(status: number): ServiceError["kind"] {
  switch (status) {
    case 400:
    case 409:
    case 413:
    case 415:
      return "refused";
    case 401:
      return "credentials";
    case 403:
      return "permission";
    case 404:
      return "not-found";
    case 408:
      return "unavailable";
    case 429:
      return "busy";
  }
  return status >= 500 ? "unavailable" : "unexpected";
}

/** The permissions in the response, otherwise those that the path is known to need. */
function missingPermissions(said: string, body: unknown, path: string): readonly string[] {
  const params = member(body, "messageParams");
  const texts = typeof params === "object" && params !== null ? Object.values(params) : [];
  const named = `${said} ${texts.filter((value) => typeof value === "string").join(" ")}`.match(
    /\b[a-zA-Z]+:[a-zA-Z]+:[a-zA-Z]+\b/g,
  );
  if (named) return [...new Set(named)];
  if (/^\/api\/v2\/usage\/client\//.test(path)) return ["usage:client:view"];
  if (/^\/api\/v2\/usage\/query/.test(path)) return ["usage:organization:view", "oauth:client:view"];
  return ["usage:organization:view"];
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
