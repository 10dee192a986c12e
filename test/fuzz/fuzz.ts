import { mosaicServer } from "../bench/servers";
import { changingTargets } from "./changing";
import { emulatorTarget } from "./emulator";
import { languageTargets } from "./languages";
import { readingTargets } from "./reading";
import { ServerWalk } from "./server-walk";
import type { Target } from "./target";
import { watchForHangs } from "./watchdog";

/**
 * `fuzz.ts ROOT [--minutes N] [--seed S] [--target NAME] [--cases N]`: random input for every part in turn. A failure is printed with
 * the command that repeats it.
 */
const root = process.argv[2]!;

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function numberOption(name: string, otherwise: number): number {
  const value = Number(option(name) ?? otherwise);
  if (Number.isNaN(value) || value < 0) throw new Error(`${name} needs a number`);
  return value;
}

/** Edits of one case of the server. */
const SERVER_EDITS = 60;

const server: Target = {
  name: "server",
  async run(seed) {
    const walk = await ServerWalk.start(mosaicServer(root));
    try {
      const { edits, requests } = await walk.run(seed, SERVER_EDITS);
      return edits + requests;
    } finally {
      walk.stop();
    }
  },
};

const targets: readonly Target[] = [
  ...readingTargets,
  ...languageTargets,
  ...changingTargets,
  server,
  emulatorTarget,
];

/** How long one target has its turn, in milliseconds. */
const TURN = 1000;
/** After as many failures a target is left out. */
const MAX_FAILURES = 3;

async function main(): Promise<void> {
  const only = option("--target");
  const first = numberOption("--seed", Date.now() % 1_000_000_000);
  const cases = numberOption(
    "--cases",
    only !== undefined && option("--minutes") === undefined ? 1 : Number.POSITIVE_INFINITY,
  );
  const end = Date.now() + numberOption("--minutes", 1) * 60_000;
  let running = targets.filter(({ name }) => only === undefined || name === only);
  if (running.length === 0)
    throw new Error(`--target is one of ${targets.map(({ name }) => name).join(", ")}`);
  const begin = watchForHangs(targets.map(({ name }) => name));
  const tallies = new Map(running.map((target) => [target, { seed: first, inputs: 0, failures: 0 }]));
  while (running.length > 0 && Date.now() < end) {
    for (const target of running) {
      const tally = tallies.get(target)!;
      const turn = Math.min(Date.now() + TURN, end);
      while (Date.now() < turn && tally.seed - first < cases && tally.failures < MAX_FAILURES) {
        const seed = tally.seed++;
        begin(targets.indexOf(target), seed);
        try {
          tally.inputs += await target.run(seed);
        } catch (error) {
          tally.failures++;
          const reason = error instanceof Error ? error.stack : String(error);
          console.error(
            `npm run fuzz -- --target ${target.name} --seed ${seed}\n${reason?.slice(0, 4000)}\n`,
          );
        }
      }
    }
    running = running.filter((target) => {
      const { seed, failures } = tallies.get(target)!;
      return seed - first < cases && failures < MAX_FAILURES;
    });
  }
  begin(-1, 0);
  let [inputs, failures] = [0, 0];
  for (const [{ name }, tally] of tallies) {
    inputs += tally.inputs;
    failures += tally.failures;
    console.log(
      `${name.padEnd(20)}${String(tally.inputs).padStart(10)} cases${tally.failures ? `, ${tally.failures} failed` : ""}`,
    );
  }
  console.log(
    `${"all".padEnd(20)}${String(inputs).padStart(10)} cases from seed ${first}, ${failures} failed`,
  );
  process.exit(failures > 0 ? 1 : 0);
}

void main();
