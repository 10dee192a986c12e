import { describe, expect, it } from "vitest";
import { readDocument } from "../../document/reader";
import type { Finding } from "../../finding";
import { applyPatch } from "../../grid/picture-patch";
import { canonicalize } from "../../schema/canonical";
import { PictureTracker, pictureOf, rangeOfTile, tileAtOffset } from "./picture";

const MOSAIC = `{
  "display_name": "Shop",
  "mosaic_layout": {
    "columns": "12",
    "tiles": [
      { "width": 6, "height": 4, "widget": { "title": "Orders", "xy_chart": { "data_sets": [] } } },
      { "x_pos": 6, "width": 6, "height": 4, "widget": { "title": "Note", "text": { "content": "hi" } } }
    ]
  }
}`;
const GRID = `{ "displayName": "G", "gridLayout": { "widgets": [ { "title": "A", "blank": {} }, null, { "title": "B", "text": {} } ] } }`;

function read(text: string) {
  const document = readDocument(text);
  return { document, canonical: canonicalize(document) };
}

function finding(text: string, at: string, severity: Finding["severity"], related?: string): Finding {
  return {
    code: "x",
    severity,
    message: `about ${at}`,
    offset: text.indexOf(at),
    length: at.length,
    ...(related ? { related: [{ offset: text.indexOf(related), length: 1, message: "locally" }] } : {}),
  };
}

describe("pictureOf", () => {
  it("reads every spelling the service reads", () => {
    const { document, canonical } = read(MOSAIC);
    const picture = pictureOf(document, canonical, []);
    expect(picture).toMatchObject({ title: "Shop", layout: "mosaic", columns: 12, rows: 4, widgets: 2 });
    expect(picture.tiles.map(({ title, kind, x, w }) => ({ title, kind, x, w }))).toEqual([
      { title: "Orders", kind: "xyChart", x: 0, w: 6 },
      { title: "Note", kind: "text", x: 6, w: 6 },
    ]);
  });

  it("puts each finding on its tile, errors first, and counts all of them", () => {
    const { document, canonical } = read(MOSAIC);
    const findings = [
      finding(MOSAIC, '"x_pos"', "warning"),
      finding(MOSAIC, '"Note"', "error"),
      finding(MOSAIC, '"display_name"', "error"),
      finding(MOSAIC, '"Orders"', "hint"),
    ];
    const picture = pictureOf(document, canonical, findings);
    expect(picture.problems).toEqual({ errors: 2, warnings: 1 });
    expect(picture.tiles[0]!.findings).toBeUndefined();
    expect(picture.tiles[1]!.findings).toEqual({
      errors: 1,
      warnings: 1,
      messages: ['about "Note"', 'about "x_pos"'],
    });
  });

  it("shows a finding about two tiles on both", () => {
    const { document, canonical } = read(MOSAIC);
    const picture = pictureOf(document, canonical, [finding(MOSAIC, '"Orders"', "error", '"Note"')]);
    expect(picture.tiles.map((tile) => tile.findings?.errors)).toEqual([1, 1]);
  });

  it.each([
    "",
    "[]",
    "3",
    '{"mosaicLayout":3}',
    '{"mosaicLayout":{"tiles":[null,1,{}]}}',
    '{"gridLayout":{"widgets":{}}}',
    '{"rowLayout":{"rows":[{},null]}}',
  ])("survives %s", (text) => {
    const { document, canonical } = read(text);
    expect(() => pictureOf(document, canonical, [])).not.toThrow();
  });
});

describe("rangeOfTile and tileAtOffset", () => {
  it.each([
    [MOSAIC, '"Orders"', "/mosaicLayout/tiles/0/widget"],
    [MOSAIC, '"x_pos"', "/mosaicLayout/tiles/1/widget"],
    [MOSAIC, '"display_name"', undefined],
    [GRID, '"A"', "/gridLayout/widgets/0"],
    [GRID, '"B"', "/gridLayout/widgets/2"],
    [GRID, "null", undefined],
  ])("are inverse: %#", (text, at, id) => {
    const { document, canonical } = read(text);
    const offset = text.indexOf(at);
    expect(tileAtOffset(canonical, document, offset + 1)).toBe(id);
    if (id === undefined) return;
    const span = rangeOfTile(canonical, id)!;
    expect(text.slice(span.offset, span.offset + span.length)).toMatch(/^\{[\s\S]*\}$/);
    expect(span.offset).toBeLessThan(offset);
    expect(span.offset + span.length).toBeGreaterThan(offset);
    expect(tileAtOffset(canonical, document, span.offset + 0.5)).toBe(id);
  });

  it("gives the whole tile of a mosaic, position included", () => {
    const { canonical } = read(MOSAIC);
    const span = rangeOfTile(canonical, "/mosaicLayout/tiles/1/widget")!;
    expect(MOSAIC.slice(span.offset, span.offset + 12)).toBe('{ "x_pos": 6');
  });

  it("finds dashboard filters too and nothing for an id that is not there", () => {
    const text = '{"dashboardFilters":[{"labelKey":"zone"}]}';
    const { canonical } = read(text);
    expect(rangeOfTile(canonical, "/dashboardFilters/0")).toEqual({ offset: 21, length: 19 });
    expect(rangeOfTile(canonical, "/mosaicLayout/tiles/9/widget")).toBeUndefined();
    expect(rangeOfTile(canonical, "nonsense")).toBeUndefined();
  });
});

describe("PictureKeeper", () => {
  const ask = (keeper: PictureTracker, text: string, known?: number, findings: Finding[] = []) => {
    const { document, canonical } = read(text);
    return keeper.answer(document, canonical, findings, known);
  };

  it("answers with the picture first, then with nothing or a patch", () => {
    const keeper = new PictureTracker();
    const first = ask(keeper, MOSAIC);
    expect(first.picture?.tiles).toHaveLength(2);
    expect(ask(keeper, MOSAIC.replaceAll("  ", "    "), first.version)).toEqual({ version: first.version });

    const changed = MOSAIC.replace("Orders", "All orders");
    const second = ask(keeper, changed, first.version);
    expect(second.patch?.update.map((tile) => tile.title)).toEqual(["All orders"]);
    expect(second.picture).toBeUndefined();
    const { document, canonical } = read(changed);
    expect(applyPatch(first.picture!, second.patch!)).toEqual(
      pictureOf(document, canonical, [], second.version),
    );
  });

  it("sends the whole picture to a client that is behind", () => {
    const keeper = new PictureTracker(1);
    ask(keeper, MOSAIC);
    ask(keeper, MOSAIC.replace("Orders", "A"), 1);
    expect(ask(keeper, MOSAIC.replace("Orders", "B"), 1).picture?.tiles[0]?.title).toBe("B");
    expect(ask(keeper, MOSAIC.replace("Orders", "B")).picture?.tiles[0]?.title).toBe("B");
  });

  it("keeps the last good picture while the text is no JSON", () => {
    const keeper = new PictureTracker();
    const first = ask(keeper, MOSAIC);
    const broken = MOSAIC.slice(0, -30);
    const stale = ask(keeper, broken, first.version);
    expect(stale).toMatchObject({ version: first.version, stale: { problems: expect.any(Number) } });
    expect(stale.picture ?? stale.patch).toBeUndefined();
    expect(ask(keeper, broken).picture?.tiles).toHaveLength(2);
    expect(ask(keeper, MOSAIC, first.version)).toEqual({ version: first.version });
  });

  it("draws on through comments and trailing commas, which cost no meaning", () => {
    const answer = ask(new PictureTracker(), '{ // c\n "gridLayout": {"widgets": [{"blank": {}},]} }');
    expect(answer.stale).toBeUndefined();
    expect(answer.picture?.tiles).toHaveLength(1);
  });

  it("does not take a version from before a restart for one of its own", () => {
    const answer = ask(new PictureTracker(7), MOSAIC, 7);
    expect(answer.picture?.tiles).toHaveLength(2);
  });

  it("has no picture of a text that never was JSON", () => {
    const answer = ask(new PictureTracker(), "{");
    expect(answer.version).toBe(0);
    expect(answer.picture).toBeUndefined();
    expect(answer.stale?.problems).toBeGreaterThan(0);
  });
});
