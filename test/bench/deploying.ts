import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generatedDashboard } from "./dashboards";
import type { Row } from "./measure";

/** Tiles of one dashboard, about as many as people have. */
const TILES = 12;
/** How many dashboards; the first number is what the others are compared with. */
const at = process.argv.indexOf("--dashboards");
const NUMBERS = at < 0 ? [100, 400, 1000] : process.argv[at + 1]!.split(",").map(Number);

/** Loaded before a measured program, and says at its end how much memory it had at most. */
const MEASURED = `
process.on("exit", () => {
  require("node:fs").writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS));
});
`;

/** The same work without anything around it: GET every dashboard, four at a time, and compare it as JSON. */
const BARE = `
const { readFileSync, readdirSync } = require("node:fs");
const [folder, parent] = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => name.endsWith(".dashboard.json"));
const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
};
let next = 0;
let same = 0;
async function worker() {
  while (next < files.length) {
    const file = files[next++];
    const local = JSON.parse(readFileSync(folder + "/" + file, "utf8"));
    const answer = await fetch(parent + "/" + file.replace(".dashboard.json", ""));
    const { name, etag, ...remote } = await answer.json();
    if (JSON.stringify(sorted(local)) === JSON.stringify(sorted(remote))) same++;
  }
}
Promise.all([worker(), worker(), worker(), worker()]).then(() => console.log(same));
`;

interface Run {
  readonly ms: number;
  readonly megabytes: number;
}

/** Deploying many dashboards, as whole processes against an emulator in a third one. */
export async function deployingRows(root: string): Promise<Row[]> {
  const rows: Row[] = [];
  const firsts = new Map<string, number>();
  for (const count of NUMBERS) {
    const place = await Place.make(root, count);
    try {
      const measured: [string, Run][] = [
        ["first push", place.mosaic("push", "--yes", ".")],
        ["push with nothing to do", place.twice("push", "--yes", ".")],
        ["diff", place.twice("diff", ".")],
        ["pull", place.twice("pull", ".")],
      ];
      const gets = Math.min(place.bare().ms, place.bare().ms);
      for (const [command, { ms, megabytes }] of measured) {
        const what = `mosaic ${command}, ${count} dashboards`;
        const compared = command === "first push" || command === "pull" ? 8 : 4;
        rows.push({
          what,
          value: ms,
          unit: "ms",
          peer: { name: "bare GETs", value: gets },
          budget: { limit: compared, of: "ratio" },
        });
        rows.push({ what, value: megabytes, unit: "MB", budget: { limit: 200, of: "value" } });
        const first = firsts.get(command);
        if (first === undefined) firsts.set(command, ms);
        else {
          rows.push({
            what,
            value: ms,
            unit: "ms",
            peer: { name: `${NUMBERS[0]} dashboards`, value: first },
            budget: { limit: (count / NUMBERS[0]!) * 1.25, of: "ratio" },
          });
        }
      }
    } finally {
      place.end();
    }
  }
  return rows;
}

/** A folder with dashboards in git, and an emulator. */
class Place {
  private constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly emulator: ChildProcess,
    private readonly url: string,
  ) {}

  static async make(root: string, count: number): Promise<Place> {
    const emulator = spawn(process.execPath, [path.join(root, "dist/emulator.js"), "--port", "0"]);
    const url = await new Promise<string>((resolve, reject) => {
      let text = "";
      emulator.once("exit", () => reject(new Error(`The emulator ended: ${text}`)));
      for (const stream of [emulator.stdout, emulator.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          text += chunk;
          const found = /http:\/\/[\d.]+:\d+/.exec(text)?.[0];
          if (found) resolve(found);
        });
      }
    });
    const folder = mkdtempSync(path.join(tmpdir(), "mosaic-bench-"));
    mkdirSync(path.join(folder, ".mosaic"));
    const profiles = { emu: { project: "demo", endpoint: url } };
    writeFileSync(
      path.join(folder, ".mosaic/config.json"),
      JSON.stringify({ profiles, activeProfile: "emu" }),
    );
    const text = generatedDashboard(TILES);
    for (let i = 0; i < count; i++) {
      const name = `board-${String(i).padStart(4, "0")}`;
      writeFileSync(
        path.join(folder, `${name}.dashboard.json`),
        text.replace(`"Generated, ${TILES} tiles"`, `"Board ${i}"`).replaceAll("web-", `web-${i}-`),
      );
    }
    const git = (...args: string[]) => spawnSync("git", ["-C", folder, ...args]);
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=n", "-c", "user.email=n@example.com", "commit", "-qm", "Dashboards");
    writeFileSync(path.join(folder, ".git/measured.cjs"), MEASURED);
    writeFileSync(path.join(folder, ".git/bare.cjs"), BARE);
    return new Place(root, folder, emulator, url);
  }

  /** The faster of two runs. */
  twice(...args: string[]): Run {
    const [a, b] = [this.mosaic(...args), this.mosaic(...args)];
    return a.ms < b.ms ? a : b;
  }

  mosaic(...args: string[]): Run {
    return this.node(path.join(this.root, "dist/cli.js"), ...args);
  }

  bare(): Run {
    const parent = `${this.url}/v1/projects/demo/dashboards`;
    return this.node(path.join(this.folder, ".git/bare.cjs"), this.folder, parent);
  }

  private node(...args: string[]): Run {
    const peak = path.join(this.folder, ".git/peak");
    const measured = path.join(this.folder, ".git/measured.cjs");
    const before = performance.now();
    const result = spawnSync(process.execPath, ["--require", measured, ...args], {
      cwd: this.folder,
      env: { ...process.env, BENCH_PEAK: peak },
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    const ms = performance.now() - before;
    const name = [path.basename(args[0]!), ...args.slice(1)].join(" ");
    console.error(`${name}: ${ms.toFixed(0)} ms`);
    if (result.status !== 0) throw new Error(`${args.slice(1).join(" ")}: ${result.stderr.slice(0, 2000)}`);
    return { ms, megabytes: Number(readFileSync(peak, "utf8")) / 1024 };
  }

  end(): void {
    this.emulator.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
