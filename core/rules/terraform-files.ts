import type { Example } from "./example";
import type { RuleInfo } from "./rule";

const titled = (title: string): Example => ({
  dashboard: {
    displayName: "Orders",
    dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone" }],
    gridLayout: {
      widgets: [
        {
          title,
          scorecard: { timeSeriesQuery: { prometheusQuery: "sum(rate(http_requests_total[5m]))" } },
        },
      ],
    },
  },
});

/** What is found in a file because of the Terraform code that loads it. */
export const terraformFiles: readonly RuleInfo[] = [
  {
    id: "extra-dollar",
    severity: "warning",
    evidence: "documented",
    summary: "A variable is written with two dollars in a file that Terraform does not fill in.",
    details:
      "In a template, `$${zone}` stands for the text `${zone}`. The function `file` reads no template: both dollars reach the service, and the variable is not replaced. Found where `dashboard_json` is read from this very file with `file`, and no Terraform code beside or above it reads the file in another way.",
    terraform: 'dashboard_json = file("${path.module}/orders.json")',
    bad: titled("Orders in $${zone}"),
    good: titled("Orders in ${zone}"),
  },
  {
    id: "missing-dollar",
    severity: "warning",
    evidence: "documented",
    summary: "Terraform takes a variable of the dashboard for one of its own.",
    details:
      "`templatefile` fills in every `${name}`, and the plan fails when the call does not pass that name. Variables of the dashboard, `${__interval}` and labels in legends have to be written with two dollars. Found where the call names this very file; an `information` only, and only for names such as `__interval`, when the names that the call passes are not written out.",
    terraform: 'dashboard_json = templatefile("${path.module}/orders.json", { env = var.env })',
    bad: titled("Orders of ${env} in ${zone}"),
    good: titled("Orders of ${env} in $${zone}"),
  },
];
