import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generatedDashboard } from "./dashboards";
import { quantile, type Row, timed } from "./measure";

const FILES = 5000;
const DASHBOARDS = 50;
/** Tiles of one dashboard, about as many as people have. */
const TILES = 12;

/** The same files, read and nothing else. */
const READING = `
const { readdirSync, readFileSync } = require("node:fs");
let length = 0;
const read = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = folder + "/" + entry.name;
    if (entry.isDirectory()) read(file);
    else length += readFileSync(file, "utf8").length;
  }
};
read(process.argv[1]);
console.log(length);
`;

/** Finding and checking the dashboards of a repository that is full of other JSON, as whole processes in pairs. */
export function discoveringRows(root: string): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), "mosaic-bench-"));
  try {
    const other = JSON.stringify(
      { name: "x", items: Array.from({ length: 80 }, (_, id) => ({ id, displayName: `item ${id}` })) },
      null,
      2,
    );
    const board = generatedDashboard(TILES);
    for (let i = 0; i < FILES; i++) {
      const below = path.join(folder, `d${i % 100}`);
      mkdirSync(below, { recursive: true });
      writeFileSync(path.join(below, `f${i}.json`), i % (FILES / DASHBOARDS) === 0 ? board : other);
    }
    const run = (...args: string[]) => timed(() => spawnSync(process.execPath, args, { stdio: "ignore" }));
    const ours: number[] = [];
    const checking: number[] = [];
    const reading: number[] = [];
    for (let i = 0; i < 5; i++) {
      ours.push(run(path.join(root, "dist/cli.js"), "validate", folder));
      // The first folder holds the dashboards and nothing else.
      checking.push(run(path.join(root, "dist/cli.js"), "validate", path.join(folder, "d0")));
      reading.push(run("-e", READING, folder));
    }
    const [whole, checked, read] = [ours, checking, reading].map((times) => quantile(times, 0.5)) as [
      number,
      number,
      number,
    ];
    const what = `${DASHBOARDS} dashboards among ${FILES} JSON files`;
    const peer = { name: "reading the files", value: read };
    return [
      { what: `mosaic validate, ${what}`, value: whole, unit: "ms", peer },
      {
        what: `finding ${what}`,
        value: whole - checked,
        unit: "ms",
        peer,
        budget: { limit: 2, of: "ratio" },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
