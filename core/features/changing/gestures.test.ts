import { describe, expect, it } from "vitest";
import { Dashboard } from "../../dashboard";
import { applyEdits } from "../../edit/edit";
import type { ContentKind } from "../../grid/kinds";
import type { Gesture } from "../../grid/moves/gesture";
import { pictureOf } from "../reading/picture";
import { applyGesture } from "./gestures";

/** The text after a gesture, or the reason why it is not done. */
function made(text: string, gesture: Gesture): string {
  const result = applyGesture(new Dashboard(text), gesture);
  return result.ok ? applyEdits(text, result.edits) : result.reason;
}

/** The same, as lines that are not in the first text, and with `-` those that went. */
function changed(text: string, gesture: Gesture): string[] {
  const before = text.split("\n");
  const now = made(text, gesture).split("\n");
  return [
    ...before.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
    ...now.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

const tile = (index: number) => `/mosaicLayout/tiles/${index}/widget`;

const MOSAIC = `{
  "displayName": "Shop", // kept
  "mosaicLayout": {
    "columns": 48,
    "tiles": [
      { "width": 24, "height": 16, "widget": { "title": "CPU", "id": "cpu", "blank": {} } },
      { "xPos": 24,   "width": 24, "height": 16, "widget": { "title": "Memory", "text": { "content": "a" } } },
      { "yPos": 16, "width": 48, "height": 16.0, "widget": { "title": "More", "collapsibleGroup": {} } },
      { "yPos": 16, "width": 48, "height": 16, "widget": { "blank": {} } }
    ]
  }
}
`.replace(" // kept", "");

describe("a move", () => {
  it("changes the numbers that change and nothing else", () => {
    const result = applyGesture(new Dashboard(MOSAIC), { type: "move", tiles: [tile(1)], dx: -12, dy: 40 });
    const edits = result.ok ? result.edits : [];
    expect(edits.map(({ offset, length, text }) => [MOSAIC.slice(offset, offset + length), text])).toEqual([
      ["24", "12"],
      ["", expect.stringContaining('"yPos": 40')],
    ]);
    expect(changed(MOSAIC, { type: "move", tiles: [tile(1)], dx: -12, dy: 40 })).toEqual([
      '- { "xPos": 24,   "width": 24, "height": 16, "widget": { "title": "Memory", "text": { "content": "a" } } },',
      '+ { "xPos": 12,   "yPos": 40,   "width": 24, "height": 16, "widget": { "title": "Memory", "text": { "content": "a" } } },',
    ]);
  });

  it("writes a position that was left out when it is no longer 0, and keeps one that becomes 0", () => {
    expect(changed(MOSAIC, { type: "move", tiles: [tile(0)], dx: 0, dy: 40 })).toEqual([
      '- { "width": 24, "height": 16, "widget": { "title": "CPU", "id": "cpu", "blank": {} } },',
      '+ { "yPos": 40, "width": 24, "height": 16, "widget": { "title": "CPU", "id": "cpu", "blank": {} } },',
    ]);
    expect(made(MOSAIC, { type: "move", tiles: [tile(1)], dx: -24, dy: 40 })).toContain(
      '{ "xPos": 0,   "yPos": 40,',
    );
  });

  it("of a group moves its members and leaves other spellings of a number alone", () => {
    expect(changed(MOSAIC, { type: "move", tiles: [tile(2)], dx: 0, dy: 4 })).toEqual([
      '- { "yPos": 16, "width": 48, "height": 16.0, "widget": { "title": "More", "collapsibleGroup": {} } },',
      '- { "yPos": 16, "width": 48, "height": 16, "widget": { "blank": {} } }',
      '+ { "yPos": 20, "width": 48, "height": 16.0, "widget": { "title": "More", "collapsibleGroup": {} } },',
      '+ { "yPos": 20, "width": 48, "height": 16, "widget": { "blank": {} } }',
    ]);
  });

  it("follows snake_case, numbers in quotes and positions that are null", () => {
    const text = `{"display_name": "Shop", "mosaic_layout": {"columns": "12", "tiles": [
  {"x_pos": null, "width": "6", "height": "4", "widget": {"blank": {}}}
]}}`;
    expect(made(text, { type: "move", tiles: [tile(0)], dx: 2, dy: 3 })).toBe(
      text.replace('"x_pos": null, ', '"x_pos": 2, "y_pos": 3, '),
    );
    expect(made(text, { type: "resize", tiles: [tile(0)], edge: "se", dx: -2, dy: 1 })).toBe(
      text.replace('"6"', '"4"').replace('"4", "widget"', '"5", "widget"'),
    );
    expect(made(text, { type: "columns", columns: 24 })).toBe(
      text.replace('"12"', '"24"').replace('"6"', '"12"').replace('"4"', '"8"'),
    );
    expect(made(text, { type: "insert", kind: "xyChart" })).toContain('"x_pos": "6"');
    expect(made(text, { type: "insert", kind: "xyChart" })).toMatch(
      /"xy_chart".*"data_sets".*"time_series_query"/s,
    );
  });

  it("is refused while the text is not JSON, and when there is nothing to move", () => {
    const gesture: Gesture = { type: "move", tiles: [tile(9)], dx: 1, dy: 0 };
    expect(made(MOSAIC.replace('"columns"', '"columns'), gesture)).toBe(
      "The text is not valid JSON. Fix its syntax errors first.",
    );
    expect(made(MOSAIC, gesture)).toBe("The tile no longer exists.");
    expect(made('{"gridLayout": {"widgets": [{"blank": {}}]}}', gesture)).toBe(
      "This requires a mosaic layout. Convert the grid layout to a mosaic first.",
    );
    expect(
      made(MOSAIC.replace('"yPos": 16', '"yPos": 2147483640'), { ...gesture, tiles: [tile(2)], dy: 1 }),
    ).toBe("The row is out of range.");
  });
});

describe("tiles that come and go", () => {
  it("a copy stands behind its original, in the habits of the file and without the id", () => {
    expect(changed(MOSAIC, { type: "duplicate", tiles: [tile(0)] })).toEqual([
      '+ { "yPos": 32, "width": 24, "height": 16, "widget": { "title": "CPU", "blank": {} } },',
    ]);
    const lines = made(MOSAIC, { type: "duplicate", tiles: [tile(0)] }).split("\n");
    expect(lines[6]).toBe(
      '      { "yPos": 32, "width": 24, "height": 16, "widget": { "title": "CPU", "blank": {} } },',
    );
  });

  it("a copy of a group comes with copies of its members", () => {
    const result = applyGesture(new Dashboard(MOSAIC), { type: "duplicate", tiles: [tile(2)] });
    expect(result).toMatchObject({ ok: true, select: [tile(4)] });
    expect(
      changed(MOSAIC, { type: "duplicate", tiles: [tile(2)] }).filter((line) => line.startsWith("+")),
    ).toEqual([
      expect.stringMatching(/"yPos": 16.*"blank".*\},$/),
      expect.stringMatching(/"yPos": 32.*"More"/),
      expect.stringMatching(/"yPos": 32.*"blank"/),
    ]);
  });

  it("removing takes out no more than the tile", () => {
    expect(changed(MOSAIC, { type: "remove", tiles: [tile(1)] })).toEqual([
      expect.stringContaining('- { "xPos": 24'),
    ]);
    expect(
      changed(MOSAIC, { type: "remove", tiles: [tile(2)] }).filter((line) => line.startsWith("+")),
    ).toEqual([expect.stringContaining('"Memory"')]);
  });

  it("wrapping puts the group before its members", () => {
    const result = applyGesture(new Dashboard(MOSAIC), {
      type: "wrap",
      tiles: [tile(0), tile(1)],
      title: "Hosts",
    });
    expect(result).toMatchObject({ ok: true, select: [tile(0)] });
    expect(changed(MOSAIC, { type: "wrap", tiles: [tile(0), tile(1)], title: "Hosts" })).toEqual([
      '+ { "width": 48, "height": 16, "widget": { "title": "Hosts", "collapsibleGroup": {} } },',
    ]);
  });

  it("wrapping leaves every other tile as it is written, be it wrong", () => {
    const board = (width: string) => `{
  "mosaicLayout": { "columns": 12, "tiles": [
    { "xPos": 3, "yPos": 20, "width": ${width}, "height": 4, "widget": { "title": "CPU", "blank": {} } },
    { "xPos": 5.5, "width": 4.0, "height": 4, "widget": { "blank": {} } },
    { "xPos": 10, "width": 6, "height": 4, "widget": { "blank": {} } },
    { "xPos": 10, "yPos": 2, "width": 2, "height": 4, "widget": { "blank": {} } }
  ] }
}`;
    const wrap = { type: "wrap", tiles: [tile(0)] } as const;
    expect(changed(board("4"), wrap)).toEqual([
      '+ { "yPos": 20, "width": 12, "height": 4, "widget": { "title": "Group", "collapsibleGroup": {} } },',
    ]);
    expect(made(board("10"), wrap)).toBe('"CPU" extends beyond column 12. Move it first.');
  });

  it("the first tile brings the layout, and the file where that is empty", () => {
    expect(JSON.parse(made("", { type: "insert", kind: "text" }))).toMatchObject({
      displayName: "New dashboard",
      mosaicLayout: { columns: 48, tiles: [{ width: 24, height: 8 }] },
    });
    const none = '{\n  "displayName": "Shop"\n}\n';
    expect(JSON.parse(made(none, { type: "insert", kind: "text" }))).toMatchObject({
      displayName: "Shop",
      mosaicLayout: { columns: 48, tiles: [{ width: 24, height: 8 }] },
    });
    expect(made(none, { type: "compact" })).toBe("The dashboard has no layout yet.");
    expect(made("[]", { type: "insert", kind: "text" })).toBe(
      "The text is not a dashboard: the top level must be an object.",
    );
    const bare = '{ "displayName": "Shop", "mosaicLayout": { "columns": 12 } }';
    expect(made(bare, { type: "insert", kind: "blank" })).toBe(
      bare.replace("12", '12, "tiles": [{ "width": 3, "height": 2, "widget": { "blank": {} } }]'),
    );
  });

  it.each<ContentKind>([
    ...(["xyChart", "scorecard", "timeSeriesTable", "pieChart", "treemap", "text", "alertChart"] as const),
    ...(["incidentList", "logsPanel", "errorReportingPanel", "collapsibleGroup", "singleViewGroup"] as const),
    ...(["sectionHeader", "filterControl", "blank"] as const),
  ])("a new %s gives no finding at all", (kind) => {
    const text = JSON.stringify(
      {
        displayName: "Shop",
        dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone" }],
        mosaicLayout: {
          columns: 48,
          tiles: [{ width: 24, height: 16, widget: { filterControl: { templateVariable: "zone" } } }],
        },
      },
      null,
      2,
    );
    expect(new Dashboard(text).findings).toEqual([]);
    const next = new Dashboard(made(text, { type: "insert", kind }));
    expect(next.findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(Object.keys(JSON.parse(next.text).mosaicLayout.tiles[1].widget)).toContain(kind);
  });
});

describe("titles and folding", () => {
  it("change the one member", () => {
    expect(changed(MOSAIC, { type: "title", tile: tile(1), title: 'RAM "used"' })).toEqual([
      expect.stringContaining('"Memory"'),
      expect.stringContaining('"title": "RAM \\"used\\""'),
    ]);
    expect(made(MOSAIC, { type: "title", tile: tile(3), title: "Space" })).toContain(
      '"widget": { "title": "Space", "blank": {} }',
    );
    expect(made(MOSAIC, { type: "title", tile: tile(0), title: "" })).toContain(
      '"widget": { "id": "cpu", "blank": {} }',
    );
    expect(made(MOSAIC, { type: "title", title: "Store" })).toBe(MOSAIC.replace("Shop", "Store"));
    expect(made(MOSAIC, { type: "fold", tile: tile(2), collapsed: true })).toBe(
      MOSAIC.replace('"collapsibleGroup": {}', '"collapsibleGroup": {"collapsed": true}').replace(
        '{"collapsed": true}',
        '{ "collapsed": true }',
      ),
    );
    expect(made(MOSAIC, { type: "fold", tile: tile(2), collapsed: false })).toBe(MOSAIC);
    expect(made(MOSAIC, { type: "fold", tile: tile(1), collapsed: true })).toBe(
      "A text cannot be collapsed.",
    );
  });
});

describe("grid, row and column layouts", () => {
  const ROWS = `{
  "displayName": "Shop",
  "rowLayout": {
    "rows": [
      {
        "widgets": [
          { "title": "a", "blank": {} },
          { "title": "b", "blank": {} }
        ]
      },
      {},
      { "weight": "2", "widgets": [ { "title": "c",  "blank": {} } ] }
    ]
  }
}
`;
  const widget = (row: number, at: number) => `/rowLayout/rows/${row}/widgets/${at}`;
  const shown = (gesture: Gesture) =>
    JSON.parse(made(ROWS, gesture)).rowLayout.rows.map((row: { widgets?: { title?: string }[] }) =>
      row.widgets?.map(({ title }) => title ?? "?").join(""),
    );

  it("reorder within a line by moving the text", () => {
    expect(made(ROWS, { type: "reorder", tile: widget(0, 1), item: 0 })).toBe(
      ROWS.replace('"a"', '"_"').replace('"b"', '"a"').replace('"_"', '"b"'),
    );
  });

  it("reorder into other lines; a line that was left empty goes", () => {
    expect(shown({ type: "reorder", tile: widget(0, 0), line: 2, item: 0 })).toEqual(["b", undefined, "ac"]);
    expect(shown({ type: "reorder", tile: widget(0, 0), line: 1, item: 0 })).toEqual(["b", "a", "c"]);
    expect(shown({ type: "reorder", tile: widget(2, 0), line: 0, item: 1 })).toEqual(["acb", undefined]);
    const result = applyGesture(new Dashboard(ROWS), {
      type: "reorder",
      tile: widget(0, 0),
      line: 2,
      item: 0,
    });
    expect(result).toMatchObject({ select: [widget(2, 0)] });
  });

  it("insert, duplicate and remove", () => {
    expect(shown({ type: "insert", kind: "xyChart" })).toEqual(["ab", undefined, "cCPU utilization"]);
    expect(shown({ type: "duplicate", tiles: [widget(0, 0), widget(2, 0)] })).toEqual([
      "aab",
      undefined,
      "cc",
    ]);
    expect(shown({ type: "remove", tiles: [widget(2, 0), widget(0, 0)] })).toEqual(["b", undefined]);
    expect(JSON.parse(made('{"rowLayout": {}}', { type: "insert", kind: "blank" }))).toEqual({
      rowLayout: { rows: [{ widgets: [{ blank: {} }] }] },
    });
  });

  it("convert puts a mosaic in the place of the layout and keeps every widget", () => {
    const converted = JSON.parse(made(ROWS, { type: "convert" }));
    expect(Object.keys(converted)).toEqual(["displayName", "mosaicLayout"]);
    expect(converted.mosaicLayout.columns).toBe(48);
    expect(converted.mosaicLayout.tiles.map((t: { widget: { title: string } }) => t.widget.title)).toEqual([
      "a",
      "b",
      "c",
    ]);
    const snake = '{"display_name": "x", "mosaic_layout": null, "grid_layout": {"widgets": [{"blank": {}}]}}';
    expect(Object.keys(JSON.parse(made(snake, { type: "convert" })))).toEqual([
      "display_name",
      "mosaic_layout",
    ]);
  });
});

describe("a dashboard that no service takes", () => {
  const widget = { title: "t", text: { content: "x" } };
  const group = { title: "g", collapsibleGroup: {} };
  it.each([
    ["in a grid", (i: number) => ({ xPos: (i % 4) * 12, yPos: i - (i % 4), width: 12, height: 4, widget })],
    ["in one place", () => ({ width: 12, height: 4, widget })],
    ["over each other", (i: number) => ({ xPos: i % 37, yPos: i % 50, width: 12, height: 400, widget })],
    ["in each other", (i: number) => ({ yPos: i, width: 48, height: 20_000 - 2 * i, widget: group })],
    [
      "far away",
      () => ({ xPos: 2 ** 31 - 1, yPos: 2 ** 31 - 1, width: 2 ** 31 - 1, height: 2 ** 31 - 1, widget }),
    ],
  ])("of 10 000 widgets %s is drawn, and changed in its text only", (_, tileAt) => {
    const tiles = Array.from({ length: 10_000 }, (_, i) => tileAt(i));
    const dashboard = new Dashboard(
      JSON.stringify({ displayName: "d", mosaicLayout: { columns: 48, tiles } }),
    );
    const { document, canonical, findings } = dashboard;
    const picture = pictureOf(document, canonical, findings);
    const move = applyGesture(dashboard, { type: "move", tiles: [tile(0)], dx: 0, dy: 50 });
    expect(picture.tiles).toHaveLength(500);
    expect(move).toEqual({ ok: false, reason: expect.stringContaining("the first 500 widgets of 10,000") });
    const named = applyGesture(dashboard, { type: "title", title: "Smaller" });
    expect(named.ok && named.edits).toHaveLength(1);
  });
});

it("a new chart can have a query in PromQL, which nothing is found in", () => {
  const dashboard = new Dashboard('{ "displayName": "x", "mosaicLayout": { "columns": 48, "tiles": [] } }');
  const result = applyGesture(dashboard, { type: "insert", kind: "xyChart", query: "promql" });
  const text = result.ok ? applyEdits(dashboard.text, result.edits) : "";
  expect(text).toContain("prometheusQuery");
  expect(new Dashboard(text).findings).toEqual([]);
});
