import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { expect, it } from "vitest";
import { forbiddenWords } from "./glossary";

const root = path.resolve(__dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The glossary names the forbidden words, and the list of messages has the old texts beside the new. */
const QUOTING = ["docs/glossary.md", "docs/messages.md"];
const docs = await glob(
  [
    "*.md",
    "docs/**/*.md",
    "{core,server,client,cli,api,disk,emulator,scripts,action,test,examples}/**/README.md",
  ],
  {
    cwd: root,
    ignore: QUOTING,
  },
);

/** Code blocks hold what a program prints or reads. */
const proseOf = (text: string) => text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "…");

/** Anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");

it("finds the docs", () => expect(docs.length).toBeGreaterThan(100));

it("links lead to files and headings that exist", () => {
  const broken = docs.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#L)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, to, anchor]) => {
        const target = to ? path.posix.join(path.posix.dirname(file), to) : file;
        if (!existsSync(path.join(root, target))) return [`${file}: ${link}`];
        if (!anchor) return [];
        const anchors = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));
        return anchors.includes(anchor) ? [] : [`${file}: ${link}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

it("paths in the docs exist", async () => {
  const rooms = /^(?:core|schemas|server|client|cli|api|disk|emulator|syntaxes|examples|scripts|test|docs)\//;
  const made = /^core\/schema\/generated\//;
  const missing = docs.flatMap((file) =>
    [...read(file).matchAll(/`([\w./-]+\/[\w./-]*)`/g)]
      .map((match) => match[1]!)
      .filter((name) => rooms.test(name) && !made.test(name))
      .filter((name) => !existsSync(path.join(root, name)) && !existsSync(path.join(root, `${name}.ts`)))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it("keeps the words that docs/glossary.md forbids out of the docs", () => {
  const words = forbiddenWords();
  const found = docs.flatMap((file) => {
    const prose = proseOf(read(file)).replace(/\s+/g, " ");
    return words
      .filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(prose))
      .map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
