import { describe, expect, it } from "vitest";
import { accept, atCaret } from "../../../test/support/accept";
import { Dashboard } from "../../dashboard";
import { complete } from ".";

const CPU = String.raw`metric.type=\"compute.googleapis.com/instance/cpu/utilization\" resource.type=\"gce_instance\"`;
const REQUESTS = String.raw`metric.type=\"loadbalancing.googleapis.com/https/request_count\" resource.type=\"https_lb_rule\"`;
const LATENCY = String.raw`metric.type=\"loadbalancing.googleapis.com/https/total_latencies\" resource.type=\"https_lb_rule\"`;

const FILTERS = `"dashboardFilters": [
  { "filterType": "RESOURCE_LABEL", "labelKey": "zone", "templateVariable": "zone" },
  { "filterType": "VALUE_ONLY", "templateVariable": "env", "stringArray": { "values": ["prod", "a.b"] }, "stringValue": "prod" }
]`;
const board = (widget: string) =>
  `{ "displayName": "x", ${FILTERS}, "gridLayout": { "widgets": [${widget}] } }`;
const chart = (members: string) => board(`{ "xyChart": { ${members} } }`);
const text = (members: string) => board(`{ "text": { ${members} } }`);
const aggregation = (filter: string, members: string) =>
  chart(`"dataSets": [{ "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${filter}", ${members} } } }]`);

function items(marked: string, options = {}) {
  const { text: source, offset } = atCaret(marked);
  return complete(new Dashboard(source), offset, { snippets: true, ...options }).items;
}
const labels = (marked: string, options = {}) => items(marked, options).map(({ label }) => label);

/** The text after the item with the label has been accepted. */
function accepted(marked: string, label: string, options = {}): string {
  const item = items(marked, options).find((candidate) => candidate.label === label);
  if (!item) throw new Error(`no ${label} among ${labels(marked, options)}`);
  return accept(atCaret(marked).text, item);
}

describe("what is replaced", () => {
  it.each([
    ["inside quotes", `"format": "MA|RK"`, "RAW", `"format": "RAW"`],
    ["in empty quotes", `"format": "|"`, "RAW", `"format": "RAW"`],
    ["without quotes", `"format": |`, "RAW", `"format": "RAW"`],
    ["a word without quotes", `"format": RA|`, "RAW", `"format": "RAW"`],
    ["right behind the quotes", `"format": "MARK"|`, "RAW", `"format": "RAW"`],
    ["null", `"format": nu|ll`, "RAW", `"format": "RAW"`],
    ["a string that is not closed", `"format": "RA|\n`, "RAW", `"format": "RAW"\n`],
    ["before a comma", `"format": "RA|", "content": "x"`, "RAW", `"format": "RAW", "content": "x"`],
    ["without its comma", `"format": | "content": "x"`, "RAW", `"format": "RAW", "content": "x"`],
    [
      "a string that lacks its quote before others",
      `"format": "RA|, "content": "x"`,
      "RAW",
      `"format": "RAW", "content": "x"`,
    ],
    [
      "a string that lacks its quote before a line",
      `"format": "RA|,\n "content": "x"`,
      "RAW",
      `"format": "RAW",\n "content": "x"`,
    ],
    ["a key in quotes", `"form|": "RAW"`, "format", `"format": "RAW"`],
    ["right behind a key", `"form"|: "RAW"`, "format", `"format": "RAW"`],
    ["a key without quotes", `form|`, "style", `"style": {`],
    ["a new key before others", `| "content": "x"`, "format", `"format": "", "content": "x"`],
    ["a new key after others", `"content": "x" |`, "format", `"content": "x", "format": ""`],
    [
      "a new key between others",
      `"content": "x" | "style": {}`,
      "format",
      `"content": "x", "format": "", "style": {}`,
    ],
    ["a new key behind a comma", `"content": "x", |`, "format", `"content": "x", "format": ""`],
    [
      "a new key before a comma",
      `"content": "x" | , "style": {}`,
      "format",
      `"content": "x", "format": "" , "style": {}`,
    ],
    ["right behind an object", `"style": {}|`, "format", `"style": {}, "format": ""`],
    [
      "a boolean",
      `"content": "x" }, "visibilityCondition": { |`,
      "templateVariableCondition",
      `"visibilityCondition": { "templateVariableCondition": {`,
    ],
  ])("%s", (_, members, label, result) => {
    expect(accepted(text(members), label).replace(/\s+/g, " ")).toContain(result.replace(/\s+/g, " "));
  });

  it.each([
    ["between a key and its colon", `"format" | : "RAW"`],
    ["between a colon and its value", `"format": | "RAW"`],
    ["in a text of one's own", `"content": "a|b"`],
    ["behind the value of a text of one's own", `"content": "ab"|`],
  ])("nothing %s", (_, members) => {
    const { text: source, offset } = atCaret(text(members));
    const found = complete(new Dashboard(source), offset, { snippets: true }).items;
    expect(found.filter(({ textEdit }) => /"format"|RAW/.test(textEdit!.newText))).toEqual([]);
  });

  it.each([
    ["in an empty list", `[|]`, /^\[\s*\{/],
    [
      "behind an element without comma",
      `[{ "timeSeriesQuery": { "prometheusQuery": "up" } } |]`,
      /\} ?, ?\{|\}, \{/,
    ],
    ["right behind an element", `[{ "timeSeriesQuery": { "prometheusQuery": "up" } }|]`, /\}, \{/],
    ["before an element", `[| { "timeSeriesQuery": { "prometheusQuery": "up" } }]`, /\}, \{/],
  ])("a data set %s", (_, list, shape) => {
    const result = accepted(chart(`"dataSets": ${list}`), "data set: PromQL query");
    const dashboard = new Dashboard(result);
    // What the frame declares waits for a use.
    expect(dashboard.findings.filter(({ code }) => code !== "unused-variable")).toEqual([]);
    expect(JSON.stringify(JSON.parse(result)).match(/prometheusQuery/g)).toHaveLength(
      list.includes("up") ? 2 : 1,
    );
    expect(result.slice(result.indexOf('"dataSets": ') + 12).replace(/\s+/g, " ")).toMatch(shape);
  });
});

describe("members", () => {
  it("come with the required ones first and without those that are there, in either spelling", () => {
    const members = labels(chart(`"dataSets": [{ |, "plot_type": "LINE" }]`));
    expect(members[0]).toBe("time_series_query");
    expect(members).not.toContain("plot_type");
    expect(members).not.toContain("plotType");
    expect(members).toContain("target_axis");
  });

  it("come without those that another one excludes, in either spelling, but not because of null", () => {
    expect(labels(board(`{ "xy_chart": {}, | }`))).not.toContain("scorecard");
    expect(labels(board(`{ "xyChart": null, | }`))).toContain("scorecard");
    expect(labels(board(`{ "xyChart": null, | }`))).not.toContain("xyChart");
    expect(labels(`{ "mosaic_layout": {}, | }`).filter((label) => /layout/i.test(label))).toEqual([]);
  });

  it("put what the service makes itself last", () => {
    expect(labels(`{ | }`).at(-1)).toBe("etag");
    expect(labels(`{ | }`)[0]).toBe("displayName");
  });

  it("of a layout other than a mosaic hold no groups", () => {
    expect(labels(`{ "gridLayout": { "widgets": [|] } }`)).not.toContain("collapsible group");
    expect(labels(`{ "mosaicLayout": { "tiles": [{ "widget": | }] } }`)).toContain("collapsible group");
  });

  it("of a resource's labels are those of its type", () => {
    const resource = (labelsText: string) =>
      board(
        `{ "incidentList": { "monitoredResources": [{ "type": "gce_instance", "labels": { ${labelsText} } }] } }`,
      );
    expect(labels(resource(`"zone": "x", |`))).toEqual(["project_id", "instance_id"]);
    expect(accepted(resource(`"zone": "x", |`), "instance_id")).toContain(`"zone": "x", "instance_id": "" }`);
  });
});

describe("tiles", () => {
  const mosaic = (columns: number, tiles: string) =>
    `{ "displayName": "x", "mosaicLayout": { "columns": ${columns}, "tiles": [${tiles}] } }`;
  const tile = (x: number, y: number, w: number, h: number, widget = `{ "blank": {} }`) =>
    `{ "xPos": ${x}, "yPos": ${y}, "width": ${w}, "height": ${h}, "widget": ${widget} }`;

  it.each([
    ["an empty board", 48, [], "24 × 16 blocks at column 0, row 0"],
    ["beside a tile", 48, [tile(0, 0, 24, 16)], "24 × 16 blocks at column 24, row 0"],
    ["below a full row", 48, [tile(0, 0, 48, 16)], "24 × 16 blocks at column 0, row 16"],
    ["in a gap", 12, [tile(0, 0, 12, 4), tile(0, 8, 12, 4)], "6 × 4 blocks at column 0, row 4"],
    [
      "beside gaps that are too small",
      12,
      [tile(0, 0, 4, 4), tile(8, 0, 4, 4)],
      "6 × 4 blocks at column 0, row 4",
    ],
    [
      "not in a group",
      12,
      [tile(0, 0, 12, 8, `{ "collapsibleGroup": {} }`)],
      "6 × 4 blocks at column 0, row 8",
    ],
    ["on a single column", 1, [], "1 × 1 blocks at column 0, row 0"],
  ])("find %s", (_, columns, tiles, detail) => {
    const marked = mosaic(columns, [...tiles, "|"].join(", "));
    expect(items(marked)[0]).toMatchObject({ label: "tile: line chart", detail });
    expect(new Dashboard(accepted(marked, "tile: line chart")).findings).toEqual([]);
  });

  it("know the next free position while they are written by hand", () => {
    const marked = (members: string) =>
      mosaic(12, `${tile(0, 0, 6, 4)}, { "width": 6, "height": 4, ${members} }`);
    expect(labels(marked(`"xPos": |`))).toEqual(["6"]);
    expect(labels(marked(`"xPos": 6, "yPos": |`))).toEqual(["0"]);
    expect(labels(marked(`"yPos": 4, "xPos": |`))).toEqual([]);
    expect(labels(mosaic(12, `{ "width": | }`))).toEqual(["12", "6", "4", "3"]);
  });
});

describe("an empty file", () => {
  it.each(["|", "\n|\n", "  |"])("offers whole dashboards at %j", (marked) => {
    expect(labels(marked)[0]).toBe("dashboard");
    expect(new Dashboard(accepted(marked, "dashboard")).findings).toEqual([]);
  });

  it("offers nothing behind a dashboard", () => {
    expect(labels(`{ "displayName": "x" } |`)).toEqual([]);
  });
});

describe("what applies to the metric of the query", () => {
  const first = (marked: string) => items(marked)[0]!.label;
  const words = (marked: string, label: string) =>
    items(marked).find((item) => item.label === label)!.labelDetails?.description;

  it("decides about the order of aligners", () => {
    const aligner = (filter: string) => aggregation(filter, `"aggregation": { "perSeriesAligner": "|" }`);
    expect(first(aligner(CPU))).toBe("ALIGN_MEAN");
    expect(first(aligner(REQUESTS))).toBe("ALIGN_RATE");
    expect(first(aligner(LATENCY))).toBe("ALIGN_DELTA");
    expect(words(aligner(CPU), "ALIGN_RATE")).toBe("does not apply to GAUGE DOUBLE");
    expect(words(aligner(CPU), "ALIGN_MAX")).toBeUndefined();
    expect(labels(aligner(CPU)).indexOf("ALIGN_RATE")).toBeGreaterThan(
      labels(aligner(CPU)).indexOf("ALIGN_NONE"),
    );
    expect(items(aligner(CPU))).toHaveLength(19);
  });

  it("is not guessed for an unknown metric", () => {
    const unknown = String.raw`metric.type=\"custom.googleapis.com/x\"`;
    const marked = aggregation(unknown, `"aggregation": { "perSeriesAligner": "|" }`);
    expect(items(marked).filter(({ labelDetails }) => /fit/.test(labelDetails?.description ?? ""))).toEqual(
      [],
    );
  });

  it("decides about reducers by what the aligner makes, and about the second aggregation by the first", () => {
    const reducer = (aligner: string) =>
      aggregation(LATENCY, `"aggregation": { "perSeriesAligner": "${aligner}", "crossSeriesReducer": "|" }`);
    expect(words(reducer("ALIGN_DELTA"), "REDUCE_MAX")).toBe("does not apply to DELTA DISTRIBUTION");
    expect(words(reducer("ALIGN_PERCENTILE_99"), "REDUCE_MAX")).toBeUndefined();
    const second = aggregation(
      LATENCY,
      `"aggregation": { "perSeriesAligner": "ALIGN_PERCENTILE_99" }, "secondaryAggregation": { "perSeriesAligner": "|" }`,
    );
    expect(words(second, "ALIGN_PERCENTILE_99")).toMatch(/^does not apply to/);
  });

  it("decides about labels to group by, without those that are there", () => {
    const fields = (list: string) => aggregation(REQUESTS, `"aggregation": { "groupByFields": [${list}] }`);
    const found = labels(fields(`"resource.labels.backend_name", "|"`));
    expect(found.slice(0, 2)).toEqual(expect.arrayContaining([expect.stringMatching(/^resource\.label\./)]));
    expect(found).toContain("metric.label.response_code");
    expect(found).not.toContain("resource.label.backend_name");
    expect(found).not.toContain("metric.label.instance_name");
    const result = accepted(fields(`"|"`), "metric.label.response_code");
    expect(result).toContain(String.raw`["metric.label.\"response_code\""]`);
    expect(accepted(fields(`|`), "metric.label.response_code")).toBe(result);
  });

  it("puts heat maps first for distributions", () => {
    const plot = (filter: string) =>
      chart(
        `"dataSets": [{ "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${filter}" } }, "plotType": "|" }]`,
      );
    expect(first(plot(LATENCY))).toBe("HEATMAP");
    expect(first(plot(CPU))).toBe("LINE");
  });

  it("says which unit the data has", () => {
    const unit = (filter: string, aligner: string) =>
      chart(`"dataSets": [{ "timeSeriesQuery": { "unitOverride": "|", "timeSeriesFilter": {
        "filter": "${filter}", "aggregation": { "perSeriesAligner": "${aligner}" } } } }]`);
    expect(first(unit(LATENCY, "ALIGN_DELTA"))).toBe("ms");
    expect(words(unit(LATENCY, "ALIGN_DELTA"), "ms")).toBe("unit of the data");
    expect(first(unit(REQUESTS, "ALIGN_RATE"))).toBe("1/s");
    expect(words(unit(REQUESTS, "ALIGN_RATE"), "By")).toBe("bytes");
  });

  it("gives the labels of all queries to a dashboard filter of their kind", () => {
    const filter = (members: string) => `{ "dashboardFilters": [{ ${members} }], "gridLayout": { "widgets": [
      { "scorecard": { "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${REQUESTS}" } } } }] } }`;
    const resource = labels(filter(`"filterType": "RESOURCE_LABEL", "labelKey": "|"`));
    expect(resource).toContain("url_map_name");
    expect(resource).not.toContain("response_code");
    expect(labels(filter(`"filterType": "METRIC_LABEL", "labelKey": "|"`))).toContain("response_code");
    expect(labels(filter(`"filterType": "VALUE_ONLY", "labelKey": "|"`))).toEqual([]);
    expect(labels(filter(`"labelKey": "|"`))).toEqual(
      expect.arrayContaining(["url_map_name", "response_code"]),
    );
  });

  it("puts the resource types of the dashboard first", () => {
    const marked = `{ "gridLayout": { "widgets": [
      { "scorecard": { "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${REQUESTS}" } } } },
      { "incidentList": { "monitoredResources": [{ "type": "|" }] } }] } }`;
    expect(first(marked)).toBe("https_lb_rule");
    expect(labels(marked)).toContain("gce_instance");
  });
});

describe("values in words", () => {
  it("durations", () => {
    const period = items(aggregation(CPU, `"aggregation": { "alignmentPeriod": "|" }`));
    expect(period.slice(0, 2).map((item) => [item.label, item.labelDetails?.description])).toEqual([
      ["60s", "1 minute"],
      ["300s", "5 minutes"],
    ]);
    expect(labels(chart(`"timeshiftDuration": |`))).toContain("604800s");
    expect(items(board(`{ "blank": {}, "timeRange": { "relativeDuration": "|" } }`))[0]).toMatchObject({
      label: "3600s",
      filterText: '"3600s" 1 hour',
    });
  });

  it("colors, those of the dashboard first", () => {
    const marked = text(`"style": { "textColor": "#123456", "backgroundColor": "#1|" }`);
    const [first, second] = items(marked);
    expect(first).toMatchObject({ label: "#123456", kind: 16, documentation: "#123456" });
    expect(second!.labelDetails).toEqual({ description: "almost black" });
    expect(accepted(marked, "#123456")).toContain(`"backgroundColor": "#123456"`);
  });

  it("booleans", () => {
    expect(accepted(board(`{ "collapsibleGroup": { "collapsed": tr| } }`), "true")).toContain(
      `"collapsed": true }`,
    );
  });
});

describe("names", () => {
  it("of template variables, where they are used", () => {
    expect(labels(board(`{ "filterControl": { "templateVariable": "|" } }`))).toEqual(["zone", "env"]);
    const condition = (members: string) =>
      board(`{ "blank": {}, "visibilityCondition": { "templateVariableCondition": { ${members} } } }`);
    expect(items(condition(`"templateVariable": |`)).map(({ detail }) => detail)).toEqual([
      "RESOURCE_LABEL zone",
      "VALUE_ONLY",
    ]);
    expect(accepted(condition(`"templateVariable": "env", "templateVariableValue": "|"`), "a.b")).toContain(
      String.raw`"templateVariableValue": "a\\.b"`,
    );
  });

  it.each([
    ["a filter", `"timeSeriesFilter": { "filter": "${CPU} $\{|}" }`],
    ["PromQL", `"prometheusQuery": "up{$\{|}}"`],
    ["MQL", `"timeSeriesQueryLanguage": "fetch x | filter $\{|}"`.replace("| filter", "\\u007c filter")],
  ])("of template variables in %s", (_, source) => {
    expect(labels(board(`{ "scorecard": { "timeSeriesQuery": { ${source} } } }`)).join()).toMatch(/zone/);
  });

  it("of template variables that are missing, where they are declared", () => {
    const marked = `{ "dashboardFilters": [{ "labelKey": "zone", "templateVariable": "|" }], "gridLayout": { "widgets": [
      { "scorecard": { "timeSeriesQuery": { "prometheusQuery": "up{$\{cluster}} + $\{__interval}" } } }] } }`;
    expect(labels(marked)).toEqual(["cluster", "zone"]);
  });

  it("of projects and policies, from here and from elsewhere", () => {
    const elsewhere = {
      projects: ["projects/far"],
      alertPolicies: ["projects/far/alertPolicies/9"],
    };
    const marked = (members: string) =>
      board(`{ "alertChart": { "name": "projects/near/alertPolicies/1" } }, { ${members} }`);
    expect(labels(marked(`"alertChart": { "name": "|" }`), { elsewhere })).toEqual([
      "projects/near/alertPolicies/1",
      "projects/far/alertPolicies/9",
      "projects/…/alertPolicies/…",
    ]);
    expect(
      labels(marked(`"errorReportingPanel": { "projectNames": ["projects/near", "|"] }`), { elsewhere }),
    ).toEqual(["projects/far", "projects/…"]);
    expect(labels(marked(`"incidentList": { "policyNames": [|] }`), { elsewhere })).toEqual([
      "alertPolicies/1",
      "alertPolicies/9",
      "alertPolicies/…",
    ]);
    expect(labels(marked(`"alertChart": { "name": "projects/ha|" }`))).not.toContain("projects/ha");
  });
});

it("an editor without snippets gets plain values", () => {
  const plain = items(board(`{ "scorecard": | }`), { snippets: false });
  expect(plain.map(({ insertTextFormat }) => insertTextFormat)).toEqual([1, 1]);
  expect(plain[0]!.textEdit!.newText).not.toContain("$");
});

it("lines are indented as in the file", () => {
  const [item] = items(`{\n\t"gridLayout": {\n\t\t"widgets": [\n\t\t\t|\n\t\t]\n\t}\n}`);
  expect(item!.textEdit!.newText.split("\n")[1]).toMatch(/^\t"title"/);
  expect(items(`{\r\n    "gridLayout": |\r\n}`)[0]!.textEdit!.newText).toContain('{\r\n    "columns"');
});

describe("the order of members", () => {
  const order = (marked: string) => {
    const caret = marked.indexOf("|");
    const dashboard = new Dashboard(marked.replace("|", ""));
    const { items } = complete(dashboard, caret, { snippets: false });
    return [...items].sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(({ label }) => label);
  };

  it("has first what the service wants, then what it wants one of", () => {
    expect(order("{|}").slice(0, 5)).toEqual([
      "displayName",
      "mosaicLayout",
      "gridLayout",
      "rowLayout",
      "columnLayout",
    ]);
    expect(order('{"gridLayout": {"widgets": [{|}]}}').slice(0, 3)).toEqual([
      "title",
      "xyChart",
      "scorecard",
    ]);
    expect(order('{"gridLayout": {"widgets": [{"text": {}, |}]}}').slice(0, 2)).toEqual(["title", "id"]);
  });

  it("is none in a comment", () => {
    expect(order("{ // |\n}")).toEqual([]);
    expect(order("{ /* | */ }")).toEqual([]);
    expect(order("{ # |\n}")).toEqual([]);
    expect(order("{ /* why */ | }")).not.toEqual([]);
  });
});

describe("on a value that is filled in", () => {
  const cpu = (members: string) => aggregation(CPU, `"aggregation": { ${members} }`);

  it.each([
    ["an aligner", cpu(`"perSeriesAligner": "ALIGN_MEAN|"`), "ALIGN_MEAN", "ALIGN_MAX"],
    ["a misspelled aligner", cpu(`"perSeriesAligner": "ALIGN_RXQT|"`), undefined, "ALIGN_MAX"],
    ["a duration", cpu(`"alignmentPeriod": "60s|"`), "60s", "300s"],
    [
      "a label in the console's spelling",
      cpu(String.raw`"groupByFields": ["resource.label.\"zone|\""]`),
      "resource.label.zone",
      "resource.label.instance_id",
    ],
    [
      "a label without quotes",
      cpu(`"groupByFields": ["resource.labels.zone|"]`),
      "resource.label.zone",
      "resource.label.instance_id",
    ],
  ])("%s: all others are offered, and the current one is selected", (_, marked, current, other) => {
    const { text: source, offset } = atCaret(marked);
    const found = items(marked);
    const item = found.find(({ label }) => label === other)!;
    expect(found.filter(({ preselect }) => preselect).map(({ label }) => label)).toEqual(
      current ? [current] : [],
    );
    // An editor compares with what stands in the range up to the caret.
    expect(source.slice(0, offset).endsWith(item.filterText!)).toBe(true);
    expect(complete(new Dashboard(source), offset, { snippets: true }).incomplete).toBe(true);
  });

  it("but not while it is being typed", () => {
    const [item] = items(cpu(`"perSeriesAligner": "ALIGN_M|"`));
    expect(item!.filterText).toBe('"ALIGN_MEAN"');
  });

  it.each([
    [String.raw`"resource.label.\"zo|\""`, String.raw`["resource.label.\"zone\""]`],
    [`"resource.labels.zo|"`, `["resource.labels.zone"]`],
    [`"zo|"`, String.raw`["resource.label.\"zone\""]`],
  ])("%s becomes %s", (typed, result) => {
    expect(accepted(cpu(`"groupByFields": [${typed}]`), "resource.label.zone")).toContain(result);
  });
});
