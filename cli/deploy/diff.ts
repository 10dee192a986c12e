import { parseArgs } from "node:util";
import { type PushQuestions, push } from "../../core/sync/push";
import { Exit, type Io } from "../io";
import { readDeployFiles } from "./inputs";
import { differenceLines, failureLines, targetText, worst } from "./report";
import { TARGET_HELP, TARGET_OPTIONS } from "./target";
import { stoppable } from "./terminal";
import { conflictText } from "./wording";

export const DIFF_HELP = `mosaic diff FILE|FOLDER|GLOB…

Says what a push would change, comparing what dashboards mean and not how they are written.

${TARGET_HELP}

Exit code: 0 no difference, 1 differences, 2 could not run, 3 the service has edits that were not seen.
`;

/** Runs \`mosaic diff\` and gives its exit code. */
export async function runDiff(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: TARGET_OPTIONS,
  });
  const inputs = await readDeployFiles(positionals, values, io);
  const codes: number[] = inputs.unreadable > 0 ? [Exit.failed] : [];
  await stoppable(io, async (signal) => {
    for (const file of inputs.files) {
      const { name, path, document, target } = file;
      const { profile, service, state, bases } = target;
      const outcome = await push(
        { path, document, profile, findings: [], dryRun: true, signal },
        { service, state, bases, questions: NO_QUESTIONS, otherFiles: () => inputs.othersOf(file) },
      );
      switch (outcome.kind) {
        case "unchanged":
          io.out(`${name}: no difference\n`);
          break;
        case "planned": {
          const { plan } = outcome;
          const what = plan.action === "create" ? "is not" : "differs";
          io.out(`${name}: ${plan.id} ${what} in ${targetText(profile)}\n${differenceLines(plan.changes)}`);
          codes.push(Exit.findings);
          break;
        }
        case "conflict":
          io.out(conflictText(name, outcome.conflict));
          codes.push(Exit.conflict);
          break;
        case "failed":
        case "refused":
          io.err(failureLines(name, document, outcome.failure));
          codes.push(Exit.failed);
          break;
        case "impossible":
          io.err(`${name}: ${outcome.message}\n  ${outcome.action}\n`);
          codes.push(Exit.failed);
          break;
        default:
          io.err(`${name}: stopped\n`);
          codes.push(Exit.failed);
      }
    }
  });
  return worst(codes);
}

/** A comparison needs nobody's consent: what is only looked at may be in any project. */
const NO_QUESTIONS: PushQuestions = {
  errors: async () => "cancel",
  otherProject: async () => true,
  conflict: async () => "cancel",
  confirm: async () => false,
  typeName: async () => undefined,
};
