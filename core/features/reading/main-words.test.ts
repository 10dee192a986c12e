import { expect, it } from "vitest";
import { nodeAtPath } from "../../document/node";
import { readDocument } from "../../document/reader";
import { mainWords, metricWords, queryWords } from "./main-words";

const at = (tile: string) => {
  const text = `{"displayName": "Shop", "tiles": [{"title": "Other"}, ${tile}]}`;
  const offset = mainWords(nodeAtPath(readDocument(text).root, ["tiles", 1])!);
  return text.slice(offset, offset + 4);
};

it.each([
  ['{"width": 3, "widget": {"xyChart": {"thresholds": [{"title": "Part"}]}, "title": "Load"}}', "Load"],
  ['{"widget": {"xyChart": {"dataSets": [{"timeSeriesFilter": {"filter": "metric.type"}}]}}}', "metr"],
  ['{"widget": {"xyChart": {"dataSets": [{"prometheusQuery": "rate(x[5m])"}]}}}', "rate"],
  ['{"widget": {"text": {"content": "Words"}}}', "Word"],
  ['{"widget": {"blank": {}}}', '{"wi'],
  ['{"widget": {"title": 3}}', '{"wi'],
])("the cursor in %s stands at %s", (tile, words) => {
  expect(at(tile)).toBe(words);
});

it.each([
  [
    '{"title": "T", "timeSeriesFilter": {"filter": "resource.type=\\"a\\" metric.type = \\"b/c\\""}}',
    "reso",
    "b/c",
  ],
  ['{"title": "T", "timeSeriesFilter": {"filter": "resource.type=\\"a\\""}}', "reso", "res"],
  ['{"title": "T", "prometheusQuery": "up"}', "up", "up"],
  ['{"title": "T", "text": {"content": "Words"}}', "Word", undefined],
  ['{"title": "T", "blank": {}}', undefined, undefined],
])("in %s the query stands at %s, its metric at %s", (tile, query, metric) => {
  const root = readDocument(tile).root!;
  const [at, of] = [queryWords(root), metricWords(root, tile)];
  expect(at === undefined ? at : tile.slice(at, at + query!.length)).toBe(query);
  expect(of === undefined ? of : tile.slice(of, of + metric!.length)).toBe(metric);
});
