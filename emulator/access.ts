import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { detail, ServiceError } from "./service-error";

const CREDENTIALS_HELP =
  "Expected OAuth 2 access token, login cookie or other valid authentication credential. " +
  "See https://developers.google.com/identity/sign-in/web/devconsole-project.";

/**
 * Checks the access token of a call, from the `Authorization` header or from the query.
 * @throws ServiceError 401 when `expected` is set and the call does not carry it.
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
  throw new ServiceError(
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
export function permissionDenied(permission: string, resource: string): ServiceError {
  return new ServiceError(
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

/**
 * Why a request to a loopback server must not be answered: a web page can reach loopback by pointing its own domain
 * there (then `Host` is that domain) or by asking for it openly (then `Origin` is that page).
 * @returns the reason, or undefined when the request is fine.
 */
export function foreignCaller(headers: IncomingHttpHeaders): string | undefined {
  const host = hostName(`http://${headers.host ?? ""}`);
  if (host === undefined || !isLoopback(host)) return "the Host header does not name this machine";
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const originHost = hostName(origin);
  return originHost !== undefined && isLoopback(originHost)
    ? undefined
    : "the Origin header names another site";
}

function hostName(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1") || undefined;
}
