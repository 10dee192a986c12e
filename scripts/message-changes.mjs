// Brings docs/messages.md up to date: every text of today with the text that it replaced. What the file says of a text stays;
// one that has changed since keeps its old text, and one without a similar text in its file is new.
// `node scripts/message-changes.mjs`.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cell, listMessages } from "./messages.mjs";

const target = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../docs/messages.md");
const SAME = "=";
const NEW = "*new*";

/** Rows of the tables by file. @returns {Map<string, { before: string, after: string }[]>} */
function readRows(text) {
  const files = new Map();
  let rows = [];
  for (const line of text.split("\n")) {
    const file = /^## (.+)$/.exec(line)?.[1];
    if (file) files.set(file, (rows = []));
    const [, before, after] = /^\| ((?:\\.|[^|\\])*) \| ((?:\\.|[^|\\])*) \|$/.exec(line) ?? [];
    if (before === undefined || /^(Before|-+)$/.test(before)) continue;
    rows.push({ before, after: after === SAME ? before : after });
  }
  return files;
}

/** How many of the words of two texts are in both, from 0 to 1. */
function likeness(a, b) {
  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [one, two] = [words(a), words(b)];
  const left = [...two];
  let common = 0;
  for (const word of one) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return (2 * common) / (one.length + two.length || 1);
}

/** Takes the first row out that fits. */
function take(rows, fits) {
  const at = rows.findIndex(fits);
  return at < 0 ? undefined : rows.splice(at, 1)[0];
}

const old = await readFile(target, "utf8");
const known = readRows(old);
const pairs = new Map();
for (const { file, text } of await listMessages())
  pairs.set(file, [...(pairs.get(file) ?? []), { after: cell(text) }]);

// Texts that are as they were, in their own file first, then wherever code has moved to.
for (const [file, list] of pairs)
  for (const pair of list)
    pair.before = take(known.get(file) ?? [], (row) => row.after === pair.after)?.before;
for (const list of pairs.values())
  for (const pair of list)
    if (pair.before === undefined)
      for (const rows of known.values())
        pair.before ??= take(rows, (row) => row.after === pair.after)?.before;
// Texts that have changed.
for (const [file, list] of pairs)
  for (const pair of list)
    pair.before ??=
      take(known.get(file) ?? [], (row) => likeness(row.after, pair.after) > 0.5)?.before ?? NEW;

const all = [...pairs.values()].flat();
const count = (fits) => all.filter(fits).length;
const unchanged = count(({ before, after }) => before === after);
const added = count(({ before }) => before === NEW);
const head = old.slice(0, old.search(/^\d+ messages:/m));
const lines = [
  `${all.length} messages: ${unchanged} unchanged, ${all.length - unchanged - added} rewritten, ${added} new.`,
];
for (const [file, list] of pairs) {
  lines.push("", `## ${file}`, "", "| Before | After |", "|---|---|");
  for (const { before, after } of list) lines.push(`| ${before} | ${before === after ? SAME : after} |`);
}
await writeFile(target, `${head}${lines.join("\n")}\n`);
console.log(lines[0]);
