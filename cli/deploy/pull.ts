import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readDocument } from "../../core/document/reader";
import { inParallel, oneAtATime } from "../../core/sync/batch";
import { type PullOutcome, type PullPlan, type PullRequest, pull } from "../../core/sync/pull";
import { writeFileSafely } from "../../disk/write";
import { relativePath } from "../config";
import { Exit, type Io, UsageError, visible } from "../io";
import { idsOf, readDeployFiles } from "./inputs";
import { differenceLines, failureLines, summaryText, worst } from "./report";
import { TARGET_HELP, TARGET_OPTIONS, type Target, targetFor } from "./target";
import { askYesNo, processTerminal, stoppable, type Terminal } from "./terminal";
import { lossText, mergeText } from "./wording";

export const PULL_HELP = `mosaic pull FILE|FOLDER|GLOB…
mosaic pull --id ID [FILE]

Brings dashboards from the service into their files by the smallest edit; everything that says the same keeps
its spelling and its order. With --id, a dashboard that has no file yet is written to FILE, by default to
ID.dashboard.json.

${TARGET_HELP}
  --id ID              the dashboard, by its id or its full name
  --dry-run            say what would change, but write nothing
  --merge              where the file has edits of its own, keep them and bring in what the service has
                         changed, as long as the two do not overlap
  --overwrite ID       replace edits of the file that the service does not have (repeatable)

Exit code: 0 written or nothing to do, 1 no such dashboard, 2 could not run, 3 the file has edits of its own.
Of several files the worst counts: 2, then 3, then 1.
`;

interface PullOptions {
  readonly dryRun: boolean;
  readonly merge: boolean;
  readonly overwrite: ReadonlySet<string>;
}

/** One file to pull into. */
interface Job {
  readonly name: string;
  readonly absolute: string;
  readonly target: Target;
  readonly request: Pick<PullRequest, "path" | "document" | "id">;
}

/** Runs \`mosaic pull\` and gives its exit code. */
export async function runPull(
  args: readonly string[],
  io: Io,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...TARGET_OPTIONS,
      id: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      merge: { type: "boolean", default: false },
      overwrite: { type: "string", multiple: true, default: [] },
    },
  });
  const { merge, "dry-run": dryRun } = values;
  const options: PullOptions = { dryRun, merge, overwrite: new Set(idsOf(values.overwrite)) };
  const codes: number[] = [];
  let jobs: readonly Job[];
  if (values.id !== undefined) {
    if (positionals.length > 1) throw new UsageError("--id goes with one file");
    const [id] = idsOf([values.id]) as [string];
    const absolute = path.resolve(io.cwd, positionals[0] ?? `${id}.dashboard.json`);
    const target = await targetFor(path.dirname(absolute), values, io, terminal);
    const document = existsSync(absolute) ? readDocument(await readFile(absolute, "utf8")) : undefined;
    const name = visible(relativePath(io.cwd, absolute));
    jobs = [{ name, absolute, target, request: { path: relativePath(target.root, absolute), document, id } }];
  } else {
    const inputs = await readDeployFiles(positionals, values, io, "globs", terminal);
    if (inputs.unreadable > 0) codes.push(Exit.failed);
    jobs = inputs.files.map(({ name, absolute, path: relative, document, target }) => ({
      name,
      absolute,
      target,
      request: { path: relative, document },
    }));
  }
  const ask = oneAtATime();
  await stoppable(io, async (signal) => {
    const outcomes = await inParallel(jobs, (job) => pullOne(job, options, signal, io, terminal, ask), {
      signal,
      settled: (job, outcome) => void codes.push(report(job, outcome, options, io, terminal)),
    });
    if (signal.aborted) codes.push(Exit.failed);
    if (jobs.length > 1) io.out(summaryText(outcomes));
  });
  return worst(codes);
}

function pullOne(
  job: Job,
  options: PullOptions,
  signal: AbortSignal,
  io: Io,
  terminal: Terminal,
  ask: ReturnType<typeof oneAtATime>,
): Promise<PullOutcome> {
  const { profile, service, state, bases } = job.target;
  return pull(
    { ...job.request, unsaved: false, profile, dryRun: options.dryRun, signal },
    {
      service,
      state,
      bases,
      replace: (plan) => ask(() => decide(job.name, plan, options, io, terminal)),
      write: (plan) => write(job, plan),
    },
  );
}

/** What happens to a file with edits of its own: what the options say, else what the person says, else nothing. */
async function decide(
  name: string,
  plan: PullPlan,
  options: PullOptions,
  io: Io,
  terminal: Terminal,
): Promise<"replace" | "merge" | "cancel"> {
  const { id, merged } = plan;
  if (options.overwrite.has(id)) return "replace";
  if (options.merge && merged?.ok) return "merge";
  if (!terminal.interactive) return "cancel";
  io.err(lossText(name, plan));
  if (merged) io.err(mergeText(name, merged));
  if (merged?.ok && (await askYesNo(terminal, "Merge them?"))) return "merge";
  const typed = await terminal.ask(
    `Type ${JSON.stringify(id)} to replace the file's edits, or nothing to keep them: `,
  );
  return typed === id ? "replace" : "cancel";
}

/** Writes only over the text that was read. */
async function write({ absolute, target }: Job, { before, after }: PullPlan): Promise<boolean> {
  const isNew = before === undefined;
  if (!isNew && (await readFile(absolute, "utf8")) !== before) return false;
  return writeFileSafely(absolute, after, { root: target.root, isNew });
}

function report(
  { name, request }: Job,
  outcome: PullOutcome,
  options: PullOptions,
  io: Io,
  terminal: Terminal,
): number {
  if ("stateProblem" in outcome && outcome.stateProblem !== undefined) {
    io.err(`${name}: pulled, but not remembered on this machine: ${outcome.stateProblem}\n`);
  }
  switch (outcome.kind) {
    case "unchanged":
      io.out(`${name}: unchanged\n`);
      return Exit.ok;
    case "created":
    case "updated":
    case "merged":
      io.out(`${name}: ${outcome.kind} from ${outcome.plan.id}\n${differenceLines(outcome.plan.changes)}`);
      return Exit.ok;
    case "planned":
      return reportPlan(name, outcome.plan, options, io);
    case "conflict":
      // A person has read it with the question.
      if (!terminal.interactive) reportLoss(name, outcome.plan, io);
      io.err(`${name}: not pulled; ${waysOut(outcome.plan)}\n`);
      return Exit.conflict;
    case "edited-meanwhile":
      io.err(`${name}: not pulled; the file was edited in the meantime\n`);
      return Exit.conflict;
    case "missing":
      io.err(`${name}: the service has no dashboard ${outcome.id}\n`);
      return Exit.findings;
    case "failed":
      io.err(failureLines(name, request.document, outcome.failure));
      return Exit.failed;
    case "cancelled":
      io.err(`${name}: stopped\n`);
      return Exit.failed;
    case "impossible":
      io.err(`${name}: ${outcome.message}\n  ${outcome.action}\n`);
      return Exit.failed;
  }
}

/** What the same command without `--dry-run` would do. */
function reportPlan(name: string, plan: PullPlan, options: PullOptions, io: Io): number {
  const { id, reason, merged } = plan;
  if (reason !== undefined && !options.overwrite.has(id)) {
    if (options.merge && merged?.ok) {
      io.out(mergeText(name, merged));
      return Exit.ok;
    }
    reportLoss(name, plan, io);
    io.err(`${name}: would not be pulled; ${waysOut(plan)}\n`);
    return Exit.conflict;
  }
  const lost = reason === undefined ? "" : ", and its own edits would be lost";
  io.out(`${name}: would change from ${id}${lost}\n${differenceLines(plan.changes)}`);
  return Exit.ok;
}

function reportLoss(name: string, plan: PullPlan, io: Io): void {
  io.err(lossText(name, plan));
  if (plan.merged) io.err(mergeText(name, plan.merged));
}

function waysOut({ id, merged }: PullPlan): string {
  return `${merged?.ok ? "merge with --merge, or " : ""}replace it with --overwrite ${id}`;
}
