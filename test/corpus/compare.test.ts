import { describe, expect, it } from "vitest";
import { compareDashboards, type TileMark } from "../../core/grid/compare/compare";
import { canonicalValue } from "../../core/schema/canonical-value";
import { equalValues } from "../../core/sync/compare";
import { corpusFiles, hasCorpus } from "./corpus";

// biome-ignore lint/suspicious/noExplicitAny: dashboards of unknown content
type Any = any;

interface Tile {
  xPos?: number;
  yPos?: number;
  width: number;
  height: number;
  widget: Any;
}

/** A change of a dashboard, and what must be said of it. */
interface Script {
  readonly kind: string;
  readonly marks: readonly TileMark[];
  /** Changes the tile, or the list of tiles; returns the words, or undefined if this tile cannot be changed so. */
  apply(tile: Tile, tiles: Tile[]): readonly unknown[] | undefined;
}

const SCRIPTS: readonly Script[] = [
  {
    kind: "added",
    marks: ["added"],
    apply(_, tiles) {
      tiles.push({
        yPos: bottom(tiles),
        width: 6,
        height: 4,
        widget: { title: "Entirely new", text: { content: "see the runbook" } },
      });
      return [];
    },
  },
  {
    kind: "removed",
    marks: ["removed"],
    apply(tile, tiles) {
      tiles.splice(tiles.indexOf(tile), 1);
      return [];
    },
  },
  {
    kind: "moved",
    marks: ["moved"],
    apply(tile, tiles) {
      const [x, y] = [tile.xPos ?? 0, tile.yPos ?? 0];
      tile.yPos = bottom(tiles) + 1;
      return [`moved from column ${x}, row ${y} to column ${x}, row ${tile.yPos}`];
    },
  },
  {
    kind: "resized",
    marks: ["resized"],
    apply(tile) {
      const { width, height } = tile;
      tile.height += 1;
      return [`resized from ${width} × ${height} to ${width} × ${height + 1}`];
    },
  },
  {
    kind: "title",
    marks: ["changed"],
    apply(tile) {
      const { title } = tile.widget;
      if (!title || title.length > 40 || /^\s|\s$|\s\s/.test(title)) return undefined;
      tile.widget.title = `${title} (new)`;
      return [`title "${title}" → "${title} (new)"`];
    },
  },
  {
    kind: "aligner",
    marks: ["changed"],
    apply(tile) {
      const [only, ...others] = queriesOf(tile);
      const aggregation = only?.timeSeriesQuery?.timeSeriesFilter?.aggregation;
      if (others.length > 0 || !aggregation?.perSeriesAligner) return undefined;
      const before = aggregation.perSeriesAligner;
      const after = before === "ALIGN_MAX" ? "ALIGN_MIN" : "ALIGN_MAX";
      aggregation.perSeriesAligner = after;
      return [`aligner ${before} → ${after}`];
    },
  },
  {
    kind: "aligner of one of several data sets",
    marks: ["changed"],
    apply(tile) {
      const queries = queriesOf(tile);
      const at = queries.length - 1;
      const aggregation = queries[at]?.timeSeriesQuery?.timeSeriesFilter?.aggregation;
      if (at < 1 || !aggregation?.perSeriesAligner) return undefined;
      const before = aggregation.perSeriesAligner;
      const after = before === "ALIGN_MAX" ? "ALIGN_MIN" : "ALIGN_MAX";
      aggregation.perSeriesAligner = after;
      return [`data set ${at + 1}: aligner ${before} → ${after}`];
    },
  },
  {
    kind: "threshold",
    marks: ["changed"],
    apply({ widget }) {
      const content = widget.xyChart ?? widget.scorecard;
      if (!content || content.thresholds?.length) return undefined;
      content.thresholds = [{ value: 12.5 }];
      return ["threshold 12.5 added"];
    },
  },
  {
    kind: "content",
    marks: ["changed"],
    apply({ widget }) {
      if (!widget.text?.content) return undefined;
      widget.text.content += " (new)";
      // Long strings are cut.
      return [expect.stringMatching(/^content ".+" → ".+ \(new\)"$/)];
    },
  },
];

const boards = corpusFiles()
  .map(({ name, text }) => ({ name, value: canonicalValue(JSON.parse(text)) as Any }))
  .filter(({ value }) => value?.mosaicLayout?.tiles?.length > 3)
  .filter((_, i, all) => i % Math.floor(all.length / 20) === 0)
  .slice(0, 20);

describe.skipIf(!hasCorpus)("one change of a real dashboard", () => {
  const tried = new Map<string, number>();

  it.each(boards)("$name", ({ value }) => {
    expect(compareDashboards(value, structuredClone(value))).toMatchObject({ dashboard: [], tiles: [] });
    for (const [number, script] of SCRIPTS.entries()) {
      const { length } = value.mosaicLayout.tiles;
      // Not always the first tile.
      const indices = Array.from({ length }, (_, i) => (i + 5 * number) % length);
      for (const index of indices) {
        const words = check(value, index, script);
        if (!words) continue;
        tried.set(script.kind, (tried.get(script.kind) ?? 0) + 1);
        break;
      }
    }
  });

  it("is possible in many of them", () => {
    for (const { kind } of SCRIPTS) expect(tried.get(kind) ?? 0, kind).toBeGreaterThan(2);
  });
});

describe.skipIf(!hasCorpus)("one value of a real dashboard", () => {
  it("that changes is one change of one tile or of the dashboard", () => {
    let number = 0;
    for (const { name, text } of corpusFiles()) {
      const value = canonicalValue(JSON.parse(text)) as Any;
      const { length } = leavesOf(value);
      // Three values, spread over the dashboard.
      for (const part of [0.2, 0.5, 0.9]) {
        const changed = structuredClone(value);
        const { owner, key, path } = leavesOf(changed)[Math.floor(length * part)]!;
        owner[key] = otherThan(owner[key]);
        // An id decides which tile it is.
        if (/\/(?:id|name)$/.test(path)) continue;
        number++;
        const { dashboard, tiles } = compareDashboards(value, changed);
        const changes = [...dashboard, ...tiles.flatMap((tile) => tile.changes)];
        const words = changes.filter((change) => !/^(?:no longer|now) contains /.test(change.text));
        expect(words, `${name}${path}`).toHaveLength(equalValues(value, changed) ? 0 : 1);
        expect(tiles.length + dashboard.length, `${name}${path}`).toBe(words.length);
      }
    }
    expect(number).toBeGreaterThan(300);
  });
});

/** Every value that is no object and no list, with what contains it. */
function leavesOf(value: Any, path = ""): { owner: Any; key: string; path: string }[] {
  return Object.keys(value).flatMap((key) => {
    const at = `${path}/${key}`;
    const member = value[key];
    return typeof member === "object" && member !== null
      ? leavesOf(member, at)
      : [{ owner: value, key, path: at }];
  });
}

function otherThan(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return !value;
  if (/^\d+s$/.test(value)) return value === "77s" ? "78s" : "77s";
  return /^\d+$/.test(value) ? `${value}7` : `${value}X`;
}

/** Makes one change of one tile and compares; undefined if the tile cannot be changed so. */
function check(value: Any, index: number, { kind, marks, apply }: Script): readonly unknown[] | undefined {
  const changed = structuredClone(value);
  const tiles: Tile[] = changed.mosaicLayout.tiles;
  const words = tiles[index]?.widget && apply(tiles[index], tiles);
  if (!words) return undefined;
  const hint = `${kind}, tile ${index}`;
  const { dashboard, tiles: found } = compareDashboards(value, changed);
  expect(dashboard, hint).toEqual([]);
  expect(found, hint).toHaveLength(1);
  const [{ before, after, changes, marks: seen }] = found as [(typeof found)[0]];
  expect(seen, hint).toEqual(marks);
  const texts = changes
    .map(({ text }) => text.replace(/, (?:into|out of) group .*$/, ""))
    // A group that moves leaves its widgets behind.
    .filter((text) => !/^(?:no longer|now) contains /.test(text));
  expect(texts, hint).toEqual(words);
  const id = (i: number) => `/mosaicLayout/tiles/${i}/widget`;
  const isNew = kind === "added";
  expect(before?.id, hint).toBe(isNew ? undefined : id(index));
  expect(after?.id, hint).toBe(kind === "removed" ? undefined : id(isNew ? tiles.length - 1 : index));
  return words;
}

function queriesOf({ widget }: Tile): Any[] {
  const content = widget.xyChart ?? widget.timeSeriesTable ?? widget.pieChart;
  if (content) return content.dataSets ?? [];
  return widget.scorecard ? [widget.scorecard] : [];
}
function bottom(tiles: readonly Tile[]): number {
  return Math.max(...tiles.map(({ yPos = 0, height }) => yPos + height));
}
