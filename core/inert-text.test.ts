import { expect, it } from "vitest";
import { inertLines, inertText } from "./inert-text";

it.each([
  ["a plain text", "Latency (p99) of größe & 東京 – 100 %", "Latency (p99) of größe & 東京 – 100 %"],
  ["colors", "\u001b[31mred\u001b[0m", "red"],
  ["colors by C1", "\u009b31mred", "red"],
  ["a title of the window", "a\u001b]0;pwned\u0007b", "ab"],
  ["a link of the terminal", "\u001b]8;;http://evil.example\u001b\\click\u001b]8;;\u001b\\", "click"],
  ["a link by C1", "\u009d8;;http://evil.example\u009cclick", "click"],
  ["a string without an end", "a\u001b]0;the rest stays", "a]0;the rest stays"],
  ["a device control string", "a\u001bPq#0\u001b\\b", "ab"],
  ["a reset", "a\u001bcb", "ab"],
  ["a character set", "a\u001b(0b", "ab"],
  ["an escape at the end", "a\u001b", "a"],
  ["nested introducers", "\u001b\u001b[31m[32mx", "[32mx"],
  ["lines and tabs", "a\nb\r\nc\td\u2028e\u2029f\u0085g", "a b c d e f g"],
  ["a carriage return", "safe\revil", "safe evil"],
  ["other controls", "a\u0000b\u0008c\u007fd\u0080e", "abcde"],
  ["bidirectional controls", "\u202eevil\u202c \u2066x\u2069 \u200e\u200f\u061c", "evil x "],
  ["zero-width characters", "a\u200bb\u200cc\u2060d\ufeffe\u00adf", "abcdef"],
  ["a joiner between letters", "pro\u200dd", "prod"],
  ["a family of emoji", "👨‍👩‍👧 ❤️‍🔥", "👨‍👩‍👧 ❤️‍🔥"],
  ["tags", "a\u{e0041}\u{e007f}b", "ab"],
  ["fillers", "a\u3164b\u115fc", "abc"],
  ["lone surrogates", "a\ud800b\udc00", "a\ufffdb\ufffd"],
  ["a pile of marks", `Z${"\u0301".repeat(100)}a`, `Z${"\u0301".repeat(6)}a`],
  ["marks of a language", "हिन्दी ภาษาไทย עִבְרִית", "हिन्दी ภาษาไทย עִבְרִית"],
])("%s", (_, text, expected) => {
  expect(inertText(text)).toBe(expected);
  // Nothing that is taken out puts something new together.
  expect(inertText(expected)).toBe(expected);
});

it("keeps line breaks where lines are wanted, and nothing else", () => {
  expect(inertLines("a\r\nb\rc\u2028d\te\u001b[2Jf\u0000")).toBe("a\nb\nc\nd ef");
});

it("shortens what is too long, never inside a pair", () => {
  expect(inertText("x".repeat(1000))).toBe(`${"x".repeat(299)}…`);
  expect(inertText("ab😀c", 4)).toBe("ab…");
  expect(inertText("ab😀", 4)).toBe("ab😀");
  expect(inertText(`${"\u009d".repeat(1_000_000)}x`)).toBe("");
});

it("leaves nothing active of any text", () => {
  const parts = [
    "\u001b",
    "\u009b",
    "\u009d",
    "[",
    "]",
    "0",
    "m",
    "\u0007",
    "\u001b\\",
    "\u202e",
    "\u200d",
    "a",
    "\n",
  ];
  let seed = 7;
  for (let round = 0; round < 5000; round++) {
    let text = "";
    for (let i = 0; i < 8; i++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      text += parts[Math.floor((seed / 2147483648) * parts.length)];
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
    expect(inertText(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u200d]/);
  }
});
