import { describe, expect, it } from "vitest";
import { Dashboard } from "../../dashboard";
import { applyEdits } from "../../edit/edit";
import { normalFormOf } from "../../sync/normal-form";
import { offersAt } from "./refactorings";

/** A text with one or two `|` for the ends of the selection. */
function asked(marked: string): { text: string; dashboard: Dashboard; from: number; to: number } {
  const [first = "", second, third] = marked.split("|");
  const text = `${first}${second ?? ""}${third ?? ""}`;
  const to = third === undefined ? first.length : first.length + second!.length;
  return { text, dashboard: new Dashboard(text), from: first.length, to };
}

/** Titles of what is offered, by the id of the refactoring. */
function titles(marked: string): Record<string, string[]> {
  const { dashboard, from, to } = asked(marked);
  const out: Record<string, string[]> = {};
  for (const { refactoring, offer } of offersAt(dashboard, from, to))
    (out[refactoring.id] ??= []).push(offer.title);
  return out;
}

/**
 * The text after the refactoring whose title starts with `title`. It must give no finding that was not there, and keep
 * the normal form where it says so.
 */
function done(marked: string, title: string): string {
  const { text, dashboard, from, to } = asked(marked);
  const offers = offersAt(dashboard, from, to);
  const found = offers.find(({ offer }) => offer.title.startsWith(title));
  if (!found) throw new Error(`no ${title} among ${offers.map(({ offer }) => offer.title).join(" | ")}`);
  const edits = found.offer.edits();
  expect(edits.length).toBeGreaterThan(0);
  const after = new Dashboard(applyEdits(text, edits));
  const codes = new Set(dashboard.findings.map(({ code }) => code));
  expect(after.findings.filter(({ code }) => !codes.has(code))).toEqual([]);
  if (found.refactoring.keepsMeaning)
    expect(normalFormOf(after.document)).toEqual(normalFormOf(dashboard.document));
  return after.text;
}

const MOSAIC = `{
  "displayName": "Shop",
  "mosaicLayout": {
    "columns": 12,
    "tiles": [
      { "yPos": 6, "width": 6, "height": 4, "widget": { "title": "Disk", "blank": {} } },
      { "width": 6, "height": 4, "widget": { "title": "CPU", "blank": {} } },
      { "xPos": 6, "width": 6, "height": 4, "widget": { "title": "Memory", "blank": {} } }
    ]
  }
}
`;
const at = (text: string, where: string) => text.replace(where, `${where}|`);
/** The text with a selection from one place to another. */
const between = (text: string, from: string, to: string) =>
  text.replace(from, `|${from}`).replace(to, `${to}|`);
const shape = (text: string) =>
  JSON.parse(text).mosaicLayout.tiles.map(
    (t: { xPos?: number; yPos?: number; width: number; height: number; widget: { title?: string } }) =>
      `${t.widget.title} ${t.xPos ?? 0},${t.yPos ?? 0} ${t.width}x${t.height}`,
  );

describe("what is offered", () => {
  it("outside of tiles is about the dashboard", () => {
    expect(titles(at(MOSAIC, '"columns'))).toEqual({
      columns: ["Change to 24 columns, without moving tiles", "Change to 48 columns, without moving tiles"],
      compact: ["Close gaps between tiles, moving 1 of 3"],
      "sort-tiles": ["Sort 3 tiles by position"],
    });
    expect(Object.keys(titles(at(MOSAIC, "{")))).toEqual(["columns", "compact", "sort-tiles"]);
  });

  it("inside of a tile is about the tile", () => {
    expect(titles(at(MOSAIC, '"CPU'))).toEqual({
      "duplicate-tile": ['Duplicate "CPU"'],
      "move-tile": ['Move "CPU" down, below "Disk"'],
      "wrap-tiles": ['Wrap "CPU" in a collapsible group'],
      "delete-tile": ['Delete "CPU"'],
    });
  });

  it("with several tiles selected is about all of them", () => {
    expect(titles(between(MOSAIC, '"CPU"', '"Memory"'))).toEqual({
      "duplicate-tile": ["Duplicate 2 tiles"],
      "wrap-tiles": ["Wrap 2 tiles in a collapsible group"],
      "delete-tile": ["Delete 2 tiles"],
    });
  });

  it("in other members of the dashboard, in a broken text and in an empty one is nothing", () => {
    const text = MOSAIC.replace('"mosaic', '"labels": { "team": "a" },\n  "mosaic');
    expect(titles(at(text, '"team": "'))).toEqual({});
    expect(titles(at(MOSAIC.replace('"Shop",', '"Shop'), '"CPU'))).toEqual({});
    expect(titles("|")).toEqual({});
  });
});

describe("layouts", () => {
  const GRID = `{
  "displayName": "Shop",
  "gridLayout": {
    "columns": "2",
    "widgets": [ { "title": "a", "blank": {} }, { "title": "b", "blank": {} }, { "title": "c", "blank": {} } ]
  }
}
`;

  it("a grid, rows and columns become a mosaic", () => {
    expect(shape(done(at(GRID, '"gridL'), "Convert the grid layout to a mosaic"))).toEqual([
      ...["a 0,0 24x16", "b 24,0 24x16", "c 0,16 24x16"],
    ]);
    const rows = `{ "displayName": "Shop", "rowLayout": { "rows": [ { "widgets": [ { "title": "a", "blank": {} } ] } ] } }`;
    expect(shape(done(at(rows, '"rowL'), "Convert the row layout"))).toEqual(["a 0,0 48x16"]);
    expect(titles(at(MOSAIC, '"mosaicL'))["convert-layout"]).toBeUndefined();
  });

  it("columns change with all numbers, rounding only where it says so", () => {
    expect(shape(done(at(MOSAIC, '"columns'), "Change to 48 columns, without moving"))).toEqual([
      ...["Disk 0,24 24x16", "CPU 0,0 24x16", "Memory 24,0 24x16"],
    ]);
    const odd = MOSAIC.replace('"columns": 12', '"columns": 24').replace('"width": 6', '"width": 7');
    expect(
      shape(done(at(odd, '"columns'), "Change to 12 columns, rounding 1 tile to the nearest block")),
    ).toEqual([...["Disk 0,3 4x2", "CPU 0,0 3x2", "Memory 3,0 3x2"]]);
  });

  it("gaps close, and tiles come into the order of their places", () => {
    expect(shape(done(at(MOSAIC, '"columns'), "Close gaps"))).toEqual([
      ...["Disk 0,4 6x4", "CPU 0,0 6x4", "Memory 6,0 6x4"],
    ]);
    expect(shape(done(at(MOSAIC, '"columns'), "Sort 3 tiles"))).toEqual([
      ...["CPU 0,0 6x4", "Memory 6,0 6x4", "Disk 0,6 6x4"],
    ]);
  });
});

describe("tiles", () => {
  it("are duplicated, moved and deleted", () => {
    expect(shape(done(at(MOSAIC, '"CPU'), "Duplicate"))).toEqual([
      ...["Disk 0,6 6x4", "CPU 0,0 6x4", "CPU 6,4 6x4", "Memory 6,0 6x4"],
    ]);
    expect(shape(done(at(MOSAIC, '"Disk'), 'Move "Disk" up, above "CPU"'))).toEqual([
      ...["Disk 0,0 6x4", "CPU 0,4 6x4", "Memory 6,0 6x4"],
    ]);
    expect(shape(done(at(MOSAIC, '"CPU'), 'Move "CPU" down, below "Disk"'))).toEqual([
      ...["Disk 0,2 6x4", "CPU 0,6 6x4", "Memory 6,0 6x4"],
    ]);
    expect(shape(done(at(MOSAIC, '"CPU'), "Delete"))).toEqual(["Disk 0,6 6x4", "Memory 6,0 6x4"]);
  });

  it("go into a group and out of it", () => {
    const wrapped = done(between(MOSAIC, '"CPU"', '"Memory"'), "Wrap 2 tiles");
    expect(shape(wrapped)).toEqual(["Disk 0,6 6x4", "Group 0,0 12x4", "CPU 0,0 6x4", "Memory 6,0 6x4"]);
    expect(titles(at(wrapped, '"Group'))).toMatchObject({
      "delete-tile": ['Delete "Group" with its 2 tiles', 'Ungroup "Group", keeping its tiles'],
    });
    expect(done(at(wrapped, '"Group'), "Ungroup")).toBe(MOSAIC);
  });

  it("change places in a list", () => {
    const rows = `{ "displayName": "Shop", "rowLayout": { "rows": [
  { "widgets": [ { "title": "a", "blank": {} }, { "title": "b", "blank": {} } ] },
  { "widgets": [ { "title": "c", "blank": {} }, { "title": "d", "blank": {} } ] }
] } }`;
    const order = (text: string) =>
      text
        .match(/"title": "(.)"/g)!
        .map((title) => title.at(-2))
        .join("");
    expect(titles(at(rows, '"b"'))["move-tile"]).toEqual([
      'Move "b" up, before "a"',
      'Move "b" down, beside "c"',
    ]);
    expect(order(done(at(rows, '"b"'), 'Move "b" up'))).toBe("bacd");
    expect(done(at(rows, '"b"'), 'Move "b" down')).toMatch(/"a".*\n.*"b".*"c".*"d"/);
    expect(done(at(rows, '"c"'), 'Move "c" up')).toMatch(/"a".*"b".*"c".*\n.*"d"/);
    expect(titles(at(rows, '"a"'))["move-tile"]).toHaveLength(1);
  });
});

const query = (filter: string, more = "") =>
  `{ "timeSeriesFilter": { "filter": ${JSON.stringify(filter)}${more} } }`;
const CPU = 'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance"';
const AGGREGATED = ', "aggregation": { "alignmentPeriod": "60s", "perSeriesAligner": "ALIGN_MEAN" }';
const board = (...widgets: string[]) =>
  `{\n  "displayName": "Shop",\n  "gridLayout": {\n    "widgets": [\n      ${widgets.join(",\n      ")}\n    ]\n  }\n}\n`;

describe("the kind of a widget", () => {
  const CHART = board(
    `{ "title": "Load", "xyChart": { "dataSets": [ { "plotType": "STACKED_AREA", "legendTemplate": "\${resource.labels.zone}", "minAlignmentPeriod": "120s", "timeSeriesQuery": ${query(CPU, AGGREGATED)} } ], "yAxis": { "scale": "LINEAR" } } }`,
  );
  const widgetOf = (text: string) => JSON.parse(text).gridLayout.widgets[0];
  const source = JSON.parse(query(CPU, AGGREGATED));

  it("changes with the title, the queries and the names of the series", () => {
    expect(titles(at(CHART, '"Load'))["change-kind"]).toEqual([
      "Change to a scorecard, keeping title and query",
      "Change to a table, keeping title and query",
      "Change to a pie chart, keeping title and query",
    ]);
    expect(widgetOf(done(at(CHART, '"Load'), "Change to a scorecard"))).toEqual({
      title: "Load",
      scorecard: { timeSeriesQuery: source },
    });
    const table = done(at(CHART, '"Load'), "Change to a table");
    expect(widgetOf(table)).toEqual({
      title: "Load",
      timeSeriesTable: {
        dataSets: [
          { tableTemplate: "${resource.labels.zone}", minAlignmentPeriod: "120s", timeSeriesQuery: source },
        ],
      },
    });
    expect(table).toContain(query(CPU, AGGREGATED));
    expect(widgetOf(done(at(CHART, '"Load'), "Change to a pie chart")).pieChart).toMatchObject({
      chartType: "DONUT",
      dataSets: [{ sliceNameTemplate: "${resource.labels.zone}" }],
    });
    const score = done(at(CHART, '"Load'), "Change to a scorecard");
    expect(widgetOf(done(at(score, '"Load'), "Change to a chart"))).toEqual({
      title: "Load",
      xyChart: { dataSets: [{ plotType: "LINE", timeSeriesQuery: source }] },
    });
  });

  it("is spelled as the file is", () => {
    const snake = `{ "display_name": "x", "grid_layout": { "widgets": [ { "title": "Load", "xy_chart": { "data_sets": [ { "time_series_query": { "prometheus_query": "up" } } ] } } ] } }`;
    expect(JSON.parse(done(at(snake, '"Load'), "Change to a table")).grid_layout.widgets[0]).toEqual({
      title: "Load",
      time_series_table: { data_sets: [{ time_series_query: { prometheus_query: "up" } }] },
    });
  });

  it("is not changed to what cannot show the same", () => {
    const two = board(
      `{ "title": "Load", "xyChart": { "dataSets": [ { "timeSeriesQuery": { "prometheusQuery": "a" } }, { "timeSeriesQuery": { "prometheusQuery": "b" } } ] } }`,
    );
    expect(titles(at(two, '"Load'))["change-kind"]).toEqual([
      "Change to a table, keeping title and 2 queries",
      "Change to a pie chart, keeping title and 2 queries",
    ]);
    const text = board('{ "title": "Load", "text": { "content": "a" } }');
    expect(titles(at(text, '"Load'))["change-kind"]).toBeUndefined();
  });
});

describe("a repeated condition", () => {
  const scorecard = (filter: string) =>
    `{ "scorecard": { "timeSeriesQuery": ${query(filter, AGGREGATED)} } }`;
  const TEXT = board(
    scorecard(`${CPU} resource.label.zone="europe-west1-b"`),
    scorecard(`${CPU} AND resource.labels."zone" = "europe-west1-b" metric.label.instance_name!="a"`),
    scorecard(`${CPU} resource.label.zone!="europe-west1-b"`),
    scorecard(`${CPU} resource.label.zone="europe-west1-c"`),
  );

  it("becomes a template variable with the value as its default", () => {
    const after = done(
      at(TEXT, "resource.label.zo"),
      'Extract 2 times zone = "europe-west1-b" into a template variable',
    );
    expect(JSON.parse(after).dashboardFilters).toEqual([
      {
        filterType: "RESOURCE_LABEL",
        labelKey: "zone",
        templateVariable: "zone",
        stringValue: "europe-west1-b",
      },
    ]);
    expect(Object.keys(JSON.parse(after))).toEqual(["displayName", "dashboardFilters", "gridLayout"]);
    expect(after.match(/resource\.type=\\"gce_instance\\"[^,]*/g)!.map((rest) => rest.slice(31))).toEqual([
      '${zone}"',
      'AND ${zone} metric.label.instance_name!=\\"a\\""',
      'resource.label.zone!=\\"europe-west1-b\\""',
      'resource.label.zone=\\"europe-west1-c\\""',
    ]);
  });

  it("uses the variable that is declared already, and no name that is taken", () => {
    const withFilter = (filter: object) =>
      TEXT.replace('"gridLayout"', `"dashboardFilters": [ ${JSON.stringify(filter)} ],\n  "gridLayout"`);
    const same = withFilter({
      filterType: "RESOURCE_LABEL",
      labelKey: "zone",
      templateVariable: "where",
      stringValue: "europe-west1-b",
    });
    expect(done(at(same, "resource.label.zo"), "Use template variable where")).toContain("${where}");
    const other = withFilter({ filterType: "METRIC_LABEL", labelKey: "zone", templateVariable: "zone" });
    const after = JSON.parse(done(at(other, "resource.label.zo"), "Extract"));
    expect(after.dashboardFilters.map((f: { templateVariable: string }) => f.templateVariable)).toEqual([
      "zone",
      "zone_2",
    ]);
  });

  it("is not offered for what stands once, is negated, or is no label", () => {
    for (const where of ["zone!", "europe-west1-c", "gce_inst", "instance_na"])
      expect(titles(at(TEXT, where))["extract-variable"]).toBeUndefined();
  });
});

describe("white space in a filter", () => {
  const filter = (text: string) =>
    `{ "displayName": "x", "gridLayout": { "widgets": [{ "scorecard": { "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${text}" } } } }] } }`;
  const odd = String.raw`metric.type = \"run.googleapis.com\/request_count\"\n  AND resource.type=\u0022cloud_run_revision\u0022 `;

  it("is made usual without a change to how the rest is escaped", () => {
    expect(done(filter(`|${odd}`), "Format")).toBe(
      filter(
        String.raw`metric.type=\"run.googleapis.com\/request_count\" AND resource.type=\u0022cloud_run_revision\u0022`,
      ),
    );
  });

  it.each([String.raw`metric.type=\"run.googleapis.com/request_count\"`, String.raw`metric.type=  \"a`, ""])(
    "is left alone in %s",
    (text) => expect(titles(filter(`|${text}`))["tidy-query"]).toBeUndefined(),
  );
});

describe("the missing aggregation", () => {
  const chart = (filter: string, more = "", plotType = "LINE") =>
    board(
      `{ "title": "Load", "xyChart": { "dataSets": [ { "plotType": "${plotType}", "timeSeriesQuery": ${query(filter, more)} } ] } }`,
    );
  const aggregationOf = (text: string) =>
    JSON.parse(text).gridLayout.widgets[0].xyChart.dataSets[0].timeSeriesQuery.timeSeriesFilter.aggregation;
  const LATENCY =
    'metric.type="loadbalancing.googleapis.com/https/total_latencies" resource.type="https_lb_rule"';
  const COUNT =
    'metric.type="loadbalancing.googleapis.com/https/request_count" resource.type="https_lb_rule"';

  it.each([
    ["a gauge", CPU, "LINE", "", { perSeriesAligner: "ALIGN_MEAN" }],
    ["a counter", COUNT, "LINE", "", { perSeriesAligner: "ALIGN_RATE" }],
    [
      "a line of a distribution",
      LATENCY,
      "LINE",
      "",
      { perSeriesAligner: "ALIGN_DELTA", crossSeriesReducer: "REDUCE_PERCENTILE_99" },
    ],
    ["a heatmap of a distribution", LATENCY, "HEATMAP", "", { perSeriesAligner: "ALIGN_DELTA" }],
    [
      "a reducer that stands alone",
      COUNT,
      "LINE",
      ', "aggregation": { "crossSeriesReducer": "REDUCE_SUM" }',
      { perSeriesAligner: "ALIGN_RATE", crossSeriesReducer: "REDUCE_SUM" },
    ],
  ])("suits %s", (_, filter, plotType, more, expected) => {
    const text = chart(filter, more, plotType);
    for (const where of ['"Load', "metric.type"]) {
      expect(aggregationOf(done(at(text, where), "Add the missing aggregation"))).toEqual({
        alignmentPeriod: "60s",
        ...expected,
      });
    }
  });

  it("is offered for all queries of a tile, and not where there is one or the metric is not known", () => {
    const two = board(
      `{ "title": "Load", "xyChart": { "dataSets": [ { "timeSeriesQuery": ${query(CPU)} }, { "timeSeriesQuery": ${query(COUNT)} } ] } }`,
    );
    expect(titles(at(two, '"Load'))["add-aggregation"]).toEqual(["Add the missing aggregation to 2 queries"]);
    expect(titles(at(chart(CPU, AGGREGATED), '"Load'))["add-aggregation"]).toBeUndefined();
    const unknown = chart('metric.type="made.up/thing" resource.type="gce_instance"');
    expect(titles(at(unknown, '"Load'))["add-aggregation"]).toBeUndefined();
  });
});

describe("the file", () => {
  it("loses what the service writes by itself", () => {
    const text = `{
  "displayName": "Shop",
  "etag": "abc",
  "gridLayout": {
    "widgets": [
      { "xyChart": { "dataSets": [ { "targetAxis": "Y1", "plotType": "LINE", "timeSeriesQuery": { "prometheusQuery": "up", "unitOverride": "" } } ], "yAxis": { "scale": "LINEAR" } } },
      { "text": { "content": "a", "format": "MARKDOWN", "style": {} } },
      { "text": { "content": "a", "format": "RAW", "style": { "textColor": "#000000" } } }
    ]
  }
}
`;
    expect(titles(at(text, "{"))["strip-server-made"]).toEqual([
      "Remove 5 members set by the service (etag, targetAxis, scale …)",
    ]);
    const after = done(at(text, "{"), "Remove 5 members");
    expect(JSON.parse(after).gridLayout.widgets).toEqual([
      {
        xyChart: {
          dataSets: [{ plotType: "LINE", timeSeriesQuery: { prometheusQuery: "up", unitOverride: "" } }],
          yAxis: {},
        },
      },
      { text: { content: "a" } },
      { text: { content: "a", format: "RAW", style: { textColor: "#000000" } } },
    ]);
    expect(titles(at(after, "{"))["strip-server-made"]).toBeUndefined();
  });

  it("gets its canonical spelling", () => {
    const text = `{
  "display_name": "Shop",
  "mosaic_layout": {
    "columns": "48",
    "tiles": [
      { "x_pos": null, "width": 24, "height": 1.6e1, "widget": { "title": "a", "xy_chart": { "data_sets": [ { "plot_type": 1, "time_series_query": { "prometheusQuery": "up" } } ] } } }
    ]
  },
  "labels": { "my_team": "a" }
}
`;
    expect(titles(at(text, "{"))["canonical-spelling"]).toEqual([
      "Convert to canonical form (7 names, 2 values)",
    ]);
    const after = done(at(text, "{"), "Convert to canonical");
    expect(after).toBe(
      text
        .replace("display_name", "displayName")
        .replace("mosaic_layout", "mosaicLayout")
        .replace('"48"', "48")
        .replace("x_pos", "xPos")
        .replace("xy_chart", "xyChart")
        .replace("data_sets", "dataSets")
        .replace('"plot_type": 1', '"plotType": "LINE"')
        .replace("time_series_query", "timeSeriesQuery"),
    );
    expect(titles(at(after, "{"))["canonical-spelling"]).toBeUndefined();
  });
});

describe("what a refactoring carries from one place to another", () => {
  const GAUGE = `{
        "title": "Load \\u00e4",
        // From the runbook.
        "scorecard": {
          "timeSeriesQuery": {
            "prometheusQuery": "up", // all of them
            "outputFullDuration": "true"
          },
          "gaugeView": { "lowerBound": 0.0, "upperBound": 1e2 }
        }
      }`;
  const grid = board(GAUGE);
  const mosaic = `{
  "displayName": "Shop",
  "mosaicLayout": {
    "columns": "12",
    "tiles": [
      { "width": 6.0, "height": 4, "widget": ${GAUGE} }
    ]
  }
}
`;
  const kept = [
    '"title": "Load \\u00e4"',
    "// From the runbook.",
    '"outputFullDuration": "true"',
    "// all of them",
  ];
  const bounds = '"gaugeView": { "lowerBound": 0.0, "upperBound": 1e2 }';
  const times = (text: string, part: string) => text.split(part).length - 1;

  it.each([
    ["a copy in a mosaic", at(mosaic, '"title'), "Duplicate", 2, [...kept, bounds]],
    ["a copy in a grid", at(grid, '"title'), "Duplicate", 2, [...kept, bounds]],
    ["a conversion", at(grid, '"gridLayout'), "Convert", 1, [...kept, bounds]],
    ["another kind", at(grid, '"title'), "Change to a chart", 1, kept],
  ])("keeps its spelling and its comments: %s", (_, marked, title, number, parts) => {
    const text = done(marked, title);
    for (const part of parts) expect(times(text, part), `${part} in ${text}`).toBe(number);
    expect(new Dashboard(text).document.problems.every(({ code }) => code === "comment")).toBe(true);
  });

  it("moves a widget to another row as it is written", () => {
    const rows = `{
  "displayName": "Shop",
  "rowLayout": {
    "rows": [
      { "widgets": [ ${GAUGE}, { "blank": {} } ] },
      { "widgets": [ { "blank": {} } ] }
    ]
  }
}
`;
    const text = done(at(rows, '"title'), "Move");
    for (const part of [...kept, bounds]) expect(times(text, part), `${part} in ${text}`).toBe(1);
  });
});
