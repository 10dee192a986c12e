import { aggregated, type Example } from "./example";
import type { RuleInfo } from "./rule";

const GOOD: Example = { text: '{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} }] } }' };

/** What the reader finds in the JSON itself. */
const json: readonly RuleInfo[] = [
  {
    id: "syntax",
    severity: "error",
    evidence: "parser",
    summary: "The text is not JSON.",
    details: "Everything around the broken place is read and checked all the same.",
    bad: { text: '{ "displayName": "Orders" "gridLayout": { "widgets": [{ "blank": {} }] } }' },
    good: GOOD,
  },
  {
    id: "comment",
    severity: "error",
    evidence: "parser",
    summary: "JSON has no comments.",
    details: "`gcloud` lets them pass, because it reads the file as YAML; the service does not.",
    bad: {
      text: '{ "displayName": "Orders", // in euros\n  "gridLayout": { "widgets": [{ "blank": {} }] } }',
    },
    good: GOOD,
  },
  {
    id: "trailing-comma",
    severity: "error",
    evidence: "parser",
    summary: "JSON has no comma before a closing bracket.",
    details: "`gcloud` lets it pass, because it reads the file as YAML; the service does not.",
    bad: { text: '{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} },] } }' },
    good: GOOD,
  },
  {
    id: "byte-order-mark",
    severity: "warning",
    evidence: "parser",
    summary: "The file starts with a byte order mark.",
    details:
      "A byte order mark (BOM) is not part of JSON: the service, `jq` and Terraform refuse a text that starts with one. Mosaic reads such a file and never sends the mark.",
    bad: { text: '\ufeff{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} }] } }' },
    good: GOOD,
  },
  {
    id: "duplicate-key",
    severity: "warning",
    evidence: "inferred",
    summary: "A member is written twice in one object.",
    details:
      "Some readers of JSON take the last one, some refuse the text. What the service does is not known.",
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
    summary: "The file holds something else than one dashboard.",
    details:
      "A list of dashboards, as `gcloud monitoring dashboards list` prints it, has to be taken apart into files of one dashboard each. A dashboard inside of another object, such as the body of a request, has to be taken out of it.",
    bad: { text: '[{ "displayName": "Orders", "gridLayout": { "widgets": [{ "blank": {} }] } }]' },
    good: GOOD,
  },
  {
    id: "unknown-member",
    severity: "error",
    evidence: "recorded",
    summary: "The service knows no member of this name.",
    details:
      "Names are written in lowerCamelCase or snake_case, and their letter case counts. If the service is newer than Mosaic, let it judge itself when you push.",
    serviceMessage:
      "Invalid JSON payload received. Unknown name \"legacyRows\" at 'dashboard.mosaic_layout': Cannot find field.",
    bad: { widget: { text: { contents: "Checkout service" } } },
    good: { widget: { text: { content: "Checkout service" } } },
  },
  {
    id: "wrong-type",
    severity: "error",
    evidence: "parser",
    summary: "A value is of another type than its member.",
    details:
      "Text stands in double quotes, and nothing else is turned into text. Numbers and true or false may stand in quotes.",
    bad: { widget: { title: 2026, blank: {} } },
    good: { widget: { title: "2026", blank: {} } },
  },
  {
    id: "not-an-integer",
    severity: "error",
    evidence: "parser",
    summary: "A whole number is wanted.",
    details: '`12`, `12.0`, `1.2e1` and `"12"` are the same to the service; `12.5` is refused.',
    bad: { tiles: [{ width: 24.5, height: 16, widget: { blank: {} } }] },
    good: { tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
  },
  {
    id: "unknown-enum-value",
    severity: "error",
    evidence: "parser",
    summary: "The service knows no value of this name.",
    details:
      "Names of values are written in capitals as documented. Numbers of values are read too, also those that nobody knows yet.",
    bad: aggregated({ alignmentPeriod: "60s", perSeriesAligner: "align_mean" }),
    good: aggregated({ alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" }),
  },
  {
    id: "invalid-duration",
    severity: "error",
    evidence: "parser",
    summary: "A duration is not written in seconds.",
    details:
      "A duration is a number of seconds followed by `s`, with up to nine digits after the point: `300s`, `0.5s`.",
    bad: aggregated({ alignmentPeriod: "5m", perSeriesAligner: "ALIGN_MEAN" }),
    good: aggregated({ alignmentPeriod: "300s", perSeriesAligner: "ALIGN_MEAN" }),
  },
  {
    id: "invalid-timestamp",
    severity: "error",
    evidence: "parser",
    summary: "A time is not written as date, time and zone.",
    bad: { widget: { blank: {}, timeRange: { absoluteWindow: { startTime: "2026-03-01" } } } },
    good: { widget: { blank: {}, timeRange: { absoluteWindow: { startTime: "2026-03-01T08:00:00Z" } } } },
  },
  {
    id: "invalid-form",
    severity: "error",
    evidence: "recorded",
    summary: "A text does not have the form that its member wants.",
    details:
      "Names of resources such as `projects/my-project/dashboards/orders` have a fixed form. Where a form is documented but no refusal is on record, as with colours, this is a warning.",
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
    summary: "A list holds null.",
    details:
      "As a member, `null` means that the member is not set. A list cannot have an entry that is not set.",
    bad: { dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }, null] } } },
    good: { dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }] } } },
  },
  {
    id: "too-many-items",
    severity: "warning",
    evidence: "documented",
    summary: "A list holds more entries than the service takes.",
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

/** Kinds of findings that are no rules of their own, because the reader or the schema's validator gives them. */
export const builtIn: readonly RuleInfo[] = [...json, ...structure];
