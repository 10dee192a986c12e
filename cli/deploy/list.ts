import { parseArgs } from "node:util";
import { isId } from "../../core/sync/identity";
import { isServiceFailure } from "../../core/sync/service";
import { fileOf } from "../../core/sync/state";
import { CommandLineError, Exit, type Io, visible } from "../io";
import { stoppable } from "../terminal";
import { failureLines, targetText } from "./report";
import { TARGET_HELP, TARGET_OPTIONS, targetFor } from "./target";

export const LIST_HELP = `mosaic list

Lists the dashboards of a project: id, local file (if known from a push or pull), title.

${TARGET_HELP}
  --format text|json   output format; text by default

Exit code: 0 listed, 2 could not run.
`;

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
  const { values } = parseArgs({
    args: [...args],
    options: { ...TARGET_OPTIONS, format: { type: "string", default: "text" } },
  });
  const { format } = values;
  if (format !== "text" && format !== "json") {
    throw new CommandLineError(`--format must be text or json, not ${JSON.stringify(format)}`);
  }
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
        found.push({ id, name, displayName, file, ...(!isId(id) && { unreachable: true }) });
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
