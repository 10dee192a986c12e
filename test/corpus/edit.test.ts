import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeAtPath, type Path, valueOf } from "../../core/document/node";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { applyEdits, type Change, editDocument, type TextEdit } from "../../core/edit/edit";
import { allPaths, change, choose, modelOf, picks, show, values } from "../property/edit-model";
import { runs } from "../support/runs";
import { corpusFiles, hasCorpus } from "./corpus";

function make(
  document: JsonDocument,
  changes: readonly Change[],
): { text: string; edits: readonly TextEdit[] } {
  const result = editDocument(document, changes);
  if (!result.ok) throw new Error(result.reason);
  expect(applyEdits(document.text, result.edits)).toBe(result.text);
  return result;
}

function tiles(document: JsonDocument): Path[] {
  const path = ["mosaicLayout", "tiles"];
  const list = nodeAtPath(document.root, path);
  return list?.kind === "array" ? list.items.map((_, i) => [...path, i]) : [];
}

describe.skipIf(!hasCorpus)("editing real dashboards", () => {
  const documents = corpusFiles().map(({ name, text }) => ({ name, document: readDocument(text) }));
  const models = new Map(
    documents.map(({ name, document }) => [name, modelOf(document.text, document.root!)]),
  );

  it("covers some with tiles", () => {
    expect(documents.flatMap(({ document }) => tiles(document)).length).toBeGreaterThan(100);
  });

  it.each(documents)("changes $name at random and nothing else in it", ({ name, document }) => {
    const before = show(models.get(name)!);
    fc.assert(
      fc.property(picks, values, (pick, value) => {
        const model = modelOf(document.text, document.root!);
        const next = choose(model, { ...pick, value });
        if (!next) return;
        const expected = show(change(model, structuredClone(next)));
        const result = make(document, [next]);
        const written = readDocument(result.text);
        expect(show(modelOf(result.text, written.root!))).toBe(expected);
        expect(written.problems.length).toBeLessThanOrEqual(document.problems.length);
        if (expected === before) expect(result.edits).toEqual([]);
      }),
      { numRuns: runs(13) },
    );
  });

  it.each(documents)("changes one number of $name by one token", ({ name, document }) => {
    const numbers = allPaths(models.get(name)!).filter(
      ([path]) => nodeAtPath(document.root, path)!.kind === "number",
    );
    for (const [path] of numbers.slice(0, runs(50))) {
      const node = nodeAtPath(document.root, path)!;
      const value = (valueOf(node) as number) + 1;
      const expected = [{ offset: node.offset, length: node.length, text: String(value) }];
      expect(make(document, [{ op: "set", path, value }]).edits).toEqual(expected);
    }
  });

  it.each(documents)("moves and resizes the tiles of $name by a few characters", ({ document }) => {
    for (const path of tiles(document)) {
      const tile = valueOf(nodeAtPath(document.root, path)!) as Record<string, unknown>;
      const fields = ["xPos", "yPos", "width", "height"].filter((field) => typeof tile[field] === "number");
      const moved = {
        ...tile,
        ...Object.fromEntries(fields.map((field) => [field, (tile[field] as number) + 3])),
      };
      const { edits } = make(document, [{ op: "set", path, value: moved }]);
      expect(edits.length).toBe(fields.length);
      for (const { length, text } of edits) {
        expect(length).toBeLessThanOrEqual(5);
        expect(text.length).toBeLessThanOrEqual(5);
      }
    }
  });

  it.each(documents)(
    "gives the tiles of $name back after taking them out and moving them",
    ({ document }) => {
      const paths = tiles(document);
      for (const path of paths.slice(0, runs(5))) {
        const index = path.at(-1) as number;
        const list = path.slice(0, -1);
        const to = (index * 7 + 3) % paths.length;
        const moved = make(document, [{ op: "move", path: list, from: index, to }]).text;
        expect(make(readDocument(moved), [{ op: "move", path: list, from: to, to: index }]).text).toBe(
          document.text,
        );
        const value = valueOf(nodeAtPath(document.root, path)!);
        const removed = make(document, [{ op: "remove", path }]).text;
        const blank = /\n[ \t]*\r?\n/g;
        expect(removed.match(blank)?.length ?? 0).toBeLessThanOrEqual(
          document.text.match(blank)?.length ?? 0,
        );
        const back = make(readDocument(removed), [{ op: "insert", path: list, index, value }]).text;
        expect(valueOf(readDocument(back).root!)).toEqual(valueOf(document.root!));
      }
    },
  );
});
