import { readFileSync } from "node:fs";
import path from "node:path";

/** The words in bold in the last column of the tables of docs/glossary.md: messages do not use them. */
export function forbiddenWords(): string[] {
  const text = readFileSync(path.resolve(__dirname, "../../docs/glossary.md"), "utf8");
  return text
    .split("\n")
    .filter((line) => /^\|.*\|$/.test(line))
    .flatMap((line) =>
      [
        ...line
          .split("|")
          .at(-2)!
          .matchAll(/\*\*(.+?)\*\*/g),
      ].map((match) => match[1]!),
    );
}
