import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

const file = path.resolve(__dirname, "../../syntaxes/dashboard-snippets.json");
const snippets = JSON.parse(readFileSync(file, "utf8")) as Record<string, Snippet>;

/** The text of a snippet with the defaults of its stops. */
function plain({ body }: Snippet): string {
  return body
    .join("\n")
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, "$1")
    .replace(/\$\{\d+:([^}]*)\}/g, "$1")
    .replace(/\\\\/g, "\\");
}

const TEXT = '{ "title": "Text", "text": { "content": "Text", "format": "MARKDOWN" } }';
const scorecard = (threshold: string) =>
  `{ "scorecard": { "timeSeriesQuery": { "prometheusQuery": "up" }, "thresholds": [${threshold}] } }`;
const chart = (threshold: string) =>
  `{ "xyChart": { "dataSets": [{ "timeSeriesQuery": { "prometheusQuery": "up" }, "plotType": "LINE" }], "thresholds": [${threshold}] } }`;
const widget = (text: string) => tile(`{ "width": 24, "height": 16, "widget": ${text} }`);
const tile = (text: string, more = "") =>
  `{ "displayName": "Board"${more}, "mosaicLayout": { "columns": 48, "tiles": [${text}] } }`;

/** Where a snippet is meant to be used. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  "mosaic-tile": (text) => tile(text),
  "mosaic-threshold": (text) => widget(chart(text)),
  "mosaic-color": (text) => widget(scorecard(text)),
  "mosaic-variable": (text) => {
    const filter =
      '"metric.type=\\"run.googleapis.com/request_count\\" resource.type=\\"cloud_run_revision\\" ${zone}"';
    const query = `{ "timeSeriesFilter": { "filter": ${filter} } }`;
    const used = `{ "xyChart": { "dataSets": [{ "timeSeriesQuery": ${query}, "plotType": "LINE" }] } }`;
    const one = `{ "width": 24, "height": 16, "widget": ${used} }`;
    return tile(one, `, "dashboardFilters": [${text}]`);
  },
  "mosaic-group": (text) =>
    tile(
      `{ "width": 24, "height": 16, "widget": ${text} }, { "width": 24, "height": 16, "widget": ${TEXT} }`,
    ),
};

describe.each(Object.entries(snippets))("the snippet %s", (_, snippet) => {
  it("is a part of a dashboard without findings, under a prefix that nobody types by accident", () => {
    expect(snippet.prefix).toMatch(/^mosaic-/);
    const text = (PLACES[snippet.prefix] ?? widget)(plain(snippet));
    expect(new Dashboard(text).findings.map(({ message }) => message)).toEqual([]);
  });
});
