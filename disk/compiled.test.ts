import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CompiledFile } from "./compiled";

const require = createRequire(__filename);
let folder: string;
let file: string;
let caches: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "mosaic-compiled-"));
  file = path.join(folder, "program.js");
  caches = path.join(folder, "caches");
  writeFileSync(file, `exports.answer = () => require("node:path").basename(__filename) + " 1";\n`);
});

afterEach(() => rmSync(folder, { recursive: true }));

function started() {
  const compiled = new CompiledFile(file, caches);
  const { answer } = compiled.run(require) as { answer(): string };
  return { compiled, answer: answer() };
}

it("a file runs as a module, and its compiled code is used at the next start", async () => {
  const first = started();
  expect(first.answer).toBe("program.js 1");
  expect(first.compiled.isReused).toBe(false);
  await first.compiled.save();
  const second = started();
  expect(second.compiled.isReused).toBe(true);
  expect(second.answer).toBe("program.js 1");
});

it("a changed file of the same length is compiled again, and takes the place of the old one", async () => {
  await started().compiled.save();
  writeFileSync(file, readFileSync(file, "utf8").replace(" 1", " 2"));
  utimesSync(file, 1, 1);
  const { compiled, answer } = started();
  expect([compiled.isReused, answer]).toEqual([false, "program.js 2"]);
  await compiled.save();
  expect(readdirSync(caches)).toHaveLength(1);
  expect(started().compiled.isReused).toBe(true);
});

it("damaged code is not run", async () => {
  await started().compiled.save();
  const cache = path.join(caches, readdirSync(caches)[0]!);
  const data = readFileSync(cache);
  data[data.length >> 1]! ^= 1;
  for (const damaged of [data, data.subarray(0, 100), Buffer.alloc(0)]) {
    writeFileSync(cache, damaged);
    const { compiled, answer } = started();
    expect([compiled.isReused, answer]).toEqual([false, "program.js 1"]);
  }
});

it("only this user can read and write the code, and a folder that cannot be made is no error", async () => {
  await started().compiled.save();
  const cache = path.join(caches, readdirSync(caches)[0]!);
  expect(statSync(cache).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  const inFile = new CompiledFile(file, path.join(file, "inside"));
  await inFile.save();
  expect(inFile.isReused).toBe(false);
});
