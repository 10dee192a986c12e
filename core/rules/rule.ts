import type { Catalog } from "../catalog/catalog";
import type { ObjectNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Finding, Severity } from "../finding";
import type { FixProvider } from "../fix";
import type { Canonical } from "../schema/canonical";
import type { Evidence, MessageType } from "../schema/messages";
import type { Members } from "../shape";
import type { Example } from "./example";

/** What there is to know about a kind of finding. Pages, lists and tests are made from it. */
export interface RuleInfo {
  /** Stable kebab-case id; the code of its findings and the name of its page. */
  readonly id: string;
  /** The highest that its findings have. */
  readonly severity: Severity;
  /** Off unless the settings give it a severity, because the problem does not affect everyone. */
  readonly optIn?: boolean;
  /**
   * Evidence that the service rejects it. An error needs `recorded` or `parser`, or `documented` without counter-example.
   */
  readonly evidence: Evidence;
  /** One sentence: what is wrong. */
  readonly summary: string;
  /** More about it, where a sentence is not enough. Markdown. */
  readonly details?: string;
  /** The service's response, if known. */
  readonly serviceMessage?: string;
  /** Terraform code beside both examples, which are `orders.json` there, for what depends on it. */
  readonly terraform?: string;
  /** Gives exactly one finding, which is this rule's. */
  readonly bad: Example;
  /** Gives no finding. */
  readonly good: Example;
}

/** A rule that JSON Schema cannot state. One file a rule; the list of all is `rules/index.ts`. */
export interface Rule extends RuleInfo {
  /** Name of the message it looks at, or of several, or what is true of them; undefined for every message. */
  readonly message: string | readonly string[] | ((type: MessageType) => boolean) | undefined;
  check(node: ObjectNode, context: RuleContext): void;
  /** Fixes for one of its findings, best first. */
  readonly fixes?: FixProvider;
}

export interface RuleContext {
  readonly document: JsonDocument;
  readonly canonical: Canonical;
  /** The message that the node is an instance of. */
  readonly type: MessageType;
  /** The canonical value of the node. Nothing is known about what its members hold. */
  readonly value: Members;
  /** Names of the template variables that the dashboard declares. */
  readonly variables: ReadonlySet<string>;
  /** Metric and resource types to go by, such as a project's own; the shipped ones when undefined. */
  readonly catalog: Catalog | undefined;
  /** The severity is the rule's own unless the finding names one. */
  report(
    finding: Omit<Finding, "code" | "severity"> & { readonly code?: string; readonly severity?: Severity },
  ): void;
}
