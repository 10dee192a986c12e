import { afterEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import { CAPABILITIES, LspPair } from "./client";

const COMMANDS = { commands: ["mosaic.addCondition"] };
const chart = (filter: string) =>
  `{ "displayName": "x", "gridLayout": { "widgets": [{ "title": "t", "xyChart": { "dataSets": [{ "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${filter}" } } }] } }] } }`;
const METRIC = String.raw`metric.type=\"run.googleapis.com\/request_count\"`;

let pair: LspPair;
afterEach(() => pair.stop());

async function offered(text: string, where: string): Promise<CodeAction | undefined> {
  const uri = await pair.open(text);
  const start = TextDocument.create("", "", 0, text).positionAt(text.indexOf(where));
  const actions = await pair.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri },
    range: { start, end: start },
    context: { diagnostics: [] },
  });
  return actions.find(({ title }) => title === "Add condition…");
}

describe("Add condition…", () => {
  it.each([
    [METRIC, METRIC.length, true],
    [`${METRIC}  `, METRIC.length, true],
    ["", 0, false],
  ])("leads to the end of the filter %j", async (filter, end, space) => {
    pair = await LspPair.start(CAPABILITIES, COMMANDS);
    const text = chart(filter);
    const [place] = (await offered(text, `"${filter}" } }`))!.command!.arguments!;
    const offset = text.indexOf('"filter": "') + '"filter": "'.length + end;
    expect(place).toMatchObject({ space, position: { line: 0, character: offset } });
  });

  it.each([
    ["elsewhere", chart(METRIC), '"t"'],
    ["in a broken filter", chart(String.raw`metric.type=\"a`), "metric"],
  ])("is not offered %s", async (_, text, where) => {
    pair = await LspPair.start(CAPABILITIES, COMMANDS);
    expect(await offered(text, where)).toBeUndefined();
  });

  it("is not offered to a client that has no such command", async () => {
    pair = await LspPair.start();
    expect(await offered(chart(METRIC), "metric")).toBeUndefined();
  });
});
