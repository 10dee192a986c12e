import { environmentCredentials } from "../credentials/env";
import { noCredentials } from "../credentials/none";
import { abortable, bearer, type CredentialSource, credentialError } from "../credentials/source";
import { HttpClient, type HttpDialect, type HttpOptions } from "../http";
import { secretKey } from "../trust/credential-target";
import type { Destination } from "../trust/destination";
import { UsageServiceError, usageDialect, usageServiceErrorOf } from "./errors";
import { firstText } from "./jobs";

/** Credentials of a usage profile: an access token, or an OAuth client with the grant Client Credentials. */
export type UsageSecret =
  | { readonly token: string }
  | { readonly clientId: string; readonly clientSecret: string };

/** Store of these secrets: VS Code's SecretStorage. */
export interface UsageSecretStore {
  /** The secret of a key of `secretKey`, or undefined. */
  usageSecret(key: string): PromiseLike<UsageSecret | undefined>;
}

export interface UsageEnvironment
  extends Pick<HttpOptions, "fetch" | "userAgent" | "log" | "timeoutMs" | "attempts" | "sleep" | "random"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secrets?: UsageSecretStore;
  /** Milliseconds. */
  readonly now?: () => number;
}

interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

const TOKEN_EXAMPLE = "or configure the variables of an OAuth client in the profile.";
/** Minimum lifetime of tokens, for responses without one. */
const SHORTEST_LIFE_S = 300;

/** The source for a destination of the usage service. Nothing is read or sent before its first use. */
export function usageCredentials(destination: Destination, surroundings: UsageEnvironment): CredentialSource {
  const { target, profile: name } = destination;
  if (target.service !== "usage") throw new TypeError("A dashboard profile needs other credentials.");
  const { credentials: choice } = target;
  if (choice === "none") return noCredentials();
  if (choice === "secret") return keptCredentials(destination, surroundings);
  const { environment } = surroundings;
  if (typeof choice.env === "string") return environmentCredentials(choice.env, environment, TOKEN_EXAMPLE);
  const names = choice.env;
  return oauthClientCredentials(
    `the OAuth client of the usage profile "${name}"`,
    destination,
    surroundings,
    () => {
      const [clientId, clientSecret] = [environment[names.clientId], environment[names.clientSecret]];
      if (clientId && clientSecret) return { clientId, clientSecret };
      const missing = clientId ? names.clientSecret : names.clientId;
      throw credentialError(
        `The environment variable ${missing} is not set.`,
        `Set ${names.clientId} and ${names.clientSecret} to the id and secret of an OAuth client.`,
      );
    },
  );
}

/** The stored secret of the destination; read again after the service rejected it. */
function keptCredentials(destination: Destination, surroundings: UsageEnvironment): CredentialSource {
  const { secrets } = surroundings;
  const label = "the stored credentials of the usage profile";
  const action = secrets
    ? "Set an access token or an OAuth client."
    : 'Use {"env": …}. Stored secrets are available only in VS Code.';
  const read = async () => {
    const secret = await secrets?.usageSecret(secretKey(destination.target));
    if (secret) return secret;
    throw credentialError(
      `No credentials are stored for the usage profile "${destination.profile}".`,
      action,
    );
  };
  const oauth = oauthClientCredentials(label, destination, surroundings, async () => {
    const secret = await read();
    if ("clientId" in secret) return secret;
    throw credentialError("The stored secret has changed.", "Try again.");
  });
  return {
    label,
    async headers(signal) {
      const secret = await abortable(read(), signal);
      return "token" in secret ? bearer(secret.token, "The stored secret", action) : oauth.headers(signal);
    },
    forget: () => oauth.forget(),
  };
}

/**
 * An access token of an OAuth client. Requested from the login host on first use, cached until shortly before it expires,
 * and requested again when it expires or is rejected. Concurrent calls share one request.
 *
 * @param label for messages
 * @param destination of the usage service; its login host is asked
 * @param readClient gives id and secret; they are sent to the login host and go nowhere else
 */
export function oauthClientCredentials(
  label: string,
  destination: Destination,
  surroundings: UsageEnvironment,
  readClient: () => OAuthClient | Promise<OAuthClient>,
): CredentialSource {
  const now = surroundings.now ?? Date.now;
  let kept: { readonly headers: Record<string, string>; readonly until: number } | undefined;
  let asking:
    | { readonly answer: Promise<Record<string, string>>; readonly stop: AbortController }
    | undefined;
  let waiting = 0;

  const ask = async (signal: AbortSignal) => {
    const client = await readClient();
    const asked = now();
    const answer = await tokenEndpoint(destination, client, surroundings).request({
      method: "POST",
      path: "/oauth/token",
      form: { grant_type: "client_credentials" },
      idempotent: true,
      signal,
    });
    const token = firstText(answer, ["access_token"]) ?? "";
    const headers = bearer(token, "The login host", "Check the login host of the usage profile.");
    kept = { headers, until: asked + lifeMs(answer) };
    return headers;
  };

  return {
    label,
    async headers(signal) {
      if (kept && now() < kept.until) return kept.headers;
      if (!asking) {
        const stop = new AbortController();
        const answer = ask(stop.signal).finally(() => {
          if (asking?.stop === stop) asking = undefined;
        });
        asking = { answer, stop };
      }
      const { answer, stop } = asking;
      waiting++;
      try {
        return await abortable(answer, signal);
      } finally {
        waiting--;
        if (waiting === 0) {
          stop.abort();
          if (asking?.stop === stop) asking = undefined;
        }
      }
    },
    forget: () => {
      kept = undefined;
    },
  };
}

/** How long to use a token: its lifetime minus a tenth, at most a minute. */
function lifeMs(answer: unknown): number {
  const seconds = Number((answer as Record<string, unknown> | null)?.["expires_in"]);
  const life = Number.isFinite(seconds) && seconds > 0 ? seconds : SHORTEST_LIFE_S;
  return (life - Math.min(60, life / 10)) * 1000;
}

/** Of the text's UTF-8. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function tokenEndpoint(
  destination: Destination,
  client: OAuthClient,
  surroundings: UsageEnvironment,
): HttpClient {
  const { environment: _, secrets: __, now: ___, ...http } = surroundings;
  const login = destination.login();
  if (!login) throw new TypeError("Only usage profiles have a login host.");
  const basic = base64(`${client.clientId}:${client.clientSecret}`);
  return new HttpClient({
    ...http,
    destination: login,
    signIn: () => ({
      label: "the OAuth client",
      headers: async () => ({ authorization: `Basic ${basic}` }),
      fixed: true,
      forget: () => {},
    }),
    dialect: tokenDialect,
  });
}

/** The login host has error bodies of its own: `error` with a description under one of two names. */
const tokenDialect: HttpDialect = {
  ...usageDialect,
  errorOf(answer, request) {
    const error = firstText(answer.body, ["error"]);
    if (answer.status !== 400 && answer.status !== 401) return usageServiceErrorOf(answer, request);
    const said = firstText(answer.body, ["error_description", "description", "message"]);
    const [message, action] = WORDS[error ?? ""] ?? [
      "The login host returned no access token",
      "Check the OAuth client of the usage profile.",
    ];
    return new UsageServiceError("credentials", `${message}${said ? ` (${said})` : ""}.`, {
      status: answer.status,
      code: error,
      action,
    });
  },
};

const WORDS: Readonly<Record<string, readonly [message: string, action: string]>> = {
  invalid_client: [
    "The login host rejected the OAuth client",
    "Check its id and secret, and the region of the usage profile.",
  ],
  unauthorized_client: [
    "The OAuth client has the wrong grant type",
    "Use an OAuth client with the grant type Client Credentials.",
  ],
};
