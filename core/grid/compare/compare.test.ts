import { describe, expect, it } from "vitest";
import { readDocument } from "../../document/reader";
import { DocumentVersion } from "../../sync/version";
import { compareDashboards } from "./compare";

type Value = Record<string, unknown>;

const filter = 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"';

function dataSet(aggregation: Value = {}, more: Value = {}): Value {
  return {
    timeSeriesQuery: {
      timeSeriesFilter: {
        filter,
        aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_RATE", ...aggregation },
      },
    },
    ...more,
  };
}

function chart(title: string, dataSets: Value[] = [dataSet()], more: Value = {}): Value {
  return { title, xyChart: { dataSets, ...more } };
}

const tile = (widget: Value, xPos = 0, yPos = 0, width = 6, height = 4) => ({
  xPos,
  yPos,
  width,
  height,
  widget,
});

function mosaic(tiles: Value[], more: Value = {}): Value {
  return { displayName: "Web", mosaicLayout: { columns: 12, tiles }, ...more };
}

/** The words of each changed tile, and of the dashboard if it changed. */
function words(before: unknown, after: unknown): Record<string, string[]> {
  const { dashboard, tiles } = compareDashboards(before, after);
  const out: Record<string, string[]> = {};
  if (dashboard.length > 0) out["dashboard"] = dashboard.map(({ text }) => text);
  for (const { name, marks, changes } of tiles)
    out[name] = changes.length > 0 ? changes.map(({ text }) => text) : [...marks];
  return out;
}

/** The words about the only tile. */
function about(before: Value, after: Value): string[] {
  return Object.values(words(mosaic([tile(before)]), mosaic([tile(after)]))).flat();
}

describe("tiles", () => {
  const cpu = tile(chart("CPU"));
  const memory = tile({ title: "Memory", text: { content: "see the runbook" } }, 6);

  it("are added and removed", () => {
    expect(words(mosaic([cpu]), mosaic([cpu, memory]))).toEqual({ '"Memory"': ["added"] });
    const { tiles } = compareDashboards(mosaic([cpu, memory]), mosaic([memory]));
    expect(tiles).toEqual([
      {
        name: '"CPU"',
        marks: ["removed"],
        changes: [],
        before: {
          id: "/mosaicLayout/tiles/0/widget",
          kind: "xyChart",
          title: "CPU",
          rect: { x: 0, y: 0, w: 6, h: 4 },
        },
      },
    ]);
  });

  it("are moved, resized and changed at once, with ids of their own dashboard", () => {
    const { tiles } = compareDashboards(
      mosaic([cpu, memory]),
      mosaic([memory, tile(chart("CPU", [dataSet({ perSeriesAligner: "ALIGN_MEAN" })]), 0, 8, 8, 4)]),
    );
    expect(tiles).toMatchObject([
      {
        name: '"CPU"',
        marks: ["moved", "resized", "changed"],
        before: { id: "/mosaicLayout/tiles/0/widget" },
        after: { id: "/mosaicLayout/tiles/1/widget" },
        changes: [
          { text: "moved from column 0, row 0 to column 0, row 8" },
          { text: "resized from 6 × 4 to 8 × 4" },
          {
            path: "/xyChart/dataSets/0/timeSeriesQuery/timeSeriesFilter/aggregation/perSeriesAligner",
            text: "aligner ALIGN_RATE → ALIGN_MEAN",
          },
        ],
      },
    ]);
  });

  it("that a copy was made of stay as they are", () => {
    expect(words(mosaic([cpu]), mosaic([cpu, tile(chart("CPU"), 6)]))).toEqual({
      '"CPU" at column 6, row 0': ["added"],
    });
    // One of the two is the moved one; a merge would leave that open.
    const { tiles } = compareDashboards(
      mosaic([cpu]),
      mosaic([tile(chart("CPU"), 6), tile(chart("CPU"), 0, 4)]),
    );
    expect(tiles.map(({ marks }) => marks)).toEqual([["moved"], ["added"]]);
  });

  it("do not move if the whole grid becomes finer", () => {
    const fine = { displayName: "Web", mosaicLayout: { columns: 48, tiles: [] as Value[] } };
    fine.mosaicLayout.tiles = [tile(chart("CPU"), 0, 0, 24, 16), tile(memory.widget, 25, 0, 23, 16)];
    expect(words(mosaic([cpu, memory]), fine)).toEqual({
      dashboard: ["columns 12 → 48"],
      '"Memory"': ["moved from column 24, row 0 to column 25, row 0", "resized from 24 × 16 to 23 × 16"],
    });
  });

  it("without a title have a name that says where they are", () => {
    const before = mosaic([tile({ text: { content: "a" } }, 4, 2)]);
    const after = mosaic([tile({ text: { content: "b" } }, 4, 2)]);
    expect(words(before, after)).toEqual({ "text at column 4, row 2": ['content "a" → "b"'] });
  });

  it("enter and leave groups", () => {
    const group = (height: number) =>
      tile({ title: "Latency", collapsibleGroup: { collapsed: true } }, 0, 4, 12, height);
    const inside = tile(chart("CPU"), 0, 5);
    expect(words(mosaic([cpu, group(8)]), mosaic([inside, group(8)]))).toEqual({
      '"CPU"': ['moved from column 0, row 0 to column 0, row 5, into group "Latency"'],
    });
    expect(words(mosaic([inside, group(8)]), mosaic([cpu, group(8)]))).toEqual({
      '"CPU"': ['moved from column 0, row 5 to column 0, row 0, out of group "Latency"'],
    });
    expect(words(mosaic([inside, group(8)]), mosaic([inside, group(2)]))).toEqual({
      '"Latency"': ["resized from 12 × 8 to 12 × 2", 'no longer contains "CPU"'],
    });
  });

  it("in one rectangle have a stacking order", () => {
    const [a, b] = [tile({ title: "A", text: {} }), tile({ title: "B", text: {} })];
    expect(words(mosaic([a, b]), mosaic([b, a]))).toEqual({
      dashboard: ["stacking order of overlapping tiles changed"],
    });
  });
});

describe("words about a widget", () => {
  const base = chart("CPU");
  it.each<[string, Value, Value, string[]]>([
    ["a title", base, { ...base, title: "Load" }, ['title "CPU" → "Load"']],
    ["a first title", { text: {} }, { title: "Notes", text: {} }, ['title "Notes" added']],
    [
      "an aligner",
      base,
      chart("CPU", [dataSet({ perSeriesAligner: "ALIGN_MEAN" })]),
      ["aligner ALIGN_RATE → ALIGN_MEAN"],
    ],
    ["a period", base, chart("CPU", [dataSet({ alignmentPeriod: "300s" })]), ["alignment period 60s → 300s"]],
    ["an equal period", base, chart("CPU", [dataSet({ alignmentPeriod: "60.0s" })]), []],
    [
      "group-by fields",
      chart("CPU", [dataSet({ groupByFields: ["a", "b"] })]),
      chart("CPU", [dataSet({ groupByFields: ["a", "c", "d"] })]),
      ['group-by fields "b" removed', 'group-by fields "c", "d" added'],
    ],
    [
      "the order of group-by fields",
      chart("CPU", [dataSet({ groupByFields: ["a", "b"] })]),
      chart("CPU", [dataSet({ groupByFields: ["b", "a"] })]),
      ["group-by fields reordered"],
    ],
    [
      "one of several data sets",
      chart("CPU", [dataSet({}, { legendTemplate: "a" }), dataSet()]),
      chart("CPU", [dataSet({}, { legendTemplate: "a" }), dataSet({ crossSeriesReducer: "REDUCE_SUM" })]),
      ["data set 2: reducer REDUCE_NONE → REDUCE_SUM"],
    ],
    [
      "an added data set",
      base,
      chart("CPU", [dataSet(), { timeSeriesQuery: { prometheusQuery: "up" }, plotType: "LINE" }]),
      ['data set 2 (PromQL query "up", plot type LINE) added'],
    ],
    [
      "the order of data sets",
      chart("CPU", [dataSet({}, { legendTemplate: "a" }), dataSet()]),
      chart("CPU", [dataSet(), dataSet({}, { legendTemplate: "a" })]),
      ["data sets reordered"],
    ],
    [
      "a second aggregation",
      base,
      {
        title: "CPU",
        xyChart: {
          dataSets: [
            {
              timeSeriesQuery: {
                timeSeriesFilter: {
                  ...(dataSet()["timeSeriesQuery"] as { timeSeriesFilter: Value }).timeSeriesFilter,
                  secondaryAggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" },
                },
              },
            },
          ],
        },
      },
      ["secondary aggregation (alignment period 60s, aligner ALIGN_MEAN) added"],
    ],
    [
      "a threshold",
      chart("CPU", undefined, { thresholds: [{ value: 0.5 }] }),
      chart("CPU", undefined, { thresholds: [{ value: 0.8 }] }),
      ["threshold 0.5 → 0.8"],
    ],
    [
      "a threshold of zero",
      chart("CPU", undefined, { thresholds: [{ value: 0 }] }),
      chart("CPU", undefined, { thresholds: [{ value: 1 }] }),
      ["threshold 0 → 1"],
    ],
    [
      "the color of a threshold",
      chart("CPU", undefined, { thresholds: [{ value: 1 }, { value: 2, color: "RED" }] }),
      chart("CPU", undefined, { thresholds: [{ value: 1 }, { value: 2, color: "YELLOW" }] }),
      ["threshold 2: color RED → YELLOW"],
    ],
    [
      "a removed threshold",
      chart("CPU", undefined, { thresholds: [{ value: 5 }] }),
      base,
      ["threshold 5 removed"],
    ],
    [
      "an axis",
      chart("CPU", undefined, { yAxis: { label: "ms" } }),
      chart("CPU", undefined, { yAxis: { label: "s" } }),
      ['Y axis: label "ms" → "s"'],
    ],
    ["a default that is written", base, chart("CPU", [dataSet({}, { targetAxis: "Y1" })]), []],
    [
      "a change of a default",
      base,
      chart("CPU", [dataSet({}, { targetAxis: "Y2" })]),
      ["target axis Y1 → Y2"],
    ],
    [
      "an option",
      base,
      chart("CPU", undefined, { chartOptions: { mode: "X_RAY" } }),
      ["chart options (mode X_RAY) added"],
    ],
    [
      "a boolean",
      { collapsibleGroup: {} },
      { collapsibleGroup: { collapsed: true } },
      ["collapsed false → true"],
    ],
    [
      "another query language",
      { title: "A", scorecard: dataSet() },
      { title: "A", scorecard: { timeSeriesQuery: { prometheusQuery: "up" } } },
      ['time series filter → PromQL query "up"'],
    ],
    [
      "another widget",
      { id: "a", title: "A", scorecard: dataSet() },
      { id: "a", title: "A", text: { content: "b" } },
      ["scorecard → text"],
    ],
    [
      "a new member",
      { id: "a", text: {}, glow: 1 },
      { id: "a", text: {}, glow: { by: 2 } },
      ['member "glow" 1 → {"by":2}'],
    ],
    [
      "invisible text",
      { text: { content: "a b" } },
      { text: { content: "a\u200b  b" } },
      ['content "a b" changed in white space or invisible characters'],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(about(before, after)).toEqual(expected);
  });

  it("show the part of a long string that differs", () => {
    const query = (service: string) => ({
      id: "a",
      scorecard: {
        timeSeriesQuery: {
          prometheusQuery: `sum(rate(http_requests_total{service="${service}",code="500"}[5m]))`,
        },
      },
    });
    expect(about(query("orders"), query("checkout"))).toEqual([
      'PromQL query "…otal{service="orders",code="500"}[…" → "…otal{service="checkout",code="500"}[…"',
    ]);
  });

  it("are one line without control characters", () => {
    const [change] = about({ text: { content: "a" } }, { text: { content: "b\n\u001b[31m\u202ec\r\n| d" } });
    expect(change).toBe('content "a" → "b c | d"');
  });

  it("are as many as someone reads", () => {
    const many = (value: number) =>
      chart("CPU", undefined, {
        thresholds: Array.from({ length: 100 }, (_, i) => ({ label: `${i}`, value })),
      });
    const found = about(many(1), many(2));
    expect(found).toHaveLength(61);
    expect(found.at(-1)).toBe("and 40 more changes");
  });
});

describe("the dashboard itself", () => {
  const board = (more: Value) => mosaic([tile(chart("CPU"))], more);
  it.each<[string, Value, Value, string[]]>([
    ["its title", {}, { displayName: "Shop" }, ['display name "Web" → "Shop"']],
    [
      "labels",
      { labels: { a: "", b: "1" } },
      { labels: { b: "2", c: "3" } },
      ['label "a" removed', 'label "b" "1" → "2"', 'label "c" "3" added'],
    ],
    [
      "a variable",
      {
        dashboardFilters: [
          { filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone", stringValue: "a" },
        ],
      },
      {
        dashboardFilters: [
          { filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone", stringValue: "b" },
        ],
      },
      ['dashboard filter "zone": string value "a" → "b"'],
    ],
    [
      "a renamed variable",
      { dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone" }] },
      { dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "area" }] },
      ['dashboard filter "zone" → "area"'],
    ],
    [
      "an annotation",
      {},
      {
        annotations: {
          eventAnnotations: [{ displayName: "Deploys", eventType: "GKE_WORKLOAD_DEPLOYMENT", enabled: true }],
        },
      },
      ['event annotation "Deploys" added'],
    ],
    ["what the service adds", {}, { name: "projects/1/dashboards/web", etag: "x" }, []],
    [
      "its id",
      { name: "projects/1/dashboards/a" },
      { name: "projects/p/dashboards/b" },
      ['dashboard ID "a" → "b"'],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(words(board(before), board(after))).toEqual(expected.length > 0 ? { dashboard: expected } : {});
  });
});

describe("layouts without positions", () => {
  const grid = (...widgets: Value[]) => ({ displayName: "Web", gridLayout: { columns: "2", widgets } });
  const [a, b, c] = ["A", "B", "C"].map((title) => ({ title, text: { content: title.repeat(9) } }));

  it("have no moves when a widget is inserted", () => {
    expect(words(grid(a!, b!), grid(c!, a!, b!))).toEqual({ '"C"': ["added"] });
  });

  it("have moves when the order changes", () => {
    expect(words(grid(a!, b!, c!), grid(c!, a!, b!))).toEqual({
      '"C"': ["moved from number 3 to number 1"],
    });
  });

  it("have rows", () => {
    const rows = (...lists: Value[][]) => ({
      displayName: "Web",
      rowLayout: { rows: lists.map((widgets) => ({ widgets })) },
    });
    expect(words(rows([a!, b!]), rows([c!], [a!, b!]))).toEqual({
      dashboard: ["rows 1 → 2"],
      '"C"': ["added"],
    });
    expect(words(rows([a!, b!], [c!]), rows([a!], [b!, c!]))).toEqual({
      '"B"': ["moved from row 1, widget 2 to row 2, widget 1"],
    });
    const heavy = { displayName: "Web", rowLayout: { rows: [{ weight: "2", widgets: [a] }] } };
    expect(words(rows([a!]), heavy)).toEqual({ dashboard: ["row 1: weight 1 → 2"] });
  });

  it("become another layout", () => {
    expect(words(grid(a!, b!), mosaic([tile(a!), tile({ ...b!, title: "New" }, 6)]))).toEqual({
      dashboard: ["grid layout → mosaic layout"],
      '"New"': ['title "B" → "New"'],
    });
  });
});

describe("templates", () => {
  const template = (tiles: string) =>
    new DocumentVersion(
      readDocument(`{"displayName": "\${name}", "mosaicLayout": {"columns": 12, "tiles": [${tiles}]}}`, {
        template: true,
        braces: false,
      }),
    );
  const one = `{"width": 6, "height": 4, "widget": {"title": "One in \${zone}", "text": {"content": "a"}}}`;
  const two = `{"xPos": 6, "width": \${width}, "height": 4, "widget": {"title": "Two", "text": {"content": "b"}}}`;
  const remote = (content: string) => ({
    displayName: "Web",
    mosaicLayout: {
      columns: 12,
      tiles: [
        tile({ title: "Two", text: { content } }, 6, 0, 3),
        tile({ title: "One in europe", text: { content: "a" } }),
      ],
    },
  });

  it("match anything in their holes, wherever the tile is in the list", () => {
    expect(words(remote("b"), template(`${one},${two}`))).toEqual({});
    expect(words(template(`${one},${two}`), remote("b"))).toEqual({});
    expect(words(remote("c"), template(`${one},${two}`))).toEqual({ '"Two"': ['content "c" → "b"'] });
  });

  it("match each other", () => {
    const other = `{"width": 6, "height": 4, "widget": {"title": "\${title}", "text": {"content": "a"}}}`;
    expect(words(template(`${one},${two}`), template(`${other},${two}`))).toEqual({});
  });
});

it("never hides a difference", () => {
  const plain = tile({ text: {} });
  expect(words(mosaic([plain]), mosaic([{ ...plain, glow: 1 }]))).toEqual({
    "text at column 0, row 0": ['member "glow" added'],
  });
  const hidden = (title: string) => ({ ...mosaic([plain]), gridLayout: { widgets: [{ title }] } });
  expect(words(hidden("A"), hidden("B"))).toEqual({
    dashboard: ["parts that are not displayed changed"],
  });
});

it("finds nothing between broken dashboards, and does not fail", () => {
  for (const [a, b] of [
    [null, null],
    [{}, {}],
    [{ mosaicLayout: 1 }, { mosaicLayout: 1 }],
  ] as const)
    expect(words(a, b)).toEqual({});
  expect(words({ mosaicLayout: { tiles: [null, 3] } }, { mosaicLayout: { tiles: "x" } })).toBeTruthy();
  expect(words(null, mosaic([tile({})]))).toMatchObject({
    "widget without content at column 0, row 0": ["added"],
  });
});
