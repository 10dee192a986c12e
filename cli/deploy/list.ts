import type { OptionTable } from "../../core/option-table";
import { isId } from "../../core/sync/identity";
import { isServiceFailure } from "../../core/sync/service";
import { fileOf } from "../../core/sync/state";
import { Exit, type Io, visible } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { stoppable } from "../terminal";
import { failureLines, targetText } from "./report";
import { TARGET_OPTIONS, targetFor } from "./target";

const OPTIONS = {
  format: { type: "string", choices: ["text", "json"], default: "text", help: "output format" },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

/** `mosaic list` */
export const LIST: Command = {
  name: "list",
  summary: "list the dashboards of the service",
  usage: ["mosaic list"],
  about: `Lists the dashboards of a project: id, local file (if known from a push or pull), title.`,
  options: OPTIONS,
  exitCodes: `0 listed, 2 could not run.`,
  run: runList,
};

/** One dashboard in `--format json`. */
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  /** Relative to the folder that holds `.mosaic`; null when no file is known. */
  readonly file: string | null;
  /** True if the id cannot be part of a URL, so that no method can read, change or delete the dashboard. */
  readonly unreachable?: true;
}

/** Runs `mosaic list` and gives its exit code. */
export async function runList(args: readonly string[], io: Io): Promise<number> {
  const { values } = parseOptions(OPTIONS, args, "no arguments");
  const { format } = values;
  const { profile, service, state } = await targetFor(io.cwd, values, io);
  const files = new Map((await state.list()).records.map((record) => [record.id, fileOf(record)]));
  const found: Listed[] = [];
  try {
    await stoppable(io, async (signal) => {
      for await (const remote of service.list({ signal })) {
        // The response may be malformed.
        const [name, displayName] = [String(remote.name ?? ""), String(remote.displayName ?? "")];
        const id = name.split("/").pop()!;
        const file = files.get(id) || null;
        found.push({ id, name, displayName, file, unreachable: !isId(id) ? true : undefined });
      }
    });
  } catch (failure) {
    if (!isServiceFailure(failure)) throw failure;
    io.err(failureLines(targetText(profile), undefined, failure));
    return Exit.failed;
  }
  found.sort((a, b) => a.displayName.localeCompare(b.displayName) || (a.id < b.id ? -1 : 1));
  if (format === "json") io.out(`${JSON.stringify(found, null, 2)}\n`);
  else
    io.out(
      found
        .map(({ id, file, displayName, unreachable }) => {
          const mark = unreachable ? " (not a valid id)" : "";
          return `${visible(id)}${mark}\t${visible(file ?? "-")}\t${visible(displayName)}\n`;
        })
        .join(""),
    );
  return Exit.ok;
}
