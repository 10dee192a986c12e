import { AnswerTooLarge, parseAnswer, readText } from "./answer";
import type { CredentialSource } from "./credentials/source";
import { type ErrorAnswer, errorModel, errorOfAnswer, isTooManyEdits, ServiceError } from "./errors";
import { Destination } from "./trust/destination";

/** How a service differs from Google's: format of errors, and which of them to retry. */
export interface HttpDialect {
  /** The typed error of an answer that is not a success. */
  errorOf(answer: ErrorAnswer, request: HttpRequest): ServiceError;
  /** Milliseconds that an answer without a `Retry-After` asks to wait. */
  retryAfterMs?(answer: ErrorAnswer & { readonly headers: Headers }): number | undefined;
  /** Statuses besides 429 after which an idempotent request is retried. */
  readonly repeatable: ReadonlySet<number>;
}

export interface HttpOptions {
  /** Where requests are sent. */
  readonly destination: Destination;
  /** Gives the source of credentials for the destination. Called once, and only for that destination. */
  readonly signIn: (destination: Destination) => CredentialSource;
  readonly fetch?: typeof fetch;
  /** Time for one attempt, the answer's body included. 30 s by default, as Google's own clients have it. */
  readonly timeoutMs?: number;
  /** Attempts in all. 5 by default. */
  readonly attempts?: number;
  /** Waits; rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  readonly userAgent?: string;
  /** Receives one line per attempt: method, path, status, milliseconds. Never headers or bodies. */
  readonly log?: (line: string) => void;
  /** How the service differs from Google's. */
  readonly dialect?: HttpDialect;
}

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Absolute path, already escaped; may hold a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Sent as a form instead of a JSON body. */
  readonly form?: Readonly<Record<string, string>>;
  /** A form that is encoded already, for names that are repeated. */
  readonly formText?: string;
  /** Headers besides those of the credentials, which win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The request is idempotent, so it is repeated like a GET. */
  readonly idempotent?: boolean;
  /** The most bytes that the answer may have after decompression; 32 MB by default. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum wait; longer ones are reported to the user. */
const LONGEST_WAIT_MS = 60_000;
/** An unreachable host is unlikely to come back soon, so use fewer attempts. */
const ATTEMPTS_WITHOUT_ANSWER = 3;
/** Transient failures. An internal error (500) is not transient. */
const TRANSIENT_STATUSES = new Set([502, 503, 504]);
const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 10_000;

/**
 * JSON over HTTP with time-outs, cancellation down to the socket, and retries for idempotent requests.
 *
 * A GET is retried after 429, 502, 503, 504 and an incomplete response. Other methods are retried only after a response
 * that says that nothing was done: 429, 503 with a retry time, 409 for concurrent edits. A request marked as idempotent
 * counts as a GET. A dialect has its own statuses instead of 503 and 409.
 */
export class HttpClient {
  private readonly attempts: number;
  private readonly endpoint: string;
  private readonly credentials: CredentialSource;
  private readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;

  constructor(private readonly options: HttpOptions) {
    const { destination } = options;
    if (!Destination.is(destination)) throw new TypeError("Requests are sent only to checked destinations.");
    this.endpoint = destination.endpoint;
    this.credentials = options.signIn(destination);
    this.attempts = options.attempts ?? 5;
    this.sleep = options.sleep ?? sleep;
  }

  /** Resolves to the parsed body of a success; rejects with a `ServiceError`. */
  async request(request: HttpRequest): Promise<unknown> {
    let renewed = false;
    for (let attempt = 1; ; attempt++) {
      const result = await this.attempt(request);
      if ("value" in result) return result.value;
      const { error, answer } = result;
      const { credentials } = this;
      if (error.kind === "credentials" && answer?.status === 401 && !renewed && !credentials.fixed) {
        renewed = true;
        credentials.forget();
        continue;
      }
      const attempts = answer ? this.attempts : Math.min(this.attempts, ATTEMPTS_WITHOUT_ANSWER);
      if (attempt >= attempts || !this.mayRepeat(request, error, answer)) throw this.named(error, answer);
      const asked = answer ? this.askedWait(answer) : undefined;
      if (asked !== undefined && asked > LONGEST_WAIT_MS) {
        throw new ServiceError("busy", error.message, {
          action: `The service asked to wait. Try again in ${Math.ceil(asked / 1000)} seconds.`,
          ...(error.status === undefined ? {} : { status: error.status }),
          cause: error,
        });
      }
      const backoff = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);
      const jitter = (this.options.random ?? Math.random)();
      // Jitter is added to a requested wait; otherwise it spreads clients over the whole interval.
      const wait = asked === undefined ? backoff * (0.5 + jitter / 2) : asked + jitter * 250;
      try {
        await this.sleep(wait, request.signal);
      } catch {
        throw stopped(false);
      }
    }
  }

  private async attempt(request: HttpRequest): Promise<Attempt> {
    const { signal } = request;
    if (signal?.aborted) throw stopped(false);
    const headers: Record<string, string> = {
      ...request.headers,
      accept: "application/json",
      ...(await this.credentials.headers(signal)),
    };
    if (request.form || request.formText !== undefined)
      headers["content-type"] = "application/x-www-form-urlencoded";
    else if (request.body !== undefined) headers["content-type"] = "application/json";
    if (this.options.userAgent) headers["user-agent"] = this.options.userAgent;
    if (signal?.aborted) throw stopped(false);
    const timeout = AbortSignal.timeout(this.options.timeoutMs ?? 30_000);
    const started = Date.now();
    const note = (what: string | number) =>
      this.options.log?.(
        `${request.method} ${request.path.replace(/\?.*/s, "")} ${what} ${Date.now() - started} ms`,
      );
    const changes = !isSafe(request);
    try {
      const response = await (this.options.fetch ?? fetch)(this.url(request), {
        method: request.method,
        headers,
        body: bodyOf(request),
        // A redirect would send the token to another host.
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (isRedirect(response)) {
        note("redirect");
        return redirected(this.endpoint, response);
      }
      const text = await readText(response, request.maxBytes);
      note(response.status);
      return this.readAnswer(request, response, text);
    } catch (error) {
      if (error instanceof AnswerTooLarge) {
        note("too large");
        return { error: new AnswerTooLarge(error.message, changes) };
      }
      if (signal?.aborted) {
        note("stopped");
        throw stopped(changes);
      }
      note(timeout.aborted ? "timed out" : "no answer");
      return { error: noAnswer(this.endpoint, error, timeout.aborted, changes) };
    }
  }

  private readAnswer(request: HttpRequest, response: Response, text: string): Attempt {
    let body: unknown;
    let whole = true;
    try {
      body = parseAnswer(text);
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw error;
      whole = false;
    }
    if (response.ok) {
      if (whole) return { value: body };
      return {
        error: new ServiceError("unexpected", "The response of the service is incomplete.", {
          status: response.status,
          outcomeUnknown: !isSafe(request),
        }),
      };
    }
    const { status, headers } = response;
    const answer: Answer = { status, body, headers, retryAfter: headers.get("retry-after") };
    const { dialect } = this.options;
    return { error: dialect ? dialect.errorOf(answer, request) : errorOfAnswer(answer), answer };
  }

  private mayRepeat(request: HttpRequest, error: ServiceError, answer: Answer | undefined): boolean {
    const safe = isSafe(request);
    if (error instanceof AnswerTooLarge) return false;
    // Do not retry a timeout, because the user has already waited half a minute.
    if (!answer)
      return safe && (error.kind === "unreachable" || error.kind === "unexpected") && !error.timedOut;
    if (answer.status === 429) return true;
    const { dialect } = this.options;
    if (dialect) return safe && dialect.repeatable.has(answer.status);
    if (safe)
      return TRANSIENT_STATUSES.has(answer.status) || errorModel(answer.body)?.status === "UNAVAILABLE";
    return isTooManyEdits(answer) || (answer.status === 503 && askedWait(answer) !== undefined);
  }

  /** Google's message for a 401 is generic; the source of credentials has better advice. */
  private named(error: ServiceError, answer: Answer | undefined): ServiceError {
    const { credentials, endpoint } = this;
    if (this.options.dialect || answer?.status !== 401) return error;
    return new ServiceError("credentials", `${new URL(endpoint).host} rejected ${credentials.label}.`, {
      ...(credentials.action === undefined ? {} : { action: credentials.action }),
      status: 401,
      cause: error,
    });
  }

  private askedWait(answer: Answer): number | undefined {
    return askedWait(answer) ?? this.options.dialect?.retryAfterMs?.(answer);
  }

  private url(request: HttpRequest): string {
    const url = new URL(request.path, this.endpoint);
    // A path of two slashes would be a host.
    if (url.origin !== this.endpoint) throw new TypeError("A request cannot leave its destination.");
    for (const [key, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
    return url.href;
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  readonly retryAfter: string | null;
}

type Attempt = { readonly value: unknown } | { readonly error: ServiceError; readonly answer?: Answer };

function isSafe(request: HttpRequest): boolean {
  return request.method === "GET" || request.idempotent === true;
}

function bodyOf(request: HttpRequest): string | null {
  if (request.formText !== undefined) return request.formText;
  if (request.form) return new URLSearchParams(request.form).toString();
  return request.body === undefined ? null : JSON.stringify(request.body);
}

/** The wait that the service requests, in ms: the header `Retry-After` or a `RetryInfo` in the details. */
function askedWait(answer: Answer): number | undefined {
  if (answer.retryAfter !== null) {
    const seconds = Number(answer.retryAfter);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const date = Date.parse(answer.retryAfter);
    if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  }
  const info = errorModel(answer.body)?.details.find((d) =>
    String(d["@type"]).endsWith("google.rpc.RetryInfo"),
  );
  const delay = /^(\d+(?:\.\d+)?)s$/.exec(String(info?.["retryDelay"] ?? ""));
  return delay ? Number(delay[1]) * 1000 : undefined;
}

function stopped(outcomeUnknown: boolean): ServiceError {
  return new ServiceError("cancelled", "Stopped.", {
    outcomeUnknown,
    action: outcomeUnknown ? "The service may have saved the change. Pull to check." : undefined,
  });
}

/** A browser reveals only that there is a redirect. */
function isRedirect({ type, status, headers }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400 && headers.has("location"));
}

function redirected(endpoint: string, response: Response): Attempt {
  const { status, headers } = response;
  void response.body?.cancel().catch(() => undefined);
  const location = headers.get("location") ?? "";
  const host = URL.canParse(location, endpoint) ? new URL(location, endpoint).host : "";
  const { host: own } = new URL(endpoint);
  const message = `${own} redirects${host === "" || host === own ? "" : ` to ${host}`}, and Mosaic follows no redirects.`;
  const action =
    "Set the endpoint of the profile to the API itself; a proxy or a sign-in page may redirect too.";
  const error = new ServiceError("unexpected", message, { status, action });
  return { error, answer: { status, body: undefined, headers, retryAfter: null } };
}

function noAnswer(endpoint: string, error: unknown, timedOut: boolean, changes: boolean): ServiceError {
  const host = new URL(endpoint).host;
  const code = reason(error);
  // Nothing was sent before the connection was established.
  const sent = !/^(the proxy |ENOTFOUND|ECONNREFUSED|EAI_AGAIN|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(
    code,
  );
  const message = timedOut
    ? `${host} did not respond in time.`
    : `No response from ${host}${code ? ` (${code})` : ""}.`;
  return new ServiceError("unreachable", message, {
    outcomeUnknown: changes && sent,
    timedOut,
    cause: error,
  });
}

/** The system's error code; fetch hides it in its cause, sometimes inside an aggregate. */
function reason(error: unknown): string {
  for (let e = error as Record<string, unknown> | undefined, i = 0; e && i < 5; i++) {
    if (typeof e["code"] === "string") return e["code"];
    const first = Array.isArray(e["errors"]) ? e["errors"][0] : undefined;
    e = (first ?? e["cause"]) as Record<string, unknown> | undefined;
  }
  return "";
}

/** Waits; rejects with the reason of the signal when that is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
