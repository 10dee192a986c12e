import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkText } from "../check";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { fixesOf } from "../features/fixes";
import { messageNames } from "../schema/messages";
import { rules } from ".";
import { builtIn } from "./built-in";
import { ruleEntries } from "./catalogue";
import { exampleFile } from "./example";

const infos = [...builtIn, ...rules];

/** All findings but the hint that every MQL query has. */
const check = (text: string) => checkText(text).filter(({ code }) => code !== "mql-deprecated");

describe.each(infos.map((info) => [info.id, info] as const))("%s", (_, info) => {
  test("finds its bad example, and nothing else in it", () => {
    expect(check(exampleFile(info.bad)).map(({ code, severity }) => ({ code, severity }))).toEqual([
      { code: info.id, severity: info.severity },
    ]);
  });

  test("finds nothing in its good example", () => {
    expect(check(exampleFile(info.good))).toEqual([]);
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
    const [finding] = dashboard.findings;
    return fixesOf(dashboard, finding!).map(
      ({ title, edits }) => [rule.id, title, applyEdits(dashboard.text, edits)] as const,
    );
  });

  test.each(repaired)("%s: %s", (id, _, text) => {
    const left = checkText(text).filter(({ code, severity }) => code === id || severity === "error");
    expect(left).toEqual([]);
  });

  test("most rules have one", () => {
    expect(new Set(repaired.map(([id]) => id)).size).toBeGreaterThan(14);
  });
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
