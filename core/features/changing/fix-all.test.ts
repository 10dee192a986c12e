import { describe, expect, it } from "vitest";
import { Dashboard } from "../../dashboard";
import { applyEdits } from "../../edit/edit";
import { fixAll, fixAllMessage } from "./fix-all";

const CPU = 'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance"';
const board = (dataSet: object, more: object = {}) =>
  JSON.stringify(
    { displayName: "x", gridLayout: { widgets: [{ xyChart: { dataSets: [dataSet] } }] }, ...more },
    null,
    2,
  );
const query = (filter: string, perSeriesAligner = "ALIGN_MEAN") => ({
  timeSeriesQuery: {
    timeSeriesFilter: { filter, aggregation: { alignmentPeriod: "60s", perSeriesAligner } },
  },
});

function fixed(before: string): { after: string; message: string } {
  const dashboard = new Dashboard(before);
  const result = fixAll(dashboard);
  return { after: applyEdits(before, result.edits), message: fixAllMessage(result) };
}

describe("Fix All", () => {
  it.each([
    ["a slip in an enum", board(query(CPU, "ALIGN_MAEN")), board(query(CPU))],
    [
      "a slip in a member",
      board({ ...query(CPU), plotTyp: "LINE" }),
      board({ ...query(CPU), plotType: "LINE" }),
    ],
    [
      "an operator of another language",
      board(query(`${CPU} resource.labels.zone=~"us-.*"`)),
      board(query(`${CPU} resource.labels.zone=monitoring.regex.full_match("us-.*")`)),
    ],
    ["several in one filter", board(query(`${CPU} && resource.labels.zone==“a”`)), undefined],
  ])("fixes %s", (_, before, after) => {
    const result = fixed(before);
    const serious = new Dashboard(result.after).findings.filter(({ severity }) => severity === "error");
    expect(serious).toEqual([]);
    if (after) expect(result.after).toBe(after);
    expect(result.message).toMatch(/^Fixed \d problems?\.$/);
  });

  it.each([
    // Another number can be meant by either.
    ["digits", board(query(CPU, "ALIGN_PERCENTILE_98"))],
    // The value shows that the name is not a slip.
    ["a member that cannot hold the value", board({ ...query(CPU), plotTyp: { a: 1 } })],
    ["a member that is there already", board({ ...query(CPU), plotTyp: "LINE", plotType: "LINE" })],
    ["a name far from all", board(query(CPU, "ALIGN_AVERAGE"))],
  ])("leaves %s, and says so", (_, before) => {
    const { after, message } = fixed(before);
    expect(after).toBe(before);
    expect(message).toMatch(/^No problem has an unambiguous fix\. Left: line \d+ \([a-z-]+\) has /);
  });

  it("says what was fixed, what is left and why", () => {
    const { message } = fixed(board({ ...query(CPU, "ALIGN_RATE"), plotTyp: "LINE" }, { zzz: 1 }));
    expect(message).toBe(
      "Fixed 1 problem. Left: line 14 (aggregation-fit) has several fixes; line 25 (unknown-member) has a fix that may not be what you meant.",
    );
  });

  it("says when there is nothing to do", () => {
    expect(fixed(board(query(CPU))).message).toBe("There are no problems to fix.");
  });
});
