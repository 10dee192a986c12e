import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { KillWalk } from "./support/kill-walk";
import { RandomWalk } from "./support/random-walk";

/**
 * `soak.ts --minutes N --seed S [--programs FOLDER]`: random walks one after the other until the time is over; with the
 * folder of the bundled programs, walks of processes that are killed.
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

async function main(): Promise<void> {
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

void main();
