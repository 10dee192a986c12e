import { describe, expect, it } from "vitest";
import { drawPicture, type Picture } from "../../../core/grid/picture";
import { FoldState } from "./fold-state";

const group = (title: string, yPos: number, collapsed = false) => ({
  yPos,
  width: 12,
  height: 4,
  widget: { title, collapsibleGroup: collapsed ? { collapsed } : {} },
});
const text = (yPos: number) => ({ yPos, width: 12, height: 4, widget: { text: {} } });
const picture = (...tiles: object[]): Picture => drawPicture({ mosaicLayout: { columns: 12, tiles } });

function folded(state: FoldState, shown: Picture): string[] {
  return shown.tiles.filter((tile) => state.isFolded(tile)).map(({ title }) => title);
}

describe("groups", () => {
  it("start as the file says, and stay as they were chosen", () => {
    const state = new FoldState();
    const shown = picture(group("A", 0), group("B", 4, true));
    state.show(shown);
    expect(folded(state, shown)).toEqual(["B"]);
    state.set(shown.tiles[0]!, true);
    state.set(shown.tiles[1]!, false);
    expect(folded(state, shown)).toEqual(["A"]);
    const again = new FoldState();
    again.restore(state.choices);
    again.show(shown);
    expect(folded(again, shown)).toEqual(["A"]);
  });

  it("are the same when tiles come before them or they get another name", () => {
    const state = new FoldState();
    const shown = picture(group("A", 0), group("A", 4), group("B", 8));
    state.show(shown);
    state.set(shown.tiles[1]!, true);
    state.set(shown.tiles[2]!, true);
    const more = picture(text(0), group("A", 4), group("A", 8), group("B", 12));
    state.show(more);
    expect(more.tiles.map((tile) => state.isFolded(tile))).toEqual([false, false, true, true]);
    const renamed = picture(text(0), group("A", 4), group("A", 8), group("C", 12));
    state.show(renamed);
    expect(folded(state, renamed)).toEqual(["A", "C"]);
  });

  it("follow the file again when it says something else", () => {
    const state = new FoldState();
    const shown = picture(group("A", 0, true));
    state.show(shown);
    state.set(shown.tiles[0]!, false);
    const open = picture(group("A", 0));
    state.show(open);
    const closed = picture(group("A", 0, true));
    state.show(closed);
    expect(folded(state, closed)).toEqual(["A"]);
  });
});
