import type { IncomingHttpHeaders } from "node:http";

/** One request, read to its end. */
export interface HttpRequest {
  readonly method: string;
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** One response, before faults are applied. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A remote service that the emulator stands in for. Each has its own way of saying that something went wrong. */
export interface Service {
  /** Whether a path (percent-encoded) belongs to this service. */
  owns(path: string): boolean;
  /** Answers a request; never throws for what a client can cause. */
  handle(request: HttpRequest): Promise<HttpReply>;
  /** The answer when the service itself fails with `status`; `retryAfter` in seconds. */
  failure(status: number, retryAfter: number | undefined): HttpReply;
  /** The answer to a body of more than `limit` bytes. */
  tooLarge(limit: number): HttpReply;
}
