import { expect } from "vitest";
import type { Body } from "./http";

/**
 * What the real service is known to answer, as requests and answers. Nothing here is shared with the emulator: a
 * mistake in its reading of the service shows as a failed case.
 *
 * `known` says how the answer is known: `recorded` from exchanges with the service (messages are its own words),
 * `parser` from the code that reads its JSON, `documented` from its reference.
 */
export interface Case {
  readonly title: string;
  readonly known: "recorded" | "parser" | "documented";
  readonly steps: readonly Step[];
}

export interface Step {
  readonly send: string;
  /** The body; a function gets the JSON of the answer before. */
  readonly body?: object | string | ((last: Body) => object);
  readonly answer: {
    readonly status: number;
    /** The whole message of the error, or a pattern for it. */
    readonly message?: string | RegExp;
    /** Canonical status name of the error. */
    readonly name?: string;
    /** Members that the JSON must have, at least. */
    readonly has?: object;
    /** The whole JSON. */
    readonly is?: object;
    /** Paths, joined by dots, that must not be in the JSON. */
    readonly lacks?: readonly string[];
  };
}

const ALL = "/v1/projects/orchard-demo/dashboards";
const one = (id: string) => `${ALL}/${id}`;
const named = (id: string) => `projects/orchard-demo/dashboards/${id}`;

const text = { text: { content: "Harvest" } };
const promql = { timeSeriesQuery: { prometheusQuery: "sum(rate(crates_total[5m]))" } };
const tile = (widget: unknown, more = {}) => ({ width: 4, height: 4, widget, ...more });
const mosaic = (...tiles: unknown[]) => ({ displayName: "Orchard", mosaicLayout: { columns: 12, tiles } });
const grid = (...widgets: unknown[]) => ({ displayName: "Orchard", gridLayout: { widgets } });
const chart = (more: object = {}, dataSet: object = {}) => ({
  xyChart: { dataSets: [{ ...promql, ...dataSet }], ...more },
});

/** One create and its answer. */
const create = (
  title: string,
  body: object | string,
  answer: Step["answer"],
  known: Case["known"] = "recorded",
): Case => ({ title, known, steps: [{ send: `POST ${ALL}`, body, answer }] });

const accepted = (title: string, body: object, has?: object, known: Case["known"] = "recorded"): Case =>
  create(title, body, { status: 200, ...(has !== undefined && { has }) }, known);

const firstWidget = (widget: unknown) => ({ mosaicLayout: { tiles: [{ widget }] } });
const T0 = "dashboard.mosaic_layout.tiles[0].widget";

const violation = (field: string, description: string) => ({
  error: {
    code: 400,
    status: "INVALID_ARGUMENT",
    message: description,
    details: [
      { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field, description }] },
    ],
  },
});
const misfit = (
  title: string,
  body: object,
  field: string,
  description: string,
  known: Case["known"] = "parser",
) => create(title, body, { status: 400, has: violation(field, description) }, known);
const refused = (
  title: string,
  body: object | string,
  message: string | RegExp,
  known: Case["known"] = "recorded",
) => create(title, body, { status: 400, name: "INVALID_ARGUMENT", message }, known);

const names: Case[] = [
  create(
    "create: the id comes from the name, the answer has the project number",
    { ...mosaic(tile(text)), name: named("pears") },
    {
      status: 200,
      has: {
        name: expect.stringMatching(/^projects\/[0-9]+\/dashboards\/pears$/),
        etag: expect.stringMatching(/.+/),
      },
    },
  ),
  create("create: without a name the service makes an id", mosaic(tile(text)), {
    status: 200,
    has: { name: expect.stringMatching(/^projects\/[0-9]+\/dashboards\/[^/]+$/) },
  }),
  refused(
    "create: a name of another form",
    { ...mosaic(tile(text)), name: "pears-1" },
    "pears-1 is not a valid resource path for a Dashboard. Dashboard resource must be of the format 'projects/{project_id_or_number}/dashboards/{dashboard_id}'",
  ),
  refused(
    "create: a name in another project",
    { ...mosaic(tile(text)), name: "projects/other-demo/dashboards/pears" },
    /./,
    "documented",
  ),
  {
    title: "create: validateOnly answers without saving",
    known: "documented",
    steps: [
      {
        send: `POST ${ALL}?validateOnly=true`,
        body: { ...mosaic(tile(text)), name: named("figs") },
        answer: { status: 200, has: { displayName: "Orchard" } },
      },
      { send: `GET ${one("figs")}`, answer: { status: 404 } },
    ],
  },
  {
    title: "create: validateOnly finds what a create would find",
    known: "documented",
    steps: [
      {
        send: `POST ${ALL}?validateOnly=True`,
        body: { displayName: "Orchard", mosaicLayout: {} },
        answer: { status: 400, message: /^Field mosaicLayout\.columns / },
      },
    ],
  },
  {
    title: "get: what is not there",
    known: "recorded",
    steps: [
      {
        send: `GET ${one("nothing")}`,
        answer: {
          status: 404,
          is: { error: { code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" } },
        },
      },
    ],
  },
  {
    title: "delete answers with an empty object",
    known: "documented",
    steps: [
      { send: `POST ${ALL}`, body: { ...mosaic(), name: named("plums") }, answer: { status: 200 } },
      { send: `DELETE ${one("plums")}`, answer: { status: 200, is: {} } },
      { send: `DELETE ${one("plums")}`, answer: { status: 404, name: "NOT_FOUND" } },
    ],
  },
];

const patches: Case[] = [
  {
    title: "patch: an etag is mandatory",
    known: "recorded",
    steps: [
      { send: `POST ${ALL}`, body: { ...mosaic(), name: named("quince") }, answer: { status: 200 } },
      {
        send: `PATCH ${one("quince")}`,
        body: mosaic(),
        answer: {
          status: 400,
          name: "INVALID_ARGUMENT",
          message: "Update Dashboard should specify a non empty etag.",
        },
      },
      {
        send: `PATCH ${one("quince")}`,
        body: { ...mosaic(), etag: "" },
        answer: { status: 400, message: "Update Dashboard should specify a non empty etag." },
      },
    ],
  },
  {
    title: "patch: replaces everything, needs no name, gives a new etag",
    known: "recorded",
    steps: [
      {
        send: `POST ${ALL}`,
        body: { ...mosaic(tile(text)), name: named("cherry"), labels: { season: "summer" } },
        answer: { status: 200, has: { labels: { season: "summer" } } },
      },
      {
        send: `PATCH ${one("cherry")}`,
        body: (last: Body) => ({ ...grid(text), etag: last.etag }),
        answer: {
          status: 200,
          has: { name: expect.stringMatching(/\/dashboards\/cherry$/), gridLayout: { widgets: [{}] } },
          lacks: ["labels", "mosaicLayout"],
        },
      },
      { send: `GET ${one("cherry")}`, answer: { status: 200, lacks: ["labels", "mosaicLayout"] } },
    ],
  },
  {
    title: "patch: validateOnly changes nothing",
    known: "documented",
    steps: [
      { send: `POST ${ALL}`, body: { ...mosaic(), name: named("apricot") }, answer: { status: 200 } },
      {
        send: `PATCH ${one("apricot")}?validateOnly=true`,
        body: (last: Body) => ({ ...mosaic(), displayName: "Renamed", etag: last.etag }),
        answer: { status: 200, has: { displayName: "Renamed" } },
      },
      { send: `GET ${one("apricot")}`, answer: { status: 200, has: { displayName: "Orchard" } } },
    ],
  },
];

const saving: Case[] = [
  accepted(
    "saving: data sets get an axis",
    mosaic(tile(chart())),
    firstWidget({ xyChart: { dataSets: [{ targetAxis: "Y1" }] } }),
  ),
  accepted(
    "saving: an axis that is written stays",
    mosaic(tile(chart({}, { targetAxis: "Y2" }))),
    firstWidget({ xyChart: { dataSets: [{ targetAxis: "Y2" }] } }),
  ),
  accepted(
    "saving: texts get a format and a style",
    mosaic(tile(text)),
    firstWidget({ text: { format: "MARKDOWN", style: {} } }),
  ),
  accepted(
    "saving: table data sets get a smallest alignment period",
    mosaic(tile({ timeSeriesTable: { dataSets: [promql] } })),
    firstWidget({ timeSeriesTable: { dataSets: [{ minAlignmentPeriod: "0s" }] } }),
  ),
  accepted(
    "saving: a first Y axis gets a scale",
    mosaic(tile(chart({ yAxis: { label: "crates" } }))),
    firstWidget({ xyChart: { yAxis: { label: "crates", scale: "LINEAR" } } }),
  ),
  create(
    "saving: zeros, false and empty texts are dropped",
    {
      ...mosaic({
        xPos: 0,
        yPos: 0,
        width: 4,
        height: 4,
        widget: {
          title: "",
          timeSeriesTable: { dataSets: [promql], columnSettings: [{ column: "value", visible: false }] },
        },
      }),
      labels: {},
      dashboardFilters: [],
    },
    {
      status: 200,
      lacks: [
        "labels",
        "dashboardFilters",
        "mosaicLayout.tiles.0.xPos",
        "mosaicLayout.tiles.0.yPos",
        "mosaicLayout.tiles.0.widget.title",
        "mosaicLayout.tiles.0.widget.timeSeriesTable.columnSettings.0.visible",
      ],
    },
  ),
  create("saving: messages that are set stay although they are empty", mosaic(tile({ blank: {} })), {
    status: 200,
    has: firstWidget({ blank: {} }),
  }),
  accepted(
    "saving: 64-bit integers are answered as text",
    { displayName: "Orchard", gridLayout: { columns: 2, widgets: [text] } },
    { gridLayout: { columns: "2" } },
    "parser",
  ),
  accepted(
    "saving: durations keep their value in canonical form",
    mosaic(tile(chart({ timeshiftDuration: "600.500s" }))),
    firstWidget({ xyChart: { timeshiftDuration: "600.500s" } }),
  ),
  accepted(
    "saving: map entries stay, empty values too",
    { ...mosaic(), labels: { season: "", crop: "pears" } },
    { labels: { season: "", crop: "pears" } },
    "documented",
  ),
];

const transcoding: Case[] = [
  misfit(
    "an unknown member",
    { displayName: "Orchard", mosaicLayout: { columns: 12, legacyRows: 4 } },
    "dashboard.mosaic_layout",
    `Invalid JSON payload received. Unknown name "legacyRows" at 'dashboard.mosaic_layout': Cannot find field.`,
    "recorded",
  ),
  misfit(
    "an unknown member of the dashboard itself",
    { ...mosaic(), legacyCategory: "CUSTOM" },
    "dashboard",
    `Invalid JSON payload received. Unknown name "legacyCategory" at 'dashboard': Cannot find field.`,
    "recorded",
  ),
  misfit(
    "text that is no number",
    mosaic(tile(text, { xPos: "left" })),
    "dashboard.mosaic_layout.tiles[0].x_pos",
    `Invalid value at 'dashboard.mosaic_layout.tiles[0].x_pos' (TYPE_INT32), "left"`,
  ),
  misfit(
    "an unknown enum name",
    mosaic(tile(chart({}, { plotType: "SPARKLES" }))),
    `${T0}.xy_chart.data_sets[0].plot_type`,
    `Invalid value at '${T0}.xy_chart.data_sets[0].plot_type' ` +
      `(type.googleapis.com/google.monitoring.dashboard.v1.XyChart.DataSet.PlotType), "SPARKLES"`,
  ),
  misfit(
    "a duration without its s",
    mosaic(tile(chart({ timeshiftDuration: "1h" }))),
    `${T0}.xy_chart.timeshift_duration`,
    `Invalid value at '${T0}.xy_chart.timeshift_duration' (type.googleapis.com/google.protobuf.Duration), ` +
      `Field 'timeshiftDuration', Illegal duration format; duration must end with 's'`,
  ),
  misfit(
    "two layouts",
    { displayName: "Orchard", gridLayout: {}, mosaicLayout: { columns: 12 } },
    "dashboard",
    `Invalid value at 'dashboard' (oneof), oneof field 'layout' is already set. Cannot set 'mosaicLayout'`,
  ),
  misfit(
    "a list for a single value",
    { displayName: "Orchard", mosaicLayout: [] },
    "dashboard",
    `Invalid JSON payload received. Unknown name "mosaicLayout" at 'dashboard': Proto field is not repeating, cannot start list.`,
  ),
  create(
    "several misfits are reported together",
    { displayName: 7, mosaicLayout: { columns: 12, legacyRows: 1 } },
    { status: 400, message: /TYPE_STRING[^\n]*\n[^\n]*legacyRows|legacyRows[^\n]*\n[^\n]*TYPE_STRING/ },
    "parser",
  ),
  ...[
    "{",
    '{"displayName": "a",}',
    "{'displayName': 'a'}",
    '{"displayName": "a"} // end',
    "\uFEFF{}",
    '{"a" 1}',
  ].map((body) =>
    refused(`broken JSON: ${JSON.stringify(body)}`, body, /^Invalid JSON payload received\. ./, "parser"),
  ),
  refused("a list instead of a dashboard", "[]", /^Invalid JSON payload received\. /, "parser"),
];

const both = mosaic(tile({}), tile({}, { xPos: 4 }));
const semantics: Case[] = [
  refused(
    "columns 0",
    { displayName: "Orchard", mosaicLayout: { columns: 0, tiles: [tile(text)] } },
    'Field mosaicLayout.columns has an invalid value of "0": must be in the range (1,48).',
  ),
  refused(
    "columns missing",
    { displayName: "Orchard", mosaicLayout: { tiles: [] } },
    'Field mosaicLayout.columns has an invalid value of "0": must be in the range (1,48).',
  ),
  refused(
    "columns 49",
    { displayName: "Orchard", mosaicLayout: { columns: 49, tiles: [] } },
    'Field mosaicLayout.columns has an invalid value of "49": must be in the range (1,48).',
  ),
  refused(
    "a widget without content",
    mosaic(tile({ title: "Empty" })),
    "Dashboard is missing required field mosaicLayout.tiles[0].widget.content.",
  ),
  refused(
    "several problems are reported together, one a line",
    both,
    "Dashboard is missing required field mosaicLayout.tiles[0].widget.content.\n" +
      "Dashboard is missing required field mosaicLayout.tiles[1].widget.content.",
  ),
  create("semantic errors come with a DebugInfo and no violations", both, {
    status: 400,
    has: {
      error: {
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.DebugInfo",
            detail: expect.stringMatching(
              /^\[ORIGINAL ERROR\] generic::invalid_argument: com\.google\.apps\.framework\.request\.BadRequestException: Dashboard is missing/,
            ),
          },
        ],
      },
    },
  }),
  refused(
    "a collapsible group in a grid",
    grid({ collapsibleGroup: {} }),
    "collapsibleGroup is only allowed in MosaicLayout.",
  ),
  refused(
    "a section header in a grid",
    grid({ sectionHeader: {} }),
    "sectionHeader is only allowed in MosaicLayout.",
  ),
  refused(
    "a single view group in a column",
    { displayName: "Orchard", columnLayout: { columns: [{ widgets: [{ singleViewGroup: {} }] }] } },
    "dropdownGroup is only allowed in MosaicLayout.",
  ),
  refused(
    "a time shift of less than a minute",
    mosaic(tile(chart({ timeshiftDuration: "10s" }))),
    'Field mosaicLayout.tiles[0].widget.xyChart.timeshiftDuration has an invalid value of "10s": must be greater than or equal to one minute.',
  ),
  refused(
    "a time shift with stacked bars",
    grid(chart({ timeshiftDuration: "3600s" }, { plotType: "STACKED_BAR" })),
    `Field gridLayout.widgets[0].xyChart.dataSets[0].plotType has an invalid value of "STACKED_BAR": plot type is incompatible with XyChart's timeshiftDuration.`,
  ),
  refused(
    "a logs panel on something else than a project",
    mosaic(tile({ logsPanel: { filter: "severity>=ERROR", resourceNames: ["orchard-demo"] } })),
    'Field mosaicLayout.tiles[0].widget.logsPanel.resourceNames has an invalid value of "orchard-demo": resource name must have the format `projects/{project}`.',
  ),
  refused(
    "a filter that restricts resource.type twice",
    mosaic(
      tile({
        xyChart: {
          dataSets: [
            {
              timeSeriesQuery: {
                timeSeriesFilterRatio: {
                  numerator: {
                    filter: 'metric.type="a.example/b" resource.type="global" resource.type="gce_instance"',
                  },
                  denominator: { filter: 'metric.type="a.example/b"' },
                },
              },
            },
          ],
        },
      }),
    ),
    "Field mosaicLayout.tiles[0].widget.xyChart.dataSets[0].timeSeriesQuery.timeSeriesFilterRatio.numerator.filter has an invalid value: " +
      `Field filter had an invalid value of "metric.type="a.example/b" resource.type="global" resource.type="gce_instance"": ` +
      "The 'resource.type' restriction is used more than once.",
  ),
];

for (const member of ["width", "height"]) {
  for (const value of [0, undefined]) {
    const field = `mosaicLayout.tiles[0].${member}`;
    const message = new RegExp(`^Field ${field.replace(/[.[\]]/g, "\\$&")} has an invalid value of "0": `);
    semantics.push(
      refused(
        `a tile with ${member} ${value ?? "missing"}`,
        mosaic(tile(text, { [member]: value })),
        message,
        "documented",
      ),
    );
  }
}
semantics.push(
  refused(
    "a tile beyond the last column",
    mosaic(tile(text, { xPos: 10 })),
    /mosaicLayout\.tiles\[0\]/,
    "documented",
  ),
  refused("tiles that overlap", mosaic(tile(text), tile(text, { xPos: 2 })), /mosaicLayout\.tiles\[1\]/),
  accepted(
    "tiles inside a group",
    mosaic(tile({ collapsibleGroup: {} }, { width: 12 }), tile(text), tile(text, { xPos: 4 })),
  ),
);

const filterQuery = (aggregation: object, more: object = {}) => ({
  timeSeriesQuery: {
    timeSeriesFilter: { filter: 'metric.type="custom.example/crates"', aggregation, ...more },
  },
});
const notChecked: Case[] = [
  accepted(
    "not checked: template variables in PromQL that nobody declares",
    mosaic(tile(chart({}, { timeSeriesQuery: { prometheusQuery: 'sum(crates{field="${field.value}"})' } }))),
  ),
  accepted("not checked: projects and labels that do not exist", {
    displayName: "Orchard",
    gridLayout: {
      widgets: [
        { errorReportingPanel: { projectNames: ["projects/none-1"] } },
        { incidentList: { monitoredResources: [{ type: "gce_instance", labels: { zone: "nowhere" } }] } },
      ],
    },
  }),
  accepted(
    "not checked: an aligner without a period, a filter without resource.type",
    mosaic(tile(chart({}, filterQuery({ perSeriesAligner: "ALIGN_MEAN" })))),
  ),
  accepted(
    "not checked: a second mean after a rate",
    mosaic(
      tile(
        chart(
          {},
          filterQuery(
            { perSeriesAligner: "ALIGN_RATE", alignmentPeriod: "60s" },
            { secondaryAggregation: { perSeriesAligner: "ALIGN_MEAN", alignmentPeriod: "60s" } },
          ),
        ),
      ),
    ),
  ),
  accepted(
    "not checked: an empty second aggregation, which stays",
    mosaic(tile(chart({}, filterQuery({}, { secondaryAggregation: {} })))),
    firstWidget({
      xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { secondaryAggregation: {} } } }] },
    }),
  ),
  accepted(
    "not checked: short colors",
    mosaic(tile({ text: { content: "x", style: { backgroundColor: "#fff" } } })),
  ),
  accepted("not checked: rows that are empty objects", {
    displayName: "Orchard",
    rowLayout: { rows: [{}, {}] },
  }),
  accepted("columns hold most kinds of widgets", {
    displayName: "Orchard",
    columnLayout: {
      columns: [
        {
          weight: 2,
          widgets: [
            chart(),
            text,
            { logsPanel: { resourceNames: ["projects/orchard-demo"] } },
            { scorecard: promql },
            { alertChart: { name: "projects/orchard-demo/alertPolicies/7" } },
            { pieChart: { chartType: "DONUT", dataSets: [promql] } },
            { errorReportingPanel: { projectNames: ["projects/orchard-demo"] } },
            { timeSeriesTable: { dataSets: [promql] } },
            { incidentList: {} },
          ],
        },
      ],
    },
  }),
];

const reading: Case[] = [
  accepted(
    "reading: proto names, numbers in quotes, enum numbers, null",
    {
      display_name: "Orchard",
      mosaic_layout: {
        columns: "12",
        tiles: [
          {
            x_pos: "4",
            width: 4.0,
            height: "4",
            widget: {
              title: null,
              text: null,
              xy_chart: { y2_axis: { scale: "2" }, data_sets: [{ plot_type: 2, ...promql }] },
            },
          },
        ],
      },
    },
    {
      displayName: "Orchard",
      mosaicLayout: {
        columns: 12,
        tiles: [
          {
            xPos: 4,
            width: 4,
            height: 4,
            widget: { xyChart: { y2Axis: { scale: "LOG10" }, dataSets: [{ plotType: "STACKED_AREA" }] } },
          },
        ],
      },
    },
    "parser",
  ),
  ...(
    [
      ["a fraction for an integer", { width: 4.5 }],
      ["spaces in a number", { width: " 4" }],
      ["true for a number", { width: true }],
      ["an empty text for a number", { width: "" }],
      ["a number beyond 32 bits", { width: 4294967296 }],
      ["an object for a number", { width: {} }],
      ["a number for a text", { widget: { title: 4, ...text } }],
      ["an empty enum name", { widget: { text: { content: "x", format: "" } } }],
      ["another letter case", { XPos: 1 }],
      ["members of an empty message", { widget: { blank: { a: 1 } } }],
      ["a number for a duration", { widget: chart({ timeshiftDuration: 60 }) }],
      ["a duration as an object", { widget: chart({ timeshiftDuration: { seconds: 60 } }) }],
      ["null in a list", { widget: { xyChart: { dataSets: [null] } } }],
      ["an object for a list", { widget: { xyChart: { dataSets: { 0: promql } } } }],
    ] as const
  ).map(([what, change]) =>
    refused(`reading: ${what} is refused`, mosaic(tile(text, change)), /^Invalid /, "parser"),
  ),
  refused(
    "reading: a number as a map value is refused",
    { ...mosaic(), labels: { season: 4 } },
    /^Invalid /,
    "parser",
  ),
  refused("reading: a list for a map is refused", { ...mosaic(), labels: ["season"] }, /^Invalid /, "parser"),
  refused(
    "reading: $schema is refused",
    { $schema: "x", ...mosaic() },
    /Unknown name "\$schema" at 'dashboard'/,
    "parser",
  ),
  refused(
    "reading: a name twice is refused",
    '{"displayName": "a", "displayName": "b"}',
    /^Invalid JSON payload received\. /,
    "parser",
  ),
];

export const cases: readonly Case[] = [
  ...names,
  ...patches,
  ...saving,
  ...transcoding,
  ...semantics,
  ...notChecked,
  ...reading,
];
