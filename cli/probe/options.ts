import { parseArgs } from "node:util";
import { CONFIG_OPTION } from "../config";
import { TARGET_HELP, TARGET_OPTIONS, type TargetValues } from "../deploy/target";
import { CommandLineError } from "../io";

export const FORMATS = ["text", "json", "github", "junit"] as const;
export type Format = (typeof FORMATS)[number];

/** Series that one run reads at most, unless the user says otherwise: half a cent. */
const DEFAULT_MOST = 10_000;
const DEFAULT_SINCE = "1h";

export const PROBE_HELP = `mosaic probe [FILE|FOLDER|GLOB|-]…

Runs the queries of dashboards against a project and shows what each would display: data, nothing, or the error of the
service. For a query that matches nothing, names the comparison to blame and the values that exist.

Reads are billed by time series returned (USD 0.50 per million; the first million per billing account and month is free),
so the command asks before it sends anything. The emulator is never asked about.

  --since DURATION     range to look at: 30m, 6h, 2d, 6w; ${DEFAULT_SINCE} by default
  --var NAME=VALUE     value of a template variable, or of a pinned filter's label; repeat for several values;
                       NAME= means any value
  --max-series N       stop after N time series; ${DEFAULT_MOST} by default
  --presence-only      check only whether there is data, for one time series per filter query
  --no-explain         do not look for the comparison to blame
  --strict             queries without data also fail
  --yes                do not ask about the cost
  --format FORMAT      output format: text (default), json, github (annotations) or junit
${TARGET_HELP}

Exit code: 0 no query is rejected, 1 rejected queries (with --strict also queries without data), 2 could not run.
`;

export interface ProbeOptions {
  readonly names: readonly string[];
  readonly target: TargetValues;
  /** Seconds. */
  readonly since: number;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly most: number;
  readonly presenceOnly: boolean;
  readonly explain: boolean;
  readonly strict: boolean;
  readonly yes: boolean;
  readonly format: Format;
}

/** Reads the command line. @throws CommandLineError, or an error of `parseArgs` */
export function readProbeOptions(args: readonly string[]): ProbeOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...TARGET_OPTIONS,
      ...CONFIG_OPTION,
      since: { type: "string", default: DEFAULT_SINCE },
      var: { type: "string", multiple: true, default: [] },
      "max-series": { type: "string", default: String(DEFAULT_MOST) },
      "presence-only": { type: "boolean", default: false },
      "no-explain": { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      format: { type: "string", default: "text" },
    },
  });
  const format = FORMATS.find((name) => name === values.format);
  if (!format)
    throw new CommandLineError(
      `--format must be ${FORMATS.join(", ")}, not ${JSON.stringify(values.format)}`,
    );
  const most = Number(values["max-series"]);
  if (!Number.isInteger(most) || most < 1)
    throw new CommandLineError("--max-series must be a positive integer, such as 1000");
  return {
    names: positionals,
    target: values,
    since: secondsOf(values.since),
    values: variablesOf(values.var),
    most,
    presenceOnly: values["presence-only"],
    explain: !values["no-explain"],
    strict: values.strict,
    yes: values.yes,
    format,
  };
}

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };
/** The longest range, in seconds: six weeks, which is how long most metrics are kept. */
const LONGEST = 6 * 604_800;

function secondsOf(text: string): number {
  const [, amount, unit = ""] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  const seconds = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (seconds >= 60 && seconds <= LONGEST) return seconds;
  throw new CommandLineError(
    `--since must be between 1m and 6w, such as 30m or 2d, not ${JSON.stringify(text)}`,
  );
}

function variablesOf(texts: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1) throw new CommandLineError(`--var must be NAME=VALUE, not ${JSON.stringify(text)}`);
    const name = text.slice(0, at);
    values.set(name, [...(values.get(name) ?? []), text.slice(at + 1)]);
  }
  return values;
}
