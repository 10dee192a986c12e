import { expect, it } from "vitest";
import { isUnrelated } from "./kinship";

const chart = (title: string, filter: string) => ({
  title,
  xyChart: { dataSets: [{ plotType: "LINE", timeSeriesQuery: { timeSeriesFilter: { filter } } }] },
});
const board = (displayName: string, ...widgets: object[]) => ({ displayName, gridLayout: { widgets } });
const orders = board("Orders", chart("Latency", 'metric.type="a"'), chart("Errors", 'metric.type="b"'));

it.each([
  ["the same", orders, orders, false],
  ["another title", board("Sales", ...orders.gridLayout.widgets), orders, false],
  ["one query is left", board("Sales", chart("Delay", 'metric.type="b"')), orders, false],
  ["the title is left", board("Orders", chart("Stock", 'metric.type="c"')), orders, false],
  [
    "one of many texts is left",
    board("Sales", chart("Errors", 'metric.type="c"')),
    board("Orders", ..."abcde".split("").map((c) => chart(c, c)), ...orders.gridLayout.widgets),
    true,
  ],
  ["nothing but constants of the service", board("Sales", chart("Stock", 'metric.type="c"')), orders, true],
  ["an empty file", {}, orders, true],
  ["a version that says too little", board("Sales", { title: "B" }), board("Orders", { title: "A" }), false],
])("a file and a version: %s", (_, file, version, unrelated) => {
  expect(isUnrelated(file as never, version as never)).toBe(unrelated);
});
