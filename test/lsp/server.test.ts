import { afterEach, describe, expect, it } from "vitest";
import { Requests } from "../../server/protocol";
import { CAPABILITIES, LspPair } from "./client";

let pair: LspPair;
afterEach(() => pair.stop());

const WITH_ERROR = `{
  "displayName": "Shop",
  "gridLayout": { "widgets": [{ "text": { "format": "MARKDWN" } }] }
}`;
const FIXED = WITH_ERROR.replace("MARKDWN", "MARKDOWN");

describe("findings", () => {
  it("are pulled by a client that can, and never pushed to it", async () => {
    pair = await LspPair.start();
    expect(pair.initialized.capabilities.diagnosticProvider).toBeTruthy();
    const uri = await pair.open(WITH_ERROR);
    const [diagnostic, ...others] = await pair.diagnostics(uri);
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({ code: "unknown-enum-value", source: "mosaic", severity: 1 });
    expect(diagnostic!.range).toEqual({ start: { line: 2, character: 52 }, end: { line: 2, character: 61 } });
    await pair.change(uri, FIXED);
    expect(await pair.diagnostics(uri)).toEqual([]);
    expect(pair.pushed).toEqual([]);
  });

  it("are not sent again to a client that has them", async () => {
    pair = await LspPair.start();
    const uri = await pair.open(WITH_ERROR);
    const first = await pair.report(uri);
    expect(first).toMatchObject({ kind: "full", resultId: expect.any(String), items: [{ severity: 1 }] });
    await pair.change(uri, WITH_ERROR.replace("Shop", "Shops"));
    expect(await pair.report(uri, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
    expect(await pair.report(uri)).toEqual(first);
    await pair.change(uri, FIXED);
    const fixed = await pair.report(uri, first.resultId);
    expect(fixed).toMatchObject({ kind: "full", items: [] });
    expect(fixed.resultId).not.toBe(first.resultId);
    await pair.change(uri, WITH_ERROR);
    expect(await pair.report(uri, first.resultId)).toMatchObject({ kind: "full", items: [{ severity: 1 }] });
  });

  it("are pushed with their version to a client that cannot pull", async () => {
    pair = await LspPair.start({ textDocument: {} });
    expect(pair.initialized.capabilities.diagnosticProvider).toBeUndefined();
    const uri = await pair.open(WITH_ERROR);
    await expect.poll(() => pair.pushed.length, { timeout: 5000 }).toBe(1);
    await pair.change(uri, FIXED);
    await expect.poll(() => pair.pushed.length, { timeout: 5000 }).toBe(2);
    expect(pair.pushed.map(({ version, diagnostics }) => [version, diagnostics.length])).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });
});

describe("completion", () => {
  it("offers the members that may still be there, required ones first", async () => {
    pair = await LspPair.start();
    const { items, accept } = await pair.complete(`{ "gridLayout": {}, | }`);
    const labels = [...items].sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map((item) => item.label);
    expect(labels[0]).toBe("displayName");
    expect(labels).not.toContain("gridLayout");
    expect(labels).not.toContain("mosaicLayout");
    expect(items[0]!.documentation).toMatchObject({ kind: "markdown" });
    expect(accept("displayName")).toBe(`{ "gridLayout": {}, "displayName": "$1" }`);
  });

  it.each([
    ["in a half-written key", `{\n  "disp|"\n}`, "displayName", `{\n  "displayName": "$1"\n}`],
    [
      "before the next member, with the comma",
      `{\n  "disp|"\n  "gridLayout": {}\n}`,
      "displayName",
      `{\n  "displayName": "$1",\n  "gridLayout": {}\n}`,
    ],
    [
      "after a member without comma",
      `{\n  "displayName": "x"\n  |\n}`,
      "labels",
      `{\n  "displayName": "x",\n  "labels": {$1}\n}`,
    ],
    ["of a key only", `{"dis|": "x"}`, "displayName", `{"displayName": "x"}`],
    [
      "of an enum in quotes",
      `{"gridLayout": {"widgets": [{"text": {"format": "R|"}}]}}`,
      "RAW",
      `{"gridLayout": {"widgets": [{"text": {"format": "RAW"}}]}}`,
    ],
    [
      "of an enum without quotes",
      `{"gridLayout": {"widgets": [{"text": {"format": |}}]}}`,
      "RAW",
      `{"gridLayout": {"widgets": [{"text": {"format": "RAW"}}]}}`,
    ],
    [
      "in a text that is broken elsewhere",
      `{"labels": {"a" 1]}, "gridLayout": {"widgets": [{"text": {"format": "|"}}]}`,
      "RAW",
      `{"labels": {"a" 1]}, "gridLayout": {"widgets": [{"text": {"format": "RAW"}}]}`,
    ],
    [
      "in snake_case where the author writes it",
      `{"grid_layout": {"widgets": [{"xy_chart": {|}}]}}`,
      "timeshift_duration",
      `{"grid_layout": {"widgets": [{"xy_chart": {"timeshift_duration": "$1"}}]}}`,
    ],
    [
      "in a text that ends there",
      `{"displayName": "x", "lab|`,
      "labels",
      `{"displayName": "x", "labels": {$1}`,
    ],
  ])("%s", async (_, text, label, result) => {
    pair = await LspPair.start();
    expect((await pair.complete(text)).accept(label)).toBe(result);
  });

  it("gives plain text to a client without snippets", async () => {
    pair = await LspPair.start({ textDocument: { ...CAPABILITIES.textDocument, completion: {} } });
    expect((await pair.complete(`{|}`)).accept("labels")).toBe(`{"labels": {}}`);
  });
});

describe("hover", () => {
  it.each([
    ["a key", `{"displ|ayName": "x"}`, /displayName/],
    ["a key in snake_case", `{"displ|ay_name": "x"}`, /displayName/],
    ["an enum value", `{"gridLayout": {"widgets": [{"text": {"format": "RA|W"}}]}}`, /\*\*RAW\*\*/],
    ["an enum number", `{"gridLayout": {"widgets": [{"text": {"format": |2}}]}}`, /\*\*RAW\*\*/],
    [
      "a duration",
      `{"gridLayout": {"widgets": [{"xyChart": {"timeshiftDuration": "90|000s"}}]}}`,
      /1 day 1 hour/,
    ],
  ])("explains %s", async (_, text, expected) => {
    pair = await LspPair.start();
    expect(await pair.hover(text)).toMatch(expected);
  });
});

describe("the error envelope", () => {
  it("answers with nothing, logs, and goes on", async () => {
    pair = await LspPair.start(CAPABILITIES, { failIn: "textDocument/hover" });
    expect(await pair.hover(`{"displ|ayName": "x"}`)).toBeUndefined();
    expect(pair.log.join()).toContain("textDocument/hover failed: Error: failing on purpose");
    expect(await pair.diagnostics(await pair.open(WITH_ERROR))).toHaveLength(1);
  });

  /** Requests that are about no document. */
  const ABOUT_NONE: readonly string[] = [Requests.creations, Requests.readPaste];

  it.each(Object.values(Requests).filter((method) => !ABOUT_NONE.includes(method)))(
    "%s on a document that is not open is null",
    async (method) => {
      pair = await LspPair.start();
      const params = {
        uri: "file:///nowhere.dashboard.json",
        tile: "/x",
        position: { line: 0, character: 0 },
      };
      expect(await pair.connection.sendRequest(method, params)).toBeNull();
    },
  );
});

describe("the picture", () => {
  const TEXT = `{
  "displayName": "Shop",
  "mosaicLayout": { "columns": 12, "tiles": [
    { "width": 4, "height": 4, "widget": { "title": "A", "blank": {} } },
    { "xPos": 4, "width": 4, "height": 4, "widget": { "title": "B", "blank": {} } }
  ] }
}`;

  it("knows tiles by position and positions by tile", async () => {
    pair = await LspPair.start();
    const uri = await pair.open(TEXT);
    const answer = await pair.connection.sendRequest<{ picture: { tiles: { id: string; title: string }[] } }>(
      Requests.picture,
      { uri },
    );
    expect(answer.picture.tiles.map((tile) => tile.title)).toEqual(["A", "B"]);
    const tile = answer.picture.tiles[1]!.id;
    const place = await pair.connection.sendRequest(Requests.reveal, { uri, tile });
    expect(place).toMatchObject({ range: { start: { line: 4, character: 4 } }, cursor: { line: 4 } });
    expect(
      await pair.connection.sendRequest(Requests.tileAt, { uri, position: { line: 4, character: 40 } }),
    ).toBe(tile);
  });

  it("stays, marked as stale, while the text is broken", async () => {
    pair = await LspPair.start();
    const uri = await pair.open(TEXT);
    const first = await pair.connection.sendRequest<{ version: number }>(Requests.picture, { uri });
    await pair.change(uri, TEXT.slice(0, -3));
    const stale = await pair.connection.sendRequest<object>(Requests.picture, { uri, known: first.version });
    expect(stale).toMatchObject({ version: first.version, stale: { problems: expect.any(Number) } });
    expect(stale).not.toHaveProperty("picture");
    await pair.change(uri, TEXT.replace('"A"', '"C"'));
    const patched = await pair.connection.sendRequest<object>(Requests.picture, {
      uri,
      known: first.version,
    });
    expect(patched).not.toHaveProperty("stale");
    expect(JSON.stringify(patched)).toContain('"C"');
  });
});
