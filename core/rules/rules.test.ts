import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { RuleSettings } from "../config/config";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { fixesOf, unambiguousEdits } from "../features/changing/fixes";
import { messageNames } from "../schema/messages";
import { detectTemplate } from "../template/template";
import { terraformUses } from "../template/terraform";
import { rules } from ".";
import { builtInRules } from "./built-in";
import { type Example, exampleFile } from "./example";
import type { RuleInfo } from "./rule";
import { ruleEntries } from "./rule-entries";
import { terraformFiles } from "./terraform-files";

const infos: readonly RuleInfo[] = [...builtInRules, ...rules, ...terraformFiles];

/** A text as it is with the Terraform code of a rule beside it. */
function dashboardOf(text: string, { terraform }: RuleInfo): Dashboard {
  if (terraform === undefined) return new Dashboard(text);
  const uses = terraformUses([{ path: "main.tf", text: terraform }], "orders.json");
  return new Dashboard(text, undefined, detectTemplate("orders.json", text, { uses, terraform: true }));
}

/** All findings but the hint that every MQL query has, with every rule that has to be asked for. */
const check = (text: string, info: RuleInfo) =>
  dashboardOf(text, info)
    .findingsUnder(asking(info.id))
    .filter(({ code }) => code !== "mql-deprecated");

/** Settings that turn a rule on, where that has to be done. */
function asking(id: string): RuleSettings {
  const rule = rules.find((one) => one.id === id && one.optIn);
  return rule ? { [id]: rule.severity } : {};
}

describe.each(infos.map((info) => [info.id, info] as const))("%s", (_, info) => {
  test("finds its bad example, and nothing else in it", () => {
    expect(check(exampleFile(info.bad), info).map(({ code, severity }) => ({ code, severity }))).toEqual([
      { code: info.id, severity: info.severity },
    ]);
  });

  test("speaks without backticks, because nothing renders Markdown in a finding", () => {
    const told = check(exampleFile(info.bad), info).map(({ message }) => message);
    expect(told.filter((message) => message.includes("`"))).toEqual([]);
  });

  test("finds nothing in its good example", () => {
    expect(check(exampleFile(info.good), info)).toEqual([]);
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

describe("fixes", () => {
  /** Rules without a fix: only the author knows what to add or remove. */
  const NONE = [
    ...["too-many-items", "too-many-widgets", "empty-title", "empty-dashboard"],
    ...["invalid-form", "string-not-checked", "dashboard-filter-label-key", "dashboard-filter-query"],
  ];

  /** The bad examples of all rules in several forms, and what every fix makes of them. */
  const fixed = infos.flatMap((info) =>
    forms(info.bad).flatMap(([form, text]) => {
      const { id } = info;
      const dashboard = dashboardOf(text, info);
      const finding = dashboard.findingsUnder(asking(id)).find(({ code }) => code === id)!;
      return fixesOf(dashboard, finding).map((fix) => ({
        id,
        info,
        form,
        dashboard,
        fix,
        what: `${id}, ${form}: ${fix.title}`,
      }));
    }),
  );

  test.each(fixed)("$what", ({ id, info, dashboard, fix: { edits, title } }) => {
    const text = applyEdits(dashboard.text, edits);
    const after = dashboardOf(text, info);
    const had = new Set(dashboard.findings.map(({ code }) => code));
    const left = after.findingsUnder(asking(id)).filter(({ code, severity }) => {
      return code === id || (severity !== "hint" && !had.has(code));
    });
    expect(left).toEqual([]);
    expect(() => JSON.parse(text), text).not.toThrow();
    let end = -1;
    for (const { offset, length } of edits) {
      expect(offset, title).toBeGreaterThan(end);
      end = offset + length;
    }
    expect(text).not.toMatch(/\n[ \t]*\r?\n/);
    expect(text.includes("\r\n")).toBe(dashboard.text.includes("\r\n") && text.includes("\n"));
    expect(text.replaceAll("\r\n", "").includes("\n")).toBe(
      /[^\r]\n/.test(dashboard.text) && text.includes("\n"),
    );
  });

  test("there is one for every rule that can have one", () => {
    const without = infos.map(({ id }) => id).filter((id) => !fixed.some((one) => one.id === id));
    expect(without.sort()).toEqual([...NONE].sort());
  });

  test("fixing all makes the certain ones, and with the settings of the file", () => {
    for (const { id, info, fix, dashboard } of fixed.filter(({ form }) => form === "as it is")) {
      const settings = asking(id);
      let now = dashboard;
      for (let round = 0; round < 3; round++) {
        now = dashboardOf(applyEdits(now.text, unambiguousEdits(now, settings)), info);
      }
      expect(now.text !== dashboard.text, id).toBe(
        fix.unambiguous || fixed.some((o) => o.id === id && o.fix.unambiguous),
      );
      expect(unambiguousEdits(dashboard, { [id]: "off" }), id).toEqual([]);
    }
  });
});

/** The text of an example as its author wrote it, on one line, and with tabs and the line ends of Windows. */
function forms(example: Example): (readonly [string, string])[] {
  const text = exampleFile(example);
  if ("text" in example) return [["as it is", text]];
  const value = JSON.parse(text);
  return [
    ["as it is", text],
    ["on one line", JSON.stringify(value)],
    ["with tabs", JSON.stringify(value, null, "\t").replaceAll("\n", "\r\n")],
  ];
}

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
