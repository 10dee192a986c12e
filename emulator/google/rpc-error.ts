/** Canonical status names and the HTTP codes they travel as. */
const HTTP_CODES = {
  CANCELLED: 499,
  UNKNOWN: 500,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
} as const;

export type StatusName = keyof typeof HTTP_CODES;

/** One entry of `error.details`: a message with its type URL. */
export interface ErrorDetail {
  readonly "@type": string;
  readonly [member: string]: unknown;
}

export interface FieldViolation {
  readonly field?: string;
  readonly description: string;
}

/** An error response in the error model of Google's services. */
export class RpcError extends Error {
  readonly code: number;

  constructor(
    readonly status: StatusName,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "RpcError";
    this.code = HTTP_CODES[status];
  }

  /** The JSON body of the answer. `details` is left out when there are none. */
  body(): { error: Record<string, unknown> } {
    const error: Record<string, unknown> = { code: this.code, message: this.message, status: this.status };
    if (this.details.length > 0) error["details"] = this.details;
    return { error };
  }
}

/** A `google.rpc` detail message. */
export function detail(name: string, members: Record<string, unknown>): ErrorDetail {
  return { "@type": `type.googleapis.com/google.rpc.${name}`, ...members };
}

/** 400 with one line and one `fieldViolations` entry per problem. */
export function badRequest(violations: readonly FieldViolation[], message?: string): RpcError {
  return new RpcError("INVALID_ARGUMENT", message ?? violations.map((v) => v.description).join("\n"), [
    detail("BadRequest", { fieldViolations: violations }),
  ]);
}

export function invalidArgument(message: string): RpcError {
  return new RpcError("INVALID_ARGUMENT", message);
}

export function notFound(): RpcError {
  return new RpcError("NOT_FOUND", "Requested entity was not found.");
}
