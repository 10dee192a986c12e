import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { readDocument } from "../../core/document/reader";
import { idOfName } from "../../core/sync/identity";
import { type PullOutcome, type PullPlan, type PullRequest, pull } from "../../core/sync/pull";
import { relativePath } from "../config";
import { Exit, type Io, UsageError } from "../io";
import { writeAtomically } from "../node-files";
import { readDeployFiles } from "./inputs";
import { differenceLines, failureLines, worst } from "./report";
import { TARGET_HELP, TARGET_OPTIONS, type Target, targetFor } from "./target";
import { askYesNo, processTerminal, stoppable, type Terminal } from "./terminal";

export const PULL_HELP = `mosaic pull FILE|FOLDER|GLOB…
mosaic pull --id ID [FILE]

Brings dashboards from the service into their files by the smallest edit; everything that says the same keeps
its spelling and its order. With --id, a dashboard that has no file yet is written to FILE, by default to
ID.dashboard.json.

${TARGET_HELP}
  --id ID              the dashboard, by its id or its full name
  --dry-run            say what would change, but write nothing
  --overwrite ID       replace edits of the file that the service does not have

Exit code: 0 written or nothing to do, 1 no such dashboard, 2 could not run, 3 the file has edits of its own.
`;

interface PullOptions {
  readonly dryRun: boolean;
  readonly overwrite: string | undefined;
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
      overwrite: { type: "string" },
    },
  });
  const options = { dryRun: values["dry-run"], overwrite: values.overwrite };
  const codes: number[] = [];
  let jobs: readonly Job[];
  if (values.id !== undefined) {
    if (positionals.length > 1) throw new UsageError("--id goes with one file");
    const id = idOfName(values.id);
    if (id === undefined) throw new UsageError(`"${values.id}" is not the id of a dashboard`);
    const absolute = path.resolve(io.cwd, positionals[0] ?? `${id}.dashboard.json`);
    const target = await targetFor(path.dirname(absolute), values, io);
    const document = existsSync(absolute) ? readDocument(await readFile(absolute, "utf8")) : undefined;
    const name = relativePath(io.cwd, absolute);
    jobs = [{ name, absolute, target, request: { path: relativePath(target.root, absolute), document, id } }];
  } else {
    const inputs = await readDeployFiles(positionals, values, io);
    if (inputs.unreadable > 0) codes.push(Exit.failed);
    jobs = inputs.files.map(({ name, absolute, path: relative, document, target }) => ({
      name,
      absolute,
      target,
      request: { path: relative, document },
    }));
  }
  await stoppable(io, async (signal) => {
    for (const job of jobs) {
      if (signal.aborted) break;
      codes.push(report(job, await pullOne(job, options, signal, io, terminal), io, terminal));
    }
    if (signal.aborted) codes.push(Exit.failed);
  });
  return worst(codes);
}

function pullOne(
  job: Job,
  options: PullOptions,
  signal: AbortSignal,
  io: Io,
  terminal: Terminal,
): Promise<PullOutcome> {
  const { profile, service, state, bases } = job.target;
  return pull(
    { ...job.request, unsaved: false, profile, dryRun: options.dryRun, signal },
    {
      service,
      state,
      bases,
      async replace(plan) {
        if (options.overwrite === plan.id) return true;
        if (!terminal.interactive) return false;
        io.err(lossText(job.name, plan));
        return askYesNo(terminal, "Replace them?");
      },
      write: (plan) => write(job.absolute, plan),
    },
  );
}

/** Writes only over the text that was read. */
async function write(file: string, plan: PullPlan): Promise<boolean> {
  if (plan.before === undefined) {
    await mkdir(path.dirname(file), { recursive: true });
    return writeFile(file, plan.after, { flag: "wx" }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return false;
        throw error;
      },
    );
  }
  if ((await readFile(file, "utf8")) !== plan.before) return false;
  await writeAtomically(file, plan.after);
  return true;
}

function report({ name, request }: Job, outcome: PullOutcome, io: Io, terminal: Terminal): number {
  switch (outcome.kind) {
    case "unchanged":
      io.out(`${name}: unchanged\n`);
      return Exit.ok;
    case "created":
    case "updated":
      io.out(`${name}: ${outcome.kind} from ${outcome.plan.id}\n${differenceLines(outcome.plan.changes)}`);
      if (outcome.stateProblem !== undefined) {
        io.err(`${name}: written, but not remembered on this machine: ${outcome.stateProblem}\n`);
      }
      return Exit.ok;
    case "planned":
      io.out(`${name}: would change from ${outcome.plan.id}\n${differenceLines(outcome.plan.changes)}`);
      return Exit.ok;
    case "conflict":
      // A person has read it with the question.
      if (!terminal.interactive) io.err(lossText(name, outcome.plan));
      io.err(`${name}: not pulled; replace it with --overwrite ${outcome.plan.id}\n`);
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

function lossText(name: string, plan: PullPlan): string {
  if (plan.reason === "unreadable")
    return `${name}: the file is not a JSON object; a pull would replace all of it\n`;
  return `${name}: the file has edits that the service does not have; a pull would change:\n${differenceLines(plan.changes)}`;
}
