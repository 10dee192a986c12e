import { describe, expect, test } from "vitest";
import { nodeAtPath, pathOf } from "../document/node";
import { readDocument } from "../document/reader";
import { canonicalize, fieldOf, memberOf, memberProperty, messageOf } from "./canonical";

const canonical = (text: string) => canonicalize(readDocument(text));

describe("the canonical value", () => {
  test.each<[string, string, unknown]>([
    ["snake_case", `{"display_name": "a"}`, { displayName: "a" }],
    ["null members", `{"displayName": null, "gridLayout": {"widgets": null}}`, { gridLayout: {} }],
    ["the last of two", `{"displayName": "a", "displayName": "b"}`, { displayName: "b" }],
    ["the last of two spellings", `{"displayName": "a", "display_name": "b"}`, { displayName: "b" }],
    ["a member without value", `{"displayName": , "gridLayout": {}}`, { gridLayout: {} }],
    [
      "int32",
      `{"mosaicLayout": {"columns": "48.0", "tiles": [{"xPos": 1.2e1, "width": "x"}]}}`,
      { mosaicLayout: { columns: 48, tiles: [{ xPos: 12, width: "x" }] } },
    ],
    ["int64 as text", `{"gridLayout": {"columns": "02.0e0"}}`, { gridLayout: { columns: "2" } }],
    [
      "a large int64, unrounded",
      `{"gridLayout": {"columns": "9223372036854775807"}}`,
      { gridLayout: { columns: "9223372036854775807" } },
    ],
    [
      "doubles",
      `{"gridLayout": {"widgets": [{"xyChart": {"thresholds": [{"value": "1e3"}, {"value": "NaN"}, {"value": "a"}]}}]}}`,
      {
        gridLayout: {
          widgets: [{ xyChart: { thresholds: [{ value: 1000 }, { value: "NaN" }, { value: "a" }] } }],
        },
      },
    ],
    [
      "bools",
      `{"gridLayout": {"widgets": [{"pieChart": {"showLabels": "yes"}}, {"pieChart": {"showLabels": "on"}}]}}`,
      { gridLayout: { widgets: [{ pieChart: { showLabels: true } }, { pieChart: { showLabels: "on" } }] } },
    ],
    [
      "enums",
      `{"gridLayout": {"widgets": [{"text": {"format": 1}}, {"text": {"format": "2"}}, {"text": {"format": 99}}, {"text": {"format": "RAW"}}]}}`,
      {
        gridLayout: {
          widgets: [
            { text: { format: "MARKDOWN" } },
            { text: { format: "RAW" } },
            { text: { format: 99 } },
            { text: { format: "RAW" } },
          ],
        },
      },
    ],
    ["maps keep their keys", `{"labels": {"a_b": "x", "aB": "y"}}`, { labels: { a_b: "x", aB: "y" } }],
    ["null in a list stays", `{"gridLayout": {"widgets": [null]}}`, { gridLayout: { widgets: [null] } }],
    [
      "what is unknown stays",
      `{"foo_bar": {"a_b": null}, "baz": null}`,
      { foo_bar: { a_b: null }, baz: null },
    ],
    [
      "what does not apply to stays",
      `{"gridLayout": [], "displayName": 5}`,
      { gridLayout: [], displayName: 5 },
    ],
    ["no object", "[1]", [1]],
    ["nothing", "", undefined],
  ])("%s", (_, text, value) => {
    expect(canonical(text).value).toEqual(value);
  });

  test("a member called __proto__ is a member like any other", () => {
    const value = canonical(`{"__proto__": {"polluted": 1}}`).value as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("endless nesting is no trouble", () => {
    const text = `{"gridLayout": ${"[".repeat(50_000)}`;
    expect(() => canonical(text)).not.toThrow();
    expect(() => canonical("[".repeat(50_000))).not.toThrow();
  });
});

describe("places", () => {
  const text = `{"mosaic_layout": {"tiles": [{"widget": {"xy_chart": {"data_sets": [{"plot_type": 1}]}}}]}, "labels": {"a/b": "c"}}`;
  const document = readDocument(text);
  const it = canonicalize(document);

  test("a pointer in canonical names finds the author's node", () => {
    const node = it.nodeOf("/mosaicLayout/tiles/0/widget/xyChart/dataSets/0/plotType")!;
    expect(pathOf(node)).toEqual([
      "mosaic_layout",
      "tiles",
      0,
      "widget",
      "xy_chart",
      "data_sets",
      0,
      "plot_type",
    ]);
    expect(it.nodeOf("/labels/a~1b")).toMatchObject({ value: "c" });
    expect(it.nodeOf("")).toBe(document.root);
    expect(it.nodeOf("/mosaicLayout/tiles/1")).toBeUndefined();
    expect(it.nodeOf("/mosaicLayout/columns/x")).toBeUndefined();
  });

  test("every node knows its field, and every message its type", () => {
    const at = (...path: (string | number)[]) => nodeAtPath(document.root, path)!;
    const dataSet = at("mosaic_layout", "tiles", 0, "widget", "xy_chart", "data_sets", 0);
    expect(it.messageOf(dataSet)?.name).toBe("DataSet");
    expect(it.fieldOf(dataSet)?.name).toBe("dataSets");
    expect(it.fieldOf(memberOf(dataSet, "plotType")!)?.enum?.name).toBe("XyChart.DataSet.PlotType");
    expect(it.valueOf(dataSet)).toEqual({ plotType: "LINE" });
    expect(it.valueOf(document.root!)).toBe(it.value);
    expect(it.messageOf(at("labels"))).toBeUndefined();
    expect(it.valueOf(at("labels"))).toBeUndefined();
    expect(it.fieldOf(at("labels"))?.kind).toBe("map");
    expect(it.fieldOf(at("labels", "a/b"))).toBeUndefined();
    expect(it.fieldOf(document.root!)).toBeUndefined();
  });

  test("values that a later one replaces are told apart", () => {
    const twice = readDocument(
      `{"gridLayout": {"widgets": []}, "grid_layout": {"columns": "2"}, "gridLayout": {}, "gridLayout": null}`,
    );
    const own = canonicalize(twice);
    const values = twice.root?.kind === "object" ? twice.root.properties.map(({ value }) => value!) : [];
    expect(values.map((value) => own.isReplaced(value))).toEqual([true, true, false, false]);
    expect(own.messageOf(values[0]!)?.name).toBe("GridLayout");
  });

  test("types found through the parents are the same", () => {
    const broken = readDocument(
      `{"gridLayout": {"widgets": {"text": {}}}, "mosaicLayout": [{"tiles": []}], "x": {"y": {}}}`,
    );
    for (const { root } of [document, broken]) {
      const own = canonicalize({ ...document, root });
      const stack = [root!];
      for (let node = stack.pop(); node; node = stack.pop()) {
        expect(messageOf(node)).toBe(own.messageOf(node));
        expect(fieldOf(node)).toBe(own.fieldOf(node));
        if (node.kind === "array") stack.push(...node.items);
        if (node.kind === "object") stack.push(...node.properties.map((property) => property.value!));
      }
    }
  });

  test.each<[string, string, unknown]>([
    [`{"displayName": "a"}`, "displayName", "a"],
    [`{"display_name": "a"}`, "displayName", "a"],
    [`{"display_name": "a", "displayName": null}`, "displayName", "a"],
    [`{"displayName": "a", "displayName": "b"}`, "displayName", "b"],
    [`{"displayName": null}`, "displayName", undefined],
    [`{"DisplayName": "a"}`, "displayName", undefined],
    [`{"etag": 5}`, "etag", 5],
  ])("member %s %s", (source, name, value) => {
    const { root } = readDocument(source);
    const found = memberOf(root, name);
    expect(found && "value" in found ? found.value : found).toBe(value);
    expect(memberProperty(root, name)?.value).toBe(found);
  });

  test("a map has no spellings", () => {
    const { root } = readDocument(`{"labels": {"a_b": "x"}}`);
    expect(memberOf(memberOf(root, "labels"), "aB")).toBeUndefined();
  });
});
