import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { OptionTable } from "../../core/option-table";
import { withConfig } from "../config";
import { TARGET_OPTIONS } from "../deploy/target";
import { CommandLineError, Exit, hasPerson, type Io, visible } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { hostFor } from "./host";
import { remoteFor } from "./remote";

const OPTIONS = {
  "allow-remote": {
    type: "boolean",
    help: "also offer tools that list the dashboards of the project and compare files with them",
  },
  "allow-push": {
    type: "boolean",
    help: "also offer a tool that pushes what was compared, after the user agrees; implies `--allow-remote`",
    more: "Clients that cannot ask the user cannot push.",
  },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

/** `mosaic mcp` */
export const MCP: Command = {
  name: "mcp",
  summary: "offer tools to coding agents, over the Model Context Protocol",
  usage: ["mosaic mcp [FOLDER…]"],
  about: `Runs a server of the Model Context Protocol on the standard streams. An MCP client, such as a coding agent, starts it. Its
tools check, describe, search, edit and render dashboards in the folders, by default the working folder. Files outside of
them are not read or written. Without --allow-remote, the server uses no network.`,
  options: OPTIONS,
  exitCodes: "0 the client has disconnected, 2 could not run.",
  arguments: "files",
  run: runMcp,
};

/** Runs `mosaic mcp` and gives its exit code. */
export async function runMcp(args: readonly string[], run: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const roots = rootsFrom(positionals, run.cwd);
  // Standard output belongs to the protocol.
  const io: Io = { ...withConfig(run, values.config), cwd: roots[0]!, out: (text) => run.err(text) };
  const mayPush = values["allow-push"];
  const remote = mayPush || values["allow-remote"] ? remoteFor(values, io, mayPush) : undefined;
  if (hasPerson()) io.err("mosaic mcp waits for an MCP client on standard input. Ctrl+C ends it.\n");
  // The protocol is in a bundle of its own, which no other command loads.
  const { serve } = await import("../../mcp/index");
  await serve(hostFor(roots, io, remote), (problem) => io.err(`mosaic mcp: ${visible(problem)}\n`));
  return Exit.ok;
}

/** Real paths of the folders. @throws CommandLineError when one is no folder, or none is named in a folder of everything */
function rootsFrom(names: readonly string[], cwd: string): string[] {
  if (names.length === 0 && [path.parse(cwd).root, homedir()].includes(cwd))
    throw new CommandLineError(`specify the folder with the dashboards; ${visible(cwd)} is too much`);
  return (names.length > 0 ? names : ["."]).map((name) => {
    const folder = path.resolve(cwd, name);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandLineError(`${visible(name)} is not a folder`);
    return realpathSync(folder);
  });
}
