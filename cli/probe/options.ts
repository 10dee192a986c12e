import type { OptionTable } from "../../core/option-table";
import { TARGET_OPTIONS, type TargetValues } from "../deploy/target";
import { CommandLineError } from "../io";
import { parseOptions } from "../options/parse";

const FORMATS = ["text", "json", "github", "junit"] as const;
export type Format = (typeof FORMATS)[number];

/** Series that one run reads at most, unless the user says otherwise: half a cent. */
const DEFAULT_MOST = 10_000;
const DEFAULT_SINCE = "1h";

export const PROBE_OPTIONS = {
  since: {
    type: "string",
    value: "DURATION",
    default: DEFAULT_SINCE,
    help: "range to look at, up to now: `30m`, `6h`, `2d`, `6w`",
  },
  var: {
    type: "string",
    multiple: true,
    value: "NAME=VALUE",
    help: "value of a template variable, or of a pinned filter's label; `NAME=` means any value",
    more: "Repeat it for several values. By default, the dashboard's own.",
  },
  "max-series": {
    type: "string",
    value: "N",
    default: String(DEFAULT_MOST),
    help: "stop after N time series",
  },
  "presence-only": {
    type: "boolean",
    help: "check only whether there is data, for one time series per filter query",
  },
  "no-explain": { type: "boolean", help: "do not look for the comparison to blame" },
  strict: { type: "boolean", help: "queries without data also fail", more: "The exit code is then 1." },
  yes: { type: "boolean", help: "do not ask about the cost" },
  format: {
    type: "string",
    choices: FORMATS,
    value: "FORMAT",
    default: "text",
    help: "output format",
    more: "`github` prints annotations.",
  },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

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
  const { values, positionals } = parseOptions(PROBE_OPTIONS, args);
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
    format: values.format,
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
