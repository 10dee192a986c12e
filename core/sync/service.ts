/** The service port of push and pull; `api/dashboards.ts` implements it. */

/** A dashboard as the service sends it. `name` and `etag` are the service's own members. */
export interface DashboardResource {
  readonly name?: string;
  readonly etag?: string;
  readonly displayName?: string;
  readonly [member: string]: unknown;
}

/** The part of AbortSignal that core needs, because its types are not available everywhere. */
export interface StopSignal {
  readonly aborted: boolean;
}

export interface CallOptions {
  /** An AbortSignal; the services take nothing else. */
  readonly signal?: StopSignal | undefined;
}

export interface SaveOptions extends CallOptions {
  /** The service validates the dashboard and responds as if it had saved it, but saves nothing. */
  readonly validateOnly?: boolean;
}

export interface ListOptions extends CallOptions {
  /** Dashboards on a page; the service decides when it is absent. */
  readonly pageSize?: number;
  /** How large a page may become, roughly: the pages after the first have as many dashboards as fit. In characters. */
  readonly pageBytes?: number;
}

/**
 * The dashboards of one project. Ids are the last segment of `name`. Every method rejects with a `ServiceFailure`
 * and with nothing else.
 */
export interface DashboardService {
  /** The dashboard, or undefined when there is none with this id. */
  get(id: string, options?: CallOptions): Promise<DashboardResource | undefined>;
  /**
   * Saves a dashboard that does not exist yet; `value.name` must be set. After a lost response, reads the name before a
   * retry; if it exists, rejects with kind "exists" and `outcomeUnknown`, so that the caller compares.
   */
  create(value: DashboardResource, options?: SaveOptions): Promise<DashboardResource>;
  /** Replaces the dashboard `id`; `value.etag` must be the one of the version that is replaced. */
  patch(id: string, value: DashboardResource, options?: SaveOptions): Promise<DashboardResource>;
  /** Deletes the dashboard `id`; one that does not exist rejects with kind "not-found". */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** All dashboards of the project, page by page. */
  list(options?: ListOptions): AsyncIterable<DashboardResource>;
}

export type FailureKind =
  /** The user stopped it. */
  | "cancelled"
  /** No response: no connection, a lost one, or a timeout. */
  | "unreachable"
  /** No usable credentials, or the service rejected them. */
  | "credentials"
  | "permission"
  | "not-found"
  /** A dashboard with this name exists already. */
  | "exists"
  /** The dashboard is not the version that the request was made for. */
  | "changed"
  /** The service rejected the dashboard. */
  | "refused"
  /** Over quota, or too many edits of one project at a time. */
  | "busy"
  /** The service failed. */
  | "unavailable"
  /** An unexpected response. */
  | "unexpected";

/** One field violation. */
export interface FieldViolation {
  /** JSON pointer in canonical lowerCamelCase names, when the service named a place. */
  readonly pointer: string | undefined;
  /** The service's own words. */
  readonly message: string;
}

/** Why a call did not succeed. */
export interface ServiceFailure extends Error {
  readonly kind: FailureKind;
  /** The one thing the user can do about it. */
  readonly action: string;
  readonly violations: readonly FieldViolation[];
  /** True when the request may have been carried out although no success was reported. */
  readonly outcomeUnknown: boolean;
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
}

/** Distinguishes a failure of the service from a bug. */
export function isServiceFailure(error: unknown): error is ServiceFailure {
  return error instanceof Error && "kind" in error && "action" in error && "violations" in error;
}
