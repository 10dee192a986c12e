import type { Severity } from "./finding";
import type { Evidence } from "./schema/messages";

/** A kind of finding that only files of one form have. */
export interface FormRule {
  readonly id: string;
  readonly severity: Severity;
  readonly evidence: Evidence;
  readonly summary: string;
  readonly details?: string;
  readonly bad: string;
  readonly good: string;
}
