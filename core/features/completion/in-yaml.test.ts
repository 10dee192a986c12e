import { describe, expect, it, test } from "vitest";
import type { CompletionItem, TextEdit } from "vscode-languageserver-types";
import { Dashboard } from "../../dashboard";
import { singleYamlDocument } from "../../yaml/dashboards";
import { completeInForm } from "./in-form";

function at(marked: string, snippets = false) {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const dashboard = Dashboard.of(singleYamlDocument(text));
  return { text, dashboard, ...completeInForm(dashboard, offset, { snippets }) };
}

const labels = (marked: string) => at(marked).items.map(({ label }) => label);

/** The text after an item was taken, with the indentation of its line put in front of the others, as editors do. */
function accept(marked: string, label: string): string {
  const { text, dashboard, items } = at(marked);
  const item = items.find((one) => one.label === label) as CompletionItem;
  const { range, newText } = item.textEdit as TextEdit;
  const from = dashboard.lines.offsetAt(range.start);
  const indent = /^ */.exec(text.slice(dashboard.lines.lineStart(range.start.line)))![0];
  const lines = newText.split("\n").join(`\n${item.insertTextMode === 2 ? indent : ""}`);
  return text.slice(0, from) + lines + text.slice(dashboard.lines.offsetAt(range.end));
}

const TILE =
  "displayName: A\nmosaicLayout:\n  columns: 48\n  tiles:\n  - width: 24\n    height: 16\n    widget:\n";

describe("keys", () => {
  test.each([
    ["the root", "displayName: A\n|\n", "mosaicLayout", "displayName"],
    ["a word at the root", "displayName: A\nmos|\n", "mosaicLayout", "displayName"],
    ["an object that has begun", `${TILE}      title: x\n      |\n`, "xyChart", "title"],
    ["an object without members yet", `${TILE}      |\n`, "scorecard", "width"],
    ["a column further out", `${TILE}      blank: {}\n    |\n`, "xPos", "height"],
    ["a new item", `${TILE}      blank: {}\n  - |\n`, "width", "columns"],
    ["a word in a new item", `${TILE}      blank: {}\n  - wi|\n`, "width", "columns"],
    ["an empty file", "|", "displayName", "width"],
  ])("in %s", (_, marked, wanted, unwanted) => {
    expect(labels(marked)).toContain(wanted);
    expect(labels(marked)).not.toContain(unwanted);
  });

  it("of a member that has a value are names only", () => {
    expect(accept(`${TILE}      tit|: x\n      blank: {}\n`, "title")).toContain("      title: x\n");
  });

  it("come with a value, indented as the file is", () => {
    const text = accept(`${TILE}      title: x\n      xy|\n`, "xyChart");
    expect(text).toMatch(/\n {6}xyChart:\n {8}\S/);
    expect(singleYamlDocument(text).problems).toEqual([]);
  });

  it("behind a hyphen stand on its line", () => {
    expect(accept(`${TILE}      blank: {}\n  - |\n`, "width")).toMatch(/\n {2}- width: \d/);
  });
});

describe("values", () => {
  it("of an enum", () => {
    const marked = `${TILE}      xyChart:\n        dataSets:\n        - plotType: LI|\n`;
    expect(labels(marked)).toContain("LINE");
    expect(accept(marked, "LINE")).toContain("plotType: LINE\n");
  });

  it("right behind the colon get a space", () => {
    expect(accept(`${TILE}      xyChart:\n        dataSets:\n        - plotType:|\n`, "LINE")).toContain(
      "plotType: LINE\n",
    );
  });

  it("are whole objects in the lines below", () => {
    const { items } = at(`${TILE.slice(0, -1)} |\n`);
    const texts = items.map(({ label }) => accept(`${TILE.slice(0, -1)} |\n`, label));
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) expect([text, singleYamlDocument(text).problems]).toEqual([text, []]);
  });

  it("are offered in filters, in every style", () => {
    for (const filter of [
      "metric.type=|",
      "'metric.type=|'",
      '"metric.type=|"',
      ">-\n              metric.type=|",
      "|\n              metric.type=|",
    ]) {
      const at = filter.lastIndexOf("|");
      const inFilter = `${TILE}      scorecard:\n        timeSeriesQuery:\n          timeSeriesFilter:\n            filter: `;
      const marked = inFilter + filter.slice(0, at);
      const text = marked + filter.slice(at + 1);
      const dashboard = Dashboard.of(singleYamlDocument(`${text}\n`));
      const { items } = completeInForm(dashboard, marked.length, { snippets: false });
      expect([filter, items.length > 10]).toEqual([filter, true]);
    }
  });

  it("are offered where a filter is to begin", () => {
    const marked = `${TILE}      scorecard:\n        timeSeriesQuery:\n          timeSeriesFilter:\n            filter: |\n`;
    expect(labels(marked).length).toBeGreaterThan(3);
    expect(accept(marked, labels(marked)[0]!)).toMatch(/filter: \w/);
  });
});

test.each([
  ["a comment", "displayName: A # mo|\n"],
  ["a line of comment", "displayName: A\n# |\n"],
  ["a free text", "displayName: A|\nmosaicLayout: {}\n"],
])("nothing in %s", (_, marked) => {
  expect(labels(marked)).toEqual([]);
});

it("leaves places to go on at in snippets", () => {
  const { items } = at(`${TILE}      |\n`, true);
  const xyChart = items.find(({ label }) => label === "xyChart")!;
  expect((xyChart.textEdit as TextEdit).newText).toMatch(/\$\{?1/);
});
