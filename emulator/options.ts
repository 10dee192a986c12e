import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { type OptionTable, optionHelp } from "../core/option-table";
import { parseFaults } from "./faults";
import { isEverywhere } from "./google/access";
import { isProject } from "./google/project";
import { parseRefusal } from "./google/refuse-paths";
import type { EmulatorOptions, UsageOptions } from "./server";

/** The command line as a user sees it. */
export const EMULATOR_USAGE = {
  usage: ["mosaic emulator"],
  about: `A local emulator of the Cloud Monitoring dashboards API and of the API usage service
of Genesys Cloud. The first line of standard output is its URL. Requests are logged to
standard error.`,
  after: `Faults for --fault, with fractions from 0 to 1:

  latency=200 or latency=100-300   milliseconds before each answer
  429=0.1, 503=0.1, …              fraction of calls with this status
  retry-after=1                    seconds, sent with 429 and 503
  retry-after-share=0.5            fraction of these that send it; 1 by default
  drop=0.05      connection closed, the call is not carried out
  lost=0.05      connection closed, the call is carried out
  late=0.05      answered 504, the call is carried out, before that or after
  truncate=0.05  half of the response, then the connection is closed
  slow=0.05      the body is sent slowly, over a second or over
                 slow-time=5000 or slow-time=100-900 milliseconds
  job-failed=0.1, job-cancelled, job-stuck, job-gone
                 fraction of usage jobs with this outcome`,
} as const;

/** The options, in the order of help. */
export const EMULATOR_OPTIONS = {
  port: { type: "string", value: "N", help: "port to listen on; 0, the default, takes a free one" },
  host: { type: "string", value: "ADDRESS", help: "address to listen on; `127.0.0.1` by default" },
  "allow-host": {
    type: "string",
    multiple: true,
    value: "NAME",
    help: "also accept this name in the Host header; required with `--host 0.0.0.0`, which is reachable from the network",
  },
  "allow-origin": {
    type: "string",
    multiple: true,
    value: "URL",
    help: "respond also to web pages of this origin; those of this machine are answered anyway",
  },
  data: {
    type: "string",
    value: "DIR",
    help: "keep the dashboards in DIR, one file each; default: in memory",
    complete: "files",
  },
  token: { type: "string", value: "T", help: 'return 401 to calls without "Authorization: Bearer T"' },
  refuse: {
    type: "string",
    multiple: true,
    value: "PATH=TEXT",
    help: "answer 400 with TEXT to dashboards that have something at PATH, such as `mosaicLayout.tiles[*].widget.xyChart`; `*` is any member or index, `**` any number of them, and `*` alone is every dashboard",
  },
  points: {
    type: "string",
    multiple: true,
    value: "FILE",
    help: "serve the time series points of FILE, in CSV with the columns time, metric, value and optionally kind, type, unit, resource, start, metric.LABEL, resource.LABEL, system.LABEL, user.LABEL; times are RFC 3339 or relative, such as `-5m`",
    complete: "files",
  },
  "no-synthetic": { type: "boolean", help: "no synthetic time series" },
  "page-size": { type: "string", value: "N", help: "at most N points in a page of time series" },
  "execution-error": {
    type: "string",
    multiple: true,
    value: "T",
    help: "add T to the execution errors of every answer with time series",
  },
  unreachable: {
    type: "string",
    multiple: true,
    value: "R",
    help: "name the region R as unreachable in these answers",
  },
  "deny-metric": {
    type: "string",
    multiple: true,
    value: "TYPE",
    help: "answer 403 to time series of the metric TYPE",
  },
  newer: {
    type: "string",
    multiple: true,
    value: "NAME",
    help: "accept the member or enum value NAME although it is unknown",
  },
  fault: {
    type: "string",
    multiple: true,
    value: "SPEC",
    help: "inject faults, separated by commas; see below",
  },
  seed: {
    type: "string",
    value: "N",
    help: "seed of the faults; the same seed gives the same faults; 1 by default",
  },
  deny: {
    type: "string",
    multiple: true,
    value: "PROJECT",
    help: "return 403 for this project, by id or number",
  },
  "usage-client": {
    type: "string",
    value: "ID:SECRET",
    help: "the only OAuth client that gets usage tokens; calls then need one",
  },
  "usage-deny": {
    type: "string",
    multiple: true,
    value: "PERMISSION",
    help: "a permission that is always denied, such as `usage:client:view`",
  },
  "usage-token-seconds": { type: "string", value: "N", help: "how long usage tokens live; 86399 by default" },
  "usage-job-time": {
    type: "string",
    value: "MS",
    help: "how long usage jobs take; by default a moment, longer for more rows",
  },
  help: { type: "boolean", help: "show this text" },
  version: { type: "boolean", help: "show the version" },
} as const satisfies OptionTable;

/** What `--help` prints. */
export function emulatorHelp(): string {
  const { about, after } = EMULATOR_USAGE;
  return `Usage: mosaic emulator [options]\n\n${about}\n\n${optionHelp(EMULATOR_OPTIONS)}\n${after}\n`;
}

export type Command =
  | { readonly kind: "start"; readonly options: EmulatorOptions }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

/**
 * Reads the command line, without the names of the program and the command.
 * @throws Error with a message for the user.
 */
export function readCommand(args: readonly string[]): Command {
  const { values } = parse(args);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  const denied = values.deny ?? [];
  for (const project of denied) {
    if (!isProject(project)) throw new Error(`bad project "${project}"; write a project id or number`);
  }
  for (const name of values.newer ?? []) {
    if (!/^\w+$/.test(name))
      throw new Error(`bad name "${name}" for --newer; write a member name or an enum value`);
  }
  if (values.host !== undefined && isEverywhere(values.host) && !values["allow-host"]?.length)
    throw new Error(
      `--host ${values.host} can be reached from other machines; list the allowed host names with --allow-host`,
    );
  if (values.token === "") throw new Error("--token must not be empty");
  return {
    kind: "start",
    options: {
      port: integer("--port", values.port ?? "0", 65_535),
      seed: integer("--seed", values.seed ?? "1", 4_294_967_295),
      host: values.host,
      allowedHosts: (values["allow-host"] ?? []).map(readHost),
      allowedOrigins: (values["allow-origin"] ?? []).map(readOrigin),
      data: values.data,
      token: values.token,
      refuse: (values.refuse ?? []).map(parseRefusal),
      newer: values.newer ?? [],
      deny: denied,
      faults: parseFaults(values.fault ?? []),
      points: values.points ?? [],
      series: {
        onlyOwn: values["no-synthetic"] ?? false,
        pageSize:
          values["page-size"] !== undefined
            ? Math.max(1, integer("--page-size", values["page-size"], 100_000))
            : undefined,
        errors: values["execution-error"] ?? [],
        unreachable: values["unreachable"] ?? [],
        deniedMetrics: values["deny-metric"] ?? [],
      },
      usage: {
        denied: values["usage-deny"] ?? [],
        client: values["usage-client"] !== undefined ? readClient(values["usage-client"]) : undefined,
        tokenSeconds:
          values["usage-token-seconds"] !== undefined
            ? integer("--usage-token-seconds", values["usage-token-seconds"], 172_800)
            : undefined,
        ...(values["usage-job-time"] !== undefined && {
          queuedMs: 0,
          runningMs: integer("--usage-job-time", values["usage-job-time"], 86_400_000),
        }),
      },
    },
  };
}

function readHost(text: string): string {
  const name = text.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (isIP(name) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name)) return name;
  throw new Error(`bad name "${text}" for --allow-host; write a host without a port`);
}

function readOrigin(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text)) return text;
  throw new Error(`bad origin "${text}" for --allow-origin; write it as https://HOST, without a path`);
}

function readClient(text: string): NonNullable<UsageOptions["client"]> {
  const [id = "", secret = ""] = text.split(/:(.*)/s);
  if (id === "" || secret === "") throw new Error("write --usage-client as ID:SECRET");
  return { id, secret };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: EMULATOR_OPTIONS,
  });
}

function integer(flag: string, text: string, most: number): number {
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw new Error(`bad value "${text}" for ${flag}; write a number from 0 to ${most}`);
  return value;
}
