import { isLoopback } from "./google/access";
import { type Command, emulatorHelp, readCommand } from "./options";
import { type Emulator, type EmulatorOptions, startEmulator } from "./server";

export interface RunIo {
  /** Writes to the standard output. */
  out(text: string): void;
  /** Writes to the standard error. */
  err(text: string): void;
}

/**
 * The whole `emulator` command: reads the arguments, serves until SIGINT or SIGTERM, and gives the exit code: 0 after
 * a clean end, 1 when it cannot start, 2 for a command line that it does not understand.
 */
export async function runEmulator(args: readonly string[], version: string, io: RunIo): Promise<number> {
  let command: Command;
  try {
    command = readCommand(args);
  } catch (error) {
    io.err(`emulator: ${text(error)}\nTry --help.\n`);
    return 2;
  }
  if (command.kind === "help") io.out(emulatorHelp());
  else if (command.kind === "version") io.out(`${version}\n`);
  else return serve(command.options, io);
  return 0;
}

async function serve(options: EmulatorOptions, io: RunIo): Promise<number> {
  const log = (line: string) => io.err(`${line}\n`);
  const stopped = untilStopped();
  let emulator: Emulator;
  try {
    emulator = await startEmulator({ ...options, log });
  } catch (error) {
    io.err(`emulator: ${startProblem(error, options)}\n`);
    stopped.forget();
    return 1;
  }
  if (options.host !== undefined && !isLoopback(options.host)) {
    log(
      `warning: ${emulator.url} can be reached from other machines${options.token ? "" : ", and needs no token"}`,
    );
  }
  io.out(`${emulator.url}\n`);
  await stopped.signal;
  await emulator.close();
  return 0;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Handles the signals that stop the emulator once; a second signal has its usual effect. */
function untilStopped(): { signal: Promise<void>; forget(): void } {
  let stop: () => void = () => undefined;
  const signal = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const forget = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  const onSignal = () => {
    forget();
    stop();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return { signal, forget };
}

function startProblem(
  error: unknown,
  { host = "127.0.0.1", port = 0, data, points = [] }: EmulatorOptions,
): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `port ${port} on ${host} is in use; choose another with --port, or 0 for a free one`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `this machine has no address ${host}`;
  if (code === "EACCES" && syscall === "listen") return `port ${port} on ${host} is not open to this user`;
  if (points.some((file) => text(error).startsWith(`${file}: `))) return text(error);
  if (data !== undefined && syscall !== "listen")
    return `the data folder ${data} cannot be used: ${text(error)}`;
  return text(error);
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
