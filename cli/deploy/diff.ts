import { documentOf } from "../../core/forms";
import { compareDashboards } from "../../core/grid/compare/compare";
import { summaryLines } from "../../core/grid/compare/summary";
import type { OptionTable } from "../../core/option-table";
import { type FirstRead, inParallelListed } from "../../core/sync/listed";
import { type PushDialogs, type PushOutcome, push } from "../../core/sync/push";
import { withConfig } from "../config";
import type { Search } from "../files";
import { Exit, type Io, messageOf, visible } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { Templates } from "../templates";
import { processTerminal, stoppable } from "../terminal";
import { diffWithGit } from "./diff-git";
import { type DiffReport, diffReport, markdownReport } from "./diff-report";
import { type DeployFile, type DeployFiles, readDeployFiles } from "./inputs";
import { progressOf } from "./progress";
import { failureLines, targetText, worstExit } from "./report";
import { TARGET_OPTIONS } from "./target";
import { conflictText } from "./wording";

const OPTIONS = {
  against: {
    type: "string",
    value: "REV",
    help: "compare with a revision of git instead of the service; only changed files are listed",
    more: "The files are compared with the commit where the branches parted. Needs no profile and sends nothing.",
    complete: "revisions",
  },
  format: {
    type: "string",
    choices: ["text", "json", "markdown"],
    value: "FORMAT",
    default: "text",
    help: "output format",
    more: "Markdown is a table of changed tiles, for a comment on a pull request or a job summary.",
  },
  "globs-only": {
    type: "boolean",
    help: "only *.dashboard.json|yaml, the configured globs, and files that were pushed before",
  },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

/** `mosaic diff` */
export const DIFF: Command = {
  name: "diff",
  summary: "show differences between files and the service",
  usage: ["mosaic diff FILE|FOLDER|GLOB…", "mosaic diff --against REV [FILE|FOLDER|GLOB]…"],
  about: `Shows what a push would change, or with --against what changed since a revision of git. Dashboards are compared by
meaning, not by formatting. Arrows point from the remote value to the local value, or from the earlier to the present
one. A folder means all dashboards in it.`,
  options: OPTIONS,
  exitCodes: `0 no difference, 1 differences, 2 could not run, 3 the service has unseen edits.`,
  arguments: "dashboards",
  run: runDiff,
};

/** Runs `mosaic diff` and gives its exit code. */
export async function runDiff(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const { format } = values;
  if (values.against !== undefined) {
    const search: Search = values["globs-only"] ? { discover: "globs" } : {};
    return diffWithGit(
      { names: positionals, revision: values.against, format, search },
      withConfig(io, values.config),
    );
  }
  const inputs = await readDeployFiles(positionals, values, io, values["globs-only"] ? "globs" : "config");
  const { files } = inputs;
  const codes: number[] = inputs.unreadable > 0 ? [Exit.failed] : [];
  // Compare a few at a time, report in the order of the files.
  const answers = new Map<DeployFile, Answer>();
  const reports: DiffReport[] = [];
  let told = 0;
  const tell = (to: Io, file: DeployFile) => {
    const { out, err, code, report } = answers.get(file)!;
    answers.delete(file);
    if (report) reports.push(report);
    else if (out) to.out(out);
    if (err) to.err(err);
    codes.push(code);
  };
  const progress = progressOf(io, processTerminal(), "Comparing", files.length);
  const templates = new Templates(io.cwd);
  await stoppable(progress.io, async (signal) => {
    await inParallelListed<DeployFile, Answer>(
      files,
      async (file, _, first) => {
        if (signal.aborted) return undefined;
        const outcome = await compare(file, inputs, templates, signal, first);
        const answer = answerTo(file, outcome);
        file.close();
        return format === "text" ? answer : { ...answer, report: diffReport(file.name, outcome) };
      },
      {
        signal,
        referenceOf: ({ id, target }) => (id === undefined ? undefined : { service: target.service, id }),
        settled(file, answer, done) {
          answers.set(file, answer);
          while (told < files.length && answers.has(files[told]!)) tell(progress.io, files[told++]!);
          progress.show(done);
        },
      },
    ).finally(() => progress.end());
  });
  const done = told + answers.size;
  for (const file of files.slice(told)) if (answers.has(file)) tell(io, file);
  if (done < files.length) {
    io.err(`mosaic: canceled after ${done} of ${files.length} files\n`);
    codes.push(Exit.failed);
  }
  if (format === "json") io.out(`${JSON.stringify(reports, null, 2)}\n`, "data");
  else if (format === "markdown") io.out(markdownReport(reports), "data");
  return worstExit(codes);
}

async function compare(
  file: DeployFile,
  inputs: DeployFiles,
  templates: Templates,
  signal: AbortSignal,
  first: FirstRead | undefined,
): Promise<PushOutcome> {
  const { path, target } = file;
  const { profile, service, state, bases } = target;
  try {
    const { text } = await file.open();
    // A hole in a template equals any remote value.
    const document = documentOf(file.source, text, templates.of(file.absolute, text));
    return await push(
      { path, document, profile, findings: [], dryRun: true, signal, first },
      { service, state, bases, dialogs: NO_QUESTIONS, claimants: (id) => inputs.claimants(target, id) },
    );
  } catch (error) {
    return { kind: "impossible", message: messageOf(error), action: "Compare this file separately." };
  }
}

/** The output about a file, and its exit code. */
interface Answer {
  readonly out?: string;
  readonly err?: string;
  readonly code: number;
  /** Unless the format is text. */
  readonly report?: DiffReport;
}

/** The result of a comparison. */
function answerTo({ name, document, target }: DeployFile, outcome: PushOutcome): Answer {
  switch (outcome.kind) {
    case "unchanged":
      return { out: `${name}: no difference\n`, code: Exit.ok };
    case "planned": {
      const { plan } = outcome;
      const where = targetText(target.profile);
      const what =
        plan.action === "create"
          ? `does not exist in ${where}; a push would create it`
          : `differs in ${where}; a push would change:`;
      const lines = plan.remote ? summaryLines(compareDashboards(plan.remote, plan.local)) : [];
      const words = lines.map((line) => `  ${visible(line)}\n`).join("");
      const out = `${name}: ${plan.id} ${what}\n${words}`;
      return { out, code: Exit.findings };
    }
    case "conflict":
      return { out: conflictText(name, outcome.conflict), code: Exit.conflict };
    case "failed":
    case "refused":
      return { err: failureLines(name, document, outcome.failure), code: Exit.failed };
    case "impossible":
      return { err: `${name}: ${outcome.message}\n  ${outcome.action}\n`, code: Exit.failed };
    default:
      return { err: `${name}: stopped\n`, code: Exit.failed };
  }
}

/** A comparison changes nothing, so the protected profile and other projects need no confirmation. */
const NO_QUESTIONS: PushDialogs = {
  errors: async () => "cancel",
  otherProject: async () => true,
  conflict: async () => "cancel",
  confirm: async () => false,
  typeName: async () => undefined,
};
