import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ServerWalk } from "./fuzz/server-walk";
import { KillWalk } from "./support/kill-walk";
import { RandomWalk } from "./support/random-walk";

/**
 * `soak.ts --minutes N --seed S [--programs FOLDER]`: random walks one after the other until the time is over; with the
 * folder of the bundled programs, walks of processes that are killed. `soak.ts --server FILE --edits N
 * --seed S`: edits and requests in one language server.
 */
const [minutes, first] = [option("--minutes", 5), option("--seed", Date.now() % 1_000_000)];
const programs = textOption("--programs");
const STEPS = programs === undefined ? 200 : 40;

function textOption(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function option(name: string, otherwise: number): number {
  const text = textOption(name);
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} needs a number`);
  return value;
}

/** Takes one walk. @returns how often each kind of outcome was met */
async function walk(seed: number): Promise<Readonly<Record<string, number>>> {
  if (programs === undefined) {
    const inMemory = await RandomWalk.start(seed);
    await inMemory.run(STEPS);
    return inMemory.met;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "mosaic-kills-"));
  const bundles = { cli: path.join(programs, "cli.js"), emulator: path.join(programs, "emulator.js") };
  const processes = await KillWalk.start(seed, bundles, folder);
  try {
    await processes.run(STEPS);
  } finally {
    await processes.close();
    await rm(folder, { recursive: true, force: true });
  }
  return processes.met;
}

/** Edits between two samples of the memory. */
const STRETCH = 1000;

/** Many edits and requests in one language server, whose memory must not grow after the first quarter of the way. */
async function soakServer(main: string, edits: number): Promise<void> {
  const walk = await ServerWalk.start({
    name: "Mosaic",
    args: [main, "--stdio"],
    languageId: "monitoring-dashboard",
  });
  const memory: number[] = [];
  try {
    for (let done = 0; done < edits; done += STRETCH) {
      const met = await walk.run(first + done / STRETCH, Math.min(STRETCH, edits - done));
      memory.push(Math.round(walk.server.memory() ?? 0));
      if (memory.length % 10 > 0 && done + STRETCH < edits) continue;
      const { ms, method } = met.slowest;
      process.stdout.write(
        `${met.edits} edits, ${met.requests} requests, ${met.compared} comparisons, ${memory.at(-1)} MB, slowest ${Math.round(ms)} ms (${method})\n`,
      );
    }
  } catch (error) {
    process.stderr.write(`--seed ${first + memory.length} --edits ${STRETCH}\n`);
    throw error;
  } finally {
    walk.stop();
  }
  const quarter = memory.slice(0, Math.ceil(memory.length / 4));
  const last = memory.slice(-quarter.length);
  const grown = Math.max(...last) / Math.max(...quarter);
  process.stdout.write(`memory ${grown.toFixed(2)} times that of the first quarter\n`);
  if (memory.length >= 20 && grown > 1.5) throw new Error("the memory of the server grows");
}

async function main(): Promise<void> {
  const server = textOption("--server");
  if (server !== undefined) return soakServer(server, option("--edits", 100_000));
  const met: Record<string, number> = {};
  const end = Date.now() + minutes * 60_000;
  let seed = first;
  let failed = 0;
  for (; Date.now() < end; seed++) {
    try {
      for (const [kind, count] of Object.entries(await walk(seed))) met[kind] = (met[kind] ?? 0) + count;
    } catch (error) {
      failed++;
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n`);
      if (failed === 5) break;
    }
  }
  const walks = seed - first;
  const counts = Object.entries(met).map(([kind, count]) => `  ${kind}: ${count}`);
  process.stdout.write(`${walks} walks of ${STEPS} steps from seed ${first}, ${failed} failed\n`);
  process.stdout.write(`${counts.sort().join("\n")}\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
