import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import schema from "../../schemas/dashboard.schema.json";
import type { ServerCommand } from "./lsp-process";

/** Mosaic's own server, as it is shipped. */
export function mosaicServer(root: string): ServerCommand {
  return {
    name: "Mosaic",
    args: [path.join(root, "dist/server.js"), "--stdio"],
    languageId: "monitoring-dashboard",
  };
}

/** The server that VS Code itself has for JSON, with Mosaic's schema; undefined where no VS Code is installed for the tests. */
export function jsonServer(root: string): ServerCommand | undefined {
  const cache = path.join(root, ".vscode-test");
  if (!existsSync(cache)) return undefined;
  const inside =
    "node_modules/code-server/lib/vscode/extensions/json-language-features/server/dist/node/jsonServerMain.js";
  const main = readdirSync(cache)
    .sort()
    .reverse()
    .map((version) => path.join(cache, version, inside))
    .find((file) => existsSync(file));
  if (!main) return undefined;
  return {
    name: "VS Code's JSON server",
    args: [main, "--stdio"],
    languageId: "json",
    initializationOptions: { provideFormatter: false, handledSchemaProtocols: ["file"] },
    settings: {
      json: {
        validate: { enable: true },
        schemas: [{ fileMatch: ["*"], url: "mosaic://schemas/dashboard.json", schema }],
      },
    },
  };
}

/** A server that does nothing but speak the protocol. */
export async function echoServer(root: string): Promise<ServerCommand> {
  const outfile = path.join(root, "build/echo-server.cjs");
  await build({
    entryPoints: [path.join(root, "test/bench/echo-server.ts")],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    mainFields: ["module", "main"],
    logLevel: "warning",
  });
  return { name: "echo", args: [outfile, "--stdio"], languageId: "json" };
}
