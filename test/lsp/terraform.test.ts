import { afterEach, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { formatAddress } from "../../core/query/address";
import {
  type DashboardsResult,
  type FixAllResult,
  type PictureResult,
  type QueryAtResult,
  Requests,
} from "../../server/protocol";
import { CAPABILITIES, LspPair } from "./client";

const URI = "file:///repo/main.tf";
const text = `resource "google_monitoring_dashboard" "a" {
  dashboard_json = jsonencode({
    displayName = var.name
    dashboardFilters = [{ labelKey = "zone", filterType = "RESOURCE_LABEL", templateVariable = "zone" }]
    gridLayout = {
      widgets = [{
        titel = "\${var.x}"
        xyChart = {
          dataSets = [{
            plotType = "line"
            timeSeriesQuery = {
              timeSeriesFilter = {
                filter = "metric.type=\\"run.googleapis.com/request_count\\" resource.type=\\"cloud_run_revision\\" $\${zone}"
                aggregation = { perSeriesAligner = "ALIGN_RATE" }
              }
            }
          }]
        }
      }]
    }
  })
}

resource "google_monitoring_dashboard" "b" {
  dashboard_json = <<-EOF
  { "displayName": "\${var.name}", "gridLayout": { "widgets": [{ "titel": "a", "blank": {} }] } }
  EOF
}
`;

let pair: LspPair;
afterEach(() => pair.stop());

const position = (marker: string, inner = 0) => {
  const before = text.slice(0, text.indexOf(marker) + inner).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
};

it("serves each dashboard of a Terraform file, and nothing outside of them", async () => {
  pair = await LspPair.start(CAPABILITIES);
  await pair.open(text, URI);
  const textDocument = { uri: URI };
  const ask = <T>(method: string, params: object) =>
    pair.connection.sendRequest<T>(`textDocument/${method}`, { textDocument, ...params });

  const diagnostics = await pair.diagnostics(URI);
  expect(diagnostics.map(({ code, range: { start } }) => [code, start.line, start.character])).toEqual([
    ["unknown-member", 6, 8],
    ["unknown-enum-value", 9, 23],
    ["unknown-member", 25, 64],
  ]);

  expect(JSON.stringify(await ask("hover", { position: position("run.google", 5) }))).toContain(
    "request_count",
  );
  expect(JSON.stringify(await ask("hover", { position: position("perSeriesAligner", 3) }))).toContain(
    "Aligner",
  );
  for (const marker of ["resource ", "var.name\n", "dashboard_json", "jsonencode"])
    expect(await ask("hover", { position: position(marker, 2) }), marker).toBeNull();

  type Items = { items: { label: string; textEdit: { newText: string } }[] };
  const values = await ask<Items>("completion", { position: position('"line"', 2) });
  expect(values.items.map(({ label }) => label)).toContain("STACKED_AREA");
  const members = await ask<Items>("completion", { position: position("titel", 3) });
  expect(members.items.find(({ label }) => label === "title")?.textEdit.newText).toBe("title");
  expect((await ask<Items>("completion", { position: position("var.name", 4) })).items).toEqual([]);
  expect((await ask<Items>("completion", { position: position("dashboard_json", 4) })).items).toEqual([]);

  const range = { start: position("titel ="), end: position("titel =", 5) };
  const actions = await ask<{ title: string; edit: { changes: Record<string, { newText: string }[]> } }[]>(
    "codeAction",
    { range, context: { diagnostics } },
  );
  expect(
    actions.map(({ title, edit }) => [title, edit.changes[URI]!.map(({ newText }) => newText)]),
  ).toContainEqual(['Rename to "title"', ["title"]]);

  const renamed = await ask<{ changes?: object; documentChanges?: { edits: { newText: string }[] }[] }>(
    "rename",
    {
      position: position('templateVariable = "zone', 22),
      newName: "region",
    },
  );
  expect(JSON.stringify(renamed).match(/region/g)).toHaveLength(2);

  expect(await ask("documentSymbol", {})).toEqual([]);
  expect(pair.log).toEqual([]);
});

it("names the dashboards of a file, and answers about each by its address", async () => {
  pair = await LspPair.start(CAPABILITIES);
  await pair.open(
    `${text}\nresource "google_monitoring_dashboard" "c" {\n  dashboard_json = var.json\n}\n`,
    URI,
  );
  const ask = <T>(method: string, params: object = {}) =>
    pair.connection.sendRequest<T>(method, { uri: URI, ...params });
  const list = (await ask<DashboardsResult>(Requests.dashboards))!;
  expect(list.map(({ address, name, title, isWritten }) => [address, name, title, isWritten])).toEqual([
    ["google_monitoring_dashboard.a", "a", undefined, true],
    ["google_monitoring_dashboard.b", "b", "${var.name}", true],
    ["google_monitoring_dashboard.c", "c", undefined, false],
  ]);
  expect(list[1]!.range.start).toEqual(position('resource "google_monitoring_dashboard" "b"'));
  expect(list[1]!.nameRange.start).toEqual(position('"b" {'));

  const picture = (address?: string) => ask<PictureResult>(Requests.picture, { address });
  const [a, b] = [await picture(list[0]!.address), await picture(list[1]!.address)];
  expect(a?.picture?.tiles.map(({ kind }) => kind)).toEqual(["xyChart"]);
  expect(b?.picture?.tiles.map(({ kind }) => kind)).toEqual(["blank"]);
  expect(await picture(list[2]!.address)).toBeNull();
  expect(await picture()).toBeNull();

  const found = await ask<QueryAtResult>(Requests.queryAt, { position: position("run.google", 5) });
  expect(found).toMatchObject({ address: list[0]!.address, language: "monitoring-filter" });
});

it("serves queries in tabs of their own, with what is around them", async () => {
  pair = await LspPair.start(CAPABILITIES);
  await pair.open(text, URI);
  const { address, path } = (await pair.connection.sendRequest<QueryAtResult>(Requests.queryAt, {
    uri: URI,
    position: position("run.google", 5),
  }))!;
  const name = formatAddress({ dashboard: URI, address: address!, path });
  const uri = `mosaic-query:/q.monitoring-filter?${encodeURIComponent(name)}`;
  const query =
    'metric.type="run.googleapis.com/request_cuont" resource.type="${var.type}" ${zone} ${region}';
  await pair.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "monitoring-filter", version: 1, text: query },
  });
  const found = await pair.diagnostics(uri);
  expect(found.map(({ code, range: { start } }) => [code, start.character])).toEqual([
    ["filter-unknown-metric", query.indexOf("run.google")],
    ["filter-unknown-variable", query.indexOf("${region}")],
  ]);
});

const LOCALS = "file:///repo/locals.tofu";
const FOLDER = {
  "file:///repo/main.tf":
    'resource "google_monitoring_dashboard" "a" {\n  dashboard_json = jsonencode(local.board)\n}\n',
  [LOCALS]:
    'locals {\n  board = {\n    displayName = "A"\n    gridLayout = { widgets = [{ titel = "b", blank = {} }] }\n  }\n}\n',
  "file:///repo/unused.tf":
    'locals {\n  board2 = { displayName = "A", gridLayout = { widgets = [{ titel = "b" }] } }\n}\n',
};

it("finds a dashboard in the locals of the file that a resource of another one names", async () => {
  pair = await LspPair.start(CAPABILITIES, undefined, FOLDER);
  await pair.open(FOLDER[LOCALS]!, LOCALS);
  const found = await pair.diagnostics(LOCALS);
  expect(found.map(({ code, range: { start } }) => [code, start.line])).toEqual([["unknown-member", 3]]);
  const [only] = (await pair.connection.sendRequest<DashboardsResult>(Requests.dashboards, { uri: LOCALS }))!;
  expect(only).toMatchObject({ address: "google_monitoring_dashboard.a", isWritten: true });
  expect(only?.nameRange.start).toEqual({ line: 1, character: 2 });
});

it("takes an untitled document for Terraform code by its language", async () => {
  pair = await LspPair.start(CAPABILITIES);
  const uri = "untitled:Untitled-1";
  await pair.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "terraform", version: 1, text },
  });
  expect((await pair.diagnostics(uri)).map(({ code }) => code)).toContain("unknown-enum-value");
});

it("fixes all dashboards of a file at once, and one text only once", async () => {
  pair = await LspPair.start(CAPABILITIES);
  const board = (name: string) =>
    `resource "google_monitoring_dashboard" "${name}" {\n  dashboard_json = local.board\n}\n`;
  const code = `${text}\n${board("c")}${board("d")}\nlocals {\n  board = <<EOF\n{ "displayName": "C", "gridLayout": { "widgets": [{ "blnk": {} }] } }\nEOF\n}\n`;
  await pair.open(code, URI);
  const { edits } = (await pair.connection.sendRequest<FixAllResult>(Requests.fixAll, { uri: URI }))!;
  const fixed = TextDocument.applyEdits(TextDocument.create(URI, "", 1, code), [...edits]);
  expect(fixed).toContain('plotType = "LINE"');
  expect(fixed.match(/blank/g)).toHaveLength(code.match(/blank/g)!.length + 1);
});
