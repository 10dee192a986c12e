import fc from "fast-check";
import { expect, it } from "vitest";
import { dashboard } from "../../test/support/dashboard-arbitraries";
import { runs } from "../../test/support/runs";
import { readDocument } from "../document/reader";
import { isArray, isObject, type Json } from "./json";
import { containsEdits, type Merged, merge3 } from "./merge";
import { normalForm } from "./normal-form";

const merge = (base: unknown, local: unknown, remote: unknown): Merged =>
  merge3(base, readDocument(JSON.stringify(local, null, 2)), remote);

function formOf(merged: Merged): Json {
  if (!merged.ok) throw new Error(merged.conflicts.map((c) => c.text).join("\n"));
  expect(normalForm(JSON.parse(merged.text))).toEqual(normalForm(merged.value));
  return normalForm(merged.value);
}

it("keeps what only one side has changed, and what both have changed alike", () => {
  fc.assert(
    fc.property(dashboard, dashboard, (base, x) => {
      expect(formOf(merge(base, x, base))).toEqual(normalForm(x));
      expect(formOf(merge(base, base, x))).toEqual(normalForm(x));
      expect(formOf(merge(base, x, x))).toEqual(normalForm(x));
      expect(containsEdits(base, readDocument(JSON.stringify(x)), base)).toBe(true);
    }),
    { numRuns: runs(330) },
  );
});

it("does not depend on which side is which", () => {
  fc.assert(
    fc.property(dashboard, dashboard, dashboard, (base, x, y) => {
      const [one, other] = [merge(base, x, y), merge(base, y, x)];
      expect(one.ok).toBe(other.ok);
      if (one.ok) expect(formOf(one)).toEqual(formOf(other));
    }),
    { numRuns: runs(500) },
  );
});

/** A dashboard in which every text is there once, so that each can be followed through a merge. */
interface Board {
  displayName: string;
  labels: Record<string, string>;
  mosaicLayout: { columns: number; tiles: Tile[] };
  annotations: { eventAnnotations: { displayName: string }[] };
}
interface Tile {
  xPos?: number;
  yPos: number;
  width: number;
  height: number;
  widget: {
    title?: string;
    xyChart?: {
      dataSets: { legendTemplate: string; timeSeriesQuery: { prometheusQuery: string } }[];
      yAxis: object;
    };
    text?: { content: string };
  };
}

/** One person's edits: each is chosen by a number and applied where it can be. */
type Edit = readonly [kind: number, where: number, what: number];
const edits = fc.array(fc.tuple(fc.nat(11), fc.nat(40), fc.nat(40)), { maxLength: 5 });

function start(tiles: number): Board {
  const set = (n: string) => ({
    legendTemplate: `legend ${n}`,
    timeSeriesQuery: { prometheusQuery: `up_${n}` },
  });
  return {
    displayName: "start",
    labels: { a: "label a", b: "label b" },
    mosaicLayout: {
      columns: 12,
      tiles: Array.from({ length: tiles }, (_, i) => ({
        xPos: (i % 2) * 6,
        yPos: Math.floor(i / 2) * 4,
        width: 6,
        height: 4,
        widget:
          i % 3 === 2
            ? { title: `title ${i}`, text: { content: `content ${i}` } }
            : {
                title: `title ${i}`,
                xyChart: { dataSets: [set(`${i}a`), set(`${i}b`)], yAxis: { label: `axis ${i}` } },
              },
      })),
    },
    annotations: { eventAnnotations: [{ displayName: "event 1" }, { displayName: "event 2" }] },
  };
}

/** Applies edits; `who` makes every new text this person's own. Texts of copied tiles are noted: they are not one of a kind. */
function change(board: Board, who: string, list: readonly Edit[], copied: Set<string>): Board {
  const out = structuredClone(board);
  const { tiles } = out.mosaicLayout;
  let count = 0;
  for (const [kind, where, what] of list) {
    const fresh = `${who} ${++count}`;
    const tile = tiles[where % Math.max(1, tiles.length)];
    const sets = tile?.widget.xyChart?.dataSets;
    const set = sets?.[what % Math.max(1, sets.length)];
    if (kind === 0) out.displayName = fresh;
    else if (kind === 1) out.labels[["a", "b", "c"][where % 3]!] = fresh;
    else if (kind === 2 && tile) tile.widget.title = fresh;
    else if (kind === 3 && tile?.widget.text) tile.widget.text.content = fresh;
    else if (kind === 4 && set) set.timeSeriesQuery.prometheusQuery = fresh;
    else if (kind === 5 && sets)
      sets.splice(what % (sets.length + 1), 0, {
        ...set!,
        legendTemplate: fresh,
        timeSeriesQuery: { prometheusQuery: `${fresh} query` },
      });
    else if (kind === 6 && sets) sets.splice(what % Math.max(1, sets.length), 1);
    else if (kind === 7 && tile) tiles.splice(where % tiles.length, 1);
    else if (kind === 8)
      tiles.push({
        yPos: (who === "mine" ? 40 : 80) + count * 4,
        width: 6,
        height: 4,
        widget: { title: fresh, text: { content: `${fresh} content` } },
      });
    else if (kind === 9 && tile) tile.yPos += who === "mine" ? 200 : 400;
    else if (kind === 10 && tile) {
      const copy = structuredClone(tile);
      for (const text of texts(tile)) copied.add(text);
      copy.yPos = (who === "mine" ? 120 : 160) + count * 4;
      copy.widget.title = fresh;
      tiles.push(copy);
    } else if (kind === 11)
      out.annotations.eventAnnotations.splice(where % 3, what % 2, { displayName: fresh });
  }
  return out;
}

function texts(value: unknown, out: string[] = []): string[] {
  if (typeof value === "string") out.push(value);
  else if (isArray(value)) for (const item of value) texts(item, out);
  else if (isObject(value)) for (const item of Object.values(value)) texts(item, out);
  return out;
}

function counts(value: unknown): Map<string, number> {
  const out = new Map<string, number>();
  for (const text of texts(value)) out.set(text, (out.get(text) ?? 0) + 1);
  return out;
}

it("never loses an edit: every text is there as often as both sides together made it", () => {
  let [merges, conflicts, rests] = [0, 0, 0];
  fc.assert(
    fc.property(fc.nat(7), edits, edits, (tiles, mine, theirs) => {
      const base = start(tiles);
      const copied = new Set<string>();
      const [local, remote] = [change(base, "mine", mine, copied), change(base, "theirs", theirs, copied)];
      const merged = merge(base, local, remote);
      if (!merged.ok) {
        conflicts++;
        expect(merged.conflicts.length).toBeGreaterThan(0);
        if (!merged.rest) return;
        rests++;
        const after = texts(JSON.parse(merged.rest.text));
        for (const text of texts(local)) {
          if (text.startsWith("mine")) expect([text, after.includes(text)]).toEqual([text, true]);
        }
        for (const text of texts(base)) {
          const stays = texts(local).includes(text) && texts(remote).includes(text);
          if (stays) expect([text, after.includes(text)]).toEqual([text, true]);
        }
        return;
      }
      merges++;
      const [b, l, r, m] = [base, local, remote, merged.value].map(counts) as [
        Map<string, number>,
        Map<string, number>,
        Map<string, number>,
        Map<string, number>,
      ];
      for (const text of new Set([...b.keys(), ...l.keys(), ...r.keys()])) {
        const [before, ours, other] = [b, l, r].map((c) => c.get(text) ?? 0) as [number, number, number];
        if (copied.has(text)) continue;
        const expected = ours === other ? ours : ours + other - before;
        expect([text, m.get(text) ?? 0]).toEqual([text, expected]);
      }
    }),
    { numRuns: runs(1000) },
  );
  // Neither refusing everything nor merging everything would say anything.
  expect(merges).toBeGreaterThan(300);
  expect(conflicts).toBeGreaterThan(60);
  expect(rests).toBeGreaterThan(30);
});

it("merges edits of different things without a question", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 7 }),
      fc.array(fc.tuple(fc.nat(6), fc.boolean()), { maxLength: 8 }),
      (tiles, list) => {
        const base = start(tiles);
        const [local, remote, both] = [structuredClone(base), structuredClone(base), structuredClone(base)];
        const touched = new Set<number>();
        for (const [where, isMine] of list) {
          const i = where % tiles;
          if (touched.has(i)) continue;
          touched.add(i);
          for (const board of [isMine ? local : remote, both]) {
            const tile = board.mosaicLayout.tiles[i]!;
            tile.widget.title = `new ${i}`;
            tile.yPos += 100 * (i + 1);
            const set = tile.widget.xyChart?.dataSets[1];
            if (set) set.timeSeriesQuery.prometheusQuery = `query ${i}`;
          }
        }
        local.labels["c"] = both.labels["c"] = "mine";
        remote.displayName = both.displayName = "theirs";
        expect(formOf(merge(base, local, remote))).toEqual(normalForm(both));
      },
    ),
    { numRuns: runs(100) },
  );
});
