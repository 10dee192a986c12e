import { describe, expect, it } from "vitest";
import { readDocument } from "../document/reader";
import { containsEdits, merge3 } from "./merge";

type Members = Record<string, unknown>;

const chart = (title: string, query: string, more: Members = {}) => ({
  title,
  xyChart: { dataSets: [{ timeSeriesQuery: { prometheusQuery: query }, plotType: "LINE" }], ...more },
});
const tile = (xPos: number, yPos: number, widget: Members, more: Members = {}) => ({
  xPos,
  yPos,
  width: 6,
  height: 4,
  widget,
  ...more,
});
const board = (...tiles: Members[]) => ({ displayName: "Web", mosaicLayout: { columns: 12, tiles } });
const CPU = tile(0, 0, chart("CPU", "cpu"));
const RAM = tile(6, 0, chart("RAM", "ram"));

const merge = (base: unknown, local: unknown, remote: unknown) =>
  merge3(base, readDocument(JSON.stringify(local)), remote);
function conflicts(base: unknown, local: unknown, remote: unknown): string[] {
  const merged = merge(base, local, remote);
  return merged.ok ? [] : merged.conflicts.map(({ text }) => text);
}
function tilesOf(base: unknown, local: unknown, remote: unknown): unknown {
  const merged = merge(base, local, remote);
  if (!merged.ok) throw new Error(merged.conflicts[0]!.text);
  return (JSON.parse(merged.text) as ReturnType<typeof board>).mosaicLayout.tiles;
}

describe("what cannot be merged", () => {
  it("stays as it is here, and gets what the service has changed elsewhere", () => {
    const base = board(CPU, RAM);
    const local = { ...board({ ...CPU, height: 8 }, RAM), displayName: "Mine" };
    const remote = {
      ...board(CPU, { ...RAM, width: 3 }),
      displayName: "Theirs",
      labels: { team: "x" },
    };
    const merged = merge(base, local, remote);
    if (merged.ok) throw new Error("it was merged");
    expect(merged.conflicts).toHaveLength(1);
    expect(JSON.parse(merged.rest!.text)).toEqual({
      ...board({ ...CPU, height: 8 }, { ...RAM, width: 3 }),
      displayName: "Mine",
      labels: { team: "x" },
    });
  });

  it("is all there is, when the service has changed nothing else", () => {
    const named = (displayName: string) => ({ ...board(CPU), displayName });
    expect(merge(named("a"), named("b"), named("c"))).not.toHaveProperty("rest");
  });

  it("has one layout, the one of the file, when each side has chosen another", () => {
    const base = { displayName: "Web", gridLayout: { widgets: [CPU.widget] } };
    const local = { displayName: "Web", rowLayout: { rows: [{ widgets: [CPU.widget] }] } };
    const remote = {
      displayName: "Web",
      columnLayout: { columns: [{ widgets: [CPU.widget] }] },
      labels: { a: "b" },
    };
    const merged = merge(base, local, remote);
    if (merged.ok) throw new Error("it was merged");
    expect(JSON.parse(merged.rest!.text)).toEqual({ ...local, labels: { a: "b" } });
  });
});

describe("the local text", () => {
  const base = { ...board(CPU, RAM), name: "projects/9/dashboards/web", etag: "e1" };
  const text = `{
  "display_name":  "Web", // ours
  "mosaicLayout": { "columns": "12",
    "tiles": [ {"x_pos": 6, "width": 6, "height": 4, "widget": ${JSON.stringify(RAM.widget)}},
               {"width": 6, "height": 4, "widget": ${JSON.stringify({ ...CPU.widget, title: "Load" })}} ] }
}
`.replace(" // ours", "");

  it("gets the smallest edit, keeps its own order and gets no name", () => {
    const remote = { ...base, etag: "e2", displayName: "Web frontend", labels: { team: "x" } };
    const merged = merge3(base, readDocument(text), remote);
    if (!merged.ok) throw new Error(merged.conflicts[0]!.text);
    expect(merged.text).toContain('{\n  "display_name":  "Web frontend",');
    expect(merged.text).toContain('"columns": "12",\n    "tiles": [ {"x_pos": 6,');
    expect(merged.text).toContain('"Load"');
    expect(JSON.parse(merged.text)).not.toHaveProperty("name");
    expect(merged.incoming.map((d) => d.text)).toEqual([
      'displayName "Web" → "Web frontend"',
      "labels added",
    ]);
  });

  it("is left alone when it holds the remote's edits already", () => {
    const local = { ...board({ ...CPU, height: 8 }, RAM), displayName: "Theirs" };
    expect(containsEdits(base, readDocument(JSON.stringify(local)), { ...base, displayName: "Theirs" })).toBe(
      true,
    );
    expect(containsEdits(base, readDocument(JSON.stringify(local)), { ...base, displayName: "Other" })).toBe(
      false,
    );
    expect(containsEdits(base, readDocument(JSON.stringify(local)), { ...base, labels: { a: "b" } })).toBe(
      false,
    );
  });

  it.each(["[]", "{", ""])("%s cannot be merged", (broken) => {
    expect(merge3(base, readDocument(broken), base)).toMatchObject({
      ok: false,
      conflicts: [{ pointer: "" }],
    });
  });
});

describe("tiles", () => {
  const base = board(CPU, RAM);

  it("are followed while they move and change", () => {
    const local = board({ ...CPU, xPos: 6, yPos: 4 }, RAM);
    const remote = board(RAM, tile(0, 0, chart("CPU", "rate(cpu)")));
    expect(tilesOf(base, local, remote)).toEqual([tile(6, 4, chart("CPU", "rate(cpu)")), RAM]);
  });

  it("are followed by an id although nothing else is alike", () => {
    const a = tile(0, 0, { id: "a", text: { content: "one" } });
    const moved = tile(6, 8, { id: "a", text: { content: "one" } });
    const other = tile(0, 0, { id: "a", text: { content: "two" } });
    expect(tilesOf(board(a), board(moved), board(other))).toEqual([
      tile(6, 8, { id: "a", text: { content: "two" } }),
    ]);
  });

  it("name both edits when one thing was changed twice", () => {
    const local = board(tile(0, 0, chart("CPU", "cpu"), { width: 3 }), RAM);
    const remote = board(RAM, tile(0, 0, chart("CPU", "cpu"), { width: 4 }));
    const merged = merge(base, local, remote);
    expect(merged).toEqual({
      ok: false,
      conflicts: [
        {
          pointer: "/mosaicLayout/tiles/0/width",
          text: 'tile "CPU": width 6 → 3 locally, 6 → 4 remotely',
        },
      ],
    });
  });

  it.each<[string, Members[], Members[], string]>([
    [
      "removed and changed",
      [RAM],
      [{ ...CPU, height: 8 }, RAM],
      'tile "CPU" removed locally, changed remotely',
    ],
    [
      "changed and removed",
      [{ ...CPU, height: 8 }, RAM],
      [RAM],
      'tile "CPU" changed locally, removed remotely',
    ],
    [
      "put into the same place",
      [CPU, RAM, tile(0, 4, chart("Mine", "a"))],
      [CPU, RAM, tile(3, 4, chart("Theirs", "b"))],
      'tile "Mine" and tile "Theirs" would overlap',
    ],
    [
      "removed here and rewritten there",
      [RAM],
      [RAM, tile(0, 8, { title: "CPU", text: { content: "moved to another dashboard" } })],
      'tile "CPU" removed locally and probably replaced remotely',
    ],
  ])("are a conflict when %s", (_, mine, theirs, text) => {
    expect(conflicts(base, board(...mine), board(...theirs))).toEqual([text]);
  });

  it("are no guess when they are alike: which of the two was removed, which one changed?", () => {
    const twin = (xPos: number) => tile(xPos, 0, chart("CPU", "cpu"));
    const base = board(twin(0), twin(6));
    const local = board(tile(0, 8, chart("CPU", "cpu")));
    const remote = board(twin(0), tile(6, 0, chart("CPU", "cpu", { yAxis: { label: "%" } })));
    expect(conflicts(base, local, remote)[0]).toContain("cannot be matched");
    // Nobody has to know which is which when only one side did something.
    expect(merge(base, local, base).ok && merge(base, base, remote).ok).toBe(true);
    // The place decides between twins.
    const moved = board(twin(0), tile(6, 8, chart("CPU", "cpu")));
    const renamed = board(tile(0, 0, chart("Load", "cpu")), twin(6));
    expect(tilesOf(base, moved, renamed)).toEqual([
      tile(0, 0, chart("Load", "cpu")),
      tile(6, 8, chart("CPU", "cpu")),
    ]);
  });

  it("that both have added alike are one", () => {
    const fresh = tile(0, 4, chart("Disk", "disk"));
    expect(tilesOf(base, board(fresh, CPU, RAM), board(CPU, RAM, fresh))).toHaveLength(3);
  });

  it("keep the order of a stack from the side that changed it", () => {
    const group = tile(0, 0, { singleViewGroup: {} }, { width: 12 });
    const [a, b] = [tile(0, 0, chart("A", "a"), { width: 12 }), tile(0, 0, chart("B", "b"), { width: 12 })];
    const base = board(group, a, b, tile(0, 4, chart("C", "c")));
    const local = board(group, b, a, tile(0, 4, chart("C", "c")));
    const remote = board(group, a, b, tile(0, 4, chart("C", "changed")));
    expect(tilesOf(base, local, remote)).toEqual([group, b, a, tile(0, 4, chart("C", "changed"))]);
  });

  it("do not keep places that were counted in other columns", () => {
    const wide = { displayName: "Web", mosaicLayout: { columns: 48, tiles: [CPU, RAM] } };
    expect(conflicts(base, board({ ...CPU, yPos: 8 }, RAM), wide)).toEqual([
      "mosaicLayout.columns tiles moved locally, 12 → 48 remotely",
    ]);
    expect(merge(base, board(tile(0, 0, chart("Load", "cpu")), RAM), wide).ok).toBe(true);
  });
});

describe("lists, maps and choices", () => {
  const sets = (...queries: string[]) => ({
    displayName: "Web",
    gridLayout: {
      widgets: [
        {
          title: "CPU",
          xyChart: {
            dataSets: queries.map((q) => ({
              timeSeriesQuery: { prometheusQuery: q },
              plotType: "LINE",
              targetAxis: "Y2",
            })),
          },
        },
      ],
    },
  });

  it("merge an added element with a change of another", () => {
    const merged = merge(sets("a", "b"), sets("a2", "b"), sets("a", "b", "c"));
    expect(merged.ok && merged.value).toEqual(sets("a2", "b", "c"));
  });

  it("do not say in which order two additions belong", () => {
    const text = 'widget "CPU": xyChart.dataSets changed on both sides';
    expect(conflicts(sets("a"), sets("a", "b"), sets("a", "c"))).toEqual([text]);
    expect(conflicts(sets("a", "b"), sets("b", "a"), sets("b2", "a"))).toEqual([text]);
  });

  it("do not let a moved element stand in two places, nor return once it is removed", () => {
    const base = sets("a", "b", "c", "d");
    expect(conflicts(base, sets("b", "c", "d", "a"), sets("b", "a", "c", "d"))).toHaveLength(1);
    expect(conflicts(base, sets("b", "c", "d", "a"), sets("b", "c", "d"))).toHaveLength(1);
    expect(conflicts(base, sets("b", "c", "d", "a"), base)).toEqual([]);
  });

  it("merge maps by key and keep empty texts", () => {
    const labels = (map: Members) => ({ displayName: "Web", gridLayout: {}, labels: map });
    const merged = merge(labels({ a: "1", b: "2" }), labels({ a: "1", b: "" }), labels({ b: "2", c: "" }));
    expect(merged.ok && merged.value["labels"]).toEqual({ b: "", c: "" });
    // A map that is not there is an empty one.
    const none = { displayName: "Web", gridLayout: {} };
    const emptied = merge(labels({ a: "1" }), none, labels({ a: "1", b: "2" }));
    expect(emptied.ok && emptied.value["labels"]).toEqual({ b: "2" });
    const added = merge(none, labels({ a: "1" }), labels({ b: "2" }));
    expect(added.ok && added.value["labels"]).toEqual({ a: "1", b: "2" });
    expect(conflicts(labels({ a: "1" }), labels({ a: "2" }), labels({ a: "3" }))).toEqual([
      'labels.a "1" → "2" locally, "1" → "3" remotely',
    ]);
  });

  it("do not set two members of which one may be set", () => {
    const widget = (content: Members) => ({
      displayName: "Web",
      gridLayout: { widgets: [{ title: "t", ...content }] },
    });
    expect(conflicts(widget({}), widget({ text: { content: "x" } }), widget({ scorecard: {} }))).toEqual([
      'widget "t" has text locally and scorecard remotely',
    ]);
  });

  it("merge members that the schema does not know", () => {
    const later = (value: Members) => ({ displayName: "Web", gridLayout: {}, laterThanUs: value });
    const merged = merge(later({ a: 1, b: 1 }), later({ a: 2, b: 1 }), later({ a: 1, b: 2 }));
    expect(merged.ok && merged.value["laterThanUs"]).toEqual({ a: 2, b: 2 });
  });
});
