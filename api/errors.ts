import type { FailureKind, FieldViolation, ServiceFailure } from "../core/sync/service";
import { readViolations } from "./violations";

/** A call that did not succeed: what happened in one sentence, and one action for the user. */
export class ServiceError extends Error implements ServiceFailure {
  override readonly name = "ServiceError";
  readonly kind: FailureKind;
  readonly action: string;
  readonly violations: readonly FieldViolation[];
  readonly outcomeUnknown: boolean;
  readonly status: number | undefined;
  /** No answer within the time that one attempt has. */
  readonly timedOut: boolean;
  /** The service's code for what is wrong, such as `SERVICE_DISABLED`; undefined when it gives none. */
  readonly reason: string | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      action?: string;
      violations?: readonly FieldViolation[];
      outcomeUnknown?: boolean;
      status?: number;
      timedOut?: boolean;
      reason?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.action = more.action ?? ACTIONS[kind];
    this.violations = more.violations ?? [];
    this.outcomeUnknown = more.outcomeUnknown ?? false;
    this.status = more.status;
    this.timedOut = more.timedOut ?? false;
    this.reason = more.reason;
  }

  /** The same after another request, whose answer was lost and which may have been carried out. */
  afterLostAnswer(): ServiceError {
    const { kind, message, action, violations, status, timedOut } = this;
    const more = { action, violations, timedOut, outcomeUnknown: true, cause: this };
    return new ServiceError(kind, message, status === undefined ? more : { ...more, status });
  }
}

/** Advice for a failure without details. */
export const ACTIONS: Readonly<Record<FailureKind, string>> = {
  cancelled: "Nothing was changed after you canceled.",
  unreachable: "Check the connection and the endpoint of the profile, then try again.",
  credentials: "Sign in again, or choose other credentials in the profile.",
  permission: "Ask for the role roles/monitoring.dashboardEditor on the project, or choose another profile.",
  "not-found": "Check the project of the profile and the id of the dashboard.",
  exists: "Pull the existing dashboard, or change the name of this one.",
  changed: "Read the dashboard again and compare.",
  refused: "Fix the errors that the service reported, then try again.",
  busy: "Wait a minute and try again.",
  unavailable: "The service is temporarily unavailable. Try again in a few minutes.",
  unexpected: "Check that the endpoint of the profile is a Cloud Monitoring API endpoint.",
};

/** The answer to a call that failed, as far as it could be read. */
export interface ErrorAnswer {
  readonly status: number;
  /** The parsed body, or undefined when it was not JSON. */
  readonly body: unknown;
}

/** The `error` object of Google's error model, or undefined when the body is something else. */
export function errorModel(
  body: unknown,
): { message: string; status: string; details: readonly Record<string, unknown>[] } | undefined {
  const error = member(body, "error");
  if (typeof error !== "object" || error === null) return undefined;
  const message = member(error, "message");
  const status = member(error, "status");
  const details = member(error, "details");
  return {
    message: typeof message === "string" ? message : "",
    status: typeof status === "string" ? status : "",
    details: Array.isArray(details) ? details.filter((d) => typeof d === "object" && d !== null) : [],
  };
}

/** True if the service asks for a retry because of concurrent edits of the project (409). */
export function isTooManyEdits(answer: ErrorAnswer): boolean {
  const message = errorModel(answer.body)?.message ?? "";
  return answer.status === 409 && /too many concurrent edits|could not fulfill the request/i.test(message);
}

/** Creates the typed error of an error response. */
export function errorOfAnswer(answer: ErrorAnswer): ServiceError {
  const model = errorModel(answer.body);
  const promql = model ? undefined : promqlError(answer);
  if (promql) return promql;
  const kind = kindOf(answer, model?.status ?? "");
  const violations = kind === "refused" && model ? readViolations(model.message, model.details) : [];
  const text = model?.message || `The service returned HTTP status ${answer.status}.`;
  return new ServiceError(kind, text, {
    status: answer.status,
    violations,
    outcomeUnknown: answer.status >= 500,
    reason: reasonOf(model),
    ...actionFor(model),
  });
}

function kindOf(answer: ErrorAnswer, status: string): FailureKind {
  if (isTooManyEdits(answer)) return "busy";
  if (status === "FAILED_PRECONDITION" || answer.status === 412) return "changed";
  if (status === "ALREADY_EXISTS") return "exists";
  switch (answer.status) {
    case 400:
      return "refused";
    case 401:
      return "credentials";
    case 403:
      return "permission";
    case 404:
      return "not-found";
    case 409:
      return "changed";
    case 429:
      return "busy";
    case 499:
      return "cancelled";
  }
  return answer.status >= 500 ? "unavailable" : "unexpected";
}

function reasonOf(model: ReturnType<typeof errorModel>): string | undefined {
  const info = model?.details.find((d) => String(d["@type"]).endsWith("google.rpc.ErrorInfo"));
  const reason = info?.["reason"];
  return typeof reason === "string" ? reason : undefined;
}

/** The errors of the part of the service that speaks like Prometheus; undefined for another body. */
function promqlError({ status, body }: ErrorAnswer): ServiceError | undefined {
  const [text, type] = [member(body, "error"), member(body, "errorType")];
  if (member(body, "status") !== "error" || typeof text !== "string" || typeof type !== "string")
    return undefined;
  const kinds: Readonly<Record<string, FailureKind>> = {
    bad_data: "refused",
    execution: "refused",
    not_found: "not-found",
    timeout: "unavailable",
    unavailable: "unavailable",
    canceled: "unavailable",
    internal: "unavailable",
  };
  const kind = status === 429 ? "busy" : (kinds[type] ?? kindOf({ status, body }, ""));
  return new ServiceError(kind, text, { status, reason: type });
}

/** Prefer the service's own advice, if there is any. */
function actionFor(model: ReturnType<typeof errorModel>): { action?: string } {
  switch (reasonOf(model)) {
    case "SERVICE_DISABLED":
      return { action: "Enable the Cloud Monitoring API (monitoring.googleapis.com) in the project." };
    case "ACCESS_TOKEN_SCOPE_INSUFFICIENT":
      return { action: "Sign in with the scope https://www.googleapis.com/auth/cloud-platform." };
    case "USER_PROJECT_DENIED":
      return { action: "Set a quota project: gcloud auth application-default set-quota-project PROJECT" };
  }
  return {};
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
