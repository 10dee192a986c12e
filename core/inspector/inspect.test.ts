import { describe, expect, it } from "vitest";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { fixesOf } from "../features/changing/fixes";
import { applyGesture } from "../features/changing/gestures";
import { startValue } from "../features/completion/start-value";
import type { FieldChange } from "../grid/moves/field-change";
import { messageType } from "../schema/messages";
import { inspect } from "./inspect";
import { type FieldModel, type Inspection, readInspection } from "./model";

const TILE = "/mosaicLayout/tiles/0/widget";

const chart = (widget: object, rest: object = {}) =>
  JSON.stringify(
    {
      displayName: "Shop",
      mosaicLayout: { columns: 48, tiles: [{ width: 24, height: 16, widget }] },
      ...rest,
    },
    null,
    2,
  );
const CHART = chart({
  title: "Requests",
  xyChart: {
    dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" }, plotType: "LINE", legendTemplate: "x" }],
    thresholds: [{ value: 1 }, { value: 2, label: "SLO" }],
  },
});

function formOf(text: string, tiles: readonly string[] = [TILE]): Inspection {
  const dashboard = new Dashboard(text);
  const found = inspect(dashboard, tiles, dashboard.findings, 1, (finding) =>
    fixesOf(dashboard, finding).map(({ title }) => title),
  );
  // What is sent is what is read at the other end.
  expect(readInspection(JSON.parse(JSON.stringify(found)))).toEqual(found);
  return found!;
}

/** The text after changes, or why they are not made. */
function changed(text: string, changes: readonly FieldChange[], tiles: readonly string[] = [TILE]): string {
  const dashboard = new Dashboard(text);
  const result = applyGesture(dashboard, { type: "fields", tiles, changes }, (finding) =>
    fixesOf(dashboard, finding),
  );
  return result.ok ? applyEdits(text, result.edits) : result.reason;
}

/** Lines that an edit takes out and puts in. */
function diff(before: string, after: string): string[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  return [
    ...a.filter((line) => !b.includes(line)).map((line) => `- ${line.trim()}`),
    ...b.filter((line) => !a.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

function find(form: Inspection, pointer: string): FieldModel | undefined {
  const search = (fields: readonly FieldModel[]): FieldModel | undefined => {
    for (const field of fields) {
      const found =
        field.pointer === pointer ? field : search([...(field.fields ?? []), ...(field.entries ?? [])]);
      if (found) return found;
    }
    return undefined;
  };
  return search(form.fields);
}

describe("the form", () => {
  it("has the members of a tile with values, defaults and lines", () => {
    const form = formOf(CHART);
    expect(form.fields.map(({ type }) => form.types[type]!.label)).toEqual([
      "Title",
      "Type",
      "Time range",
      "Visibility condition",
      "ID",
      "X position",
      "Y position",
      "Width",
      "Height",
    ]);
    expect(form.fields[1]).toMatchObject({ value: "xyChart", line: 11 });
    const set = "/mosaicLayout/tiles/0/widget/xyChart/dataSets/0";
    expect(find(form, `${set}/plotType`)).toMatchObject({ value: "LINE", stamps: [expect.any(String)] });
    expect(find(form, `${set}/targetAxis`)).toMatchObject({ stamps: [null] });
    expect(form.types["DataSet.targetAxis"]).toMatchObject({ control: "choice", default: "Y1" });
    expect(find(form, set)?.summary).toBe("PromQL: up · Line · x");
  });

  it("names the choices of an enum in words, with their descriptions", () => {
    const { types } = formOf(CHART);
    const choices = types["DataSet.plotType"]!.choices!;
    expect(choices.map(({ value, label }) => `${value} ${label}`)).toEqual([
      "LINE Line",
      "STACKED_AREA Stacked area",
      "STACKED_BAR Stacked bar",
      "HEATMAP Heatmap",
    ]);
    expect(choices.every(({ description }) => description !== "")).toBe(true);
  });

  it("is about the dashboard without a tile", () => {
    const form = formOf(CHART, []);
    const labels = form.fields.map(({ type }) => form.types[type]!.label);
    expect(labels.slice(0, 2)).toEqual(["Display name", "Description"]);
    expect(labels).toEqual(expect.arrayContaining(["Dashboard filters", "Annotations", "Labels", "Layout"]));
    // Tiles are what is selected in the picture.
    expect(find(form, "/mosaicLayout/tiles")).toBeUndefined();
  });

  it("has the members in common of several tiles, and says where they differ", () => {
    const text = JSON.stringify({
      displayName: "Shop",
      gridLayout: {
        widgets: [
          { title: "A", text: { content: "x", format: "RAW" } },
          { title: "B", text: { content: "x" } },
        ],
      },
    });
    const form = formOf(text, ["/gridLayout/widgets/0", "/gridLayout/widgets/1"]);
    expect(find(form, "/gridLayout/widgets/0/title")).toMatchObject({ mixed: true });
    expect(find(form, "/gridLayout/widgets/0/text/content")).toMatchObject({ value: "x" });
    expect(find(form, "/gridLayout/widgets/0/text/format")).toMatchObject({ mixed: true });
    const change: FieldChange = { op: "set", pointer: "/title", value: "C" };
    const after = changed(text, [change], form.tiles);
    expect(JSON.parse(after).gridLayout.widgets.map(({ title }: { title: string }) => title)).toEqual([
      "C",
      "C",
    ]);
  });

  it("shows findings at their fields, with their fixes", () => {
    const form = formOf(
      chart({ xyChart: { dataSets: [{ timeSeriesQuery: {} }], thresholds: [{ value: 1, color: "RED" }] } }),
    );
    const at = `${TILE}/xyChart`;
    expect(find(form, `${at}/dataSets/0/timeSeriesQuery#source`)?.findings?.[0]?.message).toMatch(
      /needs a source/,
    );
    expect(find(form, `${at}/thresholds/0/color`)?.findings).toEqual([
      expect.objectContaining({ code: "threshold-members", fixes: ['Remove "color"'] }),
    ]);
  });

  it("keeps what it cannot show: other types, unknown members, placeholders", () => {
    const form = formOf(chart({ title: ["a"], colour: 1, text: { content: "b" } }));
    expect(find(form, `${TILE}/title`)).toMatchObject({ foreign: '["a"]' });
    expect(find(form, `${TILE}/colour`)).toMatchObject({ foreign: "1" });
  });

  it("is not made for a tile that is not there", () => {
    const dashboard = new Dashboard(CHART);
    expect(inspect(dashboard, ["/mosaicLayout/tiles/7/widget"], [], 1, () => [])).toBeUndefined();
    expect(formOf(CHART.slice(0, -3)).readOnly).toMatch(/not valid JSON/);
  });
});

describe("a change", () => {
  it.each<[string, FieldChange[], string[]]>([
    [
      "sets a value",
      [{ op: "set", pointer: "/widget/title", value: "Rate" }],
      ['- "title": "Requests",', '+ "title": "Rate",'],
    ],
    [
      "adds a member where the schema has it, with the objects around it",
      [{ op: "set", pointer: "/widget/xyChart/yAxis/scale", value: "LOG10" }],
      ["- ]", '+ "yAxis": {', '+ "scale": "LOG10"', "+ }"],
    ],
    ["takes a member out", [{ op: "unset", pointer: "/widget/title" }], ['- "title": "Requests",']],
    [
      "moves a tile by its position",
      [{ op: "set", pointer: "/width", value: 12 }],
      ['- "width": 24,', '+ "width": 12,'],
    ],
  ])("%s", (_, changes, expected) => {
    expect(diff(CHART, changed(CHART, changes))).toEqual(expected);
  });

  it("changes lists: adds, duplicates, moves and removes entries", () => {
    const thresholds = (text: string) => JSON.parse(text).mosaicLayout.tiles[0].widget.xyChart.thresholds;
    const list = "/widget/xyChart/thresholds";
    const added = changed(CHART, [{ op: "insert", pointer: list, index: 2 }]);
    expect(thresholds(added)).toEqual([
      { value: 1 },
      { value: 2, label: "SLO" },
      expect.objectContaining({ value: 0.8 }),
    ]);
    expect(thresholds(changed(CHART, [{ op: "move", pointer: list, from: 0, to: 1 }]))[1]).toEqual({
      value: 1,
    });
    expect(thresholds(changed(CHART, [{ op: "duplicate", pointer: `${list}/1` }]))).toHaveLength(3);
    const one = changed(CHART, [{ op: "remove", pointer: `${list}/0` }]);
    expect(thresholds(one)).toEqual([{ value: 2, label: "SLO" }]);
    // An empty list would say nothing.
    expect(thresholds(changed(one, [{ op: "remove", pointer: `${list}/0` }]))).toBeUndefined();
  });

  it("changes maps", () => {
    const text = chart({ title: "A", text: {} }, { labels: { team: "shop" } });
    const labels = (after: string) => JSON.parse(after).labels;
    expect(
      labels(changed(text, [{ op: "insert", pointer: "/labels", index: 1, key: "a/b", value: "c" }], [])),
    ).toEqual({
      team: "shop",
      "a/b": "c",
    });
    expect(labels(changed(text, [{ op: "rename", pointer: "/labels/team", key: "squad" }], []))).toEqual({
      squad: "shop",
    });
    expect(labels(changed(text, [{ op: "remove", pointer: "/labels/team" }], []))).toBeUndefined();
  });

  it("of the kind keeps the queries and what both kinds have", () => {
    const widget = (text: string) => JSON.parse(text).mosaicLayout.tiles[0].widget;
    const choose = (text: string, member: string) =>
      changed(text, [{ op: "choose", pointer: "/widget", choice: "content", member }]);
    const table = choose(CHART, "timeSeriesTable");
    expect(widget(table)).toMatchObject({
      title: "Requests",
      timeSeriesTable: { dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" }, tableTemplate: "x" }] },
    });
    const score = widget(choose(table, "scorecard")).scorecard;
    expect(score.timeSeriesQuery).toEqual({ prometheusQuery: "up" });
    const pie = widget(choose(choose(CHART, "scorecard"), "pieChart")).pieChart;
    expect(pie).toMatchObject({
      chartType: expect.any(String),
      dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }],
    });
    // Nothing in common: what a new widget of the kind has.
    expect(widget(choose(CHART, "text")).text).toHaveProperty("content");
    expect(widget(choose(choose(CHART, "text"), "xyChart")).xyChart.dataSets).toHaveLength(1);
  });

  it("of the query keeps the filter of a ratio", () => {
    const filter = { filter: 'metric.type="a.googleapis.com/b"', aggregation: { alignmentPeriod: "60s" } };
    const text = chart({ scorecard: { timeSeriesQuery: { timeSeriesFilter: filter, unitOverride: "s" } } });
    const query = (after: string) => JSON.parse(after).mosaicLayout.tiles[0].widget.scorecard.timeSeriesQuery;
    const pointer = "/widget/scorecard/timeSeriesQuery";
    const ratio = changed(text, [
      { op: "choose", pointer, choice: "source", member: "timeSeriesFilterRatio" },
    ]);
    expect(query(ratio)).toMatchObject({ timeSeriesFilterRatio: { numerator: filter }, unitOverride: "s" });
    const back = changed(ratio, [{ op: "choose", pointer, choice: "source", member: "timeSeriesFilter" }]);
    expect(query(back)).toEqual({ timeSeriesFilter: filter, unitOverride: "s" });
  });

  it("is not made where the text has another value by now", () => {
    const form = formOf(CHART);
    const { stamps } = find(form, `${TILE}/title`)!;
    const change: FieldChange = { op: "set", pointer: "/widget/title", value: "Rate", stamps };
    const meanwhile = CHART.replace("Requests", "Responses");
    expect(changed(CHART, [change])).toContain('"Rate"');
    expect(changed(meanwhile, [change])).toMatch(/changed in the meantime/);
  });

  it("follows the naming style of the file, and quoted numbers", () => {
    const text = JSON.stringify({ display_name: "A", grid_layout: { columns: 2, widgets: [{ text: {} }] } });
    const tiles = ["/gridLayout/widgets/0"];
    expect(
      changed(text, [{ op: "set", pointer: "/timeRange/relativeDuration", value: "60s" }], tiles),
    ).toContain('"text":{},"time_range":{"relative_duration":"60s"}');
    expect(changed(text, [{ op: "set", pointer: "/gridLayout/columns", value: "3" }], [])).toContain(
      '"columns":3',
    );
  });

  it("makes several changes as one, each on what those before it leave", () => {
    const list = "/widget/xyChart/thresholds";
    const after = changed(CHART, [
      { op: "remove", pointer: `${list}/0` },
      { op: "set", pointer: `${list}/0/label`, value: "Goal" },
    ]);
    expect(diff(CHART, after)).toContain('+ "label": "Goal"');
    expect(JSON.parse(after).mosaicLayout.tiles[0].widget.xyChart.thresholds).toEqual([
      { value: 2, label: "Goal" },
    ]);
  });

  it("applies a fix at its field", () => {
    const text = chart({
      xyChart: {
        dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }],
        thresholds: [{ value: 1, color: "RED" }],
      },
    });
    const pointer = "/widget/xyChart/thresholds/0/color";
    const fix: FieldChange = { op: "fix", pointer, code: "threshold-members", title: 'Remove "color"' };
    expect(changed(text, [fix])).not.toContain("RED");
    expect(changed(CHART, [fix])).toMatch(/no longer there/);
  });
});

describe("every member of the schema", () => {
  /** Members that are no part of a form: tiles are selected in the picture. */
  const TILES = ["MosaicLayout.tiles", "GridLayout.widgets", "Row.widgets", "Column.widgets"];

  it("is reached from the form of a tile or of the dashboard, through what the form itself adds", () => {
    const reached = new Set<string>();
    const seen = new Set<string>();
    /** Follows all that a form offers: members, entries that it can add, members that it can choose. */
    const follow = (text: string, tiles: readonly string[], depth: number): void => {
      if (!text.startsWith("{")) throw new Error(text);
      const form = formOf(text, tiles);
      const start = tiles[0]?.replace(/\/widget$/, "") ?? "";
      const visit = (fields: readonly FieldModel[]): void => {
        for (const field of fields) {
          const type = form.types[field.type]!;
          if (!type.container || field.type.endsWith("[]")) reached.add(field.type.replace("[]", ""));
          else reached.add(field.type);
          visit(field.fields ?? []);
          visit(field.entries ?? []);
          const relative = field.pointer.slice(start.length);
          if (depth > 30) continue;
          const isFirst = !seen.has(field.type);
          seen.add(field.type);
          if (type.container === "list" && type.control === "object" && !field.entries?.length && isFirst)
            follow(changed(text, [{ op: "insert", pointer: relative, index: 0 }], tiles), tiles, depth + 1);
          if (type.control !== "oneof" || !isFirst) continue;
          const [pointer, choice] = relative.split("#") as [string, string];
          for (const { value } of type.choices!) {
            if (value === field.value) continue;
            follow(
              changed(text, [{ op: "choose", pointer, choice, member: value }], tiles),
              tiles,
              depth + 1,
            );
          }
        }
      };
      visit(form.fields);
    };
    follow(CHART, [TILE], 0);
    follow(CHART, [], 0);
    for (const layout of ["rowLayout", "columnLayout"])
      follow(
        JSON.stringify({
          displayName: "A",
          [layout]: { [layout === "rowLayout" ? "rows" : "columns"]: [{ weight: "1", widgets: [] }] },
        }),
        [],
        0,
      );
    const missing = messages().filter((member) => !reached.has(member) && !TILES.includes(member));
    expect(missing).toEqual([]);
  });

  it("has a start value that its own form can show", () => {
    const dashboard = new Dashboard(CHART);
    const widget = messageType("Widget");
    for (const field of widget.fields) expect(startValue(dashboard, widget, field), field.name).toBeDefined();
  });
});

function messages(): string[] {
  const names = new Set<string>();
  const open = [messageType("Dashboard")];
  const out: string[] = [];
  for (let type = open.pop(); type; type = open.pop()) {
    if (names.has(type.name)) continue;
    names.add(type.name);
    for (const field of type.fields) {
      if (field.name !== "widget" || type.name !== "Tile") out.push(`${type.name}.${field.name}`);
      if (field.message) open.push(field.message);
    }
  }
  return out;
}
