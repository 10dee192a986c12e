import { describe, expect, it } from "vitest";
import { readDocument } from "../document/reader";
import { missingEdits } from "./resolution";

const board = (displayName: string, team: string, title = "Load") => ({
  displayName,
  labels: { team },
  gridLayout: { widgets: [{ title, text: { content: "x" } }] },
});
const file = (value: unknown) => readDocument(JSON.stringify(value));
const missing = (after: unknown, shown = true) =>
  missingEdits(board("A", "x"), file(board("Mine", "x", "Mine")), file(after), board("Theirs", "y"), shown);

describe("edits that a merge by hand has lost", () => {
  it.each([
    ["all that does not clash, and one side of what does", board("Mine", "y", "Mine"), [], []],
    ["the other side of it", board("Theirs", "y", "Mine"), [], []],
    ["something new", board("Both", "y", "Mine"), [], []],
    ["the file as it was", board("Mine", "x", "Mine"), ['labels.team "x" → "y"'], []],
    ["the service's version alone", board("Theirs", "y"), [], ['widget "Load": title "Load" → "Mine"']],
    [
      "what both have started from",
      board("A", "x"),
      ['displayName "A" → "Theirs"', 'labels.team "x" → "y"'],
      ['displayName "A" → "Mine"', 'widget "Load": title "Load" → "Mine"'],
    ],
  ])("%s", (_, after, theirs, ours) => {
    expect(missing(after)).toEqual({ theirs, ours });
  });

  it("counts a conflict that was not shown as not decided", () => {
    const kept = 'displayName "A" → "Mine" locally, "A" → "Theirs" remotely';
    expect(missing(board("Mine", "y", "Mine"), false).theirs).toEqual([kept]);
    expect(missing(board("Both", "y", "Mine"), false).theirs).toEqual([]);
  });
});
