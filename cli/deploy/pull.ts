import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { JsonDocument } from "../../core/document/reader";
import { dashboardPaths } from "../../core/forms";
import type { OptionTable } from "../../core/option-table";
import { oneAtATime, type Tally, tallyOf } from "../../core/sync/batch";
import { idOfName } from "../../core/sync/identity";
import { type FirstRead, inParallelListed } from "../../core/sync/listed";
import { type PullOutcome, type PullPlan, pull } from "../../core/sync/pull";
import { isYamlName } from "../../core/yaml/names";
import { writeFileSafely } from "../../disk/write";
import { relativePath } from "../config";
import { readInput } from "../files";
import { CommandLineError, Exit, type Io, messageOf, visible } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { Templates } from "../templates";
import { askYesNo, processTerminal, stoppable, type Terminal } from "../terminal";
import { DeployFile, idsIn, idsOf, readDeployFiles } from "./inputs";
import { type Progress, progressOf } from "./progress";
import { differenceLines, failureLines, summaryText, worstExit } from "./report";
import { type DeployTarget, TARGET_OPTIONS, targetFor } from "./target";
import { lossText, mergeText } from "./wording";

const OPTIONS = {
  id: { type: "string", value: "ID", help: "the dashboard, by id or full name" },
  "dry-run": { type: "boolean", help: "show what would change, but write nothing" },
  merge: {
    type: "boolean",
    help: "if the file has local edits, keep them and merge in the remote edits, if they do not overlap",
  },
  overwrite: {
    type: "string",
    multiple: true,
    value: "ID",
    help: "discard local edits of the dashboard ID",
    more: "These are edits that the service does not have.",
  },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

/** `mosaic pull` */
export const PULL: Command = {
  name: "pull",
  summary: "update files from the service",
  usage: ["mosaic pull FILE|FOLDER|GLOB…", "mosaic pull --id ID [FILE]"],
  about: `Updates files from the service with minimal edits; unchanged parts keep
their formatting and order. In a YAML file with several dashboards, FILE.yaml#ID is one of them. With --id,
a dashboard without a file is written to FILE, by default ID.dashboard.json.`,
  options: OPTIONS,
  exitCodes: `0 written or nothing to do, 1 no such dashboard, 2 could not run, 3 the file has local edits.
With several files, the worst counts: 2, then 3, then 1.`,
  arguments: "dashboards",
  run: (args, io) => runPull(args, io),
};

interface PullOptions {
  readonly dryRun: boolean;
  readonly merge: boolean;
  readonly overwrite: ReadonlySet<string>;
}

/** One file to pull into. */
interface Job {
  readonly name: string;
  readonly absolute: string;
  readonly target: DeployTarget;
  /** Relative to the target's root. */
  readonly path: string;
  /** The dashboard from the arguments; otherwise the file determines it. */
  readonly named?: string;
  /** The dashboard id, if already known. */
  readonly id: string | undefined;
  /** Reads the file; undefined when there is none yet. */
  open(): Promise<JsonDocument | undefined>;
  close(): void;
}

/** Runs `mosaic pull` and gives its exit code. */
export async function runPull(
  args: readonly string[],
  io: Io,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const { merge, "dry-run": dryRun } = values;
  idsOf(values.overwrite);
  const optionsFor = ({ profile }: DeployTarget): PullOptions => {
    return { dryRun, merge, overwrite: idsIn(values.overwrite, profile.project) };
  };
  const codes: number[] = [];
  let jobs: readonly Job[];
  if (values.id !== undefined) {
    if (positionals.length > 1) throw new CommandLineError("--id allows only one file");
    const named = idOfName(values.id) ?? "";
    const absolute = path.resolve(io.cwd, positionals[0] ?? `${named}.dashboard.json`);
    const target = await targetFor(path.dirname(absolute), values, io, terminal);
    const [id] = idsOf([values.id], target.profile.project) as [string];
    const name = visible(relativePath(io.cwd, absolute));
    const exists = existsSync(absolute);
    const own = relativePath(target.root, absolute);
    const input = exists && isYamlName(absolute) ? readInput({ name, path: absolute }) : undefined;
    const isOneOfSeveral = input && "text" in input && dashboardPaths(own, input.text).length > 1;
    const file = new DeployFile(name, absolute, isOneOfSeveral ? `${own}#${id}` : own, target, id);
    jobs = [{ ...jobOf(file), named: id, open: async () => (exists ? file.open() : undefined) }];
  } else {
    const inputs = await readDeployFiles(positionals, values, io, "globs", terminal);
    if (inputs.unreadable > 0) codes.push(Exit.failed);
    jobs = inputs.files.map(jobOf);
  }
  const ask = oneAtATime();
  const templates = new Templates(io.cwd);
  const progress = progressOf(io, terminal, dryRun ? "Comparing" : "Pulling", jobs.length);
  const turns = new Map<string, Promise<unknown>>();
  /** Pulls into one file after each other, so that each sees what the one before has written. */
  const inTurn = <T>({ absolute }: Job, work: () => Promise<T>): Promise<T> => {
    const next = (turns.get(absolute) ?? Promise.resolve()).then(work);
    turns.set(absolute, next);
    return next;
  };
  await stoppable(progress.io, async (signal) => {
    const tallies = await inParallelListed<Job, Tally>(
      jobs,
      async (job, _, first) => {
        if (signal.aborted) return undefined;
        const options = optionsFor(job.target);
        const outcome = await inTurn(job, () =>
          pullOne(job, options, signal, progress, ask, first, templates),
        );
        codes.push(report(job, outcome, options, progress.io, terminal));
        job.close();
        return tallyOf(outcome);
      },
      {
        signal,
        referenceOf: ({ id, target }) => (id === undefined ? undefined : { service: target.service, id }),
        settled: (_job, _tally, done) => progress.show(done),
      },
    ).finally(() => progress.end());
    if (signal.aborted) codes.push(Exit.failed);
    if (jobs.length > 1) io.out(summaryText(tallies));
  });
  return worstExit(codes);
}

function jobOf(file: DeployFile): Job {
  const { name, absolute, target, path, id } = file;
  return { name, absolute, target, path, id, open: () => file.open(), close: () => file.close() };
}

async function pullOne(
  job: Job,
  options: PullOptions,
  signal: AbortSignal,
  { io, terminal }: Progress,
  ask: ReturnType<typeof oneAtATime>,
  first: FirstRead | undefined,
  templates: Templates,
): Promise<PullOutcome> {
  const { path, named, target } = job;
  const { profile, service, state, bases } = target;
  try {
    const document = await job.open();
    const template = document && templates.of(job.absolute, document.text);
    const filledBy = template?.certain ? template.by : undefined;
    const { dryRun } = options;
    const request = { path, document, unsaved: false, filledBy, profile, dryRun, signal, first };
    return await pull(named === undefined ? request : { ...request, id: named }, {
      service,
      state,
      bases,
      replace: (plan) => ask(() => decide(job.name, plan, options, io, terminal)),
      write: (plan) => write(job, plan),
    });
  } catch (error) {
    // Continue with the others, and list this one in the summary.
    return { kind: "impossible", message: messageOf(error), action: "Pull this file separately." };
  }
}

/** Decides what happens to a file with local edits: by the options, by asking the user, or nothing. */
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
    `Type ${JSON.stringify(id)} to discard the local edits, or press Enter to keep them: `,
  );
  return typed === id ? "replace" : "cancel";
}

/** Writes only if the file still has the text that was read. */
async function write({ absolute, target }: Job, { before, after }: PullPlan): Promise<boolean> {
  const isNew = before === undefined;
  if (!isNew && (await readFile(absolute, "utf8")) !== before) return false;
  return writeFileSafely(absolute, after, { root: target.root, isNew });
}

function report(
  { name }: Job,
  outcome: PullOutcome,
  options: PullOptions,
  io: Io,
  terminal: Terminal,
): number {
  if ("stateProblem" in outcome && outcome.stateProblem !== undefined) {
    io.err(`${name}: pulled, but the sync state was not saved: ${outcome.stateProblem}\n`);
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
      // The user has already seen it in the question.
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
      io.err(failureLines(name, undefined, outcome.failure));
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
  const lost = reason === undefined ? "" : ", discarding local edits";
  io.out(`${name}: would change from ${id}${lost}\n${differenceLines(plan.changes)}`);
  return Exit.ok;
}

function reportLoss(name: string, plan: PullPlan, io: Io): void {
  io.err(lossText(name, plan));
  if (plan.merged) io.err(mergeText(name, plan.merged));
}

function waysOut({ id, merged }: PullPlan): string {
  return `${merged?.ok ? "merge with --merge, or " : ""}overwrite it with --overwrite ${id}`;
}
