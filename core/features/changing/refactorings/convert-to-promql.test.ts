import { describe, expect, it } from "vitest";
import { Dashboard } from "../../../dashboard";
import { applyEdits } from "../../../edit/edit";
import { codeActions } from "../code-actions";
import { fixesOf } from "../fixes";
import { offersAt } from "../refactorings";

const RUN = 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"';
const rate = (alignmentPeriod: string) => ({
  timeSeriesFilter: { filter: RUN, aggregation: { alignmentPeriod, perSeriesAligner: "ALIGN_RATE" } },
});

const board = (widget: object) =>
  new Dashboard(JSON.stringify({ displayName: "x", gridLayout: { widgets: [widget] } }, null, 2));
const chart = (query: object, more: object = {}) =>
  board({ xyChart: { dataSets: [{ timeSeriesQuery: query, plotType: "LINE", ...more }] } });

const offer = (dashboard: Dashboard, where = "cloud_run_revision") => {
  const at = dashboard.text.indexOf(where);
  return offersAt(dashboard, at, at).find(({ refactoring }) => refactoring.id === "convert-to-promql")?.offer;
};
const made = (dashboard: Dashboard) => applyEdits(dashboard.text, offer(dashboard)!.edits());
const PROMQL =
  'rate(run_googleapis_com:request_count{monitored_resource="cloud_run_revision"}[${__interval}])';

describe("Convert to PromQL", () => {
  it("puts the query in the place of the filter", () => {
    expect(made(chart(rate("60s")))).toBe(chart({ prometheusQuery: PROMQL }).text);
  });

  it("keeps a longer alignment period as the data set's shortest, and a longer one that is there", () => {
    const dataSet = (text: string) => JSON.parse(text).gridLayout.widgets[0].xyChart.dataSets[0];
    expect(dataSet(made(chart(rate("300s"))))).toMatchObject({ minAlignmentPeriod: "300s" });
    expect(dataSet(made(chart(rate("300s"), { minAlignmentPeriod: "600s" })))).toMatchObject({
      minAlignmentPeriod: "600s",
    });
  });

  it("writes the range where there is no data set", () => {
    const text = made(board({ scorecard: { timeSeriesQuery: rate("600s") } }));
    expect(text).toContain("[10m])");
  });

  it.each([
    ["labels of the series", chart(rate("60s"), { legendTemplate: "${resource.labels.location}" })],
    [
      "settings for columns",
      board({ timeSeriesTable: { dataSets: [{ timeSeriesQuery: rate("60s") }], columnSettings: [] } }),
    ],
    ["no aligner", chart({ timeSeriesFilter: { filter: RUN } })],
  ])("is shown with the reason where it would change what is seen: %s", (reason, dashboard) => {
    expect(offer(dashboard)).toMatchObject({ refused: expect.stringContaining(reason) });
    const start = dashboard.lines.positionAt(dashboard.text.indexOf("cloud_run_revision"));
    const titled = (only: string[] | undefined, showsRefused: boolean) =>
      codeActions(dashboard, "file:///a", { start, end: start }, [], only, { showsRefused }).find(
        ({ title }) => title === "Convert to PromQL",
      );
    expect(titled(["refactor"], true)?.disabled?.reason).toContain(reason);
    expect(titled(["refactor"], false)).toBeUndefined();
    expect(titled(undefined, true)).toBeUndefined();
  });

  it("is the fix of a query in MQL", () => {
    const mql =
      "fetch cloud_run_revision | metric 'run.googleapis.com/request_count' | align rate(1m) | every 1m";
    const dashboard = chart({ timeSeriesQueryLanguage: mql });
    const finding = dashboard.findings.find(({ code }) => code === "mql-deprecated")!;
    const [fix] = fixesOf(dashboard, finding);
    expect(applyEdits(dashboard.text, fix!.edits)).toBe(chart({ prometheusQuery: PROMQL }).text);
  });

  it("is not offered for PromQL", () => {
    expect(offer(chart({ prometheusQuery: PROMQL }), "cloud_run_revision")).toBeUndefined();
  });
});
