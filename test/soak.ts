import { RandomWalk } from "./support/random-walk";

/** `soak.ts --minutes N --seed S`: random walks one after the other until the time is over. */
const [minutes, first] = [option("--minutes", 5), option("--seed", Date.now() % 1_000_000)];
const STEPS = 200;

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  const value = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} needs a number`);
  return value;
}

async function main(): Promise<void> {
  const met: Record<string, number> = {};
  const end = Date.now() + minutes * 60_000;
  let seed = first;
  let failed = 0;
  for (; Date.now() < end; seed++) {
    try {
      const walk = await RandomWalk.start(seed);
      await walk.run(STEPS);
      for (const [kind, count] of Object.entries(walk.met)) met[kind] = (met[kind] ?? 0) + count;
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
