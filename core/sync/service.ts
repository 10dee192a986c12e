/** What deploying needs from the dashboards service; `api/dashboards.ts` is the real one. */

/** A dashboard as the service sends it. `name` and `etag` are the service's own members. */
export interface DashboardResource {
  readonly name?: string;
  readonly etag?: string;
  readonly displayName?: string;
  readonly [member: string]: unknown;
}

/** What core needs to know of an AbortSignal, which not every place that core runs in has. */
export interface StopSignal {
  readonly aborted: boolean;
}

export interface CallOptions {
  /** An AbortSignal; the services take nothing else. */
  readonly signal?: StopSignal | undefined;
}

export interface SaveOptions extends CallOptions {
  /** The service checks the dashboard and answers as if it had saved it, but saves nothing. */
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
   * Saves a dashboard that does not exist yet; `value.name` must be set. When the answer is lost, the name is looked up
   * before the same is sent again; something there rejects with kind "exists" and `outcomeUnknown`, to be read and compared.
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
  /** No answer arrived: no connection, a broken one, or a time-out. */
  | "unreachable"
  /** No usable credentials, or the service did not accept them. */
  | "credentials"
  | "permission"
  | "not-found"
  /** A dashboard with this name exists already. */
  | "exists"
  /** The dashboard is not the version that the request was made for. */
  | "changed"
  /** The service does not accept the dashboard. */
  | "refused"
  /** Over quota, or too many edits of one project at a time. */
  | "busy"
  /** The service failed. */
  | "unavailable"
  /** An answer that is not what the service's interface describes. */
  | "unexpected";

/** One thing the service complained about. */
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

/** Tells a failure of the service from a bug. */
export function isServiceFailure(error: unknown): error is ServiceFailure {
  return error instanceof Error && "kind" in error && "action" in error && "violations" in error;
}
