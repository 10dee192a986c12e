import { expect, test } from "vitest";
import { Dashboard } from "../dashboard";
import { dashboardPaths, documentOf } from "../forms";
import { yamlRules } from "./rules";

const codesOf = (path: string, text: string) =>
  Dashboard.of(documentOf(path, text)).findings.map(({ code, severity }) => `${severity} ${code}`);
const codes = (text: string) => codesOf("orders.dashboard.yaml", text);

test.each(yamlRules.map((rule) => [rule.id, rule] as const))("%s", (id, { severity, bad, good }) => {
  const found = codes(bad);
  expect(found).toContain(`${severity} ${id}`);
  if (id !== "yaml-key") expect(found).toHaveLength(1);
  const paths = dashboardPaths("orders.dashboard.yaml", good);
  expect(paths.flatMap((path) => codesOf(path, good))).toEqual([]);
});

test("a Kubernetes object that is named as a dashboard is one warning", () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: orders\ndata:\n  orders.json: '{}'\n";
  expect(codes(text)).toEqual(["warning foreign-json"]);
});
