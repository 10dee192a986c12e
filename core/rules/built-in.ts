import { aggregated, type Example } from "./example";
import type { RuleInfo } from "./rule";

const GOOD: Example = { text: '{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} }] } }' };

/** What the reader finds in the JSON itself. */
const json: readonly RuleInfo[] = [
  {
    id: "syntax",
    severity: "error",
    evidence: "parser",
    summary: "The text is not valid JSON.",
    details: "The rest of the file is still checked.",
    bad: { text: '{ "displayName": "Orders" "gridLayout": { "widgets": [{ "blank": {} }] } }' },
    good: GOOD,
  },
  {
    id: "comment",
    severity: "error",
    evidence: "parser",
    summary: "JSON does not allow comments.",
    details: "`gcloud` accepts comments because it reads the file as YAML. The service does not.",
    bad: {
      text: '{ "displayName": "Orders", // in euros\n  "gridLayout": { "widgets": [{ "blank": {} }] } }',
    },
    good: GOOD,
  },
  {
    id: "trailing-comma",
    severity: "error",
    evidence: "parser",
    summary: "JSON does not allow a comma before a closing bracket.",
    details: "`gcloud` accepts the comma because it reads the file as YAML. The service does not.",
    bad: { text: '{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} },] } }' },
    good: GOOD,
  },
  {
    id: "byte-order-mark",
    severity: "warning",
    evidence: "parser",
    summary: "The file starts with a byte order mark.",
    details:
      "A byte order mark (BOM) is not part of JSON: the service, `jq` and Terraform reject a file that starts with one. Mosaic reads such a file and never sends the mark.",
    bad: { text: '\ufeff{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} }] } }' },
    good: GOOD,
  },
  {
    id: "duplicate-key",
    severity: "warning",
    evidence: "inferred",
    summary: "An object has a duplicate member.",
    details:
      "Some JSON parsers use the last value, and some reject the file. The behavior of the service is unknown.",
    bad: {
      text: '{ "displayName": "Orders", "displayName": "All orders", "gridLayout": { "widgets": [{ "blank": {} }] } }',
    },
    good: GOOD,
  },
];

/** What the schema's validator finds. */
const structure: readonly RuleInfo[] = [
  {
    id: "foreign-json",
    severity: "error",
    evidence: "parser",
    summary: "The file does not contain exactly one dashboard.",
    details:
      "Split a list of dashboards, such as the output of `gcloud monitoring dashboards list`, into one file for each. If the dashboard is inside another object, such as a request body, keep only the dashboard.",
    bad: { text: '[{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} }] } }]' },
    good: GOOD,
  },
  {
    id: "unknown-member",
    severity: "error",
    evidence: "recorded",
    summary: "A member is unknown to the service.",
    details:
      "Member names are in lowerCamelCase or snake_case and are case-sensitive. If the service is newer than Mosaic, choose *Ask the Service* when you push.",
    serviceMessage:
      "Invalid JSON payload received. Unknown name \"legacyRows\" at 'dashboard.mosaic_layout': Cannot find field.",
    bad: { widget: { text: { contents: "Checkout service" } } },
    good: { widget: { text: { content: "Checkout service" } } },
  },
  {
    id: "wrong-type",
    severity: "error",
    evidence: "parser",
    summary: "A value has the wrong type.",
    details:
      "Strings must be in double quotes, and other types are not converted to strings. Numbers and booleans can be in quotes.",
    bad: { widget: { title: 2026, blank: {} } },
    good: { widget: { title: "2026", blank: {} } },
  },
  {
    id: "not-an-integer",
    severity: "error",
    evidence: "parser",
    summary: "A value must be an integer.",
    details: '`12`, `12.0`, `1.2e1` and `"12"` are the same to the service. It rejects `12.5`.',
    bad: { tiles: [{ width: 24.5, height: 16, widget: { blank: {} } }] },
    good: { tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
  },
  {
    id: "unknown-enum-value",
    severity: "error",
    evidence: "parser",
    summary: "An enum value is unknown to the service.",
    details:
      "Enum values must be in upper case, as documented. Enum numbers are also accepted, including unknown ones.",
    bad: aggregated({ alignmentPeriod: "60s", perSeriesAligner: "align_mean" }),
    good: aggregated({ alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" }),
  },
  {
    id: "invalid-duration",
    severity: "error",
    evidence: "parser",
    summary: "A duration must be in seconds.",
    details:
      "A duration is a number of seconds followed by `s`, with up to nine decimal places: `300s`, `0.5s`.",
    bad: aggregated({ alignmentPeriod: "5m", perSeriesAligner: "ALIGN_MEAN" }),
    good: aggregated({ alignmentPeriod: "300s", perSeriesAligner: "ALIGN_MEAN" }),
  },
  {
    id: "invalid-timestamp",
    severity: "error",
    evidence: "parser",
    summary: "A timestamp must have a date, a time and a time zone.",
    bad: { widget: { blank: {}, timeRange: { absoluteWindow: { startTime: "2026-03-01" } } } },
    good: { widget: { blank: {}, timeRange: { absoluteWindow: { startTime: "2026-03-01T08:00:00Z" } } } },
  },
  {
    id: "invalid-form",
    severity: "error",
    evidence: "recorded",
    summary: "A string does not have the required format.",
    details:
      "Resource names such as `projects/my-project/dashboards/orders` have a fixed format. If a format is documented but not known to be enforced, as for colors, the severity is warning.",
    bad: { dashboard: { name: "orders", displayName: "Orders", gridLayout: { widgets: [{ blank: {} }] } } },
    good: {
      dashboard: {
        name: "projects/my-project/dashboards/orders",
        displayName: "Orders",
        gridLayout: { widgets: [{ blank: {} }] },
      },
    },
  },
  {
    id: "null-in-list",
    severity: "error",
    evidence: "parser",
    summary: "A list contains null.",
    details:
      "As a member value, `null` means that the member is not set. A list cannot contain unset entries.",
    bad: { dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }, null] } } },
    good: { dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }] } } },
  },
  {
    id: "too-many-items",
    severity: "warning",
    evidence: "documented",
    summary: "A list has more entries than the service allows.",
    bad: {
      dashboard: {
        displayName: "Orders",
        annotations: { defaultResourceNames: Array(51).fill("projects/my-project") },
        gridLayout: { widgets: [{ blank: {} }] },
      },
    },
    good: {
      dashboard: {
        displayName: "Orders",
        annotations: { defaultResourceNames: ["projects/my-project"] },
        gridLayout: { widgets: [{ blank: {} }] },
      },
    },
  },
];

/** Why a string is not checked. */
const strings: readonly RuleInfo[] = [
  {
    id: "string-not-checked",
    severity: "information",
    evidence: "inferred",
    summary: "A query or text is too long to be checked, or nested too deep.",
    details:
      "Mosaic checks filters and PromQL of up to 8192 characters, and other queries and texts of up to 16384. A longer string has no completion, hover and colors either. Cloud Monitoring accepts filters of up to 2048 characters.",
    bad: { widget: { text: { content: "Orders and errors of the shop. ".repeat(600) } } },
    good: { widget: { text: { content: "Orders and errors of the shop." } } },
  },
];

/** Kinds of findings that are no rules of their own: the reader gives them, the schema's validator, or the query languages. */
export const builtInRules: readonly RuleInfo[] = [...json, ...structure, ...strings];
