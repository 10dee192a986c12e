import { describe, expect, it } from "vitest";
import { readDocument } from "../document/reader";
import { reconcile } from "./reconcile";
import { equalValues } from "./version";

// biome-ignore lint/suspicious/noExplicitAny: the tests change parsed JSON in place
type Loose = any;

const TEXT = `{
  "displayName" : "Web",
  "mosaic_layout": {
    "columns": "12",
    "tiles": [
      { "xPos": 6, "yPos": 0, "width": 6, "height": 4,
        "widget": { "title": "RAM", "xyChart": { "dataSets": [ { "timeSeriesQuery": { "prometheusQuery": "ram" }, "plotType": "LINE" } ] } } },
      {
        "height": 4, "width": 6, "xPos": 0,
        "widget": { "id": "", "title": "CPU", "text": { "content": "one" } }
      }
    ]
  },
  "labels": { "b": "", "a": "x" }
}
`;
const REMOTE = {
  displayName: "Web",
  etag: "e",
  labels: { a: "x", b: "" },
  mosaicLayout: {
    columns: 12,
    tiles: [
      {
        height: 4,
        width: 6,
        widget: { title: "CPU", text: { content: "one", format: "MARKDOWN", style: {} } },
      },
      {
        height: 4,
        width: 6,
        widget: {
          title: "RAM",
          xyChart: {
            dataSets: [{ plotType: "LINE", targetAxis: "Y1", timeSeriesQuery: { prometheusQuery: "ram" } }],
          },
        },
        xPos: 6,
      },
    ],
  },
};

function lines(remote: unknown, text = TEXT): string[] {
  const result = reconcile(readDocument(text), remote);
  if (!result.ok) throw new Error(result.reason);
  expect(equalValues(JSON.parse(result.text), remote)).toBe(true);
  const before = text.split("\n");
  return result.text.split("\n").filter((line) => !before.includes(line));
}

describe("reconcile", () => {
  const change = (edit: (copy: Loose) => void) => {
    const copy = structuredClone(REMOTE);
    edit(copy);
    return copy;
  };

  it("edits nothing when the service only has its own spelling of it", () => {
    expect(reconcile(readDocument(TEXT), REMOTE)).toMatchObject({ ok: true, edits: [], text: TEXT });
  });

  const cases: [string, (copy: Loose) => void, string[]][] = [
    ["a scalar", (d) => (d.displayName = "Shop"), ['  "displayName" : "Shop",']],
    ["a member in the author's spelling", (d) => (d.mosaicLayout.columns = 24), ['    "columns": 24,']],
    [
      "a tile in the order of the file",
      (d) => (d.mosaicLayout.tiles[1].width = 5),
      ['      { "xPos": 6, "yPos": 0, "width": 5, "height": 4,'],
    ],
    [
      "a position that became zero",
      (d) => {
        delete d.mosaicLayout.tiles[1].xPos;
        d.mosaicLayout.tiles[0].xPos = 6;
      },
      ['      { "yPos": 0, "width": 6, "height": 4,', '        "height": 4, "width": 6, "xPos": 6,'],
    ],
    ["a map entry", (d) => (d.labels.b = "1"), ['  "labels": { "b": "1", "a": "x" }']],
    [
      "text deep inside",
      (d) => (d.mosaicLayout.tiles[0].widget.text.content = "two"),
      ['        "widget": { "id": "", "title": "CPU", "text": { "content": "two" } }'],
    ],
  ];
  it.each(cases)("%s", (_, edit, expected) => expect(lines(change(edit))).toEqual(expected));

  it("adds new tiles after the others and takes lost ones out", () => {
    const remote = change((d) => {
      d.mosaicLayout.tiles[0] = {
        yPos: 8,
        width: 2,
        height: 2,
        widget: { logsPanel: { filter: "severity>=ERROR" } },
      };
    });
    const result = reconcile(readDocument(TEXT), remote);
    if (!result.ok) throw new Error(result.reason);
    const { tiles } = JSON.parse(result.text).mosaic_layout;
    expect(tiles.map((t: Loose) => t.widget.title ?? "logs")).toEqual(["RAM", "logs"]);
    expect(result.text).toContain('"xPos": 6, "yPos": 0, "width": 6, "height": 4,\n');
  });

  it("keeps the order of stacked tiles as the service has it", () => {
    const stack = (titles: string[]) => ({
      displayName: "d",
      mosaicLayout: {
        columns: 12,
        tiles: titles.map((title) => ({ width: 6, height: 4, widget: { id: title, title, blank: {} } })),
      },
    });
    const text = JSON.stringify(stack(["x", "y", "z"]), null, 2);
    for (const order of [
      ["y", "x", "z"],
      ["z", "y", "x"],
      ["n", "x", "y"],
      ["y", "n", "z", "x"],
    ]) {
      const result = reconcile(readDocument(text), stack(order));
      if (!result.ok) throw new Error(result.reason);
      expect(JSON.parse(result.text).mosaicLayout.tiles.map((t: Loose) => t.widget.title)).toEqual(order);
    }
  });

  it("keeps whole numbers without quotes where the author writes them so", () => {
    const text = '{ "displayName": "d", "gridLayout": { "columns": 2 } }';
    expect(lines({ displayName: "d", gridLayout: { columns: "3" } }, text)).toEqual([
      '{ "displayName": "d", "gridLayout": { "columns": 3 } }',
    ]);
  });

  it("keeps members that are null", () => {
    const text = '{ "displayName": "d", "labels": null, "gridLayout": {} }';
    expect(lines({ displayName: "e", gridLayout: {} }, text)).toEqual([
      '{ "displayName": "e", "labels": null, "gridLayout": {} }',
    ]);
  });

  it("changes the layout when the service has another one", () => {
    expect(
      lines(
        { displayName: "d", gridLayout: { widgets: [{ blank: {} }] } },
        '{"displayName":"d","rowLayout":{}}',
      ),
    ).toEqual([expect.stringContaining('"gridLayout"')]);
  });

  it("does not touch a text with syntax errors", () => {
    expect(reconcile(readDocument('{"displayName": '), REMOTE)).toMatchObject({ ok: false });
    expect(reconcile(readDocument(""), REMOTE)).toMatchObject({ ok: false });
  });
});
