import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { listFiles, PackageManager } from "@vscode/vsce";
import { expect, it } from "vitest";

const root = path.resolve(__dirname, "../..");

it("the extension's archive holds the extension and nothing else", async () => {
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  expect(files.sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist/THIRD_PARTY_NOTICES.txt",
    "dist/extension.js",
    "dist/server.js",
    "dist/start.js",
    "dist/webview/preview.css",
    "dist/webview/preview.js",
    "dist/webview/usage.css",
    "dist/webview/usage.js",
    "media/icon.png",
    "media/icon.svg",
    "media/picture.webp",
    "media/walkthrough/check.svg",
    "media/walkthrough/create.svg",
    "media/walkthrough/edit.svg",
    "media/walkthrough/preview.svg",
    "media/walkthrough/push.svg",
    "package.json",
    "schemas/config.schema.json",
    "syntaxes/dash-comments-configuration.json",
    "syntaxes/dashboard-snippets.json",
    "syntaxes/dashboard.tmLanguage.json",
    "syntaxes/filter-configuration.json",
    "syntaxes/googlesql.tmLanguage.json",
    "syntaxes/hash-comments-configuration.json",
    "syntaxes/language-configuration.json",
    "syntaxes/logging-query.tmLanguage.json",
    "syntaxes/markdown-queries.tmLanguage.json",
    "syntaxes/monitoring-filter.tmLanguage.json",
    "syntaxes/mql.tmLanguage.json",
    "syntaxes/promql.tmLanguage.json",
    "syntaxes/terraform-queries.tmLanguage.json",
  ]);
  const packed = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(root, file))).length, 0);
  expect(packed).toBeLessThan(2_200_000);
});

it("the npm archive holds the programs, the server for workers and the emulator", () => {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
  });
  const report = JSON.parse(output);
  const [pack] = Array.isArray(report) ? report : Object.values<{ files: { path: string }[] }>(report);
  const files = (pack as { files: { path: string }[] }).files.map((file) => file.path).sort();
  expect(files).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist/THIRD_PARTY_NOTICES.txt",
    "dist/cli.js",
    "dist/emulator.js",
    "dist/fonts/bold-latin.ttf",
    "dist/fonts/italic-latin.ttf",
    "dist/fonts/mono-latin.ttf",
    "dist/fonts/regular-cyrillic.ttf",
    "dist/fonts/regular-greek.ttf",
    "dist/fonts/regular-latin-ext.ttf",
    "dist/fonts/regular-latin.ttf",
    "dist/mcp.js",
    "dist/mosaic.js",
    "dist/render.js",
    "dist/resvg.wasm",
    "dist/server.js",
    "package.json",
  ]);
  const packed = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(root, file))).length, 0);
  expect(packed).toBeLessThan(5_000_000);
  for (const file of files) expect(statSync(path.join(root, file)).size).toBeGreaterThan(0);
});
