import { describe, expect, it } from "vitest";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { applyGesture } from "../features/changing/gestures";
import { fileFormOf } from "../forms";
import type { FieldChange } from "../grid/moves/field-change";
import { inspect } from "./inspect";
import type { FieldModel } from "./model";

const TILE = "/gridLayout/widgets/0";

function dashboardOf(file: string, text: string): Dashboard {
  const [found] = fileFormOf(file)!.read(text);
  return Dashboard.of(found!.document!);
}

function field(dashboard: Dashboard, pointer: string): FieldModel {
  const search = (fields: readonly FieldModel[]): FieldModel | undefined => {
    for (const one of fields) {
      const found = one.pointer === pointer ? one : search([...(one.fields ?? []), ...(one.entries ?? [])]);
      if (found) return found;
    }
    return undefined;
  };
  return search(inspect(dashboard, [TILE], dashboard.findings, 1, () => [])!.fields)!;
}

function changed(dashboard: Dashboard, change: FieldChange): string {
  const result = applyGesture(dashboard, { type: "fields", tiles: [TILE], changes: [change] });
  return result.ok ? applyEdits(dashboard.text, result.edits) : result.reason;
}

describe("a dashboard in a Terraform expression", () => {
  const code = `resource "google_monitoring_dashboard" "shop" {
  dashboard_json = jsonencode({
    displayName = "Shop"
    gridLayout = {
      widgets = [{
        title = "Rate in \${var.zone}"
        text  = { content = "# Hello" }
      }]
    }
  })
}
`;
  const dashboard = dashboardOf("a.tf", code);

  it("takes values, and says why not lists, new objects and placeholders", () => {
    expect(changed(dashboard, { op: "set", pointer: "/text/content", value: "# Bye" })).toBe(
      code.replace("# Hello", "# Bye"),
    );
    expect(changed(dashboard, { op: "set", pointer: "/text/format", value: "RAW" })).toContain("format");
    expect(field(dashboard, `${TILE}/text/content`).readOnly).toBeUndefined();
    expect(field(dashboard, `${TILE}/text/style/textColor`).readOnly).toMatch(/value by value/);
    expect(field(dashboard, `${TILE}/title`).readOnly).toMatch(/placeholder/);
    expect(field(dashboard, `${TILE}#content`).readOnly).toMatch(/value by value/);
    // What the form does not know beforehand is rejected with the reason.
    expect(changed(dashboard, { op: "unset", pointer: "/text/content" })).toMatch(/JSON file/);
  });
});

describe("a dashboard in YAML", () => {
  const text = `displayName: Shop
gridLayout:
  widgets:
    - title: Rate # by zone
      xyChart:
        dataSets:
          - timeSeriesQuery:
              prometheusQuery: up
`;
  const dashboard = dashboardOf("a.dashboard.yaml", text);

  it("takes values, lists and new objects, and keeps comments", () => {
    expect(changed(dashboard, { op: "set", pointer: "/title", value: "Requests" })).toBe(
      text.replace("Rate #", "Requests #"),
    );
    expect(changed(dashboard, { op: "set", pointer: "/xyChart/yAxis/label", value: "1/s" })).toContain(
      "yAxis:\n          label: 1/s",
    );
    const added = changed(dashboard, { op: "insert", pointer: "/xyChart/thresholds", index: 0 });
    expect(added).toContain("thresholds:");
    expect(added).toContain("# by zone");
    const table = changed(dashboard, {
      op: "choose",
      pointer: "",
      choice: "content",
      member: "timeSeriesTable",
    });
    expect(table).toContain("timeSeriesTable:");
    expect(table).toContain("prometheusQuery: up");
  });
});
