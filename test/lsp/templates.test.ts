import { afterEach, expect, it } from "vitest";
import { FileChangeType } from "vscode-languageserver";
import { CAPABILITIES, LspPair } from "./client";

const TF = "file:///repo/main.tf";
const BOARD = "file:///repo/boards/a.json";
const TEXT = `{ "displayName": "\${title}", "gridLayout": { "widgets": [{ "xyChart": { "dataSets": [{ "timeSeriesQuery": {
  "prometheusQuery": "sum(rate(http_requests_total{\${cluster}}[5m]))" } }] } }] } }`;

let pair: LspPair;
afterEach(() => pair.stop());

const loads = (call: string) => `x = ${call}("\${path.module}/boards/a.json", {})`;

async function codes(): Promise<unknown[]> {
  return (await pair.diagnostics(BOARD)).map(({ code }) => code);
}

it("goes by the Terraform code that loads a file, also after it has changed", async () => {
  const files: Record<string, string> = { [TF]: loads("templatefile") };
  pair = await LspPair.start(CAPABILITIES, undefined, files, { folders: ["file:///repo"] });
  await pair.open(TEXT, BOARD);
  expect(await codes()).toEqual([]);
  files[TF] = loads("file");
  await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
    changes: [{ uri: TF, type: FileChangeType.Changed }],
  });
  expect(await codes()).toEqual(["undeclared-variable"]);
  expect(pair.log).toEqual([]);
});

it("says of a dashboard with no such code what it always says", async () => {
  pair = await LspPair.start(CAPABILITIES, undefined, {}, { folders: ["file:///repo"] });
  await pair.open(TEXT, BOARD);
  expect(await codes()).toEqual(["undeclared-variable"]);
});
