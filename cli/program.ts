import { runEmulator } from "../emulator/run";
import { CATALOG_HELP, runCatalog } from "./catalog";
import { CONVERT_HELP, runConvert } from "./convert";
import { DELETE_HELP, runDelete } from "./deploy/delete";
import { DIFF_HELP, runDiff } from "./deploy/diff";
import { LIST_HELP, runList } from "./deploy/list";
import { PULL_HELP, runPull } from "./deploy/pull";
import { PUSH_HELP, runPush } from "./deploy/push";
import { CommandLineError, ConfigError, Exit, type Io } from "./io";
import { PROBE_HELP, runProbe } from "./probe/probe";
import { RULES_HELP, runRules } from "./rules";
import { runTrust, TRUST_HELP } from "./trust/command";
import { NotTrusted } from "./trust/destinations";
import { runUsage, USAGE_HELP } from "./usage/usage";
import { runValidate, VALIDATE_HELP } from "./validate";

declare const MOSAIC_VERSION: string;

interface Command {
  readonly name: string;
  readonly summary: string;
  /** What `--help` prints; a command without it answers itself. */
  readonly help?: string;
  run(args: readonly string[], io: Io): Promise<number>;
}

const commands: readonly Command[] = [
  {
    name: "validate",
    summary: "check dashboards offline",
    help: VALIDATE_HELP,
    run: runValidate,
  },
  {
    name: "push",
    summary: "save dashboards to the service, without overwriting unseen edits",
    help: PUSH_HELP,
    run: (args, io) => runPush(args, io),
  },
  {
    name: "pull",
    summary: "update files from the service",
    help: PULL_HELP,
    run: (args, io) => runPull(args, io),
  },
  { name: "diff", summary: "show differences between files and the service", help: DIFF_HELP, run: runDiff },
  { name: "list", summary: "list the dashboards of the service", help: LIST_HELP, run: runList },
  {
    name: "delete",
    summary: "delete dashboards on the service, with a local backup",
    help: DELETE_HELP,
    run: (args, io) => runDelete(args, io),
  },
  {
    name: "convert",
    summary: "convert dashboards from JSON to YAML, or from YAML to JSON",
    help: CONVERT_HELP,
    run: runConvert,
  },
  {
    name: "catalog",
    summary: "download the metrics of a project for the checks",
    help: CATALOG_HELP,
    run: runCatalog,
  },
  {
    name: "probe",
    summary: "run the queries of dashboards and show which have data",
    help: PROBE_HELP,
    run: (args, io) => runProbe(args, io),
  },
  { name: "rules", summary: "list and explain the rules", help: RULES_HELP, run: runRules },
  {
    name: "usage",
    summary: "show the API usage of a Genesys Cloud organization",
    help: USAGE_HELP,
    run: (args, io) => runUsage(args, io),
  },
  {
    name: "trust",
    summary: "trust the destination of a profile's credentials",
    help: TRUST_HELP,
    run: (args, io) => runTrust(args, io),
  },
  {
    name: "emulator",
    summary: "run a local emulator of the services",
    run: (args, io) => runEmulator([...args], MOSAIC_VERSION, io),
  },
];

function usage(): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 3;
  const list = commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`).join("\n");
  return `mosaic: Cloud Monitoring dashboards as code\n\n${list}\n\nRun mosaic COMMAND --help for details, mosaic --version for the version.\n`;
}

/** Runs one command line and gives its exit code; every failure is one clear line on stderr. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-v") {
    io.out(`${MOSAIC_VERSION}\n`);
    return Exit.ok;
  }
  if (!name || name === "--help" || name === "-h" || name === "help") {
    (name ? io.out : io.err)(usage());
    return name ? Exit.ok : Exit.failed;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    io.err(`mosaic: unknown command ${JSON.stringify(name)}\n\n${usage()}`);
    return Exit.failed;
  }
  if (command.help && (rest.includes("--help") || rest.includes("-h"))) {
    io.out(command.help);
    return Exit.ok;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof NotTrusted) {
      io.err(`mosaic ${name}: ${message}\n`);
      return Exit.failed;
    }
    const isUsage =
      (error instanceof CommandLineError && !(error instanceof ConfigError)) ||
      (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
    io.err(`mosaic ${name}: ${message}\n${isUsage ? `Try: mosaic ${name} --help\n` : ""}`);
    return Exit.failed;
  }
}
