import { describe, expect, it } from "vitest";
import type { TextEdit } from "vscode-languageserver-types";
import { Dashboard } from "../../core/dashboard";
import { nodeAt } from "../../core/document/node";
import { readDocument } from "../../core/document/reader";
import { complete } from "../../core/features/completion";
import { hoverAt } from "../../core/features/reading/hover";
import { definitionAt, highlights, prepareRename, renameAt } from "../../core/features/reading/navigation";
import { accept } from "../support/accept";
import { corpusFiles, hasCorpus } from "./corpus";

/** The same numbers each time, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

const POSITIONS = 30;
/** Items of an answer that are tried; the first are the ones that people take. */
const TRIED = 4;

/** Offsets spread over a text, with each kind of place among them. */
function offsets(text: string, seed: number): number[] {
  const random = numbers(seed);
  const next = () => random.next().value as number;
  const anywhere = Array.from({ length: POSITIONS / 2 }, () => Math.floor(next() * (text.length + 1)));
  const marks = [...text.matchAll(/[[{,:"]/g)].map(({ index }) => index + 1);
  const telling = Array.from({ length: POSITIONS / 2 }, () => marks[Math.floor(next() * marks.length)] ?? 0);
  return [...anywhere, ...telling];
}

describe.runIf(hasCorpus)("real dashboards", () => {
  const files = corpusFiles();

  it.each(files.map((file, i) => [file.name, file.text, i + 1] as const))("%s", (_, text, seed) => {
    const dashboard = new Dashboard(text);
    const { lines, problems } = dashboard.document;
    for (const offset of offsets(text, seed)) {
      hoverAt(dashboard, offset);
      definitionAt(dashboard, "file:///x", offset);
      highlights(dashboard, offset);
      if (prepareRename(dashboard, offset))
        expect(renameAt(dashboard, offset, "fresh")).toBeInstanceOf(Array);
      const { items } = complete(dashboard, offset, { snippets: true });
      const where = `at ${offset}: ${JSON.stringify(text.slice(Math.max(0, offset - 30), offset))}`;
      const astray = items.filter(({ textEdit }) => {
        const { start, end } = (textEdit as TextEdit).range;
        const holds = lines.offsetAt(start) <= offset && lines.offsetAt(end) >= offset;
        return !holds || start.line !== end.line;
      });
      expect(astray, where).toEqual([]);
      if (problems.length > 0) continue;
      for (const item of items.slice(0, TRIED)) {
        const broken = readDocument(accept(text, item)).problems;
        expect(broken, `${item.label} ${where}`).toEqual([]);
      }
    }
  });

  it("offers something at most places where something can stand", () => {
    let answered = 0;
    let asked = 0;
    for (const { text } of files.slice(0, 40)) {
      const dashboard = new Dashboard(text);
      if (dashboard.document.problems.length > 0) continue;
      for (const { index } of text.matchAll(/[[{]\s|,\n/g)) {
        if (nodeAt(dashboard.document.root, index)?.kind === "string") continue;
        asked++;
        if (complete(dashboard, index + 1, { snippets: true }).items.length > 0) answered++;
      }
    }
    expect(asked).toBeGreaterThan(1000);
    // In a tile that has every member there is nothing to add.
    expect(answered / asked).toBeGreaterThan(0.7);
  });
});
