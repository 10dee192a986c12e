import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { parseFaults } from "./faults";
import { isEverywhere } from "./google/access";
import { isProject } from "./google/project";
import { parseRefusal } from "./google/refuse-paths";
import type { EmulatorOptions, UsageOptions } from "./server";

export const usage = `Usage: mosaic emulator [options]

A local emulator of the Cloud Monitoring dashboards API and of the API usage service
of Genesys Cloud. The first line of standard output is its URL. Requests are logged to
standard error.

  --port N           port to listen on; 0, the default, takes a free one
  --host ADDRESS     address to listen on (default 127.0.0.1)
  --allow-host NAME  also accept this name in the Host header (repeatable); required with
                     --host 0.0.0.0, which is reachable from the network
  --allow-origin URL respond also to web pages of this origin (repeatable); those of this machine
                     are answered anyway
  --data DIR         keep the dashboards in DIR, one file each; default: in memory
  --token T          return 401 to calls without "Authorization: Bearer T"
  --refuse PATH=TEXT answer 400 with TEXT to dashboards that have something at PATH, such as
                     mosaicLayout.tiles[*].widget.xyChart; * is any member or index, ** any
                     number of them, and * alone is every dashboard (repeatable)
  --points FILE      serve the time series points of FILE, in CSV with the columns time, metric, value and
                     optionally kind, type, unit, resource, start, metric.LABEL, resource.LABEL,
                     system.LABEL, user.LABEL; times are RFC 3339 or relative, such as -5m (repeatable)
  --no-synthetic     no synthetic time series
  --page-size N      at most N points in a page of time series
  --execution-error T  add T to the execution errors of every answer with time series (repeatable)
  --unreachable R    name the region R as unreachable in these answers (repeatable)
  --deny-metric TYPE answer 403 to time series of the metric TYPE (repeatable)
  --newer NAME       accept the member or enum value NAME although it is unknown (repeatable)
  --fault SPEC       inject faults (repeatable, or separated by commas):
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
                                      fraction of usage jobs with this outcome
  --seed N           seed of the faults; the same seed gives the same faults (default 1)
  --deny PROJECT     return 403 for this project, by id or number (repeatable)
  --usage-client ID:SECRET  the only OAuth client that gets usage tokens; calls then need one
  --usage-deny PERMISSION   a permission that is always denied, such as usage:client:view (repeatable)
  --usage-token-seconds N   how long usage tokens live (default 86399)
  --usage-job-time MS       how long usage jobs take; by default a moment, longer for more rows
  --help             show this text
  --version          show the version
`;

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
      ...(values.host !== undefined && { host: values.host }),
      allowedHosts: (values["allow-host"] ?? []).map(readHost),
      allowedOrigins: (values["allow-origin"] ?? []).map(readOrigin),
      ...(values.data !== undefined && { data: values.data }),
      ...(values.token !== undefined && { token: values.token }),
      refuse: (values.refuse ?? []).map(parseRefusal),
      newer: values.newer ?? [],
      deny: denied,
      faults: parseFaults(values.fault ?? []),
      points: values.points ?? [],
      series: {
        onlyOwn: values["no-synthetic"] ?? false,
        ...(values["page-size"] !== undefined && {
          pageSize: Math.max(1, integer("--page-size", values["page-size"], 100_000)),
        }),
        errors: values["execution-error"] ?? [],
        unreachable: values["unreachable"] ?? [],
        deniedMetrics: values["deny-metric"] ?? [],
      },
      usage: {
        denied: values["usage-deny"] ?? [],
        ...(values["usage-client"] !== undefined && { client: readClient(values["usage-client"]) }),
        ...(values["usage-token-seconds"] !== undefined && {
          tokenSeconds: integer("--usage-token-seconds", values["usage-token-seconds"], 172_800),
        }),
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
    options: {
      port: { type: "string" },
      host: { type: "string" },
      "allow-host": { type: "string", multiple: true },
      "allow-origin": { type: "string", multiple: true },
      data: { type: "string" },
      token: { type: "string" },
      refuse: { type: "string", multiple: true },
      newer: { type: "string", multiple: true },
      points: { type: "string", multiple: true },
      "no-synthetic": { type: "boolean" },
      "page-size": { type: "string" },
      "execution-error": { type: "string", multiple: true },
      unreachable: { type: "string", multiple: true },
      "deny-metric": { type: "string", multiple: true },
      fault: { type: "string", multiple: true },
      seed: { type: "string" },
      deny: { type: "string", multiple: true },
      "usage-client": { type: "string" },
      "usage-deny": { type: "string", multiple: true },
      "usage-token-seconds": { type: "string" },
      "usage-job-time": { type: "string" },
      help: { type: "boolean" },
      version: { type: "boolean" },
    },
  });
}

function integer(flag: string, text: string, most: number): number {
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw new Error(`bad value "${text}" for ${flag}; write a number from 0 to ${most}`);
  return value;
}
