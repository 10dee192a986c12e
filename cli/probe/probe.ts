import path from "node:path";
import { PRICE, SeriesBudget } from "../../api/monitoring/budget";
import { checkDashboard, type PlanSource } from "../../api/monitoring/check";
import type { MonitoringClient } from "../../api/monitoring/client";
import { monitoringOf } from "../../api/profile";
import type { Destination } from "../../api/trust/destination";
import { isLoopbackHost } from "../../api/trust/hosts";
import type { Profile } from "../../core/config/config";
import { Dashboard } from "../../core/dashboard";
import { readDocument } from "../../core/document/reader";
import {
  type DashboardPlan,
  dashboardInquiry,
  dashboardPlan,
  refusalOf,
} from "../../core/features/reading/live";
import { fileFormOf } from "../../core/forms";
import { isServiceFailure } from "../../core/sync/service";
import { withConfig } from "../config";
import { chosenFor, environmentOf } from "../deploy/target";
import { type Input, readInputs } from "../files";
import { CommandLineError, Exit, type Io, visible } from "../io";
import type { Command } from "../options/command";
import { askYesNo, processTerminal, stoppable, type Terminal } from "../terminal";
import { isYaml } from "../yaml";
import { PROBE_OPTIONS, type ProbeOptions, readProbeOptions } from "./options";
import { githubOf, junitOf, type ProbedFile, type ProbeTotal, plural, textOf, totalText } from "./report";
import { type Row, rowOf, type State } from "./row";

/** `mosaic probe` */
export const PROBE: Command = {
  name: "probe",
  summary: "run the queries of dashboards and show which have data",
  usage: ["mosaic probe [FILE|FOLDER|GLOB|-]…"],
  about: `Runs the queries of dashboards against a project and shows what each would display: data, nothing, or the error of the
service. For a query that matches nothing, names the comparison to blame and the values that exist.

Reads are billed by time series returned (USD 0.50 per million; the first million per billing account and month is free),
so the command asks before it sends anything. The emulator is never asked about.`,
  options: PROBE_OPTIONS,
  exitCodes: `0 no query is rejected, 1 rejected queries (with --strict also queries without data), 2 could not run.`,
  arguments: "dashboards",
  run: (args, io) => runProbe(args, io),
};

/** A dashboard with where its queries go. */
interface Subject {
  readonly file: string;
  /** Which dashboard of the file it is; undefined for the only one. */
  readonly name?: string;
  readonly dashboard: Dashboard;
  readonly profile: Profile;
  readonly destination: Destination;
}

/**
 * Runs `mosaic probe` and gives its exit code.
 *
 * @param now the clock, in milliseconds; replaced in tests
 */
export async function runProbe(
  args: readonly string[],
  run: Io,
  terminal: Terminal = processTerminal(),
  now: () => number = Date.now,
): Promise<number> {
  const options = readProbeOptions(args);
  const io = withConfig(run, options.target.config);
  const { subjects, unreadable } = await subjectsOf(options, io, terminal);
  if (subjects.length === 0) {
    io.err("mosaic probe: no dashboards to check\n");
    return Exit.failed;
  }
  const interval = { start: now() - options.since * 1000, end: now() };
  const budget = new SeriesBudget(options.most);
  const billed = subjects.some(({ destination }) => isBilled(destination));
  const values = Object.fromEntries(options.values);
  const plans = new Map(
    subjects.map((subject) => [subject, dashboardPlan(subject.dashboard, interval, values)] as const),
  );
  checkVariables(options, [...plans.values()]);
  if (billed && !options.yes)
    await askAboutCost(
      subjects,
      [...plans.values()].map(({ plan }) => plan.requests.length),
      options,
      terminal,
    );
  const clients = new Map<Destination, MonitoringClient>();
  const files: ProbedFile[] = [];
  await stoppable(io, async (signal) => {
    for (const subject of subjects) {
      const { destination, dashboard, name, profile } = subject;
      let client = clients.get(destination);
      if (!client)
        clients.set(
          destination,
          (client = monitoringOf(destination, environmentOf(destination, io), budget)),
        );
      try {
        const planned = plans.get(subject)!;
        const source: PlanSource = {
          plan: async () => planned.plan,
          refuse: (place) => refusalOf(planned, place),
          inquire: async (place) => dashboardInquiry(dashboard, place, interval.end, values),
        };
        const evidence = await checkDashboard(client, source, {
          signal,
          now,
          presenceOnly: options.presenceOnly,
          explain: options.explain,
          onProgress: (done, of) => io.progress?.(`${visible(subject.file)}: ${done}/${of} queries`),
        });
        io.progress?.("");
        const file = {
          file: subject.file,
          ...(name !== undefined && { dashboard: name }),
          project: profile.project,
          rows: evidence.map((one) => rowOf(one, dashboard, refusalOf(planned, one.dataSet))),
        };
        files.push(file);
        if (options.format === "text") io.out(textOf(file, now(), io.color));
      } catch (error) {
        io.progress?.("");
        if (!isServiceFailure(error) || error.kind !== "cancelled") throw error;
        break;
      }
    }
  });
  const rows = files.flatMap((file) => file.rows);
  const total = { queries: budget.queries, series: budget.used, states: statesOf(rows), billed };
  write(files, total, options, io);
  if (files.length < subjects.length) return Exit.failed;
  return exitOf(rows, options.strict, unreadable);
}

function write(
  files: readonly ProbedFile[],
  total: ProbeTotal,
  { format, strict }: ProbeOptions,
  io: Io,
): void {
  switch (format) {
    case "text":
      io.out(totalText(total));
      break;
    case "json":
      io.out(`${JSON.stringify({ files, total }, null, 2)}\n`, "data");
      break;
    case "github":
      io.err(totalText(total));
      io.out(githubOf(files, strict), "data");
      break;
    case "junit":
      io.err(totalText(total));
      io.out(junitOf(files, strict), "data");
      break;
  }
}

async function subjectsOf(
  { names, target }: ProbeOptions,
  io: Io,
  terminal: Terminal,
): Promise<{ readonly subjects: readonly Subject[]; readonly unreadable: number }> {
  const subjects: Subject[] = [];
  const chosen = new Map<string, ReturnType<typeof chosenFor>>();
  let unreadable = 0;
  for await (const input of readInputs(names, io, { terraform: true })) {
    if ("reason" in input) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: ${input.reason}\n`);
      continue;
    }
    const dashboards = dashboardsIn(input);
    if (dashboards.length === 0) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: no dashboard that can be read\n`);
      continue;
    }
    const folder = input.path === undefined ? io.cwd : path.dirname(input.path);
    let place = chosen.get(folder);
    if (!place) chosen.set(folder, (place = chosenFor(folder, target, io, terminal)));
    const to = await place;
    for (const found of dashboards) subjects.push({ file: input.name, ...found, ...to });
  }
  return { subjects, unreadable };
}

/** The dashboards of a file: of Terraform code and YAML those that are written out in it, else the file as a whole. */
function dashboardsIn(input: Input): { readonly name?: string; readonly dashboard: Dashboard }[] {
  const { path: file = isYaml(input) ? "stdin.yaml" : "stdin.json", text } = input;
  const form = fileFormOf(file);
  const found = form?.read(text) ?? [{ name: "", document: readDocument(text) }];
  return found.flatMap(({ name, document }) =>
    document?.root && !document.shaped
      ? [{ name: found.length > 1 ? name : undefined, dashboard: Dashboard.of(document) }]
      : [],
  );
}

/** A name that no dashboard declares is a typing mistake. */
function checkVariables({ values }: ProbeOptions, plans: readonly DashboardPlan[]): void {
  const known = new Set(
    plans.flatMap(({ plan }) => plan.variables.map(({ name, labelKey }) => name || labelKey)),
  );
  for (const name of values.keys()) {
    if (!known.has(name))
      throw new CommandLineError(`--var ${name}: no dashboard has such a variable or pinned filter`);
  }
}

/** Only the emulator of this machine costs nothing for certain. */
function isBilled({ endpoint, target }: Destination): boolean {
  return !(isLoopbackHost(new URL(endpoint).hostname) && target.credentials === "none");
}

async function askAboutCost(
  subjects: readonly Subject[],
  counts: readonly number[],
  { most }: ProbeOptions,
  terminal: Terminal,
): Promise<void> {
  const queries = counts.reduce((sum, count) => sum + count, 0);
  const names = [...new Set(subjects.map(({ profile }) => visible(profile.project)))];
  const projects = `the ${names.length === 1 ? "project" : "projects"} ${names.join(", ")}`;
  const sentence = `${PRICE} This run sends ${plural(queries, "query", "queries")} to ${projects}, more for those without data, and stops after ${most} time series.`;
  if (!terminal.interactive) throw new CommandLineError(`${sentence} To agree, add --yes.`);
  if (!(await askYesNo(terminal, `${sentence}\nContinue?`))) throw new CommandLineError("nothing was sent");
}

function statesOf(rows: readonly Row[]): Partial<Record<State, number>> {
  const states: Partial<Record<State, number>> = {};
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
  return states;
}

function exitOf(rows: readonly Row[], strict: boolean, unreadable: number): number {
  const has = (...wanted: readonly State[]) => rows.some(({ state }) => wanted.includes(state));
  if (has("failed") || unreadable > 0) return Exit.failed;
  if (has("rejected")) return Exit.findings;
  return strict && has("nothing", "stopped") ? Exit.findings : Exit.ok;
}
