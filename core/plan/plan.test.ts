import { describe, expect, it, test } from "vitest";
import { isTerraformLog, type Plan, readPlan } from "./plan";

const resource = (address: string, dashboard_json: unknown, more: object = {}) => ({
  address,
  mode: "managed",
  type: "google_monitoring_dashboard",
  name: "main",
  values: { dashboard_json },
  ...more,
});

/** Modules in each other, with a dashboard at each depth from 0. */
function nested(depth: number, at = 0, prefix = ""): object {
  const address = `${prefix}google_monitoring_dashboard.main`;
  const child = `${prefix}module.m${at + 1}.`;
  return {
    resources: [resource(address, `board ${at}`)],
    ...(at < depth && { child_modules: [{ address: child.slice(0, -1), ...nested(depth, at + 1, child) }] }),
  };
}

const plan = (value: object) => readPlan(JSON.stringify(value)) as Plan;

test.each([0, 1, 2, 3])("finds the dashboards of modules %i deep in a plan and in a state", (depth) => {
  for (const key of ["planned_values", "values"]) {
    const { what, dashboards, unknown } = plan({
      format_version: "1.2",
      [key]: { root_module: nested(depth) },
    });
    expect(what).toBe(key === "values" ? "Terraform state" : "Terraform plan");
    expect(dashboards.map(({ text }) => text)).toEqual(
      Array.from({ length: depth + 1 }, (_, i) => `board ${i}`),
    );
    expect(dashboards[depth]!.address.split("module.")).toHaveLength(depth + 1);
    expect(unknown).toEqual([]);
  }
});

describe("a plan", () => {
  it("gives each address once, and says which are not known yet", () => {
    const change = (address: string, after: unknown, after_unknown: object, more: object = {}) => ({
      address,
      change: { actions: ["create"], after, after_unknown, after_sensitive: {} },
      ...more,
    });
    const found = plan({
      format_version: "1.2",
      planned_values: {
        root_module: { resources: [resource("d.a", "text a"), resource("d.late", undefined)] },
      },
      resource_changes: [
        change("d.a", { dashboard_json: "text a" }, { id: true }),
        change("d.late", {}, { dashboard_json: true }),
        change("d.gone", null, {}),
        change("d.a", { dashboard_json: "old" }, {}, { deposed: "12ab" }),
      ],
    });
    expect(found.dashboards).toEqual([{ address: "d.a", text: "text a", sensitive: false }]);
    expect(found.unknown).toEqual(["d.late"]);
  });

  it("knows what is sensitive from either place", () => {
    const found = plan({
      format_version: "1.2",
      planned_values: {
        root_module: {
          resources: [
            resource("d.a", "x", { sensitive_values: { dashboard_json: true } }),
            resource("d.b", "y"),
          ],
        },
      },
      resource_changes: [
        {
          address: "d.b",
          change: { after: { dashboard_json: "y" }, after_sensitive: { dashboard_json: true } },
        },
      ],
    });
    expect(found.dashboards.map(({ sensitive }) => sensitive)).toEqual([true, true]);
  });
});

it("reads a state file", () => {
  const found = plan({
    version: 4,
    terraform_version: "1.9.0",
    resources: [
      {
        module: "module.a",
        mode: "managed",
        type: "google_monitoring_dashboard",
        name: "main",
        instances: [
          { index_key: "x", attributes: { dashboard_json: "1" }, sensitive_attributes: [] },
          {
            index_key: 0,
            attributes: { dashboard_json: "2" },
            sensitive_attributes: [[{ value: "dashboard_json" }]],
          },
        ],
      },
    ],
  });
  expect(found.dashboards).toEqual([
    { address: 'module.a.google_monitoring_dashboard.main["x"]', text: "1", sensitive: false },
    { address: "module.a.google_monitoring_dashboard.main[0]", text: "2", sensitive: true },
  ]);
});

it("reads what Pulumi prints", () => {
  const urn = (name: string) => `urn:pulumi:dev::p::gcp:monitoring/dashboard:Dashboard::${name}`;
  const step = (name: string, dashboardJson: unknown, op = "create") => ({
    op,
    urn: urn(name),
    newState: { urn: urn(name), inputs: { dashboardJson } },
  });
  const found = plan({
    steps: [
      step("a", "text"),
      step("b", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"),
      step("c", { "4dabf18193072939515e22adb298388d": "secret", ciphertext: "x" }),
      step("d", "old", "delete"),
    ],
  });
  expect(found.what).toBe("Pulumi preview");
  expect(found.dashboards).toEqual([{ address: urn("a"), text: "text", sensitive: false }]);
  expect(found.unknown).toEqual([urn("b"), urn("c")]);
});

it("reads Terraform's code as JSON, where a reference is not known", () => {
  const found = plan({
    resource: {
      google_monitoring_dashboard: {
        plain: { dashboard_json: "a $${x}" },
        list: [{ dashboard_json: "b" }],
        computed: { dashboard_json: "${jsonencode({})}" },
      },
    },
  });
  expect(found.dashboards.map(({ address, text }) => [address.split(".")[1], text])).toEqual([
    ["plain", "a ${x}"],
    ["list", "b"],
  ]);
  expect(found.unknown).toEqual(["google_monitoring_dashboard.computed"]);
});

test.each<[string, string]>([
  ["a dashboard", '{"displayName": "A", "gridLayout": {}}'],
  ["a dashboard that speaks of steps", '{"displayName": "A", "gridLayout": {}, "steps": []}'],
  ["a dashboard inside of a broken one", '{"resource": "x", "gridLayout": {}}'],
  ["a list", '[{"format_version": "1.2"}]'],
  ["no JSON", "terraform"],
  ["another tool's", '{"format_version": 3}'],
])("%s is none", (_, text) => {
  expect(readPlan(text)).toBeUndefined();
});

it("tells a plan that was cut off, and a log, from a dashboard", () => {
  expect(readPlan('{"format_version":"1.2","planned_values":{"root')).toBe("broken");
  expect(isTerraformLog('{"@level":"info","@message":"Terraform 1.9"}\n{}')).toBe(true);
});
