import { randomBytes, timingSafeEqual } from "node:crypto";
import type { HttpReply, HttpRequest } from "../wire/service";
import { jsonReply, tooManyRequests, UsageHttpError } from "./error";

export interface UsageAccessOptions {
  /** An access token that is always accepted. */
  readonly token?: string | undefined;
  /** The only OAuth client that gets tokens; any one does by default. */
  readonly client?: { readonly id: string; readonly secret: string } | undefined;
  /** How long tokens live, in seconds. */
  readonly tokenSeconds: number;
  /** Denied permissions. */
  readonly denied: ReadonlySet<string>;
  /** Calls that one token may make a minute. */
  readonly ratePerMinute: number;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Tokens, permissions and rate limits. */
export class UsageAccess {
  /** Expiry of each issued token. */
  private readonly tokens = new Map<string, number>();
  private readonly calls = new Map<string, { window: number; count: number }>();

  constructor(private readonly options: UsageAccessOptions) {}

  /**
   * Accepts a call and returns the rate limit headers.
   * @throws UsageHttpError 401 without a valid token, 429 when it was used too often
   */
  admit(request: HttpRequest): Record<string, string> {
    const token = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    this.checkToken(token);
    const { now, ratePerMinute } = this.options;
    const minute = Math.floor(now() / 60_000);
    const calls = this.calls.get(token ?? "");
    const count = calls?.window === minute ? calls.count + 1 : 1;
    this.calls.set(token ?? "", { window: minute, count });
    const reset = Math.ceil(((minute + 1) * 60_000 - now()) / 1000);
    if (count > ratePerMinute) throw tooManyRequests(reset);
    return {
      "inin-ratelimit-count": `${count}`,
      "inin-ratelimit-allowed": `${ratePerMinute}`,
      "inin-ratelimit-reset": `${reset}`,
    };
  }

  /** @throws UsageHttpError 403 when all of the permissions are denied; one of them is enough. */
  need(...permissions: string[]): void {
    if (permissions.some((permission) => !this.options.denied.has(permission))) return;
    throw new UsageHttpError(
      403,
      "missing.any.permissions",
      "Unable to perform the requested action. You must have at least one of the following permissions assigned: " +
        permissions.join(", "),
    );
  }

  /** Issues a token to an authenticated OAuth client. */
  tokenFor(request: HttpRequest): HttpReply {
    if (request.method !== "POST") return tokenError(405, "invalid_request", "use POST");
    if (!/^application\/x-www-form-urlencoded/i.test(request.headers["content-type"] ?? "")) {
      return tokenError(401, "invalid_request", "the body is not a form");
    }
    const form = new URLSearchParams(Buffer.from(request.body).toString("utf8"));
    const [id, secret] = clientOf(request, form);
    if (id === "" || secret === "")
      return tokenError(400, "invalid_client", "client credentials are missing");
    const { client, tokenSeconds, now } = this.options;
    if (client && id !== client.id) return tokenError(400, "invalid_client", "client not found");
    if (client && !sameText(secret, client.secret)) {
      return tokenError(401, "invalid_client", "authentication failed");
    }
    if (form.get("grant_type") !== "client_credentials") {
      return tokenError(400, "unsupported_grant_type", "only client_credentials is served here");
    }
    const token = randomBytes(32).toString("base64url");
    this.tokens.set(token, now() + tokenSeconds * 1000);
    return jsonReply(200, { access_token: token, token_type: "bearer", expires_in: tokenSeconds });
  }

  private checkToken(token: string | undefined): void {
    const { token: fixed, client, now } = this.options;
    const expires = token === undefined ? undefined : this.tokens.get(token);
    if (expires !== undefined) {
      if (now() < expires) return;
      throw new UsageHttpError(401, "credentials.expired", "The supplied credentials have expired.");
    }
    // Without a configured client, accept all.
    if (fixed === undefined && client === undefined) return;
    if (token === undefined) {
      throw new UsageHttpError(401, "authentication.required", "No authentication bearer token specified.");
    }
    if (fixed !== undefined && sameText(token, fixed)) return;
    throw new UsageHttpError(401, "bad.credentials", "Invalid login credentials.");
  }
}

/** Id and secret from basic authentication, else from the form. */
function clientOf(request: HttpRequest, form: URLSearchParams): [id: string, secret: string] {
  const basic = /^Basic +(.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic === undefined) return [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString("utf8").split(/:(.*)/s);
  return [id, secret];
}

/** The token endpoint uses OAuth errors, unlike the rest of the platform. */
function tokenError(status: number, error: string, description: string): HttpReply {
  return jsonReply(status, { error, description, error_description: description });
}

function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
