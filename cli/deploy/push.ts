import { parseArgs } from "node:util";
import { check } from "../../core/check";
import { matchesGlob } from "../../core/config/glob";
import { applySettings, type MatchesGlob, settingsFor } from "../../core/config/severity";
import {
  type Conflict,
  type PushOutcome,
  type PushPlan,
  type PushQuestions,
  push,
} from "../../core/sync/push";
import { Exit, type Io } from "../io";
import { type DeployFile, readDeployFiles } from "./inputs";
import { differenceLines, failureLines, findingLines, targetText, worst } from "./report";
import { TARGET_HELP, TARGET_OPTIONS } from "./target";
import { askYesNo, processTerminal, stoppable, type Terminal } from "./terminal";

export const PUSH_HELP = `mosaic push FILE|FOLDER|GLOB…

Saves dashboards to the service. What the service has is read first and compared with what the last push or
pull received; edits that somebody made there since are never overwritten by accident.

${TARGET_HELP}
  --dry-run            compare and say what would change, but save nothing
  --ask-service        let the service judge when the checks find errors; what it accepts is pushed
  --overwrite ID       replace the dashboard ID although it has edits that were not seen
  --confirm PROFILE    the name of a protected profile
  --yes                do not ask before saving

Exit code: 0 saved or nothing to do, 1 errors in the file or a refusal by the service, 2 could not run,
3 the service has edits that were not seen.
`;

interface PushOptions {
  readonly dryRun: boolean;
  readonly askService: boolean;
  readonly overwrite: string | undefined;
  readonly confirm: string | undefined;
  readonly yes: boolean;
}

/** Runs \`mosaic push\` and gives its exit code. */
export async function runPush(
  args: readonly string[],
  io: Io,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...TARGET_OPTIONS,
      "dry-run": { type: "boolean", default: false },
      "ask-service": { type: "boolean", default: false },
      overwrite: { type: "string" },
      confirm: { type: "string" },
      yes: { type: "boolean", default: false },
    },
  });
  const { overwrite, confirm, yes } = values;
  const options = { dryRun: values["dry-run"], askService: values["ask-service"], overwrite, confirm, yes };
  const inputs = await readDeployFiles(positionals, values, io);
  const codes: number[] = inputs.unreadable > 0 ? [Exit.failed] : [];
  await stoppable(io, async (signal) => {
    for (const file of inputs.files) {
      if (signal.aborted) break;
      const questions = questionsFor(file, options, io, terminal);
      const { path, document, target } = file;
      const { profile, service, state, bases } = target;
      const findings = findingsOf(file, matchesGlob);
      const outcome = await push(
        { path, document, profile, findings, dryRun: options.dryRun, signal },
        { service, state, bases, questions, otherFiles: () => inputs.othersOf(file) },
      );
      codes.push(report(file, outcome, io, terminal));
    }
    if (signal.aborted) codes.push(Exit.failed);
  });
  return worst(codes);
}

function findingsOf({ path, document, target }: DeployFile, matches: MatchesGlob) {
  return applySettings(check(document), settingsFor(target.config, path, matches));
}

function questionsFor(file: DeployFile, options: PushOptions, io: Io, terminal: Terminal): PushQuestions {
  return {
    errors: async () => (options.askService ? "ask-service" : "show"),
    async otherProject(inFile, profile) {
      io.err(`${file.name}: "name" is in the project ${inFile}; it goes to ${targetText(profile)}.\n`);
      return true;
    },
    async conflict(conflict) {
      if (options.overwrite === conflict.id) return "overwrite";
      if (!terminal.interactive) return "cancel";
      io.err(conflictText(file.name, conflict));
      return (await askYesNo(terminal, "Overwrite it?")) ? "overwrite" : "cancel";
    },
    async confirm(plan) {
      io.out(planText(file.name, plan));
      if (options.yes) return true;
      if (!terminal.interactive) io.err(`${file.name}: not saved; confirm with --yes\n`);
      return askYesNo(terminal, plan.action === "create" ? "Create it?" : "Save it?");
    },
    async typeName(why, expected) {
      const given = why === "overwrite" ? options.overwrite : options.confirm;
      if (given === expected) return given;
      if (terminal.interactive) return terminal.ask(`Type ${JSON.stringify(expected)} to go on: `);
      if (why === "protected") {
        io.err(
          `${file.name}: not saved; the profile is protected: add --confirm ${JSON.stringify(expected)}\n`,
        );
      }
      return undefined;
    },
  };
}

function report(file: DeployFile, outcome: PushOutcome, io: Io, terminal: Terminal): number {
  const { name, document } = file;
  if ("falseAlarms" in outcome && outcome.falseAlarms.length > 0) {
    io.err(
      `${name}: the service accepts what these findings call errors; please report them as false alarms:\n`,
    );
    io.err(findingLines(name, document, outcome.falseAlarms));
  }
  if ("stateProblem" in outcome && outcome.stateProblem !== undefined) {
    io.err(`${name}: saved, but not remembered on this machine: ${outcome.stateProblem}\n`);
  }
  switch (outcome.kind) {
    case "unchanged":
      io.out(`${name}: unchanged\n`);
      return Exit.ok;
    case "created":
    case "updated":
      io.out(`${name}: ${outcome.kind} ${outcome.id} in ${targetText(file.target.profile)}\n`);
      if (outcome.altered.length > 0) {
        io.err(`${name}: the service changed this on saving:\n${differenceLines(outcome.altered)}`);
      }
      return Exit.ok;
    case "planned":
      io.out(planText(name, outcome.plan));
      return Exit.ok;
    case "errors":
      io.err(findingLines(name, document, outcome.errors));
      io.err(`${name}: not pushed; correct the errors, or let the service judge with --ask-service\n`);
      return Exit.findings;
    case "refused":
      io.err(failureLines(name, document, outcome.failure));
      return Exit.findings;
    case "conflict":
      // A person has read it with the question.
      if (!terminal.interactive) io.err(conflictText(name, outcome.conflict));
      io.err(`${name}: not pushed; pull first, or replace it with --overwrite ${outcome.conflict.id}\n`);
      return Exit.conflict;
    case "failed":
      io.err(failureLines(name, document, outcome.failure));
      return Exit.failed;
    case "cancelled":
      io.err(`${name}: stopped\n${outcome.failure ? `  ${outcome.failure.action}\n` : ""}`);
      return Exit.failed;
    case "impossible":
      io.err(`${name}: ${outcome.message}\n  ${outcome.action}\n`);
      return Exit.failed;
  }
}

function planText(name: string, plan: PushPlan): string {
  const verb = plan.action === "create" ? "new dashboard" : "changes";
  return `${name}: ${verb} ${plan.id} in ${targetText(plan.profile)}\n${differenceLines(plan.changes)}`;
}

/** What the service has that nobody here has seen. */
export function conflictText(name: string, { reason, unseen, base, id }: Conflict): string {
  if (reason === "deleted") {
    return `${name}: the dashboard ${id} has been deleted since ${base!.origin}\n`;
  }
  const why =
    reason === "changed"
      ? `has been edited since ${base!.origin}`
      : "exists already, and nothing here says that its contents were seen";
  return `${name}: the dashboard ${id} ${why}; a push would undo:\n${differenceLines(unseen)}`;
}
