import { expect, it } from "vitest";
import { inertOutput, visible } from "./terminal-text";

const ACTS = [
  ...[
    "\u001b[2J",
    "\u001b]0;title\u0007",
    "\u001b]52;c;c2VjcmV0\u0007",
    "\u001bc",
    "\u009b2J",
    "\u009d8;;x\u009c",
  ],
  ...[
    "\r",
    "\b\b",
    "\u0000",
    "\u007f",
    "\u202egnp",
    "\u2066",
    "\u200f",
    "\u200b",
    "\ufeff",
    "\u2028",
    "\u{e0041}",
    "\ud800",
  ],
];

it.each(ACTS)("nothing acts: %j", (text) => {
  for (const out of [visible(`a${text}b`), inertOutput(`a${text}b`, true), inertOutput(`a${text}b`, false)]) {
    expect(out).toMatch(/^a(?:\\u[0-9a-f]{4}|[ -~])*b$/);
    expect(out).not.toBe(`a${text}b`);
    expect(JSON.parse(`"${out}"`)).toBe(`a${text}b`);
  }
});

it("leaves lines and tabs of an output, and its own colors where there are colors", () => {
  const text = "\u001b[31merror\u001b[0m:\tx\nÄ 漢字 👩‍💻 می‌خواهم\n";
  expect(inertOutput(text, true)).toBe(text);
  expect(inertOutput(text, false)).toBe(text.replaceAll("\u001b", "\\u001b"));
  expect(inertOutput("\u001b[8mhidden\u001b[0m", true)).toBe("\\u001b[8mhidden\u001b[0m");
});

it("keeps a foreign text on its line", () => {
  expect(visible("a\n0 errors\tx")).toBe("a\\u000a0 errors\\u0009x");
});

it("leaves JSON the same value", () => {
  const value = { "k\u009b": ["\u202e", "\u{e0041}", "\n", "👩‍💻"] };
  const out = inertOutput(JSON.stringify(value, null, 2), false);
  expect(JSON.parse(out)).toEqual(value);
  expect(out).not.toMatch(/[\u009b\u202e]/);
});
