import type { LanguageRule } from "../language";

const query = {
  timeSeriesQuery: {
    timeSeriesFilter: {
      filter: 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"',
    },
  },
};

/** Every kind of finding in a legend, row or slice template. */
export const labelTemplateRules: readonly LanguageRule[] = [
  {
    id: "template-unclosed",
    severity: "warning",
    evidence: "inferred",
    summary: "A reference to a label is not closed.",
    bad: "Zone ${resource.labels.zone",
    good: "Zone ${resource.labels.zone}",
  },
  {
    id: "template-empty",
    severity: "warning",
    evidence: "inferred",
    summary: "A reference has no label name.",
    bad: "Zone ${}",
    good: "Zone ${resource.labels.zone}",
  },
  {
    id: "template-variable",
    severity: "information",
    evidence: "inferred",
    summary: "A label template refers to a template variable instead of a label.",
    bad: "Zone ${zone}",
    good: "Zone ${resource.labels.zone}",
    variables: [{ name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" }],
  },
  {
    id: "template-unknown-label",
    severity: "warning",
    evidence: "documented",
    summary: "A label template refers to a label that the metric or resource of its query does not have.",
    bad: "${resource.labels.service}",
    good: "${resource.labels.service_name}",
    siblings: query,
  },
];
