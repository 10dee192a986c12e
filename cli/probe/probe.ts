import path from "node:path";
import { PRICE, SeriesBudget } from "../../api/monitoring/budget";
import { checkDashboard } from "../../api/monitoring/check";
import type { MonitoringClient } from "../../api/monitoring/client";
import { monitoringOf } from "../../api/profile";
import type { Destination } from "../../api/trust/destination";
import { isLoopbackHost } from "../../api/trust/hosts";
import { type Catalog, shippedCatalog } from "../../core/catalog/catalog";
import type { Profile } from "../../core/config/config";
import { Dashboard } from "../../core/dashboard";
import { planLive } from "../../core/live/plan";
import { isServiceFailure } from "../../core/sync/service";
import { withConfig } from "../config";
import { chosenFor, environmentOf } from "../deploy/target";
import { readInputs } from "../files";
import { CommandLineError, Exit, type Io, visible } from "../io";
import { askYesNo, processTerminal, stoppable, type Terminal } from "../terminal";
import { type ProbeOptions, readProbeOptions } from "./options";
import { githubOf, junitOf, type ProbedFile, type ProbeTotal, plural, textOf, totalText } from "./report";
import { type Row, rowOf, type State } from "./row";

export { PROBE_HELP } from "./options";

/** A dashboard with where its queries go. */
interface Subject {
  readonly name: string;
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
  const input = ({ dashboard }: Subject) => ({
    ...{
      dashboard: dashboard.canonical.value,
      interval,
      values: options.values,
      catalog: catalogOf(dashboard),
    },
  });
  checkVariables(options, subjects);
  if (billed && !options.yes)
    await askAboutCost(
      subjects,
      subjects.map((subject) => planLive(input(subject)).requests.length),
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
        const evidence = await checkDashboard(client, input(subject), {
          signal,
          now,
          presenceOnly: options.presenceOnly,
          explain: options.explain,
          refuse: ({ pointer }) => localError(dashboard, pointer),
          written: (pointer) => writtenAt(dashboard, pointer),
          onProgress: (done, of) => io.progress?.(`${visible(name)}: ${done}/${of} queries`),
        });
        io.progress?.("");
        const file = {
          file: name,
          project: profile.project,
          rows: evidence.map((one) => rowOf(one, dashboard, localError(dashboard, one.dataSet.pointer))),
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
  for await (const input of readInputs(names, io, {})) {
    if ("reason" in input) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: ${input.reason}\n`);
      continue;
    }
    const dashboard = new Dashboard(input.text);
    if (!dashboard.document.root || dashboard.document.shaped) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: not a dashboard in JSON\n`);
      continue;
    }
    const folder = input.path === undefined ? io.cwd : path.dirname(input.path);
    let place = chosen.get(folder);
    if (!place) chosen.set(folder, (place = chosenFor(folder, target, io, terminal)));
    subjects.push({ name: input.name, dashboard, ...(await place) });
  }
  return { subjects, unreadable };
}

/** A name that no dashboard declares is a typing mistake. */
function checkVariables({ values }: ProbeOptions, subjects: readonly Subject[]): void {
  const interval = { start: 0, end: 60_000 };
  const known = new Set(
    subjects.flatMap(({ dashboard }) =>
      planLive({ dashboard: dashboard.canonical.value, interval }).variables.map(
        ({ name, labelKey }) => name || labelKey,
      ),
    ),
  );
  for (const name of values.keys()) {
    if (!known.has(name))
      throw new CommandLineError(`--var ${name}: no dashboard has such a variable or pinned filter`);
  }
}

function catalogOf(dashboard: Dashboard): Catalog {
  return dashboard.catalog ?? shippedCatalog();
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

/** The first error that Mosaic itself finds in the query of a data set: such a query is not sent. */
function localError(dashboard: Dashboard, pointer: string): string | undefined {
  const node = dashboard.canonical.nodeOf(/^.*\/timeSeriesQuery/.exec(pointer)?.[0] ?? pointer);
  if (!node) return undefined;
  const error = dashboard.findings.find(
    ({ severity, offset }) =>
      severity === "error" && offset >= node.offset && offset <= node.offset + node.length,
  );
  return error && `Not sent: ${error.message}`;
}

function writtenAt(dashboard: Dashboard, pointer: string): string | undefined {
  const node = dashboard.canonical.nodeOf(pointer);
  return node?.kind === "string" ? node.value : undefined;
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
