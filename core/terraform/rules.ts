import type { FormRule } from "../form-rule";

/** An example: what is inside of `jsonencode`. */
function file(object: string): string {
  return `resource "google_monitoring_dashboard" "orders" {\n  dashboard_json = jsonencode(${object})\n}\n`;
}

const board = (members: string) => file(`{\n    displayName = "Orders"\n${members}\n  }`);
const widget = (members: string) =>
  board(`    gridLayout = {\n      widgets = [{\n${members}\n      }]\n    }`);
const GOOD = board("    gridLayout = { widgets = [{ blank = {} }] }");
const filter = (text: string) =>
  widget(
    `        scorecard = {\n          timeSeriesQuery = {\n            timeSeriesFilter = {\n              filter = ${text}\n            }\n          }\n        }`,
  );
const FILTER = String.raw`"metric.type=\"run.googleapis.com/request_count\" resource.type=\"cloud_run_revision\""`;

/** In a fixed order. */
export const terraformRules: readonly FormRule[] = [
  {
    id: "terraform-syntax",
    severity: "error",
    evidence: "documented",
    summary: "Terraform cannot read the object.",
    details:
      "Only `google_monitoring_dashboard` resources are checked. Everything around the syntax error is still checked.",
    bad: board("    gridLayout = { widgets = [{ blank = {} } { blank = {} }] }"),
    good: GOOD,
  },
  {
    id: "terraform-block",
    severity: "error",
    evidence: "documented",
    summary: "A member of an object is written as a block.",
    details:
      "In `jsonencode({ … })`, every member needs an equals sign or a colon; only resources have blocks.",
    bad: board("    gridLayout { widgets = [{ blank = {} }] }"),
    good: GOOD,
  },
  {
    id: "terraform-quote",
    severity: "error",
    evidence: "documented",
    summary: "A double quote inside a string ends the string.",
    details: 'Write it as `\\"` in a quoted string, and without a backslash in a heredoc.',
    bad: filter(`"metric.type="run.googleapis.com/request_count""`),
    good: filter(FILTER),
  },
  {
    id: "terraform-escape",
    severity: "error",
    evidence: "documented",
    summary: "A backslash starts an escape that Terraform does not have.",
    details:
      'Terraform knows `\\n`, `\\r`, `\\t`, `\\"`, `\\\\`, `\\uNNNN` and `\\UNNNNNNNN`. Write a backslash of a regular expression twice.',
    bad: widget('        title = "5\\. Orders"\n        blank = {}'),
    good: widget('        title = "5\\\\. Orders"\n        blank = {}'),
  },
  {
    id: "terraform-escaped-reference",
    severity: "warning",
    evidence: "documented",
    summary: "A reference is escaped, so its text is shown instead of its value.",
    details:
      "`$${` keeps Terraform from inserting a value. Use it for a template variable of the dashboard, such as `$${zone}`, but not for `var.`, `local.` and similar references.",
    bad: widget('        title = "Orders in $${var.region}"\n        blank = {}'),
    good: widget('        title = "Orders in ${var.region}"\n        blank = {}'),
  },
  {
    id: "terraform-lost-quote",
    severity: "warning",
    evidence: "documented",
    summary: "A quote is missing, and its backslash swallows the first letter of a name.",
    details: "`\\run.googleapis.com` is a carriage return and `un.googleapis.com`.",
    bad: filter(
      String.raw`"metric.type=\run.googleapis.com/request_count resource.type=\"cloud_run_revision\""`,
    ),
    good: filter(FILTER),
  },
];
