import type { LanguageRule } from "../language";

/** Every kind of finding in a Logging query. */
export const loggingQueryRules: readonly LanguageRule[] = [
  {
    id: "logging-query-bracket",
    severity: "warning",
    evidence: "documented",
    summary: "A Logging query has an unmatched parenthesis.",
    bad: 'severity>=ERROR AND (resource.type="gce_instance" OR resource.type="k8s_node"',
    good: 'severity>=ERROR AND (resource.type="gce_instance" OR resource.type="k8s_node")',
  },
  {
    id: "logging-query-string",
    severity: "warning",
    evidence: "documented",
    summary: "A string in a Logging query is not closed.",
    bad: 'severity>=ERROR AND textPayload:"checkout failed',
    good: 'severity>=ERROR AND textPayload:"checkout failed"',
  },
  {
    id: "logging-query-order",
    severity: "warning",
    evidence: "documented",
    summary: "An operand of an operator in a Logging query is missing.",
    bad: "severity>=ERROR AND resource.type=",
    good: 'severity>=ERROR AND resource.type="gce_instance"',
  },
];
