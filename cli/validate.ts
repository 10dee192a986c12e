import path from "node:path";
import { parseArgs } from "node:util";
import type { RuleSettings } from "../core/config/config";
import { matchesGlob } from "../core/config/glob";
import { settingsFor } from "../core/config/severity";
import { Dashboard } from "../core/dashboard";
import { applyEdits } from "../core/edit/edit";
import { unambiguousEdits } from "../core/features/changing/fixes";
import { writeFileSafely } from "../disk/write";
import { cachedCatalogs } from "./catalog-cache";
import {
  CONFIG_HELP,
  CONFIG_OPTION,
  type ConfigRoot,
  cachedConfigs,
  relativePath,
  withConfig,
} from "./config";
import { type Input, readInputs, type Search, Tally } from "./files";
import { CommandLineError, Exit, type Io, visible } from "./io";
import { planReports } from "./plan";
import { count, type FileReport, formatReport, summary, toDiagnostic } from "./report";
import { Templates } from "./templates";
import { isTerraform, terraformReports } from "./terraform";

export const VALIDATE_HELP = `mosaic validate [FILE|FOLDER|GLOB|-]…

Checks dashboards offline, with the rules of the service. A folder means the dashboards in it,
- for standard input; with no argument, the current folder is searched. Dashboards are *.dashboard.json, the
globs in .mosaic/config.json, and JSON files with a displayName and a layout that git does not ignore. In Terraform
code (.tf, .tofu) every google_monitoring_dashboard is checked where it is written: heredocs and jsonencode({ … }).

A file can also be the output of terraform show -json (or tofu) for a plan or state, cdk.tf.json, or the output of
pulumi preview --json: every dashboard in it is checked. For example:

  terraform plan -out plan.bin && terraform show -json plan.bin | mosaic validate -

  --globs-only         do not check other JSON files or Terraform code
  --format text|json   output format; text by default
  --quiet              errors only
${CONFIG_HELP}
  --fix                apply unambiguous fixes in place; with standard input, print the result

Exit code: 0 no errors, 1 errors, 2 could not run.
`;

/** Runs `mosaic validate` and gives its exit code. */
export async function runValidate(args: readonly string[], run: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...CONFIG_OPTION,
      format: { type: "string", default: "text" },
      quiet: { type: "boolean", default: false },
      fix: { type: "boolean", default: false },
      "globs-only": { type: "boolean", default: false },
    },
  });
  const { format, quiet, fix } = values;
  const io = withConfig(run, values.config);
  const printsFixed = fix && positionals.includes("-");
  if (printsFixed && positionals.length > 1) {
    throw new CommandLineError(
      "with --fix, standard input cannot be mixed with files: the result goes to standard output",
    );
  }
  if (format !== "text" && format !== "json") {
    throw new CommandLineError(`--format must be text or json, not ${JSON.stringify(format)}`);
  }
  const reports: FileReport[] = [];
  const configOf = cachedConfigs(io);
  const catalogOf = cachedCatalogs(io.env);
  let unreadable = 0;
  /** Files that may hold several dashboards, or none. */
  let files = 0;
  const unchecked: string[] = [];
  const unshaped: string[] = [];
  const computed: string[] = [];
  const loaded: string[] = [];
  const rest = { unchecked, unshaped, computed, loaded };
  const templates = new Templates(io.cwd);
  const add = (report: FileReport) => {
    reports.push(report);
    if (printsFixed) io.err(formatReport(report, false));
    else if (format === "text") io.out(formatReport(report, io.color));
  };
  const tally = new Tally();
  const search: Search = { tally, terraform: true, ...(values["globs-only"] && { discover: "globs" }) };
  const writeFixed = async ({ name, path: file, text }: Input, fixedText: string, root: string) => {
    if (file === undefined && printsFixed) io.out(fixedText, "data");
    else if (file !== undefined && fixedText !== text) {
      await writeFileSafely(file, fixedText, { root });
      io.err(`mosaic: ${visible(name)}: fixed\n`);
    }
  };
  for await (const input of readInputs(positionals, io, search)) {
    if ("reason" in input) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: ${input.reason}\n`);
      continue;
    }
    const ruling = await configOf(input.path === undefined ? io.cwd : path.dirname(input.path));
    if (isTerraform(input)) {
      const terraform = terraformReports(input, {
        ...{ fix, quiet, catalog: await catalogOf(ruling.config), settings: settingsOf(input, ruling) },
      });
      files++;
      computed.push(...terraform.computed);
      loaded.push(...terraform.loaded);
      await writeFixed(input, terraform.text, ruling.root);
      terraform.reports.forEach(add);
      continue;
    }
    const plan = await planReports(input, {
      ...{
        fix,
        quiet,
        catalog: () => catalogOf(ruling.config),
        settings: () => settingsOf(input, ruling),
      },
    });
    if (plan && "reason" in plan) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: ${plan.reason}\n`);
      continue;
    }
    if (plan) {
      files++;
      unchecked.push(...plan.unchecked);
      plan.reports.forEach(add);
      continue;
    }
    const template = input.path === undefined ? undefined : templates.of(input.path, input.text);
    const read = new Dashboard(input.text, await catalogOf(ruling.config), template);
    if (read.document.shaped) unshaped.push(input.name);
    const settings = settingsOf(input, ruling);
    const dashboard = fix ? fixed(read, settings) : read;
    await writeFixed(input, dashboard.text, ruling.root);
    const findings = dashboard
      .findingsUnder(settings)
      .filter((finding) => !quiet || finding.severity === "error");
    const report = {
      file: input.name,
      diagnostics: findings.map((finding) => toDiagnostic(finding, dashboard.document.lines)),
    };
    add(report);
  }
  if (printsFixed) io.err(`${summary(reports, tally, rest)}\n`);
  else if (format === "json") io.out(`${JSON.stringify(reports, null, 2)}\n`);
  else if (reports.length + files + tally.unreadable.length > 0) io.out(`${summary(reports, tally, rest)}\n`);
  if (unreadable > 0) return Exit.failed;
  return count(reports, "error") > 0 ? Exit.findings : Exit.ok;
}

/** The severities that the nearest `.mosaic/config.json` gives the findings of a file. */
function settingsOf(input: Input, { root, config }: ConfigRoot): RuleSettings {
  const relative = input.path === undefined ? "" : relativePath(root, input.path);
  return settingsFor(config, relative, matchesGlob);
}

/** A fix can reveal further findings, so repeat while the text changes, with a limit. */
const MAX_ROUNDS = 10;

/** The dashboard with every unambiguous fix applied. */
function fixed(dashboard: Dashboard, settings: RuleSettings): Dashboard {
  let now = dashboard;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const edits = unambiguousEdits(now, settings);
    if (edits.length === 0) break;
    now = new Dashboard(applyEdits(now.text, edits), now.catalog, now.template);
  }
  return now;
}
