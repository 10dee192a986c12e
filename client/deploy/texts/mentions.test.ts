import { expect, test } from "vitest";
import { mentionsOf } from "./mentions";

test("a project is found where the dashboard would go on showing it", () => {
  const dashboard = {
    name: "projects/dev/dashboards/x",
    displayName: "dev",
    gridLayout: {
      widgets: [
        { alertChart: { name: "projects/dev/alertPolicies/1" } },
        { text: { content: "projects/dev-2/dashboards/x, not ours" } },
        { filter: 'resource.labels.project_id="dev"' },
        { query: 'up{project_id="dev"}' },
        { query: 'up{project_id="development"}' },
      ],
    },
  };
  expect(mentionsOf(dashboard, "dev")).toEqual([
    "gridLayout.widgets[0].alertChart.name",
    "gridLayout.widgets[2].filter",
    "gridLayout.widgets[3].query",
  ]);
  expect(mentionsOf(dashboard, "de.")).toEqual([]);
});
