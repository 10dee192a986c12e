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

it("checks a text that is not open, such as a file that only the configuration names", async () => {
  pair = await LspPair.start(
    CAPABILITIES,
    undefined,
    { [TF]: loads("templatefile") },
    {
      folders: ["file:///repo"],
    },
  );
  const ask = (params: object) => pair.connection.sendRequest("mosaic/findings", params);
  expect(await ask({ uri: BOARD })).toBeNull();
  expect(await ask({ uri: BOARD, unopened: { version: 3, text: TEXT } })).toEqual({
    version: 3,
    filledBy: "Terraform (main.tf)",
    findings: [],
  });
  expect(await ask({ uri: "file:///repo/b.json", unopened: { version: 1, text: "{" } })).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ code: "syntax" })]),
  });
});
