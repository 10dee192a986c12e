import { describe, expect, test } from "vitest";
import { marked } from "../../test/support/marked";
import { checkText } from "../check";

const BLANK = `"widget": {"blank": {}}`;
const rect = (x: string, y: string, w: string, h: string) =>
  `"xPos": ${x}, "yPos": ${y}, "width": ${w}, "height": ${h}`;
const mosaic = (...tiles: string[]) =>
  `{"displayName": "a", "mosaicLayout": {"columns": 48, "tiles": [${tiles.map((tile) => `{${tile}}`).join(", ")}]}}`;
const holding = (content: string, title = "") =>
  `"widget": {${title && `"title": "${title}", `}"${content}": {}}`;

/** Codes and texts of what is found, the related places after an arrow. */
function run(source: string) {
  const { text, spans } = marked(source);
  const findings = checkText(text);
  return {
    findings,
    places: findings.map(({ offset, length }) => ({ offset, length })),
    codes: findings.map(({ code, severity }) => `${severity} ${code}`),
    spans,
  };
}

describe("tile-beyond-columns", () => {
  test.each<[string, string, RegExp]>([
    [
      "too wide",
      mosaic(`${rect("40", "0", "⟦9⟧", "4")}, ${BLANK}`),
      /^Tile 1 extends to column 49 in a mosaic with 48 columns\. Make it 1 narrower/,
    ],
    [
      "too wide from the left edge",
      mosaic(`"width": ⟦49⟧, "height": 4, ${BLANK}`),
      /^Tile 1 extends to column 49/,
    ],
    [
      "wholly outside",
      mosaic(`${rect("⟦48⟧", "0", "1", "4")}, ${BLANK}`),
      /^Tile 1 starts at column 48 .*Move it left\.$/,
    ],
    ["numbers as text", mosaic(`${rect(`"40"`, "0", `⟦"9"⟧`, "4")}, ${BLANK}`), /extends to column 49/],
    [
      "named by its title",
      mosaic(`${rect("40", "0", "⟦9⟧", "4")}, ${holding("blank", "Errors")}`),
      /^"Errors" extends/,
    ],
    [
      "moved off the line that the others keep",
      mosaic(`${rect("24", "0", "24", "4")}, ${BLANK}}, {${rect("⟦25⟧", "4", "24", "4")}, ${BLANK}`),
      /^Tile 2 extends to column 49/,
    ],
    [
      "too wide beside others",
      mosaic(`${rect("24", "0", "24", "4")}, ${BLANK}}, {${rect("24", "4", "⟦25⟧", "4")}, ${BLANK}`),
      /^Tile 2 extends to column 49/,
    ],
    ["a group", mosaic(`"width": ⟦60⟧, "height": 4, ${holding("collapsibleGroup")}`), /extends to column 60/],
  ])("%s", (_, source, message) => {
    const { findings, places, codes, spans } = run(source);
    expect(codes).toEqual(["error tile-beyond-columns"]);
    expect(places).toEqual(spans);
    expect(findings[0]!.message).toMatch(message);
  });

  test.each([
    ["up to the edge", mosaic(`${rect("24", "0", "24", "4")}, ${BLANK}`)],
    ["any number of rows", mosaic(`${rect("0", "9000", "24", "400")}, ${BLANK}`)],
  ])("fine: %s", (_, source) => {
    expect(run(source).codes).toEqual([]);
  });

  test("nothing is said when the columns themselves are wrong", () => {
    const source = mosaic(`${rect("40", "0", "9", "4")}, ${BLANK}`);
    expect(run(source.replace(`"columns": 48`, `"columns": 0`)).codes).toEqual(["error out-of-range"]);
    expect(run(source.replace(`"columns": 48,`, "")).codes).toEqual(["error missing-member"]);
  });
});

describe("tile-overlap", () => {
  const group = (kind: string, x: number, y: number, w: number, h: number) =>
    `${rect(`${x}`, `${y}`, `${w}`, `${h}`)}, ${holding(kind)}`;
  const at = (x: number, y: number, w: number, h: number) => group("blank", x, y, w, h);

  test.each<[string, string[]]>([
    ["side by side", [at(0, 0, 24, 16), at(24, 0, 24, 16)]],
    ["one below the other", [at(0, 0, 24, 16), at(0, 16, 24, 16)]],
    [
      "inside a collapsible group",
      [group("collapsibleGroup", 0, 0, 48, 16), at(0, 0, 24, 16), at(24, 0, 24, 16)],
    ],
    [
      "the group after its members",
      [at(0, 0, 24, 16), at(24, 0, 24, 16), group("collapsibleGroup", 0, 0, 48, 16)],
    ],
    ["filling a collapsible group", [group("collapsibleGroup", 0, 0, 48, 16), at(0, 0, 48, 16)]],
    ["inside a single-view group", [group("singleViewGroup", 0, 0, 48, 16), at(0, 0, 48, 16)]],
    [
      "stacked in a single-view group",
      [group("singleViewGroup", 0, 0, 48, 16), at(0, 0, 48, 16), at(0, 0, 48, 16), at(0, 0, 24, 8)],
    ],
    [
      "a single-view group in a collapsible one",
      [
        group("collapsibleGroup", 0, 0, 48, 32),
        group("singleViewGroup", 0, 0, 48, 16),
        at(0, 0, 48, 16),
        at(0, 0, 48, 16),
        at(0, 16, 48, 16),
      ],
    ],
    [
      "both groups of the same size",
      [
        group("collapsibleGroup", 0, 0, 48, 16),
        group("singleViewGroup", 0, 0, 48, 16),
        at(0, 0, 48, 16),
        at(0, 0, 48, 16),
      ],
    ],
  ])("fine: %s", (_, tiles) => {
    expect(run(mosaic(...tiles, `${rect("0", "100", "48", "1")}, ${BLANK}`)).codes).toEqual([]);
  });

  const marks = (x: string, y: string) => `${rect(x, y, "24", "16")}, ${BLANK}`;
  test.each<[string, string[], string]>([
    ["half", [marks("0", "⟦0⟧"), marks("12", "⟦8⟧")], "Tile 2 overlaps tile 1."],
    ["the same place", [marks("0", "⟦0⟧"), marks("0", "⟦0⟧")], "Tile 2 overlaps tile 1."],
    [
      "no position written",
      [`"width": 4, "height": ⟦4⟧, ${BLANK}`, `"width": 4, "height": ⟦4⟧, ${BLANK}`],
      "Tile 2 overlaps tile 1.",
    ],
    [
      "a tile that sticks out of a group",
      [
        `${rect("0", "⟦0⟧", "24", "8")}, ${holding("collapsibleGroup", "Traffic")}`,
        `${rect("0", "⟦4⟧", "24", "8")}, ${holding("blank", "Errors")}`,
      ],
      `"Errors" overlaps "Traffic".`,
    ],
    [
      "two in one collapsible group",
      [
        `${rect("0", "⟦0⟧", "4", "4")}, ${BLANK}`,
        `${rect("0", "⟦0⟧", "4", "4")}, ${BLANK}`,
        `${rect("0", "0", "48", "8")}, ${holding("collapsibleGroup")}`,
      ],
      "Tile 2 overlaps tile 1.",
    ],
  ])("%s", (_, tiles, message) => {
    const { findings, places, codes, spans } = run(mosaic(...tiles));
    expect(codes).toEqual(["error tile-overlap"]);
    expect(findings[0]!.message.startsWith(message)).toBe(true);
    expect([findings[0]!.related![0]!, places[0]!].map(({ offset, length }) => ({ offset, length }))).toEqual(
      spans,
    );
  });

  test("where a group lies elsewhere than it says, nothing is said about overlaps", () => {
    const members = [at(0, 0, 48, 16), at(0, 0, 48, 16)];
    const unplaced = `"width": 48, "height": "tall", ${holding("singleViewGroup")}`;
    expect(run(mosaic(unplaced, ...members)).codes).toEqual(["error not-an-integer"]);
    const unknown = `"width": 48, "height": 16, "widget": {"tabGroup": {}}`;
    expect(run(mosaic(unknown, ...members)).codes).toEqual(["error unknown-member"]);
  });

  test("a tile over several others is one finding that names them all", () => {
    const { findings } = run(mosaic(at(0, 0, 8, 8), at(8, 0, 8, 8), at(16, 0, 8, 8), at(0, 0, 48, 8)));
    expect(findings).toHaveLength(1);
    expect(findings[0]!.message).toMatch(/^Tile 4 overlaps tile 1 and 2 more\./);
    expect(findings[0]!.related!.map(({ message }) => message)).toEqual([
      "tile 1 is here.",
      "tile 2 is here.",
      "tile 3 is here.",
    ]);
  });

  test("a hundred tiles on one place are a hundred findings, not five thousand", () => {
    const { findings } = run(mosaic(...Array.from({ length: 89 }, () => at(0, 0, 4, 4))));
    expect(findings).toHaveLength(88);
    expect(Math.max(...findings.map(({ related }) => related!.length))).toBe(8);
  });
});

describe("mosaic-only", () => {
  test.each(["collapsibleGroup", "singleViewGroup", "sectionHeader"])("%s", (kind) => {
    for (const layout of [
      `"gridLayout": {"widgets": [{⟦"${kind}"⟧: {}}]}`,
      `"rowLayout": {"rows": [{"widgets": [{⟦"${kind}"⟧: {}}]}]}`,
      `"column_layout": {"columns": [{"widgets": [{⟦"${kind.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}"⟧: {}}]}]}`,
    ]) {
      const { codes, places, spans } = run(`{"displayName": "a", ${layout}}`);
      expect(codes).toEqual(["error mosaic-only"]);
      expect(places).toEqual(spans);
    }
    expect(run(mosaic(`"width": 4, "height": 4, ${holding(kind)}`)).codes).toEqual([]);
    expect(
      run(`{"displayName": "a", "gridLayout": {"widgets": [{"blank": {}, "${kind}": null}]}}`).codes,
    ).toEqual([]);
  });
});

describe("too-many-widgets", () => {
  const many = (count: number) => Array.from({ length: count }, () => `{"blank": {}}`).join(", ");
  test.each<[string, string, string[]]>([
    ["89", `"gridLayout": {"widgets": [${many(89)}]}`, []],
    ["90", `⟦"gridLayout"⟧: {"widgets": [${many(90)}]}`, ["hint too-many-widgets"]],
    ["100", `⟦"gridLayout"⟧: {"widgets": [${many(100)}]}`, ["hint too-many-widgets"]],
    ["101", `⟦"gridLayout"⟧: {"widgets": [${many(101)}]}`, ["error too-many-widgets"]],
    [
      "60 + 60 in rows",
      `⟦"rowLayout"⟧: {"rows": [{"widgets": [${many(60)}]}, {"widgets": [${many(60)}]}]}`,
      ["error too-many-widgets"],
    ],
    [
      "60 + 60 in columns",
      `⟦"columnLayout"⟧: {"columns": [{"widgets": [${many(60)}]}, {"widgets": [${many(60)}]}]}`,
      ["error too-many-widgets"],
    ],
  ])("%s", (_, layout, expected) => {
    const { codes, places, spans } = run(`{"displayName": "a", ${layout}}`);
    expect(codes).toEqual(expected);
    expect(places).toEqual(spans);
  });
});

describe("the dashboard as a whole", () => {
  const dashboard = (members: string) =>
    `{"displayName": "a", "gridLayout": {"widgets": [{"blank": {}}]}, ${members}}`;
  test.each<[string, string, string[]]>([
    ["an etag", dashboard(`⟦"etag"⟧: "x"`), ["hint etag-in-file"]],
    ["an empty etag", dashboard(`"etag": ""`), []],
    [
      "an empty title",
      `{"displayName": ⟦""⟧, "gridLayout": {"widgets": [{"blank": {}}]}}`,
      ["hint empty-title"],
    ],
    [
      "a title of spaces",
      `{"display_name": ⟦"  "⟧, "gridLayout": {"widgets": [{"blank": {}}]}}`,
      ["hint empty-title"],
    ],
    ["no tiles", `{"displayName": "a", ⟦"mosaicLayout"⟧: {"columns": 48}}`, ["hint empty-dashboard"]],
    [
      "rows without widgets",
      `{"displayName": "a", ⟦"rowLayout"⟧: {"rows": [{}, {}]}}`,
      ["hint empty-dashboard"],
    ],
    [
      "a tile without widget",
      mosaic(`"width": 4, "height": 4`).replace(`{"width"`, `⟦{⟧"width"`),
      ["warning tile-without-widget"],
    ],
    [
      "a tile whose widget is null",
      mosaic(`"width": 4, "height": 4, "widget": null`).replace(`{"width"`, `⟦{⟧"width"`),
      ["warning tile-without-widget"],
    ],
    [
      "two ids alike",
      `{"displayName": "a", "gridLayout": {"widgets": [{"id": "a", "blank": {}}, {"id": ⟦"a"⟧, "blank": {}}]}}`,
      ["warning duplicate-widget-id"],
    ],
    [
      "empty ids",
      `{"displayName": "a", "gridLayout": {"widgets": [{"id": "", "blank": {}}, {"id": "", "blank": {}}]}}`,
      [],
    ],
    [
      "ids in rows",
      `{"displayName": "a", "rowLayout": {"rows": [{"widgets": [{"id": "a", "blank": {}}]}, {"widgets": [{"id": ⟦"a"⟧, "blank": {}}]}]}}`,
      ["warning duplicate-widget-id"],
    ],
  ])("%s", (_, source, expected) => {
    const { codes, places, spans } = run(source);
    expect(codes).toEqual(expected);
    expect(places).toEqual(spans);
  });
});
