import type { LanguageRule } from "../language";

/** Every kind of finding in an MQL query. All examples have the hint that MQL is deprecated beside their own finding. */
export const mqlRules: readonly LanguageRule[] = [
  {
    id: "mql-deprecated",
    severity: "hint",
    evidence: "documented",
    summary: "MQL is deprecated in favor of PromQL. Existing queries keep working.",
    bad: "fetch gce_instance | metric 'compute.googleapis.com/instance/cpu/utilization' | every 1m",
    good: "compute_googleapis_com:instance_cpu_utilization # PromQL, in prometheusQuery",
  },
  {
    id: "mql-empty",
    severity: "warning",
    evidence: "inferred",
    summary: "An MQL query is empty.",
    bad: "# only a comment",
    good: "fetch gce_instance | metric 'compute.googleapis.com/instance/uptime'",
  },
  {
    id: "mql-bracket",
    severity: "error",
    evidence: "recorded",
    summary: "An MQL query has an unmatched bracket. The service compiles MQL when a dashboard is saved.",
    bad: "fetch gce_instance | metric 'compute.googleapis.com/instance/uptime' | group_by [zone, mean(val())",
    good: "fetch gce_instance | metric 'compute.googleapis.com/instance/uptime' | group_by [zone], mean(val())",
  },
  {
    id: "mql-string",
    severity: "error",
    evidence: "recorded",
    summary: "A string in an MQL query is not closed. The service compiles MQL when a dashboard is saved.",
    bad: "fetch gce_instance | metric 'compute.googleapis.com/instance/uptime",
    good: "fetch gce_instance | metric 'compute.googleapis.com/instance/uptime'",
  },
  {
    id: "mql-unknown-metric",
    severity: "warning",
    evidence: "recorded",
    summary: "An MQL query reads a metric that is not in the catalog.",
    serviceMessage:
      "Field … has an invalid value: Could not find a metric named 'compute.googleapis.com/instance/up_time'.",
    bad: "fetch gce_instance | metric 'compute.googleapis.com/instance/up_time'",
    good: "fetch gce_instance | metric 'compute.googleapis.com/instance/uptime'",
  },
  {
    id: "mql-unknown-resource",
    severity: "warning",
    evidence: "inferred",
    summary: "An MQL query reads a monitored resource type that looks misspelled.",
    bad: "fetch gce_instanze | metric 'custom.googleapis.com/shop/orders'",
    good: "fetch gce_instance | metric 'custom.googleapis.com/shop/orders'",
  },
];
