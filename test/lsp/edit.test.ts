import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Gesture } from "../../core/grid/moves/gesture";
import { previewGesture } from "../../core/grid/moves/preview";
import { type EditResult, type PictureResult, Requests } from "../../server/protocol";
import { LspPair } from "./client";

const TEXT = `{
  "displayName": "Shop",
  "mosaicLayout": {
    "columns": 48,
    "tiles": [
      { "width": 24, "height": 16, "widget": { "title": "CPU", "blank": {} } },
      { "xPos": 24, "width": 24, "height": 16, "widget": { "title": "Memory", "blank": {} } }
    ]
  }
}
`;
const MEMORY = "/mosaicLayout/tiles/1/widget";
const MOVE: Gesture = { type: "move", tiles: [MEMORY], dx: 0, dy: 16 };

let pair: LspPair;
let uri: string;
beforeEach(async () => {
  pair = await LspPair.start();
  uri = await pair.open(TEXT);
});
afterEach(() => pair.stop());

const picture = (known?: number) =>
  pair.connection.sendRequest<PictureResult>(Requests.picture, { uri, ...(known && { known }) });
const edit = (gesture: unknown, known: number) =>
  pair.connection.sendRequest<EditResult>(Requests.edit, { uri, gesture, known });

/** The text that an answer makes of a text; the reason when there is none. */
function made(text: string, answer: EditResult): string {
  if (!answer) return "nothing";
  if ("reason" in answer) return answer.reason;
  return TextDocument.applyEdits(TextDocument.create("", "", 0, text), [...answer.edits]);
}

describe("a gesture on the picture", () => {
  it("becomes edits for the version of the text that they are for", async () => {
    const { version } = (await picture())!;
    const answer = await edit(MOVE, version);
    expect(answer).toMatchObject({ version: 1, select: [MEMORY] });
    expect(made(TEXT, answer)).toBe(TEXT.replace('"xPos": 24, ', '"xPos": 24, "yPos": 16, '));
  });

  it("makes of the picture what the preview has shown", async () => {
    const first = (await picture())!;
    const preview = previewGesture(first.picture!, MOVE);
    await pair.change(uri, made(TEXT, await edit(MOVE, first.version)));
    const next = (await picture())!;
    const places = (tiles: readonly { x: number; y: number; w: number; h: number }[]) =>
      tiles.map(({ x, y, w, h }) => [x, y, w, h]);
    expect(preview.ok && places(preview.board.tiles)).toEqual(places(next.picture!.tiles));
  });

  it("is made on a newer text when its tile has not moved, whatever its id is now", async () => {
    const { version } = (await picture())!;
    const newer = TEXT.replace(
      '"tiles": [',
      '"tiles": [\n      { "yPos": 80, "width": 4, "height": 4, "widget": { "blank": {} } },',
    );
    await pair.change(uri, newer);
    const answer = await edit(MOVE, version);
    expect(answer).toMatchObject({ version: 2, select: ["/mosaicLayout/tiles/2/widget"] });
    expect(made(newer, answer)).toBe(newer.replace('"xPos": 24, ', '"xPos": 24, "yPos": 16, '));
    const retitled = TEXT.replace("Memory", "RAM");
    await pair.change(uri, retitled);
    expect(made(retitled, await edit(MOVE, version))).toContain('"xPos": 24, "yPos": 16, ');
  });

  it("is refused when its tile has moved or gone, or the layout has changed", async () => {
    const { version } = (await picture())!;
    await pair.change(uri, TEXT.replace('"xPos": 24', '"xPos": 24, "yPos": 40'));
    const moved = '"Memory" was moved or removed in the meantime. No change was made.';
    expect(await edit(MOVE, version)).toEqual({ reason: moved });
    await pair.change(uri, TEXT.replace(/,\n {6}\{ "xPos".*/, ""));
    expect(await edit(MOVE, version)).toEqual({ reason: moved });
    await pair.change(uri, TEXT.replace('"columns": 48', '"columns": 47'));
    expect(await edit(MOVE, version)).toEqual({
      reason: "The layout changed in the meantime. No change was made.",
    });
    expect(made(TEXT, await edit({ type: "title", title: "Store" }, version))).toContain("Store");
  });

  it("is rejected on an unknown picture, on invalid JSON, and if malformed", async () => {
    const { version } = (await picture())!;
    expect(await edit(MOVE, version + 7)).toEqual({
      reason: "The preview is out of date. Wait until it is refreshed.",
    });
    expect(await edit({ type: "explode" }, version)).toEqual({
      reason: "Unknown edit gesture.",
    });
    await pair.change(uri, TEXT.replace('"Shop",', '"Shop'));
    await picture(version);
    expect(await edit(MOVE, version)).toEqual({
      reason: "The text is not valid JSON. Fix its syntax errors first.",
    });
  });

  it("answers nothing for a document that is not open", async () => {
    expect(
      await pair.connection.sendRequest(Requests.edit, { uri: "file:///none.json", gesture: MOVE, known: 1 }),
    ).toBeNull();
  });
});
