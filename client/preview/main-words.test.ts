import { expect, it } from "vitest";
import { mainWords } from "./main-words";

const at = (tile: string) => {
  const text = `{"displayName": "Shop", "tiles": [{"title": "Other"}, ${tile}]}`;
  const offset = text.indexOf(tile, 20);
  return text.slice(mainWords(text, offset, tile.length), mainWords(text, offset, tile.length) + 4);
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

it("copes with a broken text", () => {
  expect(mainWords('{"tiles": [{"wid', 11, 5)).toBe(11);
  expect(mainWords("", 0, 0)).toBe(0);
});
