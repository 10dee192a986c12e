import { afterEach, expect, it, vi } from "vitest";
import { ProgressType, type WorkspaceDiagnosticReport } from "vscode-languageserver";
import { CAPABILITIES, LspPair } from "./client";

/** Folders that no disk has: a repository looked at from afar. */
const FOLDER = "vscode-vfs://github/team/repo/";
const CONFIG = `${FOLDER}.mosaic/config.json`;
const HINT = `{ "rules": { "unknown-member": "hint" } }`;
const BROKEN = `{ "displayName": "Shop", "gridLayout": { "widgets": [{ "blnk": {} }] } }`;
const EDITOR = {
  ...CAPABILITIES,
  textDocument: { ...CAPABILITIES.textDocument, diagnostic: { dynamicRegistration: true } },
  workspace: { configuration: true },
};

let pair: LspPair;
afterEach(() => pair.stop());

const severities = async (uri: string) => {
  await pair.open(BROKEN, uri);
  return (await pair.diagnostics(uri)).map(({ severity }) => severity);
};

it("asks the client for a configuration that it cannot read itself", async () => {
  pair = await LspPair.start(CAPABILITIES, { readsFiles: true }, { [CONFIG]: HINT });
  expect(await severities(`${FOLDER}shop.dashboard.json`)).toEqual([4]);
  expect(pair.asked).toContain(CONFIG);
  expect(pair.read).toEqual([]);
});

it("asks about nothing on its own disk, and nothing of a client that does not answer", async () => {
  const file = "file:///repo/.mosaic/config.json";
  pair = await LspPair.start(CAPABILITIES, { readsFiles: true }, { [file]: HINT });
  expect(await severities("file:///repo/shop.dashboard.json")).toEqual([4]);
  expect(pair.asked).toEqual([]);
  pair.stop();
  pair = await LspPair.start(CAPABILITIES, {}, { [CONFIG]: HINT });
  expect(await severities(`${FOLDER}shop.dashboard.json`)).toEqual([1]);
  expect(pair.asked).toEqual([]);
});

it("checks dashboards that are not open through the client", async () => {
  const [a, b] = [`${FOLDER}a%20b.dashboard.json`, `${FOLDER}gen/other.json`];
  const folders = [FOLDER.slice(0, -1)];
  const settings = { workspaceFindings: true };
  pair = await LspPair.start(
    EDITOR,
    { readsFiles: true },
    { [a]: BROKEN, [b]: BROKEN, [`${FOLDER}.gitignore`]: "gen/" },
    { folders, settings },
  );
  await vi.waitFor(() => expect(pair.registered.length).toBeGreaterThan(0));
  const told: string[] = [];
  pair.connection.onProgress(
    new ProgressType<WorkspaceDiagnosticReport>(),
    "parts",
    ({ items }) => void told.push(...items.map(({ uri }) => uri)),
  );
  void pair.connection
    .sendRequest("workspace/diagnostic", {
      identifier: "mosaic-workspace",
      previousResultIds: [],
      partialResultToken: "parts",
    })
    .catch(() => {});
  await vi.waitFor(() => expect(told).toEqual([a]));
  expect(pair.asked).toContain(FOLDER);
  expect(pair.asked).not.toContain(b);
});
