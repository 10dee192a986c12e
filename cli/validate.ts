import type { OptionTable } from "../core/option-table";
import { workTreeOf } from "../disk/work-tree";
import { writeFileSafely } from "../disk/write";
import { Baseline } from "./baseline";
import { type Changed, changedSince } from "./changed";
import { checkAll, type Found } from "./check-all";
import { Checker, type Fixed } from "./checker";
import { CONFIG_OPTION, withConfig } from "./config";
import type { Details } from "./detail";
import { findInputs, type Search, Tally, type Unreadable } from "./files";
import { FORMATS, type Format, reportIn } from "./formats/index";
import { readOutputs, refuseInput, writeOutputs } from "./formats/outputs";
import { formatReport, PLAIN } from "./formats/text";
import { CommandLineError, Exit, type Io, visible } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";
import { count, type FileReport, plural, summary, type Unchecked } from "./report";

declare const MOSAIC_VERSION: string;

const OPTIONS = {
  format: {
    type: "string",
    choices: FORMATS,
    value: "FORMAT",
    default: "text",
    help: "format of the standard output",
    more: "See [Formats](#formats).",
  },
  output: {
    type: "string",
    multiple: true,
    value: "FORMAT=FILE",
    help: "also write this format to FILE",
    complete: "files",
  },
  quiet: { type: "boolean", help: "errors only" },
  "max-warnings": { type: "string", value: "N", help: "exit with 1 if there are more than N warnings" },
  since: {
    type: "string",
    value: "REV",
    help: "check only files that changed since this revision of git",
    more: "See [Changed files](#changed-files).",
    complete: "revisions",
  },
  baseline: {
    type: "string",
    value: "FILE",
    help: "leave out the findings that FILE lists",
    more: "See [Baseline](#baseline).",
    complete: "files",
  },
  "update-baseline": { type: "boolean", help: "write the present findings to the baseline, and exit with 0" },
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
  exitCodes: "0 no errors, 1 errors or too many warnings, 2 could not run.",
  arguments: "dashboards",
  run: runValidate,
};

/** Formats that are printed as they are, because their own escapes make the text inert. */
const DATA: readonly Format[] = ["github", "junit", "markdown"];

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
  const outputs = readOutputs(values.output, io.cwd);
  const mostWarnings = readNumber("--max-warnings", values["max-warnings"], 0, Number.MAX_SAFE_INTEGER);
  const threads = {
    program: io.program,
    count: readNumber("--threads", values.threads, 1, MOST_THREADS),
  };
  const updates = values["update-baseline"];
  if (updates && values.baseline === undefined)
    throw new CommandLineError("--update-baseline needs --baseline FILE");
  const baseline =
    values.baseline === undefined ? undefined : await Baseline.open(values.baseline, io.cwd, updates);
  const changed = values.since === undefined ? undefined : await changedSince(values.since, io.cwd);
  const style = { color: io.color, frames: io.terminal === true, links: io.links === true };
  const formats = [format, ...outputs.map((output) => output.format)];
  const details = detailsFor(formats, baseline !== undefined || style.frames);

  const reports: FileReport[] = [];
  const failures: Unreadable[] = [];
  const checked: string[] = [];
  let warnings = 0;
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
  /** What is left of a report after the baseline and `--quiet`. */
  const kept = (report: FileReport): FileReport => {
    const left = baseline ? baseline.apply(report) : report;
    warnings += count([left], "warning");
    return quiet
      ? { ...left, diagnostics: left.diagnostics.filter((one) => one.severity === "error") }
      : left;
  };
  const found = chosen(findInputs(positionals, io, search), changed, (file) => refuseInput(outputs, file));
  const isQuiet = quiet && baseline === undefined && mostWarnings === undefined;
  for await (const outcome of checkAll(found, new Checker(io, { fix, quiet: isQuiet, details }), threads)) {
    if (outcome.failed) {
      failures.push(outcome.failed);
      io.err(`mosaic: ${visible(outcome.failed.name)}: ${outcome.failed.reason}\n`);
      continue;
    }
    if (outcome.isCollection) files++;
    for (const [kind, names] of Object.entries(outcome.left)) rest[kind as keyof Unchecked].push(...names);
    if (outcome.fixed) await writeFixed(outcome.fixed, outcome.root);
    for (const whole of outcome.reports) {
      const report = kept(whole);
      reports.push(report);
      checked.push(report.file);
      if (updates) continue;
      if (printsFixed) io.err(formatReport(report, PLAIN));
      else if (format === "text") io.out(formatReport(report, style));
    }
  }
  if (baseline && updates) {
    const number = await baseline.write(checked);
    io.out(`${visible(values.baseline!)}: ${plural(number, "finding")}\n`);
    return failures.length > 0 ? Exit.failed : Exit.ok;
  }
  const tooManyWarnings = mostWarnings !== undefined && warnings > mostWarnings;
  const isEmpty = reports.length + files + tally.unreadable.length === 0;
  const lines = [
    ...(isEmpty && changed ? [`no dashboards changed since ${visible(values.since!)}`] : []),
    ...(isEmpty ? [] : [summary(reports, tally, rest)]),
    ...(baseline && baseline.known > 0 ? [`in the baseline: ${plural(baseline.known, "finding")}`] : []),
    ...(baseline && baseline.fixed(checked) > 0
      ? [
          `no longer found: ${plural(baseline.fixed(checked), "finding")} of the baseline; remove with --update-baseline`,
        ]
      : []),
    ...(tooManyWarnings ? [`${plural(warnings, "warning")}, but --max-warnings allows ${mostWarnings}`] : []),
  ];
  const result = {
    ...{ reports, failures, tooManyWarnings, cwd: io.cwd, version: MOSAIC_VERSION },
    summary: lines.join("\n"),
    top: workTreeOf(io.cwd)?.top ?? io.cwd,
  };
  if (printsFixed) io.err(`${result.summary}\n`);
  else if (format !== "text") io.out(reportIn(format, result), DATA.includes(format) ? "data" : "words");
  else if (result.summary !== "") io.out(`${result.summary}\n`);
  await writeOutputs(outputs, result);
  if (failures.length > 0) return Exit.failed;
  return count(reports, "error") > 0 || tooManyWarnings ? Exit.findings : Exit.ok;
}

/** What the formats need to know of a finding. */
function detailsFor(formats: readonly Format[], source: boolean): Details {
  if (formats.includes("rdjson")) return "fixes";
  return source || formats.includes("gitlab") || formats.includes("sarif") ? "source" : "none";
}

/** The files that changed, if only those are wanted. @param see is called with every file that is checked */
async function* chosen(
  found: AsyncIterable<Found>,
  changed: Changed | undefined,
  see: (file: string) => void,
): AsyncGenerator<Found> {
  for await (const one of found) {
    const file = "path" in one ? one.path : undefined;
    if (file !== undefined && changed && !changed.config && !changed.has(file)) continue;
    if (file !== undefined) see(file);
    yield one;
  }
}

/** More than any machine is worth. */
const MOST_THREADS = 64;

function readNumber(
  option: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw new CommandLineError(`${option} must be a number ${range}, not ${JSON.stringify(text)}`);
}
