import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { RuleSettings } from "../config/config";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { fixesOf } from "../features/fixes";
import { messageNames } from "../schema/messages";
import { rules } from ".";
import { builtIn } from "./built-in";
import { ruleEntries } from "./catalogue";
import { exampleFile } from "./example";

const infos = [...builtIn, ...rules];

/** All findings but the hint that every MQL query has, with every rule that has to be asked for. */
const check = (text: string, id: string) =>
  new Dashboard(text).findingsUnder(asking(id)).filter(({ code }) => code !== "mql-deprecated");

/** Settings that turn a rule on, where that has to be done. */
function asking(id: string): RuleSettings {
  const rule = rules.find((one) => one.id === id && one.optIn);
  return rule ? { [id]: rule.severity } : {};
}

describe.each(infos.map((info) => [info.id, info] as const))("%s", (_, info) => {
  test("finds its bad example, and nothing else in it", () => {
    expect(check(exampleFile(info.bad), info.id).map(({ code, severity }) => ({ code, severity }))).toEqual([
      { code: info.id, severity: info.severity },
    ]);
  });

  test("finds nothing in its good example", () => {
    expect(check(exampleFile(info.good), info.id)).toEqual([]);
  });

  test("is an error only where it is known that the service refuses", () => {
    if (info.severity === "error") expect(info.evidence).not.toBe("inferred");
  });

  test("says what it is about", () => {
    expect(info.id).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(info.summary).toMatch(/^[A-Z].*\.$/);
    expect(info.details ?? "Fine.").toMatch(/^[A-Z`].*\.$/);
  });
});

describe("repairs", () => {
  /** What every repair of a rule makes of its bad example. */
  const repaired = rules.flatMap((rule) => {
    const dashboard = new Dashboard(exampleFile(rule.bad));
    const [finding] = dashboard.findingsUnder(asking(rule.id));
    return fixesOf(dashboard, finding!).map(
      ({ title, edits }) => [rule.id, title, applyEdits(dashboard.text, edits)] as const,
    );
  });

  test.each(repaired)("%s: %s", (id, _, text) => {
    const left = new Dashboard(text)
      .findingsUnder(asking(id))
      .filter(({ code, severity }) => code === id || severity === "error");
    expect(left).toEqual([]);
  });

  test("most rules have one", () => {
    expect(new Set(repaired.map(([id]) => id)).size).toBeGreaterThan(14);
  });
});

test("a rule that has to be asked for finds nothing before", () => {
  for (const rule of rules.filter(({ optIn }) => optIn)) {
    const dashboard = new Dashboard(exampleFile(rule.bad));
    expect(dashboard.findings).toEqual([]);
    expect(dashboard.findingsUnder({ [rule.id]: "off" })).toEqual([]);
    expect(dashboard.findingsUnder({ [rule.id]: "hint" })).toMatchObject([{ severity: "hint" }]);
  }
});

test("rules look at messages that exist", () => {
  for (const rule of rules) {
    const names = typeof rule.message === "function" ? [] : [rule.message ?? []].flat();
    for (const name of names) expect(messageNames()).toContain(name);
  }
});

test("every kind of finding is listed once", () => {
  const ids = ruleEntries().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(infos.map(({ id }) => id)));
  expect(ids.some((id) => id.startsWith("filter-"))).toBe(true);
});

test("every code in the sources is listed", () => {
  const listed = new Set(infos.map(({ id }) => id));
  for (const file of ["../document/reader.ts", "../schema/structure.ts"]) {
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    for (const [, code] of source.matchAll(/(?:report|finding)\(\s*"([a-z-]+)"/g)) {
      // Says how many findings are left out, and is about nothing else.
      if (code !== "too-many-findings") expect(listed).toContain(code);
    }
  }
});
