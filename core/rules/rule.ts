import type { ObjectNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Finding, Severity } from "../finding";
import type { Canonical } from "../schema/canonical";
import type { Evidence } from "../schema/messages";

/** A rule that JSON Schema cannot state. One file a rule; the list of all is `rules/index.ts`. */
export interface Rule {
  /** Stable kebab-case id; the code of its findings. */
  readonly id: string;
  readonly severity: Severity;
  /** Name of the message it looks at, or undefined for every message. */
  readonly message: string | undefined;
  /** How it is known that the service minds. An error needs `recorded` or `parser`, or `documented` without counter-example. */
  readonly evidence: Evidence;
  readonly summary: string;
  check(node: ObjectNode, context: RuleContext): void;
}

export interface RuleContext {
  readonly document: JsonDocument;
  readonly canonical: Canonical;
  report(
    finding: Omit<Finding, "code" | "severity"> & { readonly code?: string; readonly severity?: Severity },
  ): void;
}
