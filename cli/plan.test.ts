import { expect, it } from "vitest";
import type { Io } from "./io";
import type { FileReport } from "./report";
import { runValidate } from "./validate";

const board = (title: string, more: object) =>
  JSON.stringify({ displayName: title, gridLayout: { widgets: [{ ...more }] } });

const resource = (address: string, dashboard_json: string | undefined, sensitive_values: object = {}) => ({
  address,
  mode: "managed",
  type: "google_monitoring_dashboard",
  values: { dashboard_json },
  sensitive_values,
});

const PLAN = {
  format_version: "1.2",
  planned_values: {
    root_module: {
      resources: [resource("google_monitoring_dashboard.good", board("Good", { text: { content: "a" } }))],
      child_modules: [
        {
          address: "module.a",
          child_modules: [
            {
              address: 'module.a.module.b["x"]',
              resources: [
                resource('module.a.module.b["x"].google_monitoring_dashboard.bad', board("Bad", { txt: {} })),
                resource(
                  "module.a.module.b.google_monitoring_dashboard.secret",
                  board("hush", { suppress: {} }),
                  {
                    dashboard_json: true,
                  },
                ),
              ],
            },
          ],
        },
      ],
    },
  },
  resource_changes: [
    {
      address: "google_monitoring_dashboard.late",
      change: { after: {}, after_unknown: { dashboard_json: true } },
    },
  ],
};

async function validate(stdin: string, ...args: string[]) {
  let out = "";
  let err = "";
  const io: Io = {
    cwd: import.meta.dirname,
    env: {},
    color: false,
    stdin: async () => stdin,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  };
  const code = await runValidate(["-", ...args], io);
  return { out, err, code };
}

it("gives every finding of a plan with the resource and the member, and keeps secrets", async () => {
  const { out, code } = await validate(JSON.stringify(PLAN));
  const lines = out.trim().split("\n");
  expect(lines[0]).toMatch(
    /^-: module\.a\.module\.b\["x"\]\.google_monitoring_dashboard\.bad: gridLayout\.widgets\[0\]\.txt: error: .*\[unknown-member\]$/,
  );
  expect(lines[1]).toMatch(
    /^-: module\.a\.module\.b\.google_monitoring_dashboard\.secret: error: The value is sensitive/,
  );
  expect(lines[2]).toBe("3 dashboards checked: 2 errors");
  expect(lines[3]).toBe(
    "not checked, because known only after apply: 1 dashboard: google_monitoring_dashboard.late",
  );
  expect(out).not.toContain("hush");
  expect(code).toBe(1);
});

it("gives the same to programs", async () => {
  const { out } = await validate(JSON.stringify(PLAN), "--format", "json");
  const reports = JSON.parse(out) as FileReport[];
  expect(reports.map(({ resource, diagnostics }) => [resource, diagnostics[0]?.path])).toEqual([
    ["google_monitoring_dashboard.good", undefined],
    ['module.a.module.b["x"].google_monitoring_dashboard.bad', "gridLayout.widgets[0].txt"],
    ["module.a.module.b.google_monitoring_dashboard.secret", undefined],
  ]);
  expect(out).not.toContain("hush");
});

it("says what it cannot use", async () => {
  expect(await validate(JSON.stringify(PLAN).slice(0, 200))).toMatchObject({
    code: 2,
    err: expect.stringContaining("incomplete Terraform output"),
  });
  expect((await validate('{"@level":"info"}\n{}')).err).toContain("terraform show -json");
  expect((await validate('{"format_version":"1.0","terraform_version":"1.9"}')).out).toBe(
    "0 dashboards checked: 0 errors\n",
  );
});
