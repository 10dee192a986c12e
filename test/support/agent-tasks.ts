import { expect } from "vitest";
import type { Json, Reply } from "./agent";

/** Mistakes that agents make. Each task goes on from what the answer before says, as a model would. */

export type Call = (tool: string, args?: Json) => Promise<Reply>;

const RUN = 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"';
const LATENCIES = 'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision"';

const query = (filter = RUN, aggregation: Json = { perSeriesAligner: "ALIGN_RATE" }) => ({
  timeSeriesFilter: { filter, aggregation: { alignmentPeriod: "60s", ...aggregation } },
});
const chart = (title: string, timeSeriesQuery: Json = query(), more: Json = {}) => ({
  title,
  xyChart: { dataSets: [{ plotType: "LINE", targetAxis: "Y1", timeSeriesQuery, ...more }] },
});
const text = (title: string) => ({ title, text: { content: title, format: "MARKDOWN" } });
const at = (x: number, y: number, widget: Json, width = 24, height = 16) => ({
  ...(x && { xPos: x }),
  ...(y && { yPos: y }),
  width,
  height,
  widget,
});
const board = (...tiles: Json[]) => ({ displayName: "Web", mosaicLayout: { columns: 48, tiles } });
const AGGREGATION = "/xyChart/dataSets/0/timeSeriesQuery/timeSeriesFilter/aggregation";
const FILTER = "/xyChart/dataSets/0/timeSeriesQuery/timeSeriesFilter/filter";

/** What an answer suggests. */
function suggestion({ text: said }: Reply): string {
  const found = /Did you mean \\?"([^"\\]+)\\?"/.exec(said)?.[1];
  expect(found, said).toBeDefined();
  return found!;
}
const first = ({ value }: Reply): Json => value["dashboards"][0].findings[0];

export interface Task {
  readonly name: string;
  readonly file?: string;
  /** Content of the file; none for no file. */
  readonly content?: string | Json;
  solve(call: Call): Promise<void>;
  /** What the file has to contain in the end. */
  readonly has?: RegExp | string;
  /** Findings that may be left. */
  readonly left?: number;
}

export const TASKS: readonly Task[] = [
  {
    name: "a wrong aligner",
    content: board(at(0, 0, chart("A", query(RUN, { perSeriesAligner: "ALIGN_RATES" })))),
    async solve(call) {
      const { widget, member } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "set", widget, member, value: "ALIGN_RATE" });
    },
    has: '"ALIGN_RATE"',
  },
  {
    name: "an enum in lower case",
    content: board(at(0, 0, chart("A", query(), { plotType: "line" }))),
    async solve(call) {
      const found = await call("check_dashboard");
      expect(first(found)["fix"]).toContain("LINE");
      await call("edit_dashboard", { action: "fix", rule: first(found)["rule"] });
    },
    has: '"LINE"',
  },
  {
    name: "a misspelled metric",
    content: board(at(0, 0, chart("A", query(RUN.replace("request_count", "requests_count"))))),
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "fix", rule });
    },
    has: "run.googleapis.com/request_count",
  },
  {
    name: "an invented metric",
    content: board(at(0, 0, chart("A", query(RUN.replace("request_count", "http/total_hits"))))),
    async solve(call) {
      const { widget } = first(await call("check_dashboard"));
      const { value } = await call("search_catalog", { file: undefined, words: "Cloud Run request count" });
      const wanted = value["found"].find(({ type }: Json) => type === "run.googleapis.com/request_count");
      const member = FILTER;
      await call("edit_dashboard", {
        action: "set",
        widget,
        member,
        value: `metric.type="${wanted.type}" resource.type="${wanted.resources[0]}"`,
      });
    },
    has: "run.googleapis.com/request_count",
  },
  {
    name: "overlapping tiles",
    content: board(at(0, 0, text("A")), at(12, 4, text("B"))),
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "fix", rule });
    },
  },
  {
    name: "a tile beyond the last column",
    content: board(at(40, 0, text("A"))),
    async solve(call) {
      const { widget } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "move_widget", widget, place: { x: 24 } });
    },
  },
  {
    name: "a widget kind that does not exist",
    content: board(),
    async solve(call) {
      const { text: said } = await call("edit_dashboard", {
        action: "add_widget",
        value: { title: "A", lineChart: {} },
      });
      expect(said).toContain("xyChart");
      const { value } = await call("describe", { file: undefined, name: "xyChart" });
      await call("edit_dashboard", { action: "add_widget", value: value["example"] });
    },
    has: '"xyChart"',
  },
  {
    name: "a misspelled member in the file",
    content: board(at(0, 0, chart("A", query(), { legendtemplate: "x" }))),
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "fix", rule });
    },
    has: '"legendTemplate"',
  },
  {
    name: "a misspelled member in an edit",
    content: board(at(0, 0, chart("A"))),
    async solve(call) {
      const set = (member: string) =>
        call("edit_dashboard", { action: "set", widget: "A", member, value: "STACKED_BAR" });
      const near = suggestion(await set("/xyChart/dataSets/0/plotTyp"));
      await set(`/xyChart/dataSets/0/${near}`);
    },
    has: '"STACKED_BAR"',
  },
  {
    name: "an aligner that does not fit the metric",
    content: board(at(0, 0, chart("A", query(LATENCIES, { perSeriesAligner: "ALIGN_MEAN" })))),
    async solve(call) {
      const { widget, rule } = first(await call("check_dashboard"));
      expect(rule).toBe("aggregation-fit");
      const { value } = await call("search_catalog", {
        file: undefined,
        words: "run.googleapis.com/request_latencies",
      });
      expect(value["found"][0].aligners).toContain("ALIGN_PERCENTILE_95");
      await call("edit_dashboard", {
        action: "set",
        widget,
        member: `${AGGREGATION}/perSeriesAligner`,
        value: "ALIGN_PERCENTILE_95",
      });
    },
    has: "ALIGN_PERCENTILE_95",
  },
  {
    name: "a reducer without an aligner",
    content: board(at(0, 0, chart("A", query(RUN, { crossSeriesReducer: "REDUCE_SUM" })))),
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "fix", rule });
    },
    has: "perSeriesAligner",
  },
  {
    name: "group by without a reducer",
    content: board(
      at(
        0,
        0,
        chart(
          "A",
          query(RUN, { perSeriesAligner: "ALIGN_RATE", groupByFields: ["resource.label.location"] }),
        ),
      ),
    ),
    async solve(call) {
      const { widget } = first(await call("check_dashboard", { hints: true }));
      await call("edit_dashboard", {
        action: "set",
        widget,
        member: `${AGGREGATION}/crossSeriesReducer`,
        value: "REDUCE_SUM",
      });
    },
    has: "REDUCE_SUM",
  },
  {
    name: "a variable that is not declared",
    content: board(at(0, 0, chart("A", query(`${RUN} resource.label.location="\${place}"`)))),
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "fix", rule });
    },
    has: "dashboardFilters",
    left: 1,
  },
  {
    name: "a label that the metric does not have",
    content: board(at(0, 0, chart("A", query(`${RUN} metric.label.response_cod="500"`)))),
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "fix", rule });
    },
    has: "response_code",
  },
  {
    name: "a duration without its unit",
    content: board(
      at(0, 0, chart("A", query(RUN, { alignmentPeriod: "60", perSeriesAligner: "ALIGN_RATE" }))),
    ),
    async solve(call) {
      const { widget, member } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "set", widget, member, value: "60s" });
    },
    has: '"60s"',
  },
  {
    name: "a resource type that the metric does not have",
    content: board(at(0, 0, chart("A", query(RUN.replace("cloud_run_revision", "gce_instance"))))),
    async solve(call) {
      const { widget } = first(await call("check_dashboard"));
      const { value } = await call("search_catalog", {
        file: undefined,
        words: "run.googleapis.com/request_count",
      });
      await call("edit_dashboard", {
        action: "set",
        widget,
        member: FILTER,
        value: value["found"][0].filter,
      });
    },
    has: "cloud_run_revision",
  },
  {
    name: "another query language for a chart",
    content: board(at(0, 0, chart("A"))),
    async solve(call) {
      await call("edit_dashboard", {
        action: "set",
        widget: "A",
        member: "xyChart.dataSets[0].timeSeriesQuery.prometheusQuery",
        value: 'sum(rate(run_googleapis_com:request_count{monitored_resource="cloud_run_revision"}[5m]))',
      });
    },
    has: /^(?!.*timeSeriesFilter).*prometheusQuery/s,
  },
  {
    name: "two kinds of query in one chart of the file",
    content: board(at(0, 0, chart("A", { ...query(), prometheusQuery: "up" }))),
    async solve(call) {
      const { widget, rule } = first(await call("check_dashboard"));
      expect(rule).toBe("one-of-conflict");
      const member = "/xyChart/dataSets/0/timeSeriesQuery/prometheusQuery";
      await call("edit_dashboard", { action: "unset", widget, member });
    },
    has: /^(?!.*prometheusQuery)/s,
  },
  {
    name: "a scorecard without its query",
    content: board(),
    async solve(call) {
      const add = (scorecard: Json) =>
        call("edit_dashboard", { action: "add_widget", value: { title: "A", scorecard } });
      expect((await add({ thresholds: [] })).text).toContain("timeSeriesQuery");
      await add({ timeSeriesQuery: query() });
    },
    has: "scorecard",
  },
  {
    name: "two widgets with one title",
    content: board(at(0, 0, text("A")), at(24, 0, chart("A"))),
    async solve(call) {
      const set = (widget: string) =>
        call("edit_dashboard", { action: "set", widget, member: "title", value: "Requests" });
      const { text: said } = await set("A");
      await set(/"(#\w+)" \(xyChart/.exec(said)![1]!);
    },
    has: '"Requests"',
  },
  {
    name: "a widget by its number",
    content: board(at(0, 0, text("Intro")), at(24, 0, chart("Requests"))),
    async solve(call) {
      const { text: said } = await call("edit_dashboard", { action: "remove_widget", widget: "1" });
      expect(said).toContain('"Intro", "Requests"');
      await call("edit_dashboard", { action: "remove_widget", widget: "Requests" });
    },
    has: /^(?!.*Requests)/s,
  },
  {
    name: "an edit of an older version",
    content: board(at(0, 0, chart("A"))),
    async solve(call) {
      const args = { action: "set", widget: "A", member: "title", value: "B" };
      const old = await call("edit_dashboard", { ...args, base: "0123456789ab" });
      const now = /version (\w{12}) now/.exec(old.text)![1]!;
      await call("edit_dashboard", { ...args, base: now });
    },
    has: '"B"',
  },
  {
    name: "a file outside of the folder",
    async solve(call) {
      const create = (file: string) => call("edit_dashboard", { file, action: "create", title: "Web" });
      expect((await create("../outside.dashboard.json")).text).toContain("outside of the folders");
      await create("inside.dashboard.json");
    },
    file: "inside.dashboard.json",
    has: "Web",
  },
  {
    name: "a comma too many",
    content: JSON.stringify(board(at(0, 0, text("A"))), null, 2).replace(/\}\n\s*\]/, "},\n]"),
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      expect(rule).toBe("trailing-comma");
      await call("edit_dashboard", { action: "fix" });
    },
  },
  {
    name: "snake_case, which stays",
    content: {
      display_name: "Web",
      mosaic_layout: {
        columns: 48,
        tiles: [
          {
            width: 24,
            height: 16,
            widget: {
              title: "A",
              xy_chart: { data_sets: [{ time_series_query: { prometheus_query: "up" } }] },
            },
          },
        ],
      },
    },
    async solve(call) {
      await call("edit_dashboard", {
        action: "set",
        widget: "A",
        member: "/xyChart/dataSets/0/legendTemplate",
        value: "all",
      });
    },
    has: '"legend_template"',
  },
  {
    name: "one of several dashboards of a YAML file",
    file: "boards.yaml",
    content:
      "# ours\ndisplayName: One\nmosaicLayout: {columns: 48}\n---\ndisplayName: Two\nmosaicLayout: {columns: 48}\n",
    async solve(call) {
      const set = (dashboard?: string) =>
        call("edit_dashboard", { action: "set", dashboard, member: "displayName", value: "Second" });
      expect((await set()).text).toContain('"One", "Two"');
      await set("Two");
    },
    has: /# ours\ndisplayName: One.*displayName: Second/s,
  },
  {
    name: "a value in Terraform code",
    file: "main.tf",
    content:
      'resource "google_monitoring_dashboard" "web" {\n  dashboard_json = jsonencode({\n    displayName = "Web"\n    mosaicLayout = {\n      columns = 48\n      tiles = [{\n        width = 24\n        height = 16\n        widget = { title = "A", text = { content = "a", format = "MARKDWN" } }\n      }]\n    }\n  })\n}\n',
    async solve(call) {
      const { widget, member } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "set", widget, member, value: "MARKDOWN" });
    },
    has: 'format = "MARKDOWN"',
  },
  {
    name: "a mistake in PromQL",
    content: board(at(0, 0, chart("A", { prometheusQuery: "sum(rate(up[5m])" }))),
    async solve(call) {
      const { widget, member } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "set", widget, member, value: "sum(rate(up[5m]))" });
    },
    has: "rate(up[5m]))",
  },
  {
    name: "a filter that is not one",
    content: board(at(0, 0, chart("A", query(`${RUN} AND AND metric.label.route="x"`)))),
    async solve(call) {
      const { widget, member } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "set", widget, member, value: `${RUN} metric.label.route="x"` });
    },
    has: "metric.label.route",
  },
  {
    name: "a color that thresholds do not have",
    content: board(
      at(0, 0, {
        title: "A",
        scorecard: {
          timeSeriesQuery: query(),
          thresholds: [{ value: 1, color: "PURPLE", direction: "ABOVE" }],
        },
      }),
    ),
    async solve(call) {
      const { widget, member } = first(await call("check_dashboard"));
      const { value } = await call("describe", { file: undefined, name: "Threshold.color" });
      const colors = value["values"].map((one: Json) => one["value"]);
      expect(colors).toContain("YELLOW");
      await call("edit_dashboard", { action: "set", widget, member, value: "YELLOW" });
    },
    has: "YELLOW",
  },
  {
    name: "a group in a grid layout",
    content: {
      displayName: "Web",
      gridLayout: { columns: "2", widgets: [text("A"), { title: "G", collapsibleGroup: {} }] },
    },
    async solve(call) {
      const { rule } = first(await call("check_dashboard"));
      await call("edit_dashboard", { action: "fix", rule });
    },
    has: "mosaicLayout",
  },
  {
    name: "a service with a wrong name",
    async solve(call) {
      const create = (from: string) => call("edit_dashboard", { action: "create", from, title: "Web" });
      await create(suggestion(await create("runs.googleapis.com")));
    },
    has: "run.googleapis.com/request_count",
    left: 99,
  },
  {
    name: "a place that does not exist",
    content: board(at(0, 0, chart("A"))),
    async solve(call) {
      const add = (x: number) =>
        call("edit_dashboard", {
          action: "add_widget",
          value: chart("B"),
          place: { x, y: 0, width: 24, height: 16 },
        });
      expect((await add(40)).text).toContain("48 columns");
      await add(24);
    },
    has: '"xPos": 24',
  },
  {
    name: "an action that does not exist",
    content: board(at(0, 0, chart("A"))),
    async solve(call) {
      const { text: said } = await call("edit_dashboard", { action: "delete_widget", widget: "A" });
      expect(said).toContain("remove_widget");
      await call("edit_dashboard", { action: "remove_widget", widget: "A" });
    },
    left: 99,
  },
];
