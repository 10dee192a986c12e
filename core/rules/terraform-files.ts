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
      "In a template, `$${zone}` is the text `${zone}`. The function `file` does not render templates: both dollars reach the service, and the variable is not replaced. Reported only if Terraform code next to the file or in a parent folder loads it into `dashboard_json` with `file`, and no code loads it in another way.",
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
      "`templatefile` expands every `${name}`, and the plan fails if the call does not pass that name. Write variables of the dashboard, `${__interval}` and labels in legends with two dollars. Reported only if the call names the file. If the names that the call passes are unknown, reported only for names such as `__interval`, as `information`.",
    terraform: 'dashboard_json = templatefile("${path.module}/orders.json", { env = var.env })',
    bad: titled("Orders of ${env} in ${zone}"),
    good: titled("Orders of ${env} in $${zone}"),
  },
];
