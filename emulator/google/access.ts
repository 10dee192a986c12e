import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { HttpReply } from "../wire/service";
import { detail, RpcError } from "./rpc-error";

const CREDENTIALS_HELP =
  "Expected OAuth 2 access token, login cookie or other valid authentication credential. " +
  "See https://developers.google.com/identity/sign-in/web/devconsole-project.";

/**
 * Checks the access token of a call, from the `Authorization` header or from the query.
 * @throws RpcError 401 when `expected` is set and the call does not carry it.
 */
export function checkToken(
  expected: string | undefined,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  method: string,
): void {
  if (expected === undefined) return;
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1];
  const sent = bearer ?? query.get("access_token") ?? query.get("oauth_token") ?? undefined;
  if (sent !== undefined && sameText(sent, expected)) return;
  const missing = sent === undefined;
  throw new RpcError(
    "UNAUTHENTICATED",
    missing
      ? `Request is missing required authentication credential. ${CREDENTIALS_HELP}`
      : `Request had invalid authentication credentials. ${CREDENTIALS_HELP}`,
    [
      detail("ErrorInfo", {
        reason: missing ? "CREDENTIALS_MISSING" : "ACCESS_TOKEN_TYPE_UNSUPPORTED",
        domain: "googleapis.com",
        metadata: { method, service: "monitoring.googleapis.com" },
      }),
    ],
    {
      "www-authenticate": `Bearer realm="https://accounts.google.com/"${missing ? "" : ', error="invalid_token"'}`,
    },
  );
}

/** 403 as the service words it, for the IAM permission that a call needs. */
export function permissionDenied(permission: string, resource: string): RpcError {
  return new RpcError(
    "PERMISSION_DENIED",
    `Permission ${permission} denied (or the resource may not exist).`,
    [
      detail("ErrorInfo", {
        reason: "IAM_PERMISSION_DENIED",
        domain: "monitoring.googleapis.com",
        metadata: { permission, resource },
      }),
    ],
  );
}

function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** Whether a host name (without port and brackets) is this machine's loopback. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost");
}

/** Accepted callers, in addition to programs and pages of this machine. */
export interface Callers {
  /** Names in `Host`, without ports and in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Values of `Origin`, exactly. */
  readonly origins: ReadonlySet<string>;
}

/**
 * Why a request must be rejected: a web page can reach a server of this machine or network through DNS rebinding (`Host`
 * is the page's domain) or with a cross-origin request (`Origin` is the page).
 * @returns the reason, or undefined when the request is fine.
 */
export function foreignCaller(headers: IncomingHttpHeaders, callers: Callers): string | undefined {
  const host = hostIn(headers.host ?? "");
  if (host === undefined || !(isLoopback(host) || callers.hosts.has(host)))
    return "the Host header names neither this machine nor an --allow-host";
  const { origin } = headers;
  return origin === undefined || isOwnPage(origin, callers)
    ? undefined
    : "the Origin header names a site that is no --allow-origin";
}

/** Whether a page of this origin comes from this machine or is allowed. */
function isOwnPage(origin: string, callers: Callers): boolean {
  if (callers.origins.has(origin)) return true;
  const [, authority] = /^https?:\/\/(.*)$/is.exec(origin) ?? [];
  const host = authority === undefined ? undefined : hostIn(authority);
  return host !== undefined && isLoopback(host);
}

/** The CORS headers for an accepted page, such as VS Code in a browser; none for other pages. */
export function pageHeaders(
  { origin }: IncomingHttpHeaders,
  callers: Callers,
): Readonly<Record<string, string>> {
  if (origin === undefined || !isOwnPage(origin, callers)) return {};
  return { "access-control-allow-origin": origin, "access-control-expose-headers": "*", vary: "origin" };
}

/** Whether an address listens on all interfaces. */
export function isEverywhere(host: string): boolean {
  // The system accepts other notations, too, such as 0 and 0x0.
  const name = hostName(`http://${isIP(host) === 6 ? `[${host}]` : host}`) ?? host;
  return ["", "0.0.0.0", "::", "::ffff:0:0"].includes(name);
}

/** The response to a CORS preflight request; undefined for other requests. */
export function preflight(method: string | undefined, headers: IncomingHttpHeaders): HttpReply | undefined {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return undefined;
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
      "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
    },
    body: "",
  };
}

/**
 * The name in `HOST` or `HOST:PORT`, in lower case and without brackets. Not parsed as a URL, because a URL parser would
 * accept this machine's name after an `@` or before a `#` or a backslash.
 */
function hostIn(text: string): string | undefined {
  const [, bracketed, name] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?$/i.exec(text) ?? [];
  return (bracketed ?? name)?.toLowerCase();
}

function hostName(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase() || undefined;
}
