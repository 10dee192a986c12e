import { expect, it } from "vitest";
import { moveSpans } from "./spans";

// The bars in the text mark the span; the change replaces the first "old" by the second text.
const cases: [string, string, string, string, string | undefined][] = [
  ["a change before", "aaa |bbb| ccc", "aaa", "aaaaa\n", "bbb"],
  ["a change after", "aaa |bbb| ccc", "ccc", "", "bbb"],
  ["a removal right before", "aaa |bbb| ccc", "aaa ", "", "bbb"],
  ["a change inside", "aaa |bbb| ccc", "bbb", "x", undefined],
  ["a change across", "aaa |bbb| ccc", "a bbb c", "x", undefined],
];
it.each(cases)("%s", (_, marked, old, text, expected) => {
  const offset = marked.indexOf("|");
  const length = marked.lastIndexOf("|") - offset - 1;
  const before = marked.replaceAll("|", "");
  const rangeOffset = before.indexOf(old);
  const after = before.slice(0, rangeOffset) + text + before.slice(rangeOffset + old.length);
  const [moved] = moveSpans([{ offset, length }], [{ rangeOffset, rangeLength: old.length, text }]);
  expect(moved && after.slice(moved.offset, moved.offset + moved.length)).toBe(expected);
});

it("adds up several changes, and drops a span that is typed at", () => {
  const insert = (rangeOffset: number, text: string) => ({ rangeOffset, rangeLength: 0, text });
  expect(
    moveSpans([{ offset: 10, length: 2 }], [insert(20, "x"), insert(0, "abc"), insert(5, "de")]),
  ).toEqual([{ offset: 15, length: 2 }]);
  expect(moveSpans([{ offset: 10, length: 2 }], [insert(10, "x")])).toEqual([]);
  expect(moveSpans([{ offset: 10, length: 2 }], [insert(12, "x")])).toEqual([]);
});
