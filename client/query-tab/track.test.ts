import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nodeAtPath } from "../../core/document/node";
import { readDocument } from "../../core/document/reader";
import { applyEdits } from "../../core/edit/edit";
import { findTracked, shiftTracked, type TrackedQuery, textToWrite, trackQuery } from "./track";

const text = `{
  "tiles": [
    { "title": "A", "prometheusQuery": "up" },
    { "title": "B", "prometheusQuery": "down" }
  ]
}`;
const PATH = ["tiles", 1, "prometheusQuery"];

function tracked(source = text): TrackedQuery {
  const document = readDocument(source);
  const node = nodeAtPath(document.root, PATH);
  if (node?.kind !== "string") throw new Error("no string");
  return trackQuery(document, node);
}

const find = (source: string, query: TrackedQuery) => findTracked(readDocument(source), query);

/** Applies changes, given as pieces of the text and what takes their place, and follows the string. */
function after(...replacements: (readonly [string, string])[]) {
  const changes = replacements
    .map(([from, to]) => ({ rangeOffset: text.indexOf(from), rangeLength: from.length, text: to }))
    .sort((a, b) => b.rangeOffset - a.rangeOffset);
  const edits = changes.map((change) => ({
    offset: change.rangeOffset,
    length: change.rangeLength,
    text: change.text,
  }));
  const before = tracked();
  return find(applyEdits(text, edits), { ...before, offset: shiftTracked(before.offset!, changes) });
}

describe("following a string", () => {
  test.each<[string, (readonly [string, string])[], string | undefined]>([
    ["nothing happens", [], "down"],
    ["its text changes", [['"down"', '"off"']], "off"],
    ["a part of its text changes", [["ow", "oubl"]], "doubln"],
    ["a tile comes before it", [['"tiles": [', '"tiles": [ { "prometheusQuery": "new" },']], "down"],
    ["the tile before it goes", [['{ "title": "A", "prometheusQuery": "up" },\n', ""]], "down"],
    [
      "its title changes, and another tile",
      [
        ['"B"', '"Bee"'],
        ['"A"', '"An A"'],
      ],
      "down",
    ],
    [
      "its tile is indented anew",
      [
        [
          '    { "title": "B", "prometheusQuery": "down" }',
          '  {\n    "title": "B",\n    "prometheusQuery": "down"\n  }',
        ],
      ],
      "down",
    ],
    ["all is written anew", [[text, JSON.stringify(JSON.parse(text))]], "down"],
    ["its key changes", [['"prometheusQuery": "down"', '"timeSeriesQueryLanguage": "down"']], undefined],
    ["its tile goes", [[',\n    { "title": "B", "prometheusQuery": "down" }', ""]], undefined],
    ["the text is broken behind it", [["]\n}", "["]], "down"],
    ["everything goes", [[text, ""]], undefined],
    ["it becomes a number", [['"down"', "5"]], undefined],
  ])("%s", (_, replacements, expected) => {
    expect(after(...replacements)?.value).toBe(expected);
  });

  test("without having watched, by its path and text", () => {
    const unwatched = { ...tracked(), offset: undefined };
    expect(find(text, unwatched)?.value).toBe("down");
    const moved = text.replace('"tiles": [', '"tiles": [ { "prometheusQuery": "new" },');
    expect(find(moved, unwatched)?.value).toBe("down");
    expect(find(moved.replace('"new"', '"down"'), unwatched)).toBeUndefined();
    expect(find(text.replace("down", "off"), unwatched)?.value).toBe("off");
    expect(find(moved.replace('"up"', '"off"'), unwatched)?.value).toBe("down");
    expect(find(text.replace("down", "off"), { ...unwatched, text: undefined })?.value).toBe("off");
  });

  test("any single change outside of it", () => {
    const before = tracked();
    const end = before.offset! + '"down"'.length;
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(12), fc.string({ maxLength: 8 }), (offset, length, insert) => {
        const change = {
          rangeOffset: offset,
          rangeLength: Math.min(length, text.length - offset),
          text: insert,
        };
        const last = offset + change.rangeLength;
        fc.pre(last <= before.offset! || offset >= end);
        const moved = shiftTracked(before.offset!, [change]);
        const edited = text.slice(0, offset) + insert + text.slice(last);
        expect(edited.slice(moved, moved + 6)).toBe('"down"');
      }),
    );
  });
});

describe("what is written back", () => {
  test.each([
    ["as it is", "a\nb", "x", "a\nb"],
    ["without the line end of a file", "a\n", "x", "a"],
    ["with it where it was", "a\n", "x\n", "a\n"],
    ["without the carriage returns of the system", "a\r\nb\r\n", "x", "a\nb"],
    ["with carriage returns where they were", "a\r\nb", "x\r\ny", "a\r\nb"],
  ])("%s", (_, text, before, expected) => {
    expect(textToWrite(text, before)).toBe(expected);
  });
});
