import { expect, test } from "vitest";
import { Dashboard } from "../dashboard";
import { terraformDashboards } from "./dashboards";
import { terraformRules } from "./rules";

const codes = (text: string) =>
  terraformDashboards(text).flatMap(({ document }) =>
    Dashboard.of(document!).findings.map(({ code, severity }) => `${severity} ${code}`),
  );

test.each(terraformRules.map((rule) => [rule.id, rule] as const))("%s", (id, { severity, bad, good }) => {
  const found = codes(bad);
  expect(found).toContain(`${severity} ${id}`);
  // A filter with a lost quote has more to say.
  if (id !== "terraform-lost-quote" && id !== "terraform-quote") expect(found).toHaveLength(1);
  expect(codes(good)).toEqual([]);
});
