import { expect, it } from "vitest";
import { inertDetail, inertLabel, inertSentence } from "./inert";

/** How VS Code finds links in notifications, prompts and status items (`linkedText.ts`). */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
/** How VS Code finds icons in labels (`iconLabels.ts`). */
const ICON = /(\\)?\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;

it.each([
  "[x](command:workbench.action.terminal.new)",
  "[x](command:a?%5B%22b%22%5D 'title')",
  "[x](https://evil.example)",
  "[x](file:///etc/passwd)",
  "[x]\u200b(command:a)",
  "[x]\u202e(command:a)",
  "[x]\u001b[0m(command:a)",
  "[x]\u0000(command:a)",
  "[[x]](command:a)](command:b)",
  "$(gear) \\$(gear) $(loading~spin) $\u200b(gear)",
])("%j is no link and no icon", (text) => {
  for (const inert of [inertLabel, inertSentence, inertDetail]) {
    const shown = inert(`Before ${text} after`);
    expect(shown).not.toMatch(LINK);
    expect(shown).not.toMatch(ICON);
    expect(shown).toContain("Before ");
  }
});

it("is about the whole, since two parts can make a link", () => {
  expect(inertSentence(["[Sign in]", "(command:evil)"].join(""))).toBe("[Sign in] (command:evil)");
});

it("leaves ordinary texts alone", () => {
  for (const text of ["Cost $(USD per day)", "p99 [ms] (all)", "a]b(c)", "${var}"]) {
    expect(inertLabel(text)).toBe(text);
  }
  expect(inertDetail("one\ntwo")).toBe("one\ntwo");
  expect(inertSentence("one\ntwo")).toBe("one two");
});
