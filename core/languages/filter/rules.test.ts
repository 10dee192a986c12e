import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkFilter } from "./check";
import { filterRules } from "./rules";

describe.each(filterRules)("$id", ({ id, severity, evidence, bad, good, variables = [] }) => {
  it("speaks of the bad example and of nothing else in it", () => {
    expect(checkFilter(bad, { variables }).map((finding) => `${finding.severity} ${finding.code}`)).toEqual([
      `${severity} ${id}`,
    ]);
  });

  it("is quiet about the good one", () => {
    expect(checkFilter(good, { variables })).toEqual([]);
  });

  it("is an error only where the service is known to refuse", () => {
    if (severity === "error") expect(evidence).not.toBe("inferred");
  });
});

it("lists every code that the checks can give, once", () => {
  const here = new URL(".", import.meta.url);
  const sources = readdirSync(here).filter(
    (name) => /^check.*\.ts$/.test(name) && !name.endsWith(".test.ts"),
  );
  const given = sources.flatMap((name) =>
    [...readFileSync(new URL(name, here), "utf8").matchAll(/"(filter-[a-z-]+)"/g)].map((match) => match[1]!),
  );
  expect(filterRules.map((rule) => rule.id).sort()).toEqual([...new Set(given)].sort());
});
