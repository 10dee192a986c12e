import type { OptionTable } from "../core/option-table";
import { writeFileSafely } from "../disk/write";
import { checkAll } from "./check-all";
import { Checker, type Fixed } from "./checker";
import { CONFIG_OPTION, withConfig } from "./config";
import { findInputs, type Search, Tally } from "./files";
import { CommandLineError, Exit, type Io, visible } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";
import { count, type FileReport, formatReport, summary, type Unchecked } from "./report";

const OPTIONS = {
  format: { type: "string", choices: ["text", "json"], default: "text", help: "output format" },
  quiet: { type: "boolean", help: "errors only" },
  fix: {
    type: "boolean",
    help: "apply unambiguous fixes in place; with standard input, print the result",
    more: "These are the editor's quick fixes. The remaining findings are reported.",
  },
  "globs-only": {
    type: "boolean",
    help: "do not check other JSON files or Terraform code",
    more: 'To make this permanent, set `"discover": "globs"` in the configuration.',
  },
  threads: {
    type: "string",
    value: "N",
    help: "check 100 or more files with N threads; by default one for each core, from 4 cores on",
    more: "`--threads 1` uses the least processor time.",
  },
  ...CONFIG_OPTION,
} as const satisfies OptionTable;

/** `mosaic validate` */
export const VALIDATE: Command = {
  name: "validate",
  summary: "check dashboards offline",
  usage: ["mosaic validate [FILE|FOLDER|GLOB|-]…"],
  about: `Checks dashboards offline, with the rules of the service. A folder means the dashboards in it,
- for standard input; with no argument, the current folder is searched. Dashboards are *.dashboard.json,
*.dashboard.yaml, the globs in .mosaic/config.json, and JSON files with a displayName and a layout that git does not
ignore. In YAML (.yaml, .yml) every document is a dashboard. In Terraform code (.tf, .tofu) every
google_monitoring_dashboard is checked where it is written: heredocs and jsonencode({ … }).

A file can also be the output of terraform show -json (or tofu) for a plan or state, cdk.tf.json, or the output of
pulumi preview --json: every dashboard in it is checked. For example:

  terraform plan -out plan.bin && terraform show -json plan.bin | mosaic validate -`,
  options: OPTIONS,
  exitCodes: `0 no errors, 1 errors, 2 could not run.`,
  arguments: "dashboards",
  run: runValidate,
};

/** Runs `mosaic validate` and gives its exit code. */
export async function runValidate(args: readonly string[], run: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const { format, quiet, fix } = values;
  const io = withConfig(run, values.config);
  const printsFixed = fix && positionals.includes("-");
  if (printsFixed && positionals.length > 1) {
    throw new CommandLineError(
      "with --fix, standard input cannot be mixed with files: the result goes to standard output",
    );
  }
  const threads = { program: io.program, count: readThreads(values.threads) };
  const reports: FileReport[] = [];
  let unreadable = 0;
  /** Files that may hold several dashboards, or none. */
  let files = 0;
  const rest = { unchecked: [], unshaped: [], computed: [], loaded: [] } as Record<keyof Unchecked, string[]>;
  const tally = new Tally();
  const search: Search = { tally, terraform: true, discover: values["globs-only"] ? "globs" : undefined };
  const writeFixed = async ({ file, text, fixed }: Fixed, root: string) => {
    if (file === undefined) io.out(fixed, "data");
    else if (fixed !== text) {
      await writeFileSafely(file.path, fixed, { root });
      io.err(`mosaic: ${visible(file.name)}: fixed\n`);
    }
  };
  const found = findInputs(positionals, io, search);
  for await (const outcome of checkAll(found, new Checker(io, { fix, quiet }), threads)) {
    if (outcome.failed) {
      unreadable++;
      io.err(`mosaic: ${visible(outcome.failed.name)}: ${outcome.failed.reason}\n`);
      continue;
    }
    if (outcome.isCollection) files++;
    for (const [kind, names] of Object.entries(outcome.left)) rest[kind as keyof Unchecked].push(...names);
    if (outcome.fixed) await writeFixed(outcome.fixed, outcome.root);
    for (const report of outcome.reports) {
      reports.push(report);
      if (printsFixed) io.err(formatReport(report, false));
      else if (format === "text") io.out(formatReport(report, io.color));
    }
  }
  if (printsFixed) io.err(`${summary(reports, tally, rest)}\n`);
  else if (format === "json") io.out(`${JSON.stringify(reports, null, 2)}\n`);
  else if (reports.length + files + tally.unreadable.length > 0) io.out(`${summary(reports, tally, rest)}\n`);
  if (unreadable > 0) return Exit.failed;
  return count(reports, "error") > 0 ? Exit.findings : Exit.ok;
}

/** More than any machine is worth. */
const MOST_THREADS = 64;

function readThreads(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST_THREADS) return count;
  throw new CommandLineError(
    `--threads must be a number from 1 to ${MOST_THREADS}, not ${JSON.stringify(text)}`,
  );
}
