import { expect, it } from "vitest";
import { Dashboard } from "../../dashboard";
import { findTiles } from "./find-tiles";

const query = (filter: string) => ({
  xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter } } }] },
});
const dashboard = new Dashboard(
  JSON.stringify({
    gridLayout: {
      widgets: [
        { title: "Latency", ...query('metric.type="run.googleapis.com/request_latencies"') },
        { title: "CPU", ...query('metric.type="compute.googleapis.com/instance/cpu/utilization"') },
        { text: { content: "What to do about LATENCY" } },
      ],
    },
  }),
);
const found = (text: string) => findTiles(dashboard, text).map((id) => id.at(-1));

it.each([
  ["latency", ["0", "2"]],
  ["run.googleapis.com", ["0"]],
  ["instance cpu", ["1"]],
  ["gridLayout", []],
  ["  ", []],
])("finds %j in titles, queries and texts", (text, ids) => {
  expect(found(text)).toEqual(ids);
});
