import { type Completion, type OptionTable, optionHelp } from "../../core/option-table";
import type { Io } from "../io";

/** A command of `mosaic`. Parsing, `--help`, the tables of docs/cli.md and completion are made from it. */
export interface Command {
  readonly name: string;
  /** For the list of commands: starts in lower case, no period at the end. */
  readonly summary: string;
  /** The forms of the command line, such as `mosaic list`. */
  readonly usage: readonly string[];
  /** Paragraphs of `--help`, before the options. */
  readonly about: string;
  readonly options: OptionTable;
  /** A paragraph after the options. */
  readonly after?: string;
  /** What follows `Exit code: `; no line break at the end. */
  readonly exitCodes?: string;
  /** What a shell can offer as arguments, or the arguments themselves. */
  readonly arguments?: Completion | readonly string[];
  run(args: readonly string[], io: Io): Promise<number>;
}

/** What `--help` prints. */
export function commandHelp({ usage, about, options, after, exitCodes }: Command): string {
  const parts = [
    `${usage.join("\n")}\n`,
    `${about}\n`,
    ...(Object.keys(options).length > 0 ? [optionHelp(options)] : []),
    ...(after === undefined ? [] : [`${after}\n`]),
    ...(exitCodes === undefined ? [] : [`Exit code: ${exitCodes}\n`]),
  ];
  return parts.join("\n");
}
