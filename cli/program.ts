import { COMMANDS } from "./commands";
import { CommandLineError, ConfigError, Exit, type Io } from "./io";
import { commandHelp } from "./options/command";
import { NotTrusted } from "./trust/destinations";

declare const MOSAIC_VERSION: string;

function usage(): string {
  const width = Math.max(...COMMANDS.map((command) => command.name.length)) + 3;
  const list = COMMANDS.map((command) => `  ${command.name.padEnd(width)}${command.summary}`).join("\n");
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
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    io.err(`mosaic: unknown command ${JSON.stringify(name)}\n\n${usage()}`);
    return Exit.failed;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    io.out(commandHelp(command));
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
    const isUsage = error instanceof CommandLineError && !(error instanceof ConfigError);
    io.err(`mosaic ${name}: ${message}\n${isUsage ? `Try: mosaic ${name} --help\n` : ""}`);
    return Exit.failed;
  }
}
