import { afterEach, expect, it } from "vitest";
import { formatAddress } from "../../core/query/address";
import {
  type DashboardsResult,
  type EditResult,
  type PictureResult,
  type QueryAtResult,
  Requests,
} from "../../server/protocol";
import { CAPABILITIES, LspPair } from "./client";

const URI = "file:///repo/shop.dashboard.yaml";
const text = `# Orders of the shop
displayName: Orders
mosaicLayout:
  columns: 48
  tiles:
  # the first tile
  - width: 24
    height: 16
    widget:
      titel: One
      xyChart:
        dataSets:
        - plotType: line   # lower case
          timeSeriesQuery:
            timeSeriesFilter:
              filter: >-
                metric.type="run.googleapis.com/request_count"
                resource.type="cloud_run_revisio"
              aggregation: {alignmentPeriod: 60s, perSeriesAligner: ALIGN_RATE}
  - xPos: 24
    width: 24
    height: 16
    widget: {title: Two, blank: {}}
`;

let pair: LspPair;
afterEach(() => pair.stop());

const position = (marker: string, inner = 0, inText = text) => {
  const before = inText.slice(0, inText.indexOf(marker) + inner).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
};

it("serves a YAML dashboard with everything but what YAML's own tools do", async () => {
  pair = await LspPair.start(CAPABILITIES);
  await pair.open(text, URI);
  const textDocument = { uri: URI };
  const ask = <T>(method: string, params: object) =>
    pair.connection.sendRequest<T>(`textDocument/${method}`, { textDocument, ...params });

  const diagnostics = await pair.diagnostics(URI);
  expect(diagnostics.map(({ code, range: { start } }) => [code, start.line, start.character])).toEqual([
    ["unknown-member", 9, 6],
    ["unknown-enum-value", 12, 20],
    ["filter-unknown-resource", 17, 31],
  ]);
  const actions = await ask<{ title: string; edit?: { changes: Record<string, { newText: string }[]> } }[]>(
    "codeAction",
    {
      range: { start: position("line "), end: position("line ") },
      context: { diagnostics },
    },
  );
  const fix = actions.find(({ title }) => title.includes("LINE"))!;
  expect(fix.edit!.changes[URI]!.map(({ newText }) => newText)).toEqual(["LINE"]);
  expect(await ask("hover", { position: position("plotType") })).toMatchObject({
    contents: { kind: "markdown" },
  });
  const inFilter = await ask<{ items: { label: string }[] }>("completion", {
    position: position('cloud_run_revisio"', 17),
  });
  expect(inFilter.items.map(({ label }) => label)).toContain("cloud_run_revision");
  const symbols = await ask<{ name: string; children: { name: string }[] }[]>("documentSymbol", {});
  expect(symbols[0]).toMatchObject({ name: "Orders" });
  const options = { tabSize: 2, insertSpaces: true };
  expect(await ask("formatting", { options })).toBeNull();
  expect(await ask("foldingRange", {})).toEqual([]);

  const query = await pair.connection.sendRequest<QueryAtResult>(Requests.queryAt, {
    uri: URI,
    position: position("metric.type", 3),
  });
  const name = formatAddress({
    dashboard: URI,
    path: query!.path,
    ...(query!.address && { address: query!.address }),
  });
  const uri = `mosaic-query:/q.monitoring-filter?${encodeURIComponent(name)}`;
  const filter = 'metric.type="run.googleapis.com/request_cuont" resource.type="cloud_run_revision"';
  await pair.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "monitoring-filter", version: 1, text: filter },
  });
  const found = await pair.diagnostics(uri);
  expect(found.map(({ code, range: { start } }) => [code, start.character])).toEqual([
    ["filter-unknown-metric", filter.indexOf("run.google")],
  ]);
});

it("makes gestures in the file's own hand", async () => {
  pair = await LspPair.start(CAPABILITIES);
  await pair.open(text, URI);
  const picture = await pair.connection.sendRequest<PictureResult>(Requests.picture, { uri: URI });
  const full = picture as unknown as { version: number; picture: { tiles: { id: string }[] } };
  const result = await pair.connection.sendRequest<EditResult>(Requests.edit, {
    uri: URI,
    known: full.version,
    gesture: { type: "duplicate", tiles: [full.picture.tiles[0]!.id] },
  });
  const { edits } = result as unknown as {
    edits: { range: { start: { line: number }; end: { line: number } }; newText: string }[];
  };
  expect(
    edits.map(({ range, newText }) => [range.start.line, range.end.line, newText]),
  ).toMatchInlineSnapshot(`
    [
      [
        19,
        19,
        "  - yPos: 16
        width: 24
        height: 16
        widget:
          titel: One
          xyChart:
            dataSets:
            - plotType: line   # lower case
              timeSeriesQuery:
                timeSeriesFilter:
                  filter: >-
                    metric.type="run.googleapis.com/request_count"
                    resource.type="cloud_run_revisio"
                  aggregation: {alignmentPeriod: 60s, perSeriesAligner: ALIGN_RATE}
    ",
      ],
    ]
  `);
});

it("serves every document of a file", async () => {
  pair = await LspPair.start(CAPABILITIES);
  const both = `${text}---\n${text.replace("Orders\n", "Returns\n")}`;
  await pair.open(both, URI);
  const listed = await pair.connection.sendRequest<DashboardsResult>(Requests.dashboards, { uri: URI });
  expect(listed!.map(({ address, name, isWritten }) => [address, name, isWritten])).toEqual([
    ["1", "Orders", true],
    ["2", "Returns", true],
  ]);
  const picture = await pair.connection.sendRequest<PictureResult>(Requests.picture, {
    uri: URI,
    address: "2",
  });
  expect(picture).toMatchObject({ picture: { title: "Returns" } });
  expect(await pair.diagnostics(URI)).toHaveLength(6);
});
