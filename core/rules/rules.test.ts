import { describe, expect, test } from "vitest";
import { checkText } from "../check";
import { messageNames } from "../schema/messages";
import { rules } from ".";
import { completeExample } from "./example";

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (_, rule) => {
  test("finds its bad example, and nothing else in it", () => {
    const found = checkText(JSON.stringify(completeExample(rule.bad), null, 2));
    expect(found.map(({ code, severity }) => ({ code, severity }))).toEqual([
      { code: rule.id, severity: rule.severity },
    ]);
  });

  test("finds nothing in its good example", () => {
    expect(checkText(JSON.stringify(completeExample(rule.good), null, 2))).toEqual([]);
  });

  test("is an error only where it is known that the service refuses", () => {
    if (rule.evidence === "inferred") expect(rule.severity).not.toBe("error");
  });

  test("says what it is about", () => {
    expect(rule.id).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(rule.summary).toMatch(/^[A-Z].*\.$/);
    for (const name of [rule.message ?? []].flat()) expect(messageNames()).toContain(name);
  });
});

test("ids are unique", () => {
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
});
