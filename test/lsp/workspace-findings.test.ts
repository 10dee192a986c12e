import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  CancellationTokenSource,
  FileChangeType,
  ProgressType,
  type WorkspaceDiagnosticReport,
} from "vscode-languageserver";
import { CAPABILITIES, LspPair } from "./client";

const SOUND = `{ "displayName": "Shop", "gridLayout": { "widgets": [{ "blank": {} }] } }`;
const BROKEN = SOUND.replace("blank", "blnk");
const FOLDER = "file:///repo/";
const [A, B, C] = ["a", "b", "c"].map((name) => `${FOLDER}${name}.dashboard.json`) as [
  string,
  string,
  string,
];

const EDITOR = {
  ...CAPABILITIES,
  textDocument: { ...CAPABILITIES.textDocument, diagnostic: { dynamicRegistration: true } },
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  },
};

let pair: LspPair;
let files: Record<string, string>;
let settings: Record<string, unknown>;
let stopPulling = () => {};
let pulling = false;

beforeEach(() => {
  files = { [A]: BROKEN, [B]: SOUND, [C]: BROKEN, [`${FOLDER}d.json`]: '{"name": "x"}' };
  settings = { workspaceFindings: true };
});
afterEach(async () => {
  stopPulling();
  stopPulling = () => {};
  await vi.waitFor(() => expect(pulling).toBe(false));
  pair.stop();
});

async function start(capabilities: object = EDITOR): Promise<void> {
  pair = await LspPair.start(capabilities, undefined, files, { folders: [FOLDER.slice(0, -1)], settings });
}

const provider = () =>
  pair.registered.find(
    ({ registerOptions }) => (registerOptions as { identifier?: string })?.identifier === "mosaic-workspace",
  );

/** Pulls as an editor does: one request that stays open, told in parts. Returns what is known: file → codes. */
async function pull(): Promise<Record<string, string[]>> {
  await vi.waitFor(() => expect(provider()).toBeDefined());
  const known: Record<string, string[]> = {};
  const source = new CancellationTokenSource();
  const take = ({ items }: WorkspaceDiagnosticReport) => {
    for (const item of items) {
      if (item.kind === "full")
        known[item.uri.slice(FOLDER.length)] = item.items.map(({ code }) => String(code));
    }
  };
  pair.connection.onProgress(new ProgressType<WorkspaceDiagnosticReport>(), "parts", take);
  const request = pair.connection.sendRequest<WorkspaceDiagnosticReport>(
    "workspace/diagnostic",
    { identifier: "mosaic-workspace", previousResultIds: [], partialResultToken: "parts" },
    source.token,
  );
  request
    .then(take, () => {})
    .finally(() => {
      pulling = false;
    });
  pulling = true;
  stopPulling = () => source.cancel();
  return known;
}

const FOUND = ["unknown-member"];

describe("findings of dashboards that are not open", () => {
  it("are told for files that have some", async () => {
    await start();
    const known = await pull();
    await vi.waitFor(() => expect(known).toEqual({ "a.dashboard.json": FOUND, "c.dashboard.json": FOUND }));
    expect(pair.read.filter((uri) => uri !== `${FOLDER}d.json`).sort()).toEqual([A, B, C]);
    expect(pair.log).toEqual([]);
  });

  it("follow files that change, come and go", async () => {
    await start();
    const known = await pull();
    await vi.waitFor(() => expect(Object.keys(known)).toHaveLength(2));
    const count = pair.read.length;
    files[A] = SOUND;
    files[B] = BROKEN;
    delete files[C];
    await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [
        { uri: A, type: FileChangeType.Changed },
        { uri: B, type: FileChangeType.Changed },
        { uri: C, type: FileChangeType.Deleted },
        { uri: `${FOLDER}node_modules/x.dashboard.json`, type: FileChangeType.Created },
      ],
    });
    await vi.waitFor(() =>
      expect(known).toEqual({ "a.dashboard.json": [], "b.dashboard.json": FOUND, "c.dashboard.json": [] }),
    );
    expect(pair.read.slice(count).sort()).toEqual([A, B]);
  });

  it("are told for Terraform code, and again when it changes", async () => {
    const code = (key: string) =>
      `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = jsonencode({\n    displayName = var.x\n    gridLayout = { widgets = [{ ${key} = {} }] }\n  })\n}\n`;
    const main = `${FOLDER}infra/main.tf`;
    Object.assign(files, {
      [main]: code("blnk"),
      [`${FOLDER}infra/vpc.tf`]: 'resource "google_compute_network" "a" {}\n',
      [`${FOLDER}.terraform/modules/x/main.tf`]: code("blnk"),
    });
    await start();
    const known = await pull();
    await vi.waitFor(() => expect(Object.keys(known)).toHaveLength(3));
    expect(known["infra/main.tf"]).toEqual(FOUND);
    files[main] = code("blank");
    await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: main, type: FileChangeType.Changed }],
    });
    await vi.waitFor(() => expect(known["infra/main.tf"]).toEqual([]));
  });

  it("are told for JSON files that hold a dashboard and that git does not ignore", async () => {
    const [board, gone, ignored] = ["boards/x.json", "boards/y.json", "gen/z.json"].map(
      (path) => FOLDER + path,
    );
    Object.assign(files, { [board!]: BROKEN, [gone!]: BROKEN, [`${FOLDER}.gitignore`]: "gen/\n" });
    await start();
    const known = await pull();
    await vi.waitFor(() => expect(Object.keys(known)).toHaveLength(4));
    expect(known["boards/x.json"]).toEqual(FOUND);
    files[gone!] = "{}";
    files[ignored!] = BROKEN;
    await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [
        { uri: gone, type: FileChangeType.Changed },
        { uri: ignored, type: FileChangeType.Created },
      ],
    });
    await vi.waitFor(() => expect(known["boards/y.json"]).toEqual([]));
    expect(known).not.toHaveProperty("gen/z.json");
  });

  it("are told for names and globs alone where the configuration wants it so", async () => {
    Object.assign(files, {
      [`${FOLDER}boards/x.json`]: BROKEN,
      [`${FOLDER}d.json`]: BROKEN,
      [`${FOLDER}.mosaic/config.json`]: '{"discover": "globs", "dashboards": ["boards/*.json"]}',
    });
    await start();
    const known = await pull();
    await vi.waitFor(() => expect(Object.keys(known)).toHaveLength(3));
    expect(known).toHaveProperty(["boards/x.json"]);
    expect(pair.read).not.toContain(`${FOLDER}d.json`);
  });

  it("step back while a dashboard is open, and return as it was saved", async () => {
    await start();
    const known = await pull();
    await vi.waitFor(() => expect(Object.keys(known)).toHaveLength(2));
    await pair.open(SOUND, A);
    await vi.waitFor(() => expect(known["a.dashboard.json"]).toEqual([]));
    await pair.connection.sendNotification("textDocument/didClose", { textDocument: { uri: A } });
    await vi.waitFor(() => expect(known["a.dashboard.json"]).toEqual(FOUND));
  });

  it("have the severities and the globs of the configuration, also after it has changed", async () => {
    const config = `${FOLDER}.mosaic/config.json`;
    files[config] = `{ "dashboards": ["d.json"] }`;
    await start();
    const known = await pull();
    await vi.waitFor(() => expect(known["d.json"]).toContain("missing-member"));
    files[config] = `{ "rules": { "unknown-member": "off" } }`;
    await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: config, type: FileChangeType.Changed }],
    });
    await vi.waitFor(() =>
      expect(known).toEqual({ "a.dashboard.json": [], "c.dashboard.json": [], "d.json": [] }),
    );
  });

  it("come in one answer where they cannot come in parts, and only once", async () => {
    await start();
    await vi.waitFor(() => expect(provider()).toBeDefined());
    const ask = (previousResultIds: object[]) =>
      pair.connection.sendRequest<WorkspaceDiagnosticReport>("workspace/diagnostic", { previousResultIds });
    const { items } = await ask([]);
    expect(items.map(({ uri }) => uri)).toEqual([A, C]);
    const again = ask(items.map(({ uri, resultId }) => ({ uri, value: resultId })));
    const first = await Promise.race([again, new Promise((resolve) => setTimeout(resolve, 400, "waits"))]);
    expect(first).toBe("waits");
    files[C] = SOUND;
    await pair.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: C, type: FileChangeType.Changed }],
    });
    expect((await again).items).toMatchObject([{ uri: C, items: [] }]);
  });
});

describe("nothing is read", () => {
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 200));

  it("while the setting is off, and the findings are taken back when it is turned off", async () => {
    settings["workspaceFindings"] = false;
    await start();
    await quiet();
    expect([provider(), pair.read]).toEqual([undefined, []]);
    settings["workspaceFindings"] = true;
    await pair.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    const known = await pull();
    await vi.waitFor(() => expect(Object.keys(known)).toHaveLength(2));
    settings["workspaceFindings"] = false;
    await pair.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await vi.waitFor(() => expect([provider(), pulling]).toEqual([undefined, false]));
  });

  it("before the client pulls, or where it cannot", async () => {
    await start();
    await vi.waitFor(() => expect(provider()).toBeDefined());
    await quiet();
    expect(pair.read).toEqual([]);
    pair.stop();
    await start({ ...EDITOR, textDocument: {} });
    await quiet();
    expect([provider(), pair.read]).toEqual([undefined, []]);
  });
});
