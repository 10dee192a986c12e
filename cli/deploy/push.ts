import { readFile } from "node:fs/promises";
import { matchesGlob } from "../../core/config/glob";
import { settingsFor } from "../../core/config/severity";
import { Dashboard } from "../../core/dashboard";
import type { JsonDocument } from "../../core/document/reader";
import type { Finding } from "../../core/finding";
import { filePart } from "../../core/forms";
import type { OptionTable } from "../../core/option-table";
import { tallyOf } from "../../core/sync/batch";
import type { PushOutcome } from "../../core/sync/push";
import { type PushItem, pushAllTo } from "../../core/sync/push-all";
import { refuseLeaving } from "../../disk/links";
import { writeFileSafely } from "../../disk/write";
import { Exit, type Io } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { Templates } from "../templates";
import { processTerminal, stoppable, type Terminal } from "../terminal";
import { type DeployFile, type DeployFiles, idsIn, idsOf, readDeployFiles } from "./inputs";
import { type Progress, progressOf } from "./progress";
import { confirmMany, type PushOptions, terminalPushDialogs } from "./push-questions";
import { differenceLines, failureLines, findingLines, summaryText, targetText, worstExit } from "./report";
import { type DeployTarget, TARGET_OPTIONS } from "./target";
import { conflictText, mergeText, planText } from "./wording";

const OPTIONS = {
  "dry-run": { type: "boolean", help: "show what would change, but save nothing" },
  "ask-service": {
    type: "boolean",
    help: "if there are errors, let the service validate, and push if it accepts",
    more: "The errors are then listed as false alarms.",
  },
  overwrite: {
    type: "string",
    multiple: true,
    value: "ID",
    help: "overwrite unseen remote edits of the dashboard ID",
  },
  confirm: {
    type: "string",
    value: "PROFILE",
    help: "confirm a protected profile by its name",
    more: "For where no one can type it.",
    complete: "profiles",
  },
  yes: { type: "boolean", help: "do not ask before saving", more: "Required where no one can answer." },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

/** `mosaic push` */
export const PUSH: Command = {
  name: "push",
  summary: "save dashboards to the service, without overwriting unseen edits",
  usage: ["mosaic push FILE|FOLDER|GLOB…"],
  about: `Saves dashboards to the service. In a YAML file with several dashboards, FILE.yaml#ID is one of them. The
remote version is first compared with the version of the last push or pull, or with the git history of the
file. Remote edits since then are never overwritten by accident. They can be merged if they do not overlap
with local edits.`,
  options: OPTIONS,
  exitCodes: `0 saved or nothing to do, 1 errors in the file or rejected by the service, 2 could not run,
3 the service has unseen edits. With several files, the worst counts: 2, then 3, then 1.`,
  arguments: "dashboards",
  run: (args, io) => runPush(args, io),
};

type Item = PushItem & { readonly name: string; readonly file: DeployFile };

/** Runs `mosaic push` and gives its exit code. */
export async function runPush(
  args: readonly string[],
  io: Io,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const { confirm, yes, "ask-service": askService, "dry-run": dryRun } = values;
  idsOf(values.overwrite);
  const answersFor = ({ profile }: DeployTarget): PushOptions => {
    return { askService, overwrite: idsIn(values.overwrite, profile.project), confirm, yes };
  };
  const inputs = await readDeployFiles(positionals, values, io, "globs", terminal);
  const codes: number[] = inputs.unreadable > 0 ? [Exit.failed] : [];
  const files: DeployFile[] = [];
  for (const file of inputs.files) {
    try {
      await refuseLeaving(file.target.root, file.absolute);
      files.push(file);
    } catch (error) {
      codes.push(Exit.failed);
      io.err(`mosaic: ${(error as Error).message}. It is skipped; specify the file itself.\n`);
    }
  }
  const progress = progressOf(io, terminal, dryRun ? "Comparing" : "Pushing", files.length);
  const templates = new Templates(io.cwd);
  const items = files.map((file) => itemOf(file, inputs, answersFor(file.target), progress, templates));
  await stoppable(progress.io, async (signal) => {
    const tallies = await pushAllTo(items, tallyOf, {
      signal,
      dryRun,
      settled(item, outcome, done) {
        codes.push(
          printOutcome(item.file, outcome, progress.io, terminal, {
            ...answersFor(item.file.target),
            dryRun,
          }),
        );
        item.file.close();
        progress.show(done);
      },
      confirmAll:
        items.length > 1 && !yes
          ? (plans) =>
              confirmMany(
                plans.map(({ item, plan }) => ({ item: item.file, plan })),
                progress.io,
                progress.terminal,
              )
          : undefined,
    }).finally(() => progress.end());
    if (signal.aborted) codes.push(Exit.failed);
    if (items.length > 1) io.out(summaryText(tallies));
  });
  return worstExit(codes);
}

function itemOf(
  file: DeployFile,
  { claimants }: DeployFiles,
  answers: PushOptions,
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
      dialogs: terminalPushDialogs(name, answers, io, terminal, target.account),
      claimants: (id) => claimants(target, id),
      file: mergeInto(file),
    },
  };
}

function findingsOf({ path, target }: DeployFile, document: JsonDocument): readonly Finding[] {
  const dashboard = document.form ? Dashboard.of(document) : new Dashboard(document.text);
  return dashboard.findingsUnder(settingsFor(target.config, filePart(path), matchesGlob));
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

/** Reports the result of one file. @returns its exit code */
export function printOutcome(
  { name, document, target }: Pick<DeployFile, "name" | "document" | "target">,
  outcome: PushOutcome,
  io: Io,
  terminal: Terminal,
  { dryRun, overwrite }: { readonly dryRun: boolean; readonly overwrite: ReadonlySet<string> },
): number {
  if ("falseAlarms" in outcome && outcome.falseAlarms.length > 0) {
    io.err(`${name}: the service accepts the dashboard despite these errors. Report them as false alarms:\n`);
    io.err(findingLines(name, document, outcome.falseAlarms));
  }
  if ("stateProblem" in outcome && outcome.stateProblem !== undefined) {
    io.err(`${name}: saved, but the sync state was not written: ${outcome.stateProblem}\n`);
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
      io.err(`${name}: not pushed; fix the errors, or let the service validate with --ask-service\n`);
      return Exit.findings;
    case "refused":
      io.err(failureLines(name, document, outcome.failure));
      return Exit.findings;
    case "conflict": {
      const { merged, id, undone } = outcome.conflict;
      if (dryRun && overwrite.has(id)) {
        io.out(
          `${planText(name, outcome.conflict)}  overwriting these unseen remote edits:\n${differenceLines(undone)}`,
        );
        return Exit.ok;
      }
      // The user has already seen it in the question.
      if (!terminal.interactive) {
        io.err(conflictText(name, outcome.conflict));
        if (merged) io.err(mergeText(name, merged));
      }
      const way = merged?.ok ? "merge with mosaic pull --merge" : "pull first";
      io.err(`${name}: not pushed; ${way}, or overwrite it with --overwrite ${id}\n`);
      return Exit.conflict;
    }
    case "failed":
      io.err(failureLines(name, document, outcome.failure));
      if (outcome.failure.outcomeUnknown)
        io.err(`${name}: it may have been saved anyway; push again to check\n`);
      return Exit.failed;
    case "cancelled":
      io.err(`${name}: stopped\n${outcome.failure ? `  ${outcome.failure.action}\n` : ""}`);
      return Exit.failed;
    case "impossible":
      io.err(`${name}: ${outcome.message}\n  ${outcome.action}\n`);
      return Exit.failed;
  }
}
