import { describe, expect, it } from "vitest";
import { type JsonDocument, readDocument } from "../document/reader";
import { type Draft, type DraftContainer, draftOf, keptNode, openContainer } from "./draft";
import { applyEdits } from "./text-edit";
import { verifyEdits } from "./verify";

/** What `verifyEdits` says when an edit of `[1, 2.0, 3]` that is to remove the last element writes `written`. */
function afterRemoval(written: string): string | undefined {
  const document = readDocument("[1, 2.0, 3]");
  const draft = openContainer(keptNode(document.root!)) as DraftContainer;
  draft.entries.pop();
  return check(document, draft, written);
}

function check(document: JsonDocument, draft: Draft, written: string): string | undefined {
  const { offset, length } = document.root!;
  const edits = [{ offset, length, text: written }];
  return verifyEdits(
    document,
    applyEdits(document.text, edits),
    [{ from: offset, to: offset + length, draft }],
    edits,
  );
}

describe("verify", () => {
  it("accepts what was meant", () => {
    expect(afterRemoval("[1, 2.0]")).toBeUndefined();
    expect(afterRemoval("[ 1,/* x */2.0 ]")).toBeUndefined();
  });

  it.each([
    "[1, 2.0, 3]",
    "[12.0]",
    "[1, 2]",
    "[1 2.0]",
    "[1, 2.0,]",
    "[1, 2.0",
    "[1, 2.0]]",
    "[1, 2.0, ",
    "",
    "{}",
  ])("refuses %j", (written) => {
    expect(afterRemoval(written)).toMatch(/./);
  });

  it("refuses a wrong new value, a wrong key and a token that runs into its neighbor", () => {
    const document = readDocument('{"a": 1}');
    expect(check(document, draftOf({ a: "x" }), '{"a": "x"}')).toBeUndefined();
    expect(check(document, draftOf({ a: "x" }), '{"a": "y"}')).toMatch(/new value/);
    expect(check(document, draftOf({ a: "x" }), '{"b": "x"}')).toMatch(/key/);
    const { root } = readDocument("1x");
    expect(check({ ...readDocument("1x"), root }, draftOf(true), "true")).toMatch(/neighbor/);
  });

  it("refuses edits outside of what was to change", () => {
    const document = readDocument("[1, 2]");
    const region = { from: 1, to: 2, draft: draftOf(5) };
    const edits = [
      { offset: 1, length: 1, text: "5" },
      { offset: 4, length: 1, text: "6" },
    ];
    expect(verifyEdits(document, "[5, 6]", [region], edits)).toMatch(/out of place/);
  });
});
