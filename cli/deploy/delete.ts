import { readDocument } from "../../core/document/reader";
import type { OptionTable } from "../../core/option-table";
import {
  type DeleteOutcome,
  deleteDashboard,
  keptTexts,
  restoreDashboard,
  widgetCount,
} from "../../core/sync/delete";
import { CommandLineError, Exit, type Io } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { askYesNo, processTerminal, stoppable, type Terminal } from "../terminal";
import { idsOf } from "./inputs";
import { printOutcome } from "./push";
import { terminalPushDialogs } from "./push-questions";
import { differenceLines, failureLines, targetText, worstExit } from "./report";
import { type DeployTarget, TARGET_OPTIONS, targetFor } from "./target";

const OPTIONS = {
  undo: { type: "boolean", help: "restore dashboards that were deleted from this machine" },
  confirm: {
    type: "string",
    value: "PROFILE",
    help: "confirm a protected profile by its name",
    complete: "profiles",
  },
  yes: { type: "boolean", help: "do not ask" },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

/** `mosaic delete` */
export const DELETE: Command = {
  name: "delete",
  summary: "delete dashboards on the service, with a local backup",
  usage: ["mosaic delete NAME…", "mosaic delete --undo NAME…"],
  about: `Deletes dashboards on the service, by id or full name. Local files are kept. A backup of each is saved below
.mosaic/state on this machine, and --undo restores it from there.`,
  options: OPTIONS,
  exitCodes: `0 done, 1 no such dashboard or no backup, 2 could not run or not confirmed, 3 with --undo: the
dashboard already exists.`,
  run: (args, io) => runDelete(args, io),
};

interface Options {
  readonly yes: boolean;
  readonly confirm: string | undefined;
}

/** Runs `mosaic delete` and gives its exit code. */
export async function runDelete(
  args: readonly string[],
  io: Io,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  if (positionals.length === 0) throw new CommandLineError("specify dashboard ids");
  const target = await targetFor(io.cwd, values, io, terminal);
  const ids = idsOf(positionals, target.profile.project);
  const options: Options = { yes: values.yes, confirm: values.confirm };
  const codes: number[] = [];
  await stoppable(io, async (signal) => {
    for (const id of new Set(ids)) {
      if (signal.aborted) break;
      const run = values.undo ? restoreOne : deleteOne;
      codes.push(await run(id, target, options, signal, io, terminal));
    }
    if (signal.aborted) codes.push(Exit.failed);
  });
  return worstExit(codes);
}

async function deleteOne(
  id: string,
  target: DeployTarget,
  { yes, confirm }: Options,
  signal: AbortSignal,
  io: Io,
  terminal: Terminal,
): Promise<number> {
  const { profile } = target;
  const outcome = await deleteDashboard(
    { id, profile, signal },
    {
      ...target,
      async confirm(remote, unseen, edits) {
        const count = widgetCount(remote);
        const widgets = count === 1 ? "1 widget" : `${count} widgets`;
        io.out(`${id}: ${JSON.stringify(remote.displayName ?? "")}, ${widgets}, in ${targetText(profile)}\n`);
        if (unseen && edits.length === 0) io.out("  It was never pulled to this machine.\n");
        else if (unseen)
          io.out(`  It has remote edits that were never pulled to this machine:\n${differenceLines(edits)}`);
        io.out(`  ${await target.account()}\n`);
        if (yes) return true;
        if (!terminal.interactive) io.err(`${id}: not deleted; confirm with --yes\n`);
        return askYesNo(terminal, "Delete it?");
      },
      async typeName(expected) {
        if (confirm === expected) return expected;
        if (terminal.interactive) return terminal.ask(`Type ${JSON.stringify(expected)} to continue: `);
        io.err(`${id}: not deleted; the profile is protected: add --confirm ${JSON.stringify(expected)}\n`);
        return undefined;
      },
    },
  );
  return reportDeleted(id, target, outcome, io);
}

function reportDeleted(id: string, { profile }: DeployTarget, outcome: DeleteOutcome, io: Io): number {
  switch (outcome.kind) {
    case "deleted":
      io.out(`${id}: deleted in ${targetText(profile)}\n`);
      io.out(`  Backup: ${outcome.kept}. To restore it: mosaic delete --undo ${id}\n`);
      return Exit.ok;
    case "missing":
      io.err(`${id}: the service has no such dashboard\n`);
      return Exit.findings;
    case "failed":
      io.err(failureLines(id, undefined, outcome.failure));
      return Exit.failed;
    case "cancelled":
      io.err(`${id}: not deleted\n`);
      if (outcome.failure?.outcomeUnknown) io.err("  The service may have deleted it anyway.\n");
      return Exit.failed;
  }
}

async function restoreOne(
  id: string,
  target: DeployTarget,
  { yes, confirm }: Options,
  signal: AbortSignal,
  io: Io,
  terminal: Terminal,
): Promise<number> {
  const answers = { askService: true, overwrite: new Set<string>(), confirm, yes, dryRun: false };
  const dialogs = terminalPushDialogs(id, answers, io, terminal, target.account);
  const outcome = await restoreDashboard({ id, profile: target.profile, signal }, { ...target, dialogs });
  if (!outcome) {
    io.err(`${id}: there is no backup of it on this machine\n`);
    return Exit.findings;
  }
  const older = (await keptTexts(target.files, target.profile)).filter((kept) => kept.id === id).slice(1);
  if (older.length > 0) io.out(`  Earlier backups: ${older.map((k) => k.path).join(", ")}\n`);
  if (outcome.kind === "conflict") {
    io.err(`${id}: not created; the dashboard already exists\n`);
    return Exit.conflict;
  }
  return printOutcome({ name: id, document: readDocument(""), target }, outcome, io, terminal, answers);
}
