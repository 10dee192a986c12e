import { expect, it } from "vitest";
// @ts-expect-error The scripts are plain JavaScript.
import { listMessages } from "../../scripts/messages.mjs";
import { forbiddenWords } from "./glossary";

/** The emulator repeats what the services say, word for word. */
const QUOTED = /^emulator\//;

it("keeps the words that docs/glossary.md forbids out of every message", async () => {
  const messages: { file: string; line: number; text: string }[] = await listMessages();
  expect(messages.length).toBeGreaterThan(1000);
  const words = forbiddenWords();
  expect(words.length).toBeGreaterThan(20);
  const found = messages.flatMap(({ file, line, text }) => {
    if (QUOTED.test(file)) return [];
    const plain = text.replace(/\{[^{}]*\}/g, "…");
    const word = words.find((forbidden) => new RegExp(`(?<![\\w-])${forbidden}(?![\\w-])`, "i").test(plain));
    return word ? [`${file}:${line} says "${word}": ${text}`] : [];
  });
  expect(found).toEqual([]);
});
