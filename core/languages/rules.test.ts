import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allLanguages } from "./registry";

const here = new URL(".", import.meta.url);

describe.each(allLanguages().map((language) => [language.id, language] as const))("%s", (id, language) => {
  const rules = language.rules ?? [];
  /** Codes and severities of a text; that MQL is deprecated is said of every MQL query. */
  const told = (text: string, rule: (typeof rules)[number]) =>
    language
      .check(text, { variables: rule.variables ?? [], ...(rule.siblings && { siblings: rule.siblings }) })
      .filter(({ code }) => code !== "mql-deprecated" || rule.id === code)
      .map(({ severity, code }) => `${severity} ${code}`);

  it("has rules", () => {
    expect(rules.length).toBeGreaterThan(0);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    "%s speaks of its bad example and not of its good one",
    (_, rule) => {
      expect(told(rule.bad, rule)).toEqual([`${rule.severity} ${rule.id}`]);
      // What takes the place of a deprecated query is no query of that language.
      if (rule.id !== "mql-deprecated") expect(told(rule.good, rule)).toEqual([]);
    },
  );

  // Nothing renders Markdown in a finding.
  it.each(rules.map((rule) => [rule.id, rule] as const))("%s is told without backticks", (_, rule) => {
    const context = { variables: rule.variables ?? [], ...(rule.siblings && { siblings: rule.siblings }) };
    const told = language.check(rule.bad, context).map(({ message }) => message);
    // Those of PromQL's own strings are quoted.
    expect(told.filter((message) => message.includes("`") && !rule.bad.includes("`"))).toEqual([]);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))("%s is gone after each of its fixes", (_, rule) => {
    const context = { variables: rule.variables ?? [], ...(rule.siblings && { siblings: rule.siblings }) };
    for (const { code, fixes = [] } of language.check(rule.bad, context)) {
      for (const { offset, length, text, title } of fixes) {
        const fixed = rule.bad.slice(0, offset) + text + rule.bad.slice(offset + length);
        const left = language.check(fixed, context).map((finding) => finding.code);
        expect(
          left.filter((other) => other === code),
          `${title}: ${fixed}`,
        ).toEqual([]);
      }
    }
  });

  it("makes nothing an error on a guess", () => {
    for (const rule of rules)
      if (rule.severity === "error") expect(rule.evidence, rule.id).not.toBe("inferred");
  });

  it("lists every code that it gives, once", () => {
    const folder = new URL(`${id === "monitoring-filter" ? "filter" : id}/`, here);
    const sources = readdirSync(folder).filter(
      (name) => !/^rules\.ts$|\.test\.ts$|^(?:expressions|hover|tokens|vocabulary)/.test(name),
    );
    const listed = rules.map((rule) => rule.id);
    const prefixes = [
      ...new Set(listed.map((code) => code.slice(0, code.lastIndexOf("-", 15)).split("-")[0]!)),
    ];
    const pattern = new RegExp(`"((?:${prefixes.join("|")})-[a-z-]+)"`, "g");
    const given = sources.flatMap((name) =>
      [...readFileSync(new URL(name, folder), "utf8").matchAll(pattern)].map((match) => match[1]!),
    );
    expect(new Set(listed).size).toBe(listed.length);
    expect([...new Set(given)].filter((code) => code !== id).sort()).toEqual([...listed].sort());
  });
});
