import { randomUUID } from "node:crypto";
import type { HttpReply } from "../wire/service";

/** An error response in the format of the usage service's platform. */
export class UsageHttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "UsageFailure";
  }
}

/** The body of a failure; also part of the answer about a job that failed. */
export function failureBody(failure: UsageHttpError, contextId: string): Record<string, unknown> {
  const { message, code, status } = failure;
  return { message, code, status, contextId, details: [], errors: [] };
}

/** A failure as it is sent. */
export function failureReply(failure: UsageHttpError): HttpReply {
  const contextId = randomUUID();
  return jsonReply(failure.status, failureBody(failure, contextId), {
    "inin-correlation-id": contextId,
    ...failure.headers,
  });
}

export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/** 400 for an invalid value. */
export function invalidValue(message: string): UsageHttpError {
  return new UsageHttpError(400, "invalid.value", message);
}

export function notFound(what: string): UsageHttpError {
  return new UsageHttpError(404, "not.found", `Unable to find ${what}.`);
}

/** 429 with the wait in the header and in the message, `seconds` rounded up to whole ones. */
export function tooManyRequests(seconds: number): UsageHttpError {
  const wait = Math.ceil(seconds);
  return new UsageHttpError(
    429,
    "too.many.requests.retry.after",
    `Rate limit exceeded the maximum. Retry the request in [${wait}] seconds`,
    { "retry-after": `${wait}` },
  );
}
