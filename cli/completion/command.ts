import type { OptionTable } from "../../core/option-table";
import { CommandLineError, Exit, type Io } from "../io";
import type { Command } from "../options/command";
import { alternatives, parseOptions } from "../options/parse";
import { SCRIPTS, type Shell } from "./scripts";
import { complete } from "./words";

const SHELLS = Object.keys(SCRIPTS) as Shell[];

const OPTIONS = {
  words: {
    type: "boolean",
    help: "print what can follow the words after `--`, for these scripts; the last word starts with a colon",
  },
} as const satisfies OptionTable;

/** `mosaic completion` @param commands all commands */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    summary: "print a completion script for a shell",
    usage: SHELLS.map((shell) => `mosaic completion ${shell}`),
    about: `Prints a script that completes commands, options, formats, profiles, rules, revisions and files when you press Tab.

  bash         add to ~/.bashrc:                     eval "$(mosaic completion bash)"
  zsh          add to ~/.zshrc, after compinit:      eval "$(mosaic completion zsh)"
  fish         mosaic completion fish > ~/.config/fish/completions/mosaic.fish
  powershell   add to $PROFILE:                      mosaic completion powershell | Out-String | Invoke-Expression`,
    options: OPTIONS,
    exitCodes: "0 printed, 2 unknown shell.",
    arguments: SHELLS,
    run: (args, io) => runCompletion(args, commands(), io),
  };
}

async function runCompletion(args: readonly string[], commands: readonly Command[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  if (values.words) {
    const words = [...positionals.slice(0, -1), (positionals.at(-1) ?? "").replace(/^:/, "")];
    const { candidates, files } = await complete(words, commands, io);
    const lines = candidates.map(({ value, text }) => (text === undefined ? value : `${value}\t${text}`));
    io.out([...lines, ...(files ? [":files"] : [])].map((line) => `${line}\n`).join(""));
    return Exit.ok;
  }
  const shell = SHELLS.find((name) => name === positionals[0]);
  if (!shell || positionals.length > 1)
    throw new CommandLineError(`specify a shell: ${alternatives(SHELLS)}`);
  io.out(SCRIPTS[shell], "data");
  return Exit.ok;
}
