import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { matchesGlob } from "../../core/config/glob";
import { settingsFor } from "../../core/config/severity";
import { Dashboard } from "../../core/dashboard";
import type { JsonDocument } from "../../core/document/reader";
import type { Finding } from "../../core/finding";
import { tallyOf } from "../../core/sync/batch";
import type { PushOutcome } from "../../core/sync/push";
import { type PushItem, pushAllTo } from "../../core/sync/push-all";
import { refuseLeaving } from "../../disk/links";
import { writeFileSafely } from "../../disk/write";
import { Exit, type Io } from "../io";
import { Templates } from "../templates";
import { type DeployFile, type DeployFiles, idsOf, readDeployFiles } from "./inputs";
import { type Progress, progressOf } from "./progress";
import { confirmMany, type PushAnswers, pushQuestions } from "./push-questions";
import { differenceLines, failureLines, findingLines, summaryText, targetText, worst } from "./report";
import { TARGET_HELP, TARGET_OPTIONS } from "./target";
import { processTerminal, stoppable, type Terminal } from "./terminal";
import { conflictText, mergeText, planText } from "./wording";

export const PUSH_HELP = `mosaic push FILE|FOLDER|GLOB…

Saves dashboards to the service. What the service has is read first and compared with what the last push or
pull received and with the file's git history; edits that somebody made there since are never overwritten by
accident. Where they do not overlap with the file's own, they can be merged.

${TARGET_HELP}
  --dry-run            compare and say what would change, but save nothing
  --ask-service        let the service judge when the checks find errors; what it accepts is pushed
  --overwrite ID       replace the dashboard ID although it has edits that were not seen (repeatable)
  --confirm PROFILE    the name of a protected profile
  --yes                do not ask before saving

Exit code: 0 saved or nothing to do, 1 errors in the file or a refusal by the service, 2 could not run,
3 the service has edits that were not seen. Of several files the worst counts: 2, then 3, then 1.
`;

type Item = PushItem & { readonly name: string; readonly file: DeployFile };

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
      overwrite: { type: "string", multiple: true, default: [] },
      confirm: { type: "string" },
      yes: { type: "boolean", default: false },
    },
  });
  const { confirm, yes, "ask-service": askService, "dry-run": dryRun } = values;
  const answers: PushAnswers = { askService, overwrite: new Set(idsOf(values.overwrite)), confirm, yes };
  const inputs = await readDeployFiles(positionals, values, io, "globs", terminal);
  const codes: number[] = inputs.unreadable > 0 ? [Exit.failed] : [];
  const files: DeployFile[] = [];
  for (const file of inputs.files) {
    try {
      await refuseLeaving(file.target.root, file.absolute);
      files.push(file);
    } catch (error) {
      codes.push(Exit.failed);
      io.err(`mosaic: ${(error as Error).message}; it is not sent. Name that file itself.\n`);
    }
  }
  const progress = progressOf(io, terminal, dryRun ? "Comparing" : "Pushing", files.length);
  const templates = new Templates(io.cwd);
  const items = files.map((file) => itemOf(file, inputs, answers, progress, templates));
  await stoppable(progress.io, async (signal) => {
    const tallies = await pushAllTo(items, tallyOf, {
      signal,
      dryRun,
      settled(item, outcome, done) {
        codes.push(report(item.file, outcome, progress.io, terminal, { ...answers, dryRun }));
        item.file.close();
        progress.show(done);
      },
      ...(items.length > 1 && !yes
        ? {
            confirmAll: (plans) =>
              confirmMany(
                plans.map(({ item, plan }) => ({ item: item.file, plan })),
                progress.io,
                progress.terminal,
              ),
          }
        : {}),
    }).finally(() => progress.end());
    if (signal.aborted) codes.push(Exit.failed);
    if (items.length > 1) io.out(summaryText(tallies));
  });
  return worst(codes);
}

function itemOf(
  file: DeployFile,
  { claimants }: DeployFiles,
  answers: PushAnswers,
  { io, terminal }: Progress,
  templates: Templates,
): Item {
  const { name, id, path, target } = file;
  const { profile, service, state, bases } = target;
  return {
    name,
    file,
    id,
    async request() {
      const document = await file.open();
      const template = templates.of(file.absolute, document.text);
      const filledBy = template?.certain ? template.by : undefined;
      return { path, document, profile, findings: findingsOf(file, document), filledBy };
    },
    ports: {
      service,
      state,
      bases,
      questions: pushQuestions(name, answers, io, terminal, target.account),
      claimants: (id) => claimants(target, id),
      file: mergeInto(file),
    },
  };
}

function findingsOf({ path, target }: DeployFile, document: JsonDocument): readonly Finding[] {
  return new Dashboard(document.text).findingsUnder(settingsFor(target.config, path, matchesGlob));
}

function mergeInto(file: DeployFile): NonNullable<PushItem["ports"]["file"]> {
  return {
    async write({ before, after }) {
      if ((await readFile(file.absolute, "utf8")) !== before) return false;
      await writeFileSafely(file.absolute, after, { root: file.target.root });
      file.close();
      return true;
    },
    findings: async (document) => findingsOf(file, document),
  };
}

/** Says what became of one file. @returns its exit code */
export function report(
  { name, document, target }: Pick<DeployFile, "name" | "document" | "target">,
  outcome: PushOutcome,
  io: Io,
  terminal: Terminal,
  { dryRun, overwrite }: { readonly dryRun: boolean; readonly overwrite: ReadonlySet<string> },
): number {
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
      io.out(`${name}: ${outcome.kind} ${outcome.id} in ${targetText(target.profile)}\n`);
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
    case "conflict": {
      const { merged, id, undone } = outcome.conflict;
      if (dryRun && overwrite.has(id)) {
        io.out(
          `${planText(name, outcome.conflict)}  of which these undo edits on the service that were never received:\n${differenceLines(undone)}`,
        );
        return Exit.ok;
      }
      // A person has read it with the question.
      if (!terminal.interactive) {
        io.err(conflictText(name, outcome.conflict));
        if (merged) io.err(mergeText(name, merged));
      }
      const way = merged?.ok ? "merge with mosaic pull --merge" : "pull first";
      io.err(`${name}: not pushed; ${way}, or replace it with --overwrite ${id}\n`);
      return Exit.conflict;
    }
    case "failed":
      io.err(failureLines(name, document, outcome.failure));
      if (outcome.failure.maybeDone)
        io.err(`${name}: it may have been saved all the same; push again to see\n`);
      return Exit.failed;
    case "cancelled":
      io.err(`${name}: stopped\n${outcome.failure ? `  ${outcome.failure.action}\n` : ""}`);
      return Exit.failed;
    case "impossible":
      io.err(`${name}: ${outcome.message}\n  ${outcome.action}\n`);
      return Exit.failed;
  }
}
