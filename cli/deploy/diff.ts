import { parseArgs } from "node:util";
import { inParallel } from "../../core/sync/batch";
import { type PushOutcome, type PushQuestions, push } from "../../core/sync/push";
import { Exit, type Io } from "../io";
import { type DeployFile, readDeployFiles } from "./inputs";
import { differenceLines, failureLines, targetText, worst } from "./report";
import { TARGET_HELP, TARGET_OPTIONS } from "./target";
import { stoppable } from "./terminal";
import { conflictText } from "./wording";

export const DIFF_HELP = `mosaic diff FILE|FOLDER|GLOB…

Says what a push would change, comparing what dashboards mean and not how they are written. Arrows lead from what
the service has to what the file has. A folder stands for the dashboards in it, whatever they are called.

  --globs-only         only *.dashboard.json, the globs of the configuration, and files pushed before
${TARGET_HELP}

Exit code: 0 no difference, 1 differences, 2 could not run, 3 the service has edits that were not seen.
`;

/** Runs \`mosaic diff\` and gives its exit code. */
export async function runDiff(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...TARGET_OPTIONS, "globs-only": { type: "boolean", default: false } },
  });
  const inputs = await readDeployFiles(positionals, values, io, values["globs-only"] ? "globs" : "config");
  const { files } = inputs;
  const codes: number[] = inputs.unreadable > 0 ? [Exit.failed] : [];
  const outcomes = new Map<DeployFile, PushOutcome>();
  // Asked a few at a time, told in the order of the files.
  let told = 0;
  const tellNext = () => codes.push(tell(io, files[told]!, outcomes.get(files[told++]!)));
  await stoppable(io, async (signal) => {
    const compare = (file: DeployFile) => {
      const { path, document, target } = file;
      const { profile, service, state, bases } = target;
      return push(
        { path, document, profile, findings: [], dryRun: true, signal },
        { service, state, bases, questions: NO_QUESTIONS, otherFiles: () => inputs.othersOf(file) },
      );
    };
    await inParallel(files, compare, {
      signal,
      settled(file, outcome) {
        outcomes.set(file, outcome);
        while (told < files.length && outcomes.has(files[told]!)) tellNext();
      },
    });
  });
  while (told < files.length) tellNext();
  return worst(codes);
}

/** Prints what a comparison came to; undefined when it was not made. @returns the exit code that it asks for */
function tell(io: Io, { name, document, target }: DeployFile, outcome: PushOutcome | undefined): number {
  switch (outcome?.kind) {
    case "unchanged":
      io.out(`${name}: no difference\n`);
      return Exit.ok;
    case "planned": {
      const { plan } = outcome;
      const where = targetText(target.profile);
      const what =
        plan.action === "create"
          ? `is not in ${where}; a push would create it`
          : `differs in ${where}; a push would change:`;
      io.out(`${name}: ${plan.id} ${what}\n${differenceLines(plan.changes)}`);
      return Exit.findings;
    }
    case "conflict":
      io.out(conflictText(name, outcome.conflict));
      return Exit.conflict;
    case "failed":
    case "refused":
      io.err(failureLines(name, document, outcome.failure));
      return Exit.failed;
    case "impossible":
      io.err(`${name}: ${outcome.message}\n  ${outcome.action}\n`);
      return Exit.failed;
    default:
      io.err(`${name}: stopped\n`);
      return Exit.failed;
  }
}

/** A comparison needs nobody's consent: what is only looked at may be in any project. */
const NO_QUESTIONS: PushQuestions = {
  errors: async () => "cancel",
  otherProject: async () => true,
  conflict: async () => "cancel",
  confirm: async () => false,
  typeName: async () => undefined,
};
