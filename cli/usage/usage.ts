import { toCsv, toJson } from "../../api/usage/export";
import {
  UsageServiceError as Failure,
  type UsageClient,
  type UsageEnvironment,
  type UsageProgress,
  type UsageQuery,
  type UsageResult,
  type UsageRun,
  usageOf,
  withJobs,
} from "../../api/usage/index";
import {
  addDays,
  type DayInterval,
  lastDays,
  readDay,
  readGranularity,
  today,
} from "../../api/usage/interval";
import { sortRecords } from "../../api/usage/join";
import { GROUPINGS, type Grouping } from "../../api/usage/query";
import { chooseUsageProfile, type UsageProfile } from "../../core/config/usage/usage";
import type { OptionTable } from "../../core/option-table";
import { CONFIG_OPTION, configFor, withConfig } from "../config";
import { environmentOf } from "../deploy/target";
import { CommandLineError, Exit, type Io, visible } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { processTerminal, stoppable } from "../terminal";
import { destinationFor, FROM_CONFIG } from "../trust/destinations";
import { usageTable } from "./table";

const OPTIONS = {
  profile: {
    type: "string",
    value: "NAME",
    help: "a profile under `usageProfiles`; not needed when there is only one",
    complete: "usage-profiles",
  },
  from: {
    type: "string",
    value: "DAY",
    help: "first day, such as `2026-07-01`; by default 30 days up to `--to`",
  },
  to: { type: "string", value: "DAY", help: "last day; by default yesterday" },
  granularity: {
    type: "string",
    value: "SIZE",
    help: "`day`, `week` or `month`; one total by default",
  },
  "group-by": {
    type: "string",
    value: "LIST",
    help: "of `client`, `user`, `template`, `method`, `platform`, and with `--client` `organization`; by default `client`, and with `--client` `template,method`",
  },
  client: { type: "string", value: "ID", help: "usage of this client only" },
  format: {
    type: "string",
    choices: ["table", "json", "csv"],
    value: "FORMAT",
    default: "table",
    help: "output format",
  },
  job: {
    type: "string",
    multiple: true,
    value: "ID",
    help: "reopen a job instead of starting one, with the options that it was started with; repeat for each job of the interval, in order",
  },
  timeout: { type: "string", value: "MINUTES", default: "5", help: "how long to wait for the jobs" },
  ...CONFIG_OPTION,
} as const satisfies OptionTable;

/** `mosaic usage` */
export const USAGE: Command = {
  name: "usage",
  summary: "show the API usage of a Genesys Cloud organization",
  usage: ["mosaic usage"],
  about: `Shows which OAuth clients call the API of a Genesys Cloud organization, how often, and with which status codes. Needs a usage
profile in .mosaic/config.json. Days are in UTC, inclusive. The current day is not counted yet.`,
  options: OPTIONS,
  exitCodes: `0 success, 1 rejected by the service, 2 could not run.`,
  run: (args, io) => runUsage(args, io),
};

/** Default number of days. */
const DEFAULT_DAYS = 30;

/**
 * Runs `mosaic usage` and gives its exit code. Records go to stdout, progress to stderr.
 *
 * @param clock replaced in tests
 */
export async function runUsage(
  args: readonly string[],
  run: Io,
  clock: Pick<UsageEnvironment, "now" | "sleep"> = {},
): Promise<number> {
  const { now = Date.now } = clock;
  const { values } = parseOptions(OPTIONS, args, "no arguments");
  const io = withConfig(run, values.config);
  const { format } = values;
  const minutes = Number(values.timeout);
  if (!(minutes > 0)) throw new CommandLineError("--timeout must be a number of minutes, such as 5");
  const query: UsageQuery = {
    interval: readInterval(values.from, values.to, now()),
    groupBy: readGroupBy(values["group-by"], values.client !== undefined),
    ...granularityOf(values.granularity),
    clientId: values.client,
  };
  const { config, root } = await configFor(io.cwd, io);
  const profile = chooseUsageProfile(config, values.profile);
  if (typeof profile === "string") throw new CommandLineError(visible(profile));
  const destination = await destinationFor(
    {
      profile,
      origins: FROM_CONFIG,
      root,
      trustArguments: ["--usage", ...(values.config === undefined ? [] : [`--config=${values.config}`])],
    },
    io,
    processTerminal(),
  );
  const client = usageOf(destination, {
    legacy: profile.legacy,
    ...environmentOf(destination, io),
    ...clock,
  });
  const planned = plannedRun(client, query, values.job);
  if (profile.legacy) io.err(LEGACY_NOTE);
  try {
    const result = await stoppable(io, (signal) =>
      client.resume(planned, { signal, onProgress: progressOn(io), limitMs: minutes * 60_000 }),
    );
    io.out(formatted(result, format));
    if (result.interval.to >= today(now())) io.err("The current day is not counted yet.\n");
    return Exit.ok;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    io.err(failureText(error, profile, values.timeout));
    return REFUSALS.has(error.kind) || /^job-(failed|cancelled|gone)$/.test(error.situation)
      ? Exit.findings
      : Exit.failed;
  }
}

const REFUSALS: ReadonlySet<Failure["kind"]> = new Set(["refused", "permission", "not-found"]);

const LEGACY_NOTE =
  "This profile uses the legacy usage query, which is deprecated. It excludes the service's own clients, " +
  "so its totals are lower than those of the jobs.\n";

function readInterval(from: string | undefined, to: string | undefined, now: number): DayInterval {
  const last = to === undefined ? lastDays(1, now).to : dayOf(to, "--to");
  return { from: from === undefined ? addDays(last, 1 - DEFAULT_DAYS) : dayOf(from, "--from"), to: last };
}

function dayOf(text: string, option: string): string {
  const read = readDay(text);
  if ("reason" in read) throw new CommandLineError(`${option}: ${read.reason}`);
  return read.day;
}

function granularityOf(text: string | undefined): Pick<UsageQuery, "granularity"> {
  if (text === undefined) return {};
  const read = readGranularity(text);
  if ("reason" in read) throw new CommandLineError(`--granularity: ${read.reason}`);
  return read;
}

function readGroupBy(text: string | undefined, oneClient: boolean): readonly Grouping[] {
  if (text === undefined) return oneClient ? ["Template", "Method"] : ["Client"];
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => {
      const found = GROUPINGS.find((grouping) => grouping.toLowerCase() === name.toLowerCase());
      if (found) return found;
      const known = GROUPINGS.map((grouping) => grouping.toLowerCase()).join(", ");
      throw new CommandLineError(`--group-by: "${name}" is not one of ${known}`);
    });
}

/** Runs a query, or reopens jobs with the given ids. */
function plannedRun(client: UsageClient, query: UsageQuery, jobs: readonly string[]): UsageRun {
  let run: UsageRun;
  try {
    run = client.plan(query);
  } catch (error) {
    throw error instanceof Failure ? new CommandLineError(error.message) : error;
  }
  if (jobs.length === 0) return run;
  if (jobs.length !== run.parts.length) {
    throw new CommandLineError(
      `this interval has ${run.parts.length} jobs, but --job is specified ${jobs.length} times`,
    );
  }
  return withJobs(run, jobs);
}

/** One line for each step of each job. */
function progressOn(io: Io): (progress: UsageProgress) => void {
  let last = "";
  return ({ phase, part, parts, jobId }) => {
    const which = parts === 1 ? "" : ` ${part} of ${parts}`;
    const line =
      phase === "starting" ? `Starting job${which}` : `Job${which} ${jobId}: ${phase.toLowerCase()}`;
    if (line !== last) io.err(`${line}\n`);
    last = line;
  };
}

function formatted(result: UsageResult, format: "table" | "json" | "csv"): string {
  if (format === "json") return toJson(result);
  if (format === "csv") return toCsv(result.records);
  // Within a bucket, sort by the number of requests.
  const busiest = sortRecords(result.records, { by: "requests", descending: true });
  return usageTable({ ...result, records: sortRecords(busiest, { by: "date" }) });
}

function failureText(error: Failure, profile: UsageProfile, timeout: string): string {
  const where = `${new URL(profile.baseUrl).host} (usage profile "${profile.name}")`;
  const code = error.code === undefined ? "" : ` [${error.code}]`;
  const lines = [`${where}: ${error.message}${code}`, `  ${error.action}`];
  const parts = error.run?.parts ?? [];
  if (parts.length > 0 && parts.every(({ jobId }) => jobId !== undefined)) {
    lines.push(`  mosaic usage ${argumentsOf(error.run!, profile, timeout).join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}

/** The command line that reopens the jobs of a run. */
function argumentsOf({ query, parts }: UsageRun, profile: UsageProfile, timeout: string): string[] {
  const { granularity, clientId, groupBy } = query;
  const options: [string, string | undefined][] = [
    ["profile", profile.name],
    ["from", query.interval.from],
    ["to", query.interval.to],
    ["granularity", granularity?.toLowerCase()],
    ["group-by", groupBy.map((name) => name.toLowerCase()).join(",")],
    ["client", clientId],
    ["timeout", timeout === "5" ? undefined : timeout],
    ...parts.map(({ jobId }): [string, string | undefined] => ["job", jobId]),
  ];
  return options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, quoted(value)]));
}

function quoted(value: string): string {
  return /^[\w.,:@%+=/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
