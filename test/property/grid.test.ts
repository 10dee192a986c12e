import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apportion } from "../../core/grid/apportion";
import { arrange } from "../../core/grid/arrangement";
import { refusedOverlap, refusedOverlaps } from "../../core/grid/overlaps";
import { drawPicture } from "../../core/grid/picture";
import { applyPatch, diffPicture, isEmptyPatch } from "../../core/grid/picture-patch";
import { contains } from "../../core/grid/rect";

const content = fc.constantFrom<object>(
  { blank: {} },
  { text: { content: "a" } },
  { xyChart: { dataSets: [{ plotType: "STACKED_AREA" }] } },
  { collapsibleGroup: {} },
  { singleViewGroup: {} },
);
const widget = fc.tuple(content, fc.string({ maxLength: 4 })).map(([c, title]) => ({ ...c, title }));
const tile = fc.record({
  xPos: fc.nat(11),
  yPos: fc.nat(20),
  width: fc.integer({ min: 1, max: 12 }),
  height: fc.integer({ min: 1, max: 12 }),
  widget,
});
const line = fc.record({
  weight: fc.integer({ min: 1, max: 1_000_000 }),
  widgets: fc.array(widget, { maxLength: 9 }),
});
const layout = fc.oneof(
  fc.array(tile, { maxLength: 25 }).map((tiles) => ({ mosaicLayout: { columns: 12, tiles } })),
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.array(widget, { maxLength: 25 }))
    .map(([columns, widgets]) => ({ gridLayout: { columns, widgets } })),
  fc.array(line, { maxLength: 8 }).map((rows) => ({ rowLayout: { rows } })),
  fc.array(line, { maxLength: 8 }).map((columns) => ({ columnLayout: { columns } })),
);
const dashboard = fc
  .tuple(layout, fc.string({ maxLength: 5 }))
  .map(([l, displayName]) => ({ ...l, displayName }));

describe("arrange", () => {
  it("never throws and draws only sound rectangles, whatever the value is", () => {
    const anything = fc.anything();
    const members = fc.record(
      { tiles: anything, widgets: anything, rows: anything, columns: anything },
      { requiredKeys: [] },
    );
    const value = fc.record(
      { mosaicLayout: members, gridLayout: members, rowLayout: members, columnLayout: members },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, value), (odd) => {
        const picture = drawPicture(odd);
        expect(Number.isInteger(picture.columns) && picture.columns >= 1).toBe(true);
        for (const { x, y, w, h } of picture.tiles) {
          for (const n of [x, y, w, h]) expect(Number.isInteger(n)).toBe(true);
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.min(w, h)).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it("places grid, row and column widgets inside the width and without overlap", () => {
    fc.assert(
      fc.property(layout, (value) => {
        const { tiles, columns, layout: kind } = arrange(value);
        if (kind === "mosaic") return;
        expect(tiles.every((t) => t.x + t.w <= columns)).toBe(true);
        for (const a of tiles) {
          for (const b of tiles) if (a !== b) expect(refusedOverlap(a, b, () => false)).toBe(false);
        }
      }),
    );
  });

  it("puts a tile only into a group that holds it, and never a group into itself", () => {
    fc.assert(
      fc.property(layout, (value) => {
        const byId = new Map(arrange(value).tiles.map((t) => [t.id, t]));
        for (const t of byId.values()) {
          const above = new Set<string>();
          for (let at = t; at.group !== undefined; at = byId.get(at.group)!) {
            expect(above.has(at.id)).toBe(false);
            above.add(at.id);
            expect(contains(byId.get(at.group)!, at)).toBe(true);
          }
        }
      }),
    );
  });

  it("finds the same overlaps as comparing every tile with every other", () => {
    fc.assert(
      fc.property(fc.array(tile, { maxLength: 25 }), (tiles) => {
        const arranged = arrange({ mosaicLayout: { columns: 12, tiles } }).tiles;
        const views = new Set(arranged.filter((t) => t.kind === "singleViewGroup").map((t) => t.id));
        let expected = 0;
        for (const [i, a] of arranged.entries()) {
          for (const b of arranged.slice(i + 1)) if (refusedOverlap(a, b, (id) => views.has(id))) expected++;
        }
        expect(refusedOverlaps(arranged)).toHaveLength(expected);
      }),
    );
  });
});

describe("apportion", () => {
  it("gives everyone at least one block and keeps to the proportions", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
        (weights) => {
          const sizes = apportion(weights);
          const total = weights.reduce((a, b) => a + b);
          const blocks = sizes.reduce((a, b) => a + b);
          expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
          for (const [i, size] of sizes.entries()) {
            const exact = (weights[i]! / total) * blocks;
            expect(Math.abs(size - exact)).toBeLessThanOrEqual(1 + weights.length);
          }
        },
      ),
    );
  });
});

describe("patches", () => {
  it("turn any picture into any other", () => {
    fc.assert(
      fc.property(dashboard, dashboard, (a, b) => {
        const [before, after] = [
          drawPicture(a, undefined, undefined, 1),
          drawPicture(b, undefined, undefined, 2),
        ];
        const patch = JSON.parse(JSON.stringify(diffPicture(before, after)));
        expect(applyPatch(before, patch)).toEqual(after);
      }),
    );
  });

  it("of a picture with itself are empty, and touch only what changed", () => {
    fc.assert(
      fc.property(fc.array(tile, { minLength: 1, maxLength: 15 }), fc.nat(), (tiles, pick) => {
        const draw = (list: readonly object[], version: number) =>
          drawPicture({ mosaicLayout: { columns: 12, tiles: list } }, undefined, undefined, version);
        const before = draw(tiles, 1);
        expect(isEmptyPatch(diffPicture(before, draw(structuredClone(tiles), 1)))).toBe(true);
        const at = pick % tiles.length;
        const changed = tiles.map((t, i) =>
          i === at
            ? {
                ...t,
                widget: {
                  ...t.widget,
                  visibilityCondition: { templateVariableCondition: { templateVariable: "v" } },
                },
              }
            : t,
        );
        const patch = diffPicture(before, draw(changed, 2));
        expect(patch.update.map((t) => t.id)).toEqual([before.tiles[at]!.id]);
        const kept = applyPatch(before, patch)!;
        for (const [i, t] of kept.tiles.entries()) if (i !== at) expect(t).toBe(before.tiles[i]);
      }),
    );
  });

  it("do not fit on another version", () => {
    const picture = drawPicture({}, undefined, undefined, 3);
    expect(
      applyPatch(picture, { from: 2, to: 3, head: {}, add: [], update: [], remove: [] }),
    ).toBeUndefined();
  });
});
