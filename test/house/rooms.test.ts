import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { expect, it } from "vitest";

const root = path.resolve(__dirname, "../..");

/**
 * Which rooms a room may import from, itself aside, and which packages; the text tells a newcomer why. A room may not use
 * Node's modules unless it says so.
 */
const ROOMS: Record<string, { rooms: string[]; packages: string[] }> = {
  // What a dashboard is: runs in a host, a worker, a web page and a terminal, so no Node, no DOM, no editor.
  core: {
    rooms: ["schemas"],
    packages: [
      "jsonc-parser",
      "yaml",
      "vscode-languageserver-types",
      "ajv",
      // PromQL's grammar and analyzer; plain JavaScript.
      "@prometheus-io/lezer-promql",
      "@prometheus-io/codemirror-promql/dist/esm/parser",
    ],
  },
  // The wire. Knows dashboards only as types and field paths.
  api: { rooms: ["core"], packages: ["node:", "google-auth-library"] },
  // Files and git's work trees on this machine, for whoever writes there.
  disk: { rooms: ["core"], packages: ["node:"] },
  // LSP around core. The client knows it by protocol.ts alone.
  server: {
    rooms: ["core"],
    packages: [
      "node:",
      "vscode-languageserver",
      "vscode-languageserver-types",
      "vscode-languageserver-textdocument",
    ],
  },
  cli: {
    rooms: ["core", "api", "disk", "emulator", "render/index", "mcp/index"],
    packages: ["node:", "tinyglobby"],
  },
  // Tools for agents. The service comes through a port, so that nothing here can choose where credentials go.
  mcp: { rooms: ["core", "disk", "render/index"], packages: ["node:", "@modelcontextprotocol/server"] },
  // Pictures as files: what a widget shows comes from core/grid. No Node and no DOM.
  render: { rooms: ["core"], packages: ["echarts", "markdown-it", "@resvg/resvg-wasm"] },
  // Never api: the emulator and the client must not share a mistake.
  emulator: { rooms: ["core"], packages: ["node:", "@prometheus-io/lezer-promql"] },
  client: {
    rooms: [
      "core",
      "api",
      "disk",
      "server/protocol",
      "client/webview/picture/messages",
      "client/webview/compare/messages",
      "client/webview/picture/asks",
      "client/webview/usage/messages",
    ],
    packages: ["node:", "vscode", "vscode-languageclient", "vscode-languageserver-types"],
  },
  // Runs in a sandboxed page: it draws what core/grid describes.
  "client/webview": {
    rooms: ["core/grid", "core/inspector/model", "core/query-builder/model", "core/shape"],
    packages: ["echarts", "markdown-it"],
  },
};

function roomOf(file: string): string | undefined {
  return Object.keys(ROOMS)
    .filter((room) => file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Why an import is not allowed, or undefined. */
function verdict(file: string, specifier: string, typeOnly = false): string | undefined {
  const room = roomOf(file);
  if (!room) return undefined;
  const { rooms, packages } = ROOMS[room]!;
  if (!specifier.startsWith(".")) {
    const allowed = packages.some((name) =>
      name === "node:" ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
    );
    return allowed ? undefined : `${file}: ${room} may not import the package ${specifier}`;
  }
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (roomOf(target) === room || target === room) return undefined;
  const allowed = rooms.some((name) => target === name || target.startsWith(`${name}/`));
  // Types alone leave nothing behind at run time, but they tie rooms together all the same.
  return allowed ? undefined : `${file}: ${room} may not import ${typeOnly ? "types " : ""}from ${target}`;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"']+)["']|(?:import|require)\(\s*["']([^"']+)["']\s*\)/g;

it("imports go only where the house allows", async () => {
  const files = await glob(["{core,api,disk,server,cli,emulator,render,mcp,client}/**/*.ts"], {
    cwd: root,
    ignore: ["**/*.test.ts", "core/schema/generated/**"],
  });
  expect(files.length).toBeGreaterThan(50);
  const wrong = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(IMPORT)].flatMap(
      ([, type, from, dynamic]) => verdict(file, (from ?? dynamic)!, Boolean(type)) ?? [],
    ),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ["core/check.ts", "node:fs"],
  ["core/check.ts", "../api/http"],
  ["core/features/reading/hover.ts", "vscode"],
  ["emulator/server.ts", "../api/http"],
  ["client/extension.ts", "../server/server"],
  ["client/webview/picture/preview.ts", "../../../core/check"],
  ["api/http.ts", "../emulator/server"],
  ["server/server.ts", "../client/extension"],
  ["mcp/server.ts", "../api/profile"],
  ["mcp/server.ts", "../cli/io"],
])("%s may not import %s", (file, specifier) => {
  expect(verdict(file, specifier)).toBeDefined();
});

it.each([
  ["core/schema/messages.ts", "../../schemas/dashboard.schema.json"],
  ["client/extension.ts", "../server/protocol"],
  ["client/webview/picture/preview.ts", "../../../core/grid/picture"],
  ["cli/main.ts", "../emulator/server"],
  ["server/node.ts", "vscode-languageserver/node"],
])("%s may import %s", (file, specifier) => {
  expect(verdict(file, specifier)).toBeUndefined();
});

it.each([...Object.keys(ROOMS), "scripts", "scripts/host", "action", "test"])(
  "%s has a README whose paths exist",
  (room) => {
    const text = readFileSync(path.join(root, room, "README.md"), "utf8");
    const paths = [...text.matchAll(/`([\w./-]+(?:\/|\.(?:ts|mjs|cmd)))`/g)].map((match) => match[1]!);
    expect(paths.length).toBeGreaterThan(1);
    // Relative to the room, or from the top for another room.
    const missing = paths.filter(
      (name) => ![path.join(root, room), root].some((base) => existsSync(path.join(base, name))),
    );
    expect(missing).toEqual([]);
  },
);

it.each(["core", "client", "client/webview"])("%s has a README that names every folder", (room) => {
  const text = readFileSync(path.join(root, room, "README.md"), "utf8");
  const folders = readdirSync(path.join(root, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.filter((name) => !text.includes(`\`${name}/`))).toEqual([]);
});
