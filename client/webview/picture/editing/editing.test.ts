import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Gesture } from "../../../../core/grid/moves/gesture";
import { drawPicture, type Picture } from "../../../../core/grid/picture";
import type { BoardDraft } from "../board";
import type { WebviewMessage } from "../messages";
import { Editing, type SuggestedAction } from "./editing";

const MOSAIC = (xPos = 0) => ({
  mosaicLayout: {
    columns: 12,
    tiles: [
      { xPos, width: 3, height: 2, widget: { title: "a", blank: {} } },
      { xPos: 6, width: 3, height: 2, widget: { title: "b", blank: {} } },
    ],
  },
});
const ROW = { rowLayout: { rows: [{ widgets: [{ title: "a", blank: {} }] }] } };
const picture = (value: object, version = 1): Picture =>
  drawPicture(value, undefined, undefined, version, undefined);
const A = "/mosaicLayout/tiles/0/widget";
const RIGHT: Gesture = { type: "move", tiles: [A], dx: 1, dy: 0 };

let shown: BoardDraft | undefined;
let chosen: string[];
let sent: WebviewMessage[];
let said: string[];
let refusals: [string, SuggestedAction | undefined][];
let editing: Editing;
/** Left edge of tile a as shown; undefined: as in the picture. */
const shownAt = () => shown?.plan.tiles.find(({ id }) => id === A)?.x;

beforeEach(() => {
  vi.useFakeTimers();
  [shown, chosen, sent, said, refusals] = [undefined, [], [], [], []];
  editing = new Editing(
    { showDraft: (draft) => (shown = draft), choose: (ids) => chosen.push(...ids) },
    {
      send: (message) => sent.push(message),
      showRefusal: (reason, remedy) => refusals.push([reason, remedy]),
      settled: () => {},
      idle: () => {},
      made: ({ words }) => said.push(words),
    },
  );
  editing.setEditable(true);
  editing.take(picture(MOSAIC()));
});
afterEach(() => vi.useRealTimers());

describe("a gesture", () => {
  it("is previewed without being sent, and sent once on release", () => {
    editing.begin();
    editing.preview(RIGHT);
    expect([shownAt(), sent.length]).toEqual([1, 0]);
    expect(editing.commit()).toBe(true);
    expect(sent).toEqual([{ type: "edit", edit: 1, picture: 1, gesture: RIGHT }]);
    expect(editing.commit()).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it("leaves nothing behind when it is canceled", () => {
    editing.begin();
    editing.preview(RIGHT);
    expect(editing.cancel()).toBe(true);
    expect([shown, sent, editing.isBusy]).toEqual([undefined, [], false]);
    expect(editing.cancel()).toBe(false);
  });

  it("is not sent when it changes nothing", () => {
    editing.preview({ type: "move", tiles: [A], dx: -1, dy: 0 });
    expect([editing.commit(), sent]).toEqual([false, []]);
  });

  it("stays on the screen until the picture after it comes", async () => {
    editing.make(RIGHT);
    expect(shownAt()).toBe(1);
    editing.answer({ type: "edited", edit: 1, select: [A] });
    expect(shownAt()).toBe(1);
    editing.take(picture(MOSAIC(1), 2));
    await Promise.resolve();
    expect([shown, chosen, said]).toEqual([undefined, [A], ["Moved a to column 2, row 1."]]);
  });

  it("selects its tiles when the picture comes before the answer", () => {
    editing.make(RIGHT);
    editing.take(picture(MOSAIC(1), 2));
    editing.answer({ type: "edited", edit: 1, select: [A] });
    expect([chosen, said]).toEqual([[A], ["Moved a to column 2, row 1."]]);
  });

  it("starts from the result of the one before, although its picture is not there yet", () => {
    editing.make(RIGHT);
    editing.preview(RIGHT);
    expect(shownAt()).toBe(2);
  });

  it("is taken back when the host refuses it or no picture comes", () => {
    editing.make(RIGHT);
    editing.answer({ type: "refused", edit: 1, reason: "The file is read-only." });
    expect([shown, refusals]).toEqual([undefined, [["The file is read-only.", undefined]]]);
    expect(said).toEqual([]);
    editing.make(RIGHT);
    vi.advanceTimersByTime(60_000);
    expect([shown, editing.model?.tiles[0]?.x]).toEqual([undefined, 0]);
  });

  it("waits for a tile that is not in the text yet", () => {
    editing.make({ type: "duplicate", tiles: [A] });
    editing.make({ type: "remove", tiles: ["new:1"] });
    expect(sent).toHaveLength(1);
    expect(refusals[0]![0]).toMatch(/being saved/);
  });

  it("is not made where the document is read-only or tiles are left out", () => {
    editing.setEditable(false);
    expect(editing.make(RIGHT)).toBe(false);
    editing.setEditable(true);
    editing.take({ ...picture(MOSAIC()), widgets: 600 });
    expect([editing.make(RIGHT), sent]).toEqual([false, []]);
  });
});

describe("a refusal suggests", () => {
  const refused = (gesture: Gesture) => {
    editing.make(gesture);
    return refusals.at(-1)?.[1];
  };

  it("conversion where a gesture requires a mosaic layout", () => {
    editing.take(picture(ROW));
    const convert = { label: "Convert to Mosaic", gesture: { type: "convert" } };
    expect(refused({ type: "compact" })).toEqual(convert);
    expect(refused({ type: "insert", kind: "collapsibleGroup" })).toEqual(convert);
    expect(refused({ type: "reorder", tile: "gone", item: 0 })).toBeUndefined();
  });

  it("rounding where tiles do not align with the columns", () => {
    expect(refused({ type: "columns", columns: 7 })).toEqual({
      label: "Round",
      gesture: { type: "columns", columns: 7, round: true },
    });
    expect(refused({ type: "columns", columns: 99 })).toBeUndefined();
  });

  it("nothing when a mosaic has no such tile, whatever the title says", () => {
    const titled = MOSAIC();
    titled.mosaicLayout.tiles[0]!.widget.title = "needs a mosaic";
    editing.take(picture(titled));
    expect(refused({ type: "remove", tiles: ["gone"] })).toBeUndefined();
  });
});
