import type { LiveAnswer } from "../../core/live/model";
import { ACTIONS, ServiceError } from "../errors";

/** What a call that did not succeed says about the query: refused, or nothing at all. Rethrows what is no error of a service. */
export function answerOfFailure(error: unknown): Exclude<LiveAnswer, { kind: "series" }> {
  if (!(error instanceof ServiceError)) throw error;
  const { kind, message, status } = error;
  if (kind === "refused" || (kind === "not-found" && /metric/i.test(message)))
    return { kind: "refused", message, status };
  if (kind === "permission" && /permission to see metric/i.test(message)) {
    // The service says the same of a metric of Google that does not exist.
    const both = `${message} The metric may also be misspelled.`;
    return { kind: "refused", message: both, status };
  }
  return { kind: "failed", message, action: actionOf(error) };
}

function actionOf({ kind, action }: ServiceError): string {
  if (kind === "permission" && action === ACTIONS.permission)
    return "Ask for the role roles/monitoring.viewer on the project, or choose another profile.";
  return kind === "not-found" ? "Check the project of the profile." : action;
}

/** Where PromQL's own message says that a query is wrong: zero-based line and UTF-16 column; undefined when it does not. */
export function promqlPlace(message: string): { readonly line: number; readonly column: number } | undefined {
  const [, line, column] = /(?:^|: )(\d+):(\d+): parse error/.exec(message) ?? [];
  return line === undefined ? undefined : { line: Number(line) - 1, column: Number(column) - 1 };
}
