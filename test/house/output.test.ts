import { readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { expect, it } from "vitest";

const root = path.resolve(__dirname, "../..");

/** The one place of each program that writes to the standard streams, through what makes foreign text inert; and `--version`. */
const PLACES = ["cli/io.ts", "cli/start.ts", "emulator/main.ts", "server/node.ts"];

/** Not `connection.console`, which is a message to the editor. */
const WRITES =
  /(?<![.\w])console\.(?:log|error|warn|info|debug|trace|table|dir|assert)\b|process\.std(?:out|err)|process\s*(?:\[|\?\.)\s*["'`]?std(?:out|err)/;

it("only one place of a program writes to the terminal", async () => {
  const files = await glob(["{api,cli,core,disk,emulator,mcp,server}/**/*.ts"], {
    cwd: root,
    ignore: ["**/*.test.ts", "core/schema/generated/**"],
  });
  expect(files.length).toBeGreaterThan(50);
  const writing = files.filter((file) => WRITES.test(readFileSync(path.join(root, file), "utf8")));
  expect(writing.sort()).toEqual(PLACES);
});

it.each(["console.log(x)", "process.stdout.write(x)", "process.stderr", 'process["stdout"]'])(
  "finds %s",
  (text) => {
    expect(WRITES.test(text)).toBe(true);
  },
);
