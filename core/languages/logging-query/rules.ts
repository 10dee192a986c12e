import type { LanguageRule } from "../language";

/** Every kind of finding in a Logging query. */
export const loggingQueryRules: readonly LanguageRule[] = [
  {
    id: "logging-query-bracket",
    severity: "warning",
    evidence: "documented",
    summary: "A parenthesis of a Logging query has no partner.",
    bad: 'severity>=ERROR AND (resource.type="gce_instance" OR resource.type="k8s_node"',
    good: 'severity>=ERROR AND (resource.type="gce_instance" OR resource.type="k8s_node")',
  },
  {
    id: "logging-query-string",
    severity: "warning",
    evidence: "documented",
    summary: "A text in a Logging query is not closed.",
    bad: 'severity>=ERROR AND textPayload:"checkout failed',
    good: 'severity>=ERROR AND textPayload:"checkout failed"',
  },
  {
    id: "logging-query-order",
    severity: "warning",
    evidence: "documented",
    summary: "Something is missing beside an operator of a Logging query.",
    bad: "severity>=ERROR AND resource.type=",
    good: 'severity>=ERROR AND resource.type="gce_instance"',
  },
];
